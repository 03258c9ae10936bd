#include "simulator/host/shown_launches.h"

#include <algorithm>

#include "simulator/host/host_functions.h"
#include "simulator/host/seen_launch.h"

namespace wb {

ShownLaunches::Shown ShownLaunches::see(HostLaunchSeen& seen, const GivenMemory& given) {
  const bool is_apart = sites_.size() < most_shown;
  const auto [at, is_first] = sites_.try_emplace({seen.site, is_apart ? seen.kernel + " " + seen.template_arguments : ""});
  Site& site = at->second;
  seen.occurrence = ++site.launches;
  if (!is_first) return look_again(site, seen, given), Shown{site.shown, false};
  site.shown = launches_.size();
  launches_.push_back(kept(seen, given));
  lines_.insert(seen.site);
  look_at_twin(launches_.back());
  return {site.shown, true};
}

HostLaunchSeen ShownLaunches::kept(HostLaunchSeen seen, const GivenMemory& given) {
  const std::set<int> direct = given.given_directly(seen);
  const CompileResult* of = kernels_.find(kernels_.name_of(seen));
  for (int i : given.allocations) seen.allocations.push_back(kept(i, given, direct.contains(i), of));
  return seen;
}

HostAllocation ShownLaunches::kept(int allocation, const GivenMemory& given, bool is_direct, const CompileResult* of) {
  HostAllocation a = memory_[allocation];
  a.filled = memory_.filled_of(a);
  memory_.spend(a.size / looked_at_a_byte);
  const bool is_large = a.filled.empty() && a.size > large_bytes;
  kept_bytes_ += is_large ? 0 : a.size;
  a.is_known &= kept_bytes_ <= most_kept_bytes || is_large;
  if (a.is_known && !is_large) memory_.spend(a.size), a.bytes.assign(memory_.at(a.begin), memory_.at(a.begin) + a.size);
  if (of && kernels_.has_function_values()) name_functions_anew(a.bytes, kernels_.own(), *of->program->module);
  const auto found = given.reached.find(allocation);
  if (found == given.reached.end()) return a;
  if (a.is_known) a.pointers = found->second.pointers;
  if (is_direct) return a;
  a.path = found->second.name;
  a.type = found->second.type;
  a.scalar = found->second.scalar;
  a.element_bytes = found->second.element_bytes;
  return a;
}

// Another line that launches the same, as far as its text tells: does it go wrong where the first one did not?
void ShownLaunches::look_at_twin(HostLaunchSeen& seen) {
  const auto is_same = [&](const HostLaunchSeen& other) {
    return &other != &seen && other.grid == seen.grid && other.block == seen.block && kernels_.name_of(other) == kernels_.name_of(seen);
  };
  const auto twin = std::find_if(launches_.begin(), launches_.end(), is_same);
  if (look_ticks_ <= limits_.looks && twin != launches_.end()) seen.has_error = worst_in(seen) > std::max(worst_in(*twin), Worst::benign_race);
}

// A line that is launched once more: is this time worse than the one that would be shown?
void ShownLaunches::look_again(Site& site, const HostLaunchSeen& seen, const GivenMemory& given) {
  const bool is_cheap = look_ticks_ <= limits_.looks / 2 && kept_bytes_ <= cheap_kept_bytes;  // the rest is for lines that come later
  if (site.worst == Worst::error || (site.looks >= sure_looks && !is_cheap) || look_ticks_ > limits_.looks) return;
  if (site.looks++ == 0) site.worst = worst_in(launches_[site.shown]);
  if (site.worst == Worst::error) return;
  HostLaunchSeen now = kept(seen, given);
  const Worst worst = worst_in(now);
  if (worst <= site.worst) return;
  site.worst = worst;
  launches_[site.shown] = std::move(now);
}

ShownLaunches::Worst ShownLaunches::worst_of(const Finding& finding) {
  if (finding.kind == FindingKind::budget) return Worst::nothing;
  if (finding.severity == Severity::error) return Worst::error;
  if (finding.severity == Severity::warning) return Worst::warning;
  const bool is_race = finding.kind == FindingKind::race_raw || finding.kind == FindingKind::race_war || finding.kind == FindingKind::race_waw || finding.kind == FindingKind::race_mixed;
  return is_race ? Worst::benign_race : Worst::nothing;
}

ShownLaunches::Worst ShownLaunches::worst_in(const HostLaunchSeen& seen) {
  const CompileResult* of = kernels_.find(kernels_.name_of(seen));
  const std::optional<KernelLaunch> launch = of ? launch_apart(seen, of->parameters) : std::nullopt;
  if (!launch) return Worst::nothing;
  RunOptions run;
  run.instruction_budget = limits_.looks;
  const SimulationResult result = simulate(of->program, *launch, run);
  look_ticks_ += result.counters.warp_instructions;
  Worst worst = Worst::nothing;
  for (const Finding& f : result.findings) worst = std::max(worst, worst_of(f));
  return worst;
}

}  // namespace wb
