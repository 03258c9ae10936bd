// Where order between threads comes through memory (a lock, a flag, a ticket, a slot that is claimed), one run sees one order of it, and a race may
// hide in the others. So such a run looks at some of them by itself. Which: those of pick_schedule(), the fixed ones first. Each leads threads
// together in a way of its own:
//
//   reverse        the last block and warp come first: who takes the ticket, the lock, the first slot is another one
//   round-robin    all go at one pace: what is claimed is dealt out evenly, and a flag is looked at before it is set
//   adversarial    stores wait for everybody's reads: early flags, locks that are let go too early
//   random         the rest
//
// What it costs is bounded by what the first run cost (`most_times`), or by a fixed amount for small ones. A run that comes to its bound is cut
// short: what it has found so far counts, and the report says so. The counters, the outputs and the recording stay those of the first run.
#include "app/backends/other_schedules.h"

#include <algorithm>
#include <array>
#include <functional>

namespace wb {
namespace {

constexpr uint64_t usual_count = 6;
constexpr uint64_t most_times = 4;                  // the first run's warp instructions, all others together
constexpr uint64_t small_instructions = 2'000'000;  // or so many: a part of a second
constexpr uint64_t least_instructions = 1'000;      // a run of fewer is not worth a start

bool is_note(const Finding& finding) { return finding.severity == Severity::note; }

// What is the same finding in every run. `kind`: its own, or one that stands for several.
std::vector<uint64_t> key_of(const Finding& finding, FindingKind kind) {
  std::vector<uint64_t> key{static_cast<uint64_t>(kind), std::hash<std::string>()(finding.buffer)};
  std::vector<std::array<uint64_t, 3>> places;
  for (const FindingPlace& place : finding.places) places.push_back({place.span.file.v, place.span.begin, place.span.end});
  std::sort(places.begin(), places.end());
  for (const auto& place : places) key.insert(key.end(), place.begin(), place.end());
  return key;
}

constexpr auto either_order = FindingKind::count;  // of a read and a write
bool has_order(FindingKind kind) { return kind == FindingKind::race_raw || kind == FindingKind::race_war; }

// Is it what a circle of locks comes to, which is told already?
bool is_told_of_locks(const std::vector<Finding>& told, const Finding& finding) {
  if (finding.code != "deadlock.poll" && finding.code != "deadlock.circle") return false;
  return std::any_of(told.begin(), told.end(), [&](const Finding& circle) {
    return circle.code == "deadlock.order" && std::any_of(circle.places.begin(), circle.places.end(), [&](const FindingPlace& place) { return place.span == finding.places[0].span; });
  });
}

// How far the run may go, and the others after it.
class Budget {
 public:
  Budget(const Launch& launch, uint64_t first_run) : of_launch_(launch.instruction_budget), is_asked_(launch.other_schedules != Launch::where_it_matters) {
    left_ = is_asked_ ? UINT64_MAX : std::max(most_times * first_run, small_instructions);
    most_of_one_ = is_asked_ ? UINT64_MAX : left_ / 2;
  }
  uint64_t of_next() const { return std::min({of_launch_, left_, most_of_one_}); }
  bool is_spent() const { return of_next() < least_instructions; }
  void take(uint64_t instructions) { left_ -= is_asked_ ? 0 : std::min(instructions, left_); }

 private:
  uint64_t of_launch_, left_ = 0, most_of_one_ = 0;
  bool is_asked_;
};

}  // namespace

FindingUnion::FindingUnion(std::vector<Finding>& findings) : findings_(findings) {
  for (size_t i = 0; i < findings.size(); ++i) note(findings[i], i);
}

void FindingUnion::note(const Finding& finding, size_t index) {
  at_.try_emplace(key_of(finding, finding.kind), index);
  if (has_order(finding.kind)) at_.try_emplace(key_of(finding, either_order), index);
}

size_t FindingUnion::add(const Finding& finding, const SchedulePick& pick) {
  auto at = at_.find(key_of(finding, finding.kind));
  if (at == at_.end() && has_order(finding.kind)) at = at_.find(key_of(finding, either_order));
  const size_t index = at == at_.end() ? findings_.size() : at->second;
  if (index < findings_.size() && finding.severity <= findings_[index].severity) return index;
  if (index == findings_.size()) findings_.push_back(finding), note(finding, index);
  else findings_[index] = finding;
  findings_[index].only_under = pick;
  return index;
}

void try_other_schedules(const std::shared_ptr<const Program>& program, const Launch& launch, RunResult& first, std::stop_token stop) {
  const SchedulePick own{launch.schedule, launch.seed};
  const uint64_t wanted = launch.other_schedules == Launch::where_it_matters ? usual_count : launch.other_schedules;
  Budget budget(launch, first.counters.warp_instructions);
  FindingUnion all(first.findings);
  RunOptions options = run_options(launch);
  options.record = options.count_by_warp = options.count_over_time = options.numbers = false;
  for (uint64_t i = 0, done = 0; done < wanted && !stop.stop_requested(); ++i) {
    const SchedulePick pick = pick_schedule(i);
    if (pick == own) continue;
    ++done;
    if (budget.is_spent()) {
      ++first.others.left_out;
      continue;
    }
    options.schedule = pick.schedule;
    options.seed = pick.seed;
    options.instruction_budget = budget.of_next();
    const SimulationResult run = simulate(program, launch.device, options, {}, stop);
    if (run.status == SimulationStatus::cancelled || run.status == SimulationStatus::out_of_memory) break;
    budget.take(run.counters.warp_instructions);
    const bool is_cut = run.status == SimulationStatus::budget_spent;
    first.others.tried.push_back({pick, is_cut});
    for (const Finding& finding : run.findings)
      if (!(is_cut && finding.kind == FindingKind::budget) && !is_told_of_locks(first.findings, finding)) all.add(finding, pick);
  }
  if (first.status == RunStatus::clean && !std::all_of(first.findings.begin(), first.findings.end(), is_note)) first.status = RunStatus::findings;
}

std::string schedule_options(const SchedulePick& pick) {
  const bool has_seed = pick.seed || pick.schedule == Schedule::random || pick.schedule == Schedule::adversarial;
  return schedule_name(pick.schedule) + (has_seed ? " --seed " + std::to_string(pick.seed) : std::string());
}

std::string message_with_schedule(const Finding& finding) {
  return finding.only_under ? "only under --schedule " + schedule_options(*finding.only_under) + ": " + finding.message : finding.message;
}

std::string others_in_words(const OtherSchedules& others) {
  const size_t count = others.tried.size();
  if (count == 0 && others.left_out == 0) return {};
  const auto cut = static_cast<size_t>(std::count_if(others.tried.begin(), others.tried.end(), [](const auto& t) { return t.is_cut; }));
  std::string text = std::to_string(count) + (count == 1 ? " other schedule tried" : " other schedules tried");
  if (cut) text += ", " + std::to_string(cut) + " cut short";
  if (others.left_out) text += ", " + std::to_string(others.left_out) + " left out";
  if (cut || others.left_out) text += " to save time (--schedules N runs N to their end)";
  return text;
}

}  // namespace wb
