#pragma once
// The kernels that wait for the program (waiting_kernel.h): each is run again, from its beginning, as soon as the program has stored what
// it waits for, until it comes to its end or nobody can help it any more.
#include <functional>
#include <memory>
#include <vector>

#include "simulator/host/arena_runs.h"
#include "simulator/host/host_mistakes.h"
#include "simulator/host/shown_launches.h"
#include "simulator/host/waiting_kernel.h"

namespace wb {

class WaitingRuns {
 public:
  WaitingRuns(HostKernels& kernels, HostMemory& memory, HostOrder& order, HostMistakes& mistakes, HostVariables& variables, ArenaRuns& runs,
              ShownLaunches& shown, const HostLimits& limits)
      : kernels_(kernels),
        memory_(memory),
        order_(order),
        mistakes_(mistakes),
        variables_(variables),
        runs_(runs),
        shown_(shown),
        limits_(limits),
        stores_(memory, variables, order) {}

  HostStores& stores() { return stores_; }  // to be told of what the program stores
  bool is_any() const;                      // that may go on

  // Has a run come to where all that is left waits for the program?
  bool is_waiting(const SimulationResult& result, const HostLaunchSeen& seen) const;
  struct Begun {
    HostLaunchSeen seen;
    std::string kernel;
    std::vector<int> given;  // allocations
    size_t shown = 0;        // the launch that is shown for its line
    AsyncWork::Work work;
    KernelLaunch launch;
    SimulationResult result;
  };
  void begin(Begun begun);
  // The program has stored what some wait for.
  void help();

  // Nothing that the program stores from here on helps them.
  using Which = std::function<bool(const WaitingKernel&)>;
  void end(const Which& which);
  void end_all() {
    end([](const WaitingKernel&) { return true; });
  }
  void end_in_stream(uint64_t stream) {
    end([stream](const WaitingKernel& kernel) { return kernel.seen.stream == stream; });
  }
  // The program is over; `is_whole`: it has come to its end, so all that it stores is known.
  void end_with_program(bool is_whole);
  // Work that begins when they have ended. What they leave for it nobody knows; a copy that the program waits for lets them wait for ever.
  void come_behind(uint64_t stream, bool is_async);

  // A kernel that was not run may have written any of what it was given.
  void leave_unknown(const std::vector<int>& allocations);

 private:
  static constexpr uint64_t most_bytes = 256u << 20;  // of the arena as waiting kernels began and as they have left it

  struct Waiting : WaitingKernel {
    AsyncWork::Work work;              // with nothing that it touches
    std::vector<PolledPlace> awaited;  // whatever it has waited for
  };
  bool can_be_kept() const;
  void take(Waiting& waiting, SimulationResult& result, AsyncWork::Work work);
  void has_stored(const SimulationResult& result, AsyncWork::Work work, const Waiting& waiting);
  bool has_changed(const PolledPlace& word, const SimulationResult& result, const Waiting& waiting);
  bool run_on(Waiting& waiting);
  void give_up(Waiting& waiting);

  HostKernels& kernels_;
  HostMemory& memory_;
  HostOrder& order_;
  HostMistakes& mistakes_;
  HostVariables& variables_;
  ArenaRuns& runs_;
  ShownLaunches& shown_;
  const HostLimits& limits_;
  HostStores stores_;
  std::vector<std::unique_ptr<Waiting>> waiting_;
  uint64_t ticks_ = 0;  // of kernels that were run on
};

}  // namespace wb
