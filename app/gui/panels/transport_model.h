#pragma once
// Pure parts of the transport: where findings stand on the slider, what "next finding" means, what the keys do.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/session/commands.h"
#include "simulator/analysis/finding.h"

namespace wb {

struct FindingMark {
  float share = 0;          // 0..1 of the run
  Severity severity = Severity::error;
  int finding = -1;         // the first of those that stand here
  uint64_t count = 0;
};
// Findings of a recording on a slider `pixels` wide: those that would touch are one mark. Notes are left out, and what shows in another grid.
std::vector<FindingMark> finding_marks(const Recording& recording, float pixels);

// The finding that comes after (or before) the tick (of the launch, as theirs), round the end if need be; the selected one is passed over. None: there is none.
// Those that this run has no step of, since they lie on the host or show only under another schedule, come behind the others.
std::optional<int> next_finding(std::span<const Finding> findings, Tick tick, int selected, Direction direction);
// Does the run stand where the selected finding shows?
bool is_at_finding(std::span<const Finding> findings, Tick tick, int selected);
// Was the next one found only by beginning again at the other end of the run?
bool is_round_the_end(std::span<const Finding> findings, Tick tick, int selected, int next, Direction direction);

std::string step_words(Tick tick, Tick end);   // "step 1,204 of 2,930"
bool has_seed(Schedule schedule);

}  // namespace wb
