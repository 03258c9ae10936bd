#include "app/backends/schedule_spread.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "app/backends/agreement.h"
#include "app/backends/other_schedules.h"

namespace wb {

SchedulePick pick_schedule(uint64_t i) {
  constexpr Schedule fixed[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::adversarial};
  if (i < std::size(fixed)) return {fixed[i], 0};
  return {i % 2 ? Schedule::adversarial : Schedule::random, i};
}

namespace {

class Spread {
 public:
  Spread(const Launch& launch, RunResult& first) : launch_(launch), first_(first) {}

  void add(const SchedulePick& pick, const RunResult& run) {
    ++spread_.runs;
    note_findings(pick, run);
    if (run.ran()) note_values(pick, run);
    note_result(pick, run);
  }

  ScheduleSpread finish() {
    for (auto& [key, element] : values_) {
      if (spread_.elements.size() == ScheduleSpread::most_elements) break;
      spread_.elements.push_back(describe(key.first, key.second, element));
    }
    spread_.differing = values_.size();
    std::stable_sort(spread_.results.begin(), spread_.results.end(), [](const auto& a, const auto& b) { return a.runs > b.runs; });
    if (spread_.results.size() > 1) add_order_finding();
    const bool is_clean = std::all_of(first_.findings.begin(), first_.findings.end(), [](const Finding& f) { return f.severity == Severity::note; });
    if (first_.status == RunStatus::clean && !is_clean) first_.status = RunStatus::findings;
    return std::move(spread_);
  }

 private:
  struct Seen {
    uint64_t runs = 0;
    SchedulePick first;
  };
  using Values = std::map<std::string, Seen>;  // by an element's value, beside the first run's

  void note_findings(const SchedulePick& pick, const RunResult& run) {
    if (&run == &first_) {
      union_.emplace(first_.findings);
      for (size_t i = 0; i < first_.findings.size(); ++i) spread_.found.push_back({i, 1, pick});
      return;
    }
    std::set<size_t> of_run;
    for (const Finding& finding : run.findings) of_run.insert(union_->add(finding, pick));
    for (const size_t index : of_run) {
      if (index == spread_.found.size()) spread_.found.push_back({index, 0, pick});
      ++spread_.found[index].runs;
    }
  }

  // Elements that differ from the first run's; the others have its value.
  void note_values(const SchedulePick& pick, const RunResult& run) {
    ++ended_;
    for (int output : launch_.outputs) {
      const auto i = static_cast<size_t>(output);
      if (i >= run.buffers.size() || i >= first_.buffers.size()) continue;
      const DeviceBuffer &now = run.buffers[i], &then = first_.buffers[i];
      if (now.bytes == then.bytes || now.bytes.size() != then.bytes.size()) continue;
      const uint64_t each = std::max<uint64_t>(now.element_bytes(), 1);
      for (uint64_t e = 0; e < now.bytes.size() / each; ++e)
        if (std::memcmp(&now.bytes[e * each], &then.bytes[e * each], each) != 0) {
          const auto [at, is_new] = values_[{i, e}].try_emplace(format_element(now, e), Seen{0, pick});
          ++at->second.runs;
        }
    }
  }

  void note_result(const SchedulePick& pick, const RunResult& run) {
    std::string all = run.ran() ? "" : run.reason;
    if (run.ran())
      for (int output : launch_.outputs)
        if (static_cast<size_t>(output) < run.buffers.size()) all.append(run.buffers[static_cast<size_t>(output)].bytes.begin(), run.buffers[static_cast<size_t>(output)].bytes.end());
    auto [at, is_new] = results_.try_emplace({run.ran(), std::hash<std::string>()(all), all.size()}, spread_.results.size());
    if (is_new) spread_.results.push_back({pick, 0, run.ran() ? "" : run.reason});
    ++spread_.results[at->second].runs;
  }

  ScheduleSpread::Element describe(size_t buffer, uint64_t flat, const Values& values) const {
    const DeviceBuffer& of = first_.buffers[buffer];
    ScheduleSpread::Element element{of.name, flat, index_in_shape(flat, of.shape), {}};
    uint64_t others = 0;
    for (const auto& [value, seen] : values) {
      element.values.push_back({value, seen.runs, seen.first});
      others += seen.runs;
    }
    if (ended_ > others) element.values.push_back({format_element(of, flat), ended_ - others, pick_schedule(0)});
    std::stable_sort(element.values.begin(), element.values.end(), [](const auto& a, const auto& b) { return a.runs > b.runs; });
    return element;
  }

  void add_order_finding() {
    Finding finding;
    finding.kind = FindingKind::order;
    finding.severity = finding_severity(finding.kind);
    finding.count = spread_.results.size();
    std::string where;
    if (!spread_.elements.empty()) {
      const ScheduleSpread::Element& e = spread_.elements[0];
      finding.buffer = e.buffer;
      finding.element = e.index;
      finding.flat_element = e.flat;
      where = ": `" + e.buffer;
      for (uint64_t i : e.index) where += "[" + std::to_string(i) + "]";
      where += "` ends as ";
      for (size_t i = 0; i < std::min<size_t>(e.values.size(), 3); ++i) where += (i ? ", " : "") + e.values[i].value + " (" + std::to_string(e.values[i].runs) + (e.values[i].runs == 1 ? " run)" : " runs)");
      if (e.values.size() > 3) where += e.values.size() == 4 ? " and another value" : " and " + std::to_string(e.values.size() - 3) + " other values";
      if (spread_.differing > 1) where += "; " + std::to_string(spread_.differing - 1) + (spread_.differing == 2 ? " more differs" : " more differ");
    }
    finding.message = std::to_string(spread_.runs) + " schedules end in " + std::to_string(spread_.results.size()) + " different results" + where;
    finding.hint = "a result that depends on who comes first is luck: find what is not in order (a race above, or an order that atomics leave open)";
    first_.findings.push_back(std::move(finding));
  }

  const Launch& launch_;
  RunResult& first_;
  ScheduleSpread spread_;
  uint64_t ended_ = 0;
  std::optional<FindingUnion> union_;
  std::map<std::pair<size_t, uint64_t>, Values> values_;
  std::map<std::tuple<bool, size_t, size_t>, size_t> results_;
};

}  // namespace

ScheduleSpread run_schedules(Engine& simulator, const Launch& launch, uint64_t runs, RunResult& first, Progress& progress, std::stop_token stop) {
  Spread spread(launch, first);
  Launch now = launch;
  now.record = false;
  now.other_schedules = 0;
  for (uint64_t i = 0; i < runs && !stop.stop_requested(); ++i) {
    const SchedulePick pick = pick_schedule(i);
    now.schedule = pick.schedule;
    now.seed = pick.seed;
    Progress of_one;
    if (i == 0) {
      first = simulator.run(now, of_one, stop);
      if (stop.stop_requested() && !first.ran()) break;
      spread.add(pick, first);
      if (!first.ran() && first.buffers.empty()) break;  // it does not even start
      now.count_by_warp = now.count_over_time = false;   // only the first run's are shown
    } else {
      const RunResult run = simulator.run(now, of_one, stop);
      if (stop.stop_requested() && !run.ran()) break;  // the stop ended it: that is no result of the schedule
      spread.add(pick, run);
    }
    progress.done = static_cast<double>(i + 1) / static_cast<double>(runs);
  }
  return spread.finish();
}

}  // namespace wb
