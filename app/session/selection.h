#pragma once
// The one selection that all views share: what is looked at, and when. A plain value; views send commands that change it.
#include <optional>
#include <string>
#include <vector>

#include "simulator/recording/recording.h"

namespace wb {

struct Selection {
  std::string launch;                  // name of the launch, bug or exercise whose run is shown; empty: none yet
  uint64_t revision = 0;               // of the source that ran
  Tick tick = 0;
  std::optional<ThreadRef> thread;     // followed (pinned) thread
  std::optional<ElementRef> element;   // pinned element of a buffer
  uint32_t line = 0;                   // pinned source line, 0: none
  int finding = -1;                    // index into the result's findings
  // What the pointer is over at this moment: shown by all views, forgotten when it leaves.
  struct Hover {
    std::optional<ThreadRef> thread;
    std::optional<ElementRef> element;
    uint32_t line = 0;
    friend bool operator==(const Hover&, const Hover&) = default;
  } hover;
  friend bool operator==(const Selection&, const Selection&) = default;
};

// What the views show for a selection: worked out by one pure function, so that all views tell the same story.
struct ResolvedSelection {
  Tick tick = 0;
  std::optional<Instruction> instruction;   // about to run
  uint32_t current_line = 0;                // of the followed thread's warp, else of the instruction
  std::optional<ThreadRef> thread;          // hovered, else pinned
  std::optional<ElementRef> element;        // hovered, else pinned, else what the thread writes first
  Index3 block, thread_index;               // of `thread`
  uint32_t warp = 0, lane = 0;
  std::vector<AccessRecord> thread_accesses;  // all that this thread did in the run, bounded
  std::vector<VariableView> variables;        // of `thread` at `tick`
  std::vector<uint32_t> lines_with_threads;   // source lines on which lanes of the current warp stand
};
ResolvedSelection resolve(const Selection& selection, const Recording& recording);

// The thread that wrote (last, up to the end of the run) or else read an element; none when nobody touched it.
std::optional<ThreadRef> owner_of(const Recording& recording, ElementRef element);

}  // namespace wb
