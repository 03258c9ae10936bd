#pragma once
// Under the code: the breakpoint that was set last, or the one that holds the run, with its condition to write and change.
//
//     Line 12, when [ i == 19 && blockIdx.x == 0          ]  [off]  [remove]
//     Held here for thread 19 and 2 more of block 3.
#include "app/gui/widgets/controls.h"
#include "app/session/session.h"

namespace wb {

class BreakStrip {
 public:
  void show(uint32_t line) { asked_ = line; }   // of the open source; 0: none
  float height(const Session& session, const SourceState& source, const Ui& ui) const;   // 0: there is nothing to show
  float draw(const Session& session, const SourceState& source, const Rect& area, Ui& ui);  // returns its height

 private:
  const Breakpoint* shown(const Session& session, const SourceState& source) const;
  uint32_t asked_ = 0;
  std::string typed_, typed_of_;   // the condition as it is written, and whose
  TextBoxState box_;
};

}  // namespace wb
