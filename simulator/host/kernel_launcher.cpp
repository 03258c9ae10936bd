#include "simulator/host/kernel_launcher.h"

#include <algorithm>

#include "simulator/host/seen_launch.h"

namespace wb {

uint64_t KernelLauncher::launch(HostLaunchSeen seen, HostOrder::Call call) {
  if (++launches_ > most_launches) return are_enough_ = true, 0;
  if (expects_refusals_ && is_refused(seen)) return refused_.insert(seen.site), invalid_configuration;
  Ready ready = prepare(std::move(seen));
  const ShownLaunches::Shown shown = parts_.shown.see(ready.seen, ready.given);
  if (shown.is_first && parts_.shown.lines() >= parts_.kernels.lines()) all_seen_at_ = launches_;
  if (all_seen_at_ && launches_ > all_seen_at_ + launches_behind_all) return are_enough_ = true, 0;
  ready.shown = shown.index;
  parts_.waiting.come_behind(ready.seen.stream, true);
  if (parts_.order.is_on() && ready.of) {
    call.shown = shown.index, call.place = ready.seen.call;
    ready.work = parts_.order.launched(ready.seen, ready.kernel, *ready.of, ready.given.allocations, call);
  }
  run(std::move(ready));
  parts_.mistakes.have_shown(parts_.shown.size());
  parts_.variables.give_to_program();
  return 0;
}

KernelLauncher::Ready KernelLauncher::prepare(HostLaunchSeen seen) {
  parts_.variables.take_from_program();
  Ready ready{.seen = std::move(seen), .kernel = {}, .given = {}};
  ready.kernel = parts_.kernels.name_of(ready.seen);
  ready.of = parts_.kernels.find(ready.kernel);
  if (ready.of) ready.seen.variables = parts_.variables.of(ready.of->variables);
  if (ready.of) parts_.kernels.name_functions(ready.seen, *ready.of);
  ready.given = MemoryFinder(parts_.machine, parts_.memory, parts_.textures, parts_.runs.heap()).find(ready.seen, ready.of);
  return ready;
}

bool KernelLauncher::is_all_known(const GivenMemory& given) const {
  return std::all_of(given.allocations.begin(), given.allocations.end(), [&](int i) { return parts_.memory[i].is_known; });
}

void KernelLauncher::run(Ready ready) {
  const uint64_t stream = ready.seen.stream;
  const Ended ended = run_over_arena(ready);
  if (ended == Ended::whole && parts_.order.is_on()) parts_.order.has_run(std::move(ready.work), stream);
  if (ended == Ended::not_run) parts_.waiting.leave_unknown(ready.given.allocations);
}

KernelLauncher::Ended KernelLauncher::run_over_arena(Ready& ready) {
  const CompileResult* const of = is_all_known(ready.given) ? ready.of : nullptr;
  if (!of || of->parameters.size() != ready.seen.arguments.size() || parts_.runs.are_spent()) return Ended::not_run;
  auto launch = parts_.runs.launch_of(*of, ready.seen, parts_.memory.bytes());
  if (!launch) return Ended::not_run;
  SimulationResult result = parts_.runs.run(*of, *launch, ready.work);
  if (parts_.waiting.is_waiting(result, ready.seen)) {
    parts_.waiting.begin({std::move(ready.seen), ready.kernel, ready.given.allocations, ready.shown, std::move(ready.work),
                          std::move(*launch), std::move(result)});
    return Ended::waits;
  }
  if (result.status != SimulationStatus::finished) return Ended::not_run;
  parts_.runs.keep(result, *of, ready.seen);
  return Ended::whole;
}

}  // namespace wb
