#pragma once
// A kernel that waits for the host program: it looks at a word of memory that both reach, until the program stores there. That is managed
// or pinned memory of the arena, or a managed variable of the file, of which the program has its own (host_variables.h).
//
//     serve<<<1, 64>>>(flag, answer);     runs until all that is left of it waits for `flag[0]`
//     flag[0] = 1;                        the store is kept, and the kernel runs again: with it, it comes as far as the next wait
//     while (flag[1] < 1) {}              what it has stored by now is there
//     cudaDeviceSynchronize();            from here on nobody helps it: it has come to its end, or never will
//
// A kernel runs alone, from its beginning each time: it meets the program's stores one after the other, as HostStore says. What it leaves
// is what has changed since the last time.
//
// Where that costs too much, or the arena is too large to be kept twice, the kernel is given up: the launch that is shown meets the stores
// all the same. What the program stores once it looks at what such a kernel would have left is not known: a last store of 0 bytes says so.
//
// Not covered: other variables of the file (cudaMemcpyToSymbolAsync), kernels of graphs, words that another kernel sets. A program that has
// once looked for what the kernel stores counts as waiting for all that it stores, later rounds too.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "simulator/host/async_work.h"
#include "simulator/host/host_memory.h"
#include "simulator/host/host_variables.h"
#include "simulator/simulator.h"

namespace wb {

// Buffers of its launch: the arena, then its variables.
struct WaitingKernel {
  HostLaunchSeen seen;
  std::string kernel;
  std::vector<int> given;                            // allocations, as its arguments number them
  size_t shown = 0;                                  // among the trace's launches; SIZE_MAX: another launch of its line is shown
  std::vector<uint8_t> begin, left;                  // the arena as it began, and as it has left it so far
  std::vector<std::vector<uint8_t>> left_variables;  // the same of its variables
  std::vector<PolledPlace> polled;
  std::vector<HostStore> stores;  // since its launch
  bool has_awaited = false;       // one of them is waited for
  bool is_given_up = false;       // it is not run any further; what the program stores counts all the same
  bool is_cut = false;            // what it stores from here on is not known
};

// Sees what the program stores while a kernel waits.
class HostStores final : public RunWatcher {
 public:
  HostStores(const HostMemory& memory, HostVariables& variables, RunWatcher& next) : memory_(memory), variables_(variables), next_(next) {}
  void follow(WaitingKernel* kernel) { kernels_.push_back(kernel); }
  void forget(const WaitingKernel* kernel) { std::erase(kernels_, kernel); }
  void stored(uint64_t place, uint64_t bytes);  // by a function of the library; the bytes stand there

 private:
  static constexpr size_t most_stores = 1 << 16;
  void access(const WarpAccess& access) override;
  void fault(const WarpFault& fault) override { next_.fault(fault); }
  void keep(const HostStore& store);
  void keep_in_variable(const std::string& name, HostStore store);
  static void keep(WaitingKernel& kernel, const HostStore& store);

  const HostMemory& memory_;
  HostVariables& variables_;
  RunWatcher& next_;
  std::vector<WaitingKernel*> kernels_;
};

// Does the launch wait for memory that the program may store to?
bool waits_for_host(const std::vector<PolledPlace>& polled, const HostLaunchSeen& seen, const HostMemory& memory,
                    const HostVariables& variables);
// By its allocations and variables.
std::vector<HostStoreSeen> stores_by_allocation(const WaitingKernel& kernel, const HostMemory& memory);

}  // namespace wb
