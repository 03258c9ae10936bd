#pragma once
// The workbook's window: opens it, runs it to its end (or a script's).
#include <cstdint>
#include <string>
#include <vector>

#include "app/session/session.h"

namespace wb {

// Own CPU time of the frames of a scripted window, for warpbook-bench --frames: layout, geometry, text and commands, not what the
// graphics driver does afterwards (in software it would be the most of it).
struct FrameTimes {
  struct Stretch {
    std::string name;                // as the script's `measure` says
    std::vector<double> ms;          // of each frame, in order
    uint64_t resident_bytes = 0;     // of the process, as the stretch began; 0: not known here
  };
  double first_page_ms = 0;          // wall time from the start of run_window until the first frame stood on the screen
  std::vector<Stretch> stretches;
};

struct WindowOptions {
  SessionOptions session;
  std::string script;      // a script that drives the window; empty: a person does
  int width = 1600, height = 1000;
  FrameTimes* frame_times = nullptr;  // filled in while the window is open
};

// The program's exit status: 0; a script's failure is 1; no window, or an unreadable script, is 2 with a sentence on stderr.
int run_window(const WindowOptions& options);

// Is there a screen to open a window on? When not, `why` says what is missing.
bool has_display(std::string* why = nullptr);

}  // namespace wb
