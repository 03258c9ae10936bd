#include "app/gui/panels/transport_model.h"

#include <algorithm>
#include <cmath>

#include "app/gui/panels/wording.h"
#include "app/session/family.h"

namespace wb {

std::vector<FindingMark> finding_marks(const Recording& recording, float pixels) {
  std::vector<FindingMark> marks;
  const auto findings = recording.findings();
  if (recording.end() == 0 || pixels <= 0) return marks;
  for (size_t i = 0; i < findings.size(); ++i) {
    const std::optional<Tick> tick = moment_of(recording, findings[i]);
    if (!tick || findings[i].severity == Severity::note) continue;
    const float share = static_cast<float>(static_cast<double>(*tick) / static_cast<double>(recording.end()));
    marks.push_back({share, findings[i].severity, static_cast<int>(i), 1});
  }
  std::stable_sort(marks.begin(), marks.end(), [](const FindingMark& a, const FindingMark& b) { return a.share < b.share; });
  std::vector<FindingMark> joined;
  for (const FindingMark& mark : marks) {
    if (!joined.empty() && (mark.share - joined.back().share) * pixels < 5) {
      joined.back().count += 1;
      joined.back().severity = std::max(joined.back().severity, mark.severity);
    } else {
      joined.push_back(mark);
    }
  }
  return joined;
}

std::optional<int> next_finding(std::span<const Finding> findings, Tick tick, int selected, Direction direction) {
  // In order of time; several at one tick are visited one after another by their index.
  const bool is_at_selected = selected >= 0 && static_cast<size_t>(selected) < findings.size() && findings[static_cast<size_t>(selected)].tick == tick;
  const auto place = [&](int index) { return std::pair(findings[static_cast<size_t>(index)].tick, index); };
  const std::pair<uint64_t, int> here{tick, is_at_selected ? selected : direction == Direction::forwards ? -1 : static_cast<int>(findings.size())};
  const auto comes_first = [&](int a, int b) { return direction == Direction::forwards ? place(a) < place(b) : place(a) > place(b); };
  std::optional<int> best, first_of_all;
  for (int i = 0; i < static_cast<int>(findings.size()); ++i) {
    if (findings[static_cast<size_t>(i)].severity == Severity::note) continue;
    if (!first_of_all || comes_first(i, *first_of_all)) first_of_all = i;
    const bool is_that_way = direction == Direction::forwards ? place(i) > here : place(i) < here;
    if (is_that_way && (!best || comes_first(i, *best))) best = i;
  }
  return best ? best : first_of_all;
}

bool is_round_the_end(std::span<const Finding> findings, Tick tick, int selected, int next, Direction direction) {
  const Tick there = findings[static_cast<size_t>(next)].tick;
  if (there != tick) return direction == Direction::forwards ? there < tick : there > tick;
  const bool is_at_selected = selected >= 0 && static_cast<size_t>(selected) < findings.size() && findings[static_cast<size_t>(selected)].tick == tick;
  return is_at_selected && (direction == Direction::forwards ? next <= selected : next >= selected);
}

std::string step_words(Tick tick, Tick end) { return "step " + with_thousands(tick) + " of " + with_thousands(end); }

bool has_seed(Schedule schedule) { return schedule == Schedule::random || schedule == Schedule::adversarial; }

}  // namespace wb
