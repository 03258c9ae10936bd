#include "app/gui/panels/transport_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

namespace {

// Those that no step of this run shows come behind all the others.
constexpr Tick no_step = std::numeric_limits<Tick>::max();
Tick time_of(const Finding& finding) { return is_on_host(finding) || finding.only_under ? no_step : finding.tick; }

Tick time_now(std::span<const Finding> findings, Tick tick, int selected) { return is_at_finding(findings, tick, selected) ? time_of(findings[static_cast<size_t>(selected)]) : tick; }

}  // namespace

bool is_at_finding(std::span<const Finding> findings, Tick tick, int selected) {
  if (selected < 0 || static_cast<size_t>(selected) >= findings.size()) return false;
  const Tick time = time_of(findings[static_cast<size_t>(selected)]);
  return time == tick || time == no_step;
}

std::optional<int> next_finding(std::span<const Finding> findings, Tick tick, int selected, Direction direction) {
  // In order of time; several at one tick are visited one after another by their index.
  const auto place = [&](int index) { return std::pair(time_of(findings[static_cast<size_t>(index)]), index); };
  const std::pair<uint64_t, int> here{time_now(findings, tick, selected), is_at_finding(findings, tick, selected) ? selected : direction == Direction::forwards ? -1 : static_cast<int>(findings.size())};
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
  const Tick there = time_of(findings[static_cast<size_t>(next)]), here = time_now(findings, tick, selected);
  if (there != here) return direction == Direction::forwards ? there < here : there > here;
  return is_at_finding(findings, tick, selected) && (direction == Direction::forwards ? next <= selected : next >= selected);
}

std::string step_words(Tick tick, Tick end) { return "step " + with_thousands(tick) + " of " + with_thousands(end); }

bool has_seed(Schedule schedule) { return schedule == Schedule::random || schedule == Schedule::adversarial; }

}  // namespace wb
