#pragma once
// What a launch of a host program comes to: the kernel with the memory that it is given is shown, held against other work that nobody has
// waited for, and run, so that the program finds what it leaves.
//
// A kernel that asks for too much is not run, and leaves memory behind whose contents are not known; so does whatever reads that.
#include <cstdint>
#include <set>
#include <utility>

#include "simulator/host/arena_runs.h"
#include "simulator/host/given_memory.h"
#include "simulator/host/shown_launches.h"
#include "simulator/host/waiting_runs.h"

namespace wb {

class KernelLauncher {
 public:
  // What it works with.
  struct Parts {
    const Machine& machine;
    HostMemory& memory;
    HostOrder& order;
    HostMistakes& mistakes;
    const HostTextures& textures;
    HostVariables& variables;
    HostKernels& kernels;
    ShownLaunches& shown;
    ArenaRuns& runs;
    WaitingRuns& waiting;
  };
  explicit KernelLauncher(const Parts& parts)
      : parts_(parts), expects_refusals_(parts.mistakes.asks_for("cudaErrorInvalidConfiguration")) {}

  // CUDA's error for it.
  uint64_t launch(HostLaunchSeen seen, HostOrder::Call call);

  size_t launches() const { return launches_; }
  bool are_enough() const { return are_enough_; }  // nothing more is learned from further ones
  // Sites of launches that CUDA refuses, as the program expects.
  const std::set<size_t>& refused() const { return refused_; }

 private:
  static constexpr size_t most_launches = 1200;
  static constexpr size_t launches_behind_all = 200;    // when every line has been seen
  static constexpr uint64_t invalid_configuration = 9;  // cudaErrorInvalidConfiguration

  struct Ready {
    HostLaunchSeen seen;
    std::string kernel;
    const CompileResult* of = nullptr;  // null: it does not compile
    GivenMemory given;
    size_t shown = 0;
    AsyncWork::Work work{};
  };
  enum class Ended : uint8_t { not_run, whole, waits };  // not_run: not to its end

  Ready prepare(HostLaunchSeen seen);
  bool is_all_known(const GivenMemory& given) const;
  void run(Ready ready);
  Ended run_over_arena(Ready& ready);

  const Parts parts_;
  const bool expects_refusals_;
  size_t launches_ = 0, all_seen_at_ = 0;
  bool are_enough_ = false;
  std::set<size_t> refused_;
};

}  // namespace wb
