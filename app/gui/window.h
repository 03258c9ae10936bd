#pragma once
// The workbook's window: opens it, runs it to its end (or a script's).
#include <string>

#include "app/session/session.h"

namespace wb {

struct WindowOptions {
  SessionOptions session;
  std::string script;      // a script that drives the window; empty: a person does
  int width = 1600, height = 1000;
};

// The program's exit status: 0; a script's failure is 1; no window, or an unreadable script, is 2 with a sentence on stderr.
int run_window(const WindowOptions& options);

// Is there a screen to open a window on? When not, `why` says what is missing.
bool has_display(std::string* why = nullptr);

}  // namespace wb
