#pragma once
// The work that a host program has given away and that nobody has waited for yet: launches, copies and fills in streams. Whatever comes next, of another
// stream or by the program itself, is held against it, byte by byte.
//
//     fill<<<4, 256, 0, s1>>>(a);        live: fill                (footprint.h: which bytes, by which line of the kernel)
//     add<<<4, 256, 0, s2>>>(a, b);      add meets fill at a[0], and they are in no order (stream_clocks.h): a hazard
//     cudaDeviceSynchronize();           live: nothing
//
// Kernels themselves have run to their end one after the other by then, in the program's order: only what they touched is looked at, so what is found does
// not depend on luck.
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "simulator/host/footprint.h"
#include "simulator/host/stream_clocks.h"
#include "simulator/language/host_trace.h"
#include "simulator/simulator.h"

namespace wb {

class AsyncWork {
 public:
  // Memory as a kernel's parameter names it.
  struct Name {
    uint64_t begin = 0, end = 0;     // of the arena
    std::string word;
    uint64_t element_bytes = 1;      // 0: its elements are not told apart
    uint64_t offset = 0;             // of the pointer in it, bytes
  };
  struct Work {
    HostHazard::Doer doer = HostHazard::Doer::kernel;
    std::string kernel;
    std::shared_ptr<const Program> program;   // of the kernel, whose sites the footprint has
    std::shared_ptr<const SourceMap> sources;
    HostPlace call;
    StreamClocks::Moment moment;
    Footprint footprint;
    std::vector<Name> names;
    bool is_plain_fill = false;               // cudaMemset: CUDA lets it go on, but hardly ever is it not over
    size_t launch = 0;                        // where a hazard of it is told
  };

  StreamClocks clocks;

  void add(Work work);
  bool is_any_live() const { return !live_.empty(); }
  void let_go();  // of what the program has waited for
  // The program itself reads or writes these bytes, at `call`. A look that is meant for another's eyes (volatile, atomic) waits for who stored there.
  void touch(uint64_t place, uint64_t bytes, bool is_write, bool is_volatile, const std::function<HostPlace()>& call);
  std::vector<HostHazard> hazards() const;

 private:
  static constexpr size_t most_live_bytes = 128u << 20;  // of footprints; the oldest go first
  static constexpr size_t most_hazards = 64;
  static constexpr uint64_t most_steps = 50'000'000;     // of comparisons; behind them nothing more is found
  using Key = std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>;  // where the two calls and accesses begin, and how they touch it

  static HostHazard::Party party_of(const Work& work, const Footprint::Use& use);
  static std::string name_of(const Work& work, uint64_t place);
  void note(const Work& first, const Footprint::Use& first_use, HostHazard::Party second, const Work* later, uint64_t place);

  std::vector<std::unique_ptr<Work>> live_;  // in the program's order
  size_t live_bytes_ = 0;
  uint64_t steps_ = 0;
  std::vector<HostHazard> hazards_;
  std::map<Key, size_t> known_;
};

}  // namespace wb
