#pragma once
// The work that a host program has given away and that nobody has waited for yet: launches, copies and fills in streams. Whatever comes
// next, of another stream or by the program itself, is held against it, byte by byte.
//
//     fill<<<4, 256, 0, s1>>>(a);        live: fill                (footprint.h: which bytes, by which line of the kernel)
//     add<<<4, 256, 0, s2>>>(a, b);      add meets fill at a[0], and they are in no order (stream_clocks.h): a hazard
//     cudaDeviceSynchronize();           live: nothing
//
// Kernels themselves have run to their end one after the other by then, in the program's order: only what they touched is looked at, so
// what is found does not depend on luck.
//
// One missing wait is told once: of all work that a piece of work meets the latest counts, behind which the wait belongs, and from then on
// the two are taken as waited for. What is found after that is what would be left with that wait.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "simulator/host/footprint.h"
#include "simulator/host/graph_order.h"
#include "simulator/host/stream_clocks.h"
#include "simulator/language/host_trace.h"
#include "simulator/simulator.h"

namespace wb {

class AsyncWork {
 public:
  // Memory as a kernel's parameter names it, or as the program does.
  struct Name {
    uint64_t begin = 0, end = 0;  // of the arena
    std::string word;
    uint64_t element_bytes = 1;  // 0: its elements are not told apart, unless others know how large they are
    uint64_t offset = 0;         // of the pointer in it, bytes
    bool is_whole = false;       // nobody asks which element
  };
  struct Work {
    HostHazard::Doer doer = HostHazard::Doer::kernel;
    std::string kernel;
    std::shared_ptr<const Program> program;  // of the kernel, whose sites the footprint has
    std::shared_ptr<const SourceMap> sources;
    HostPlace call;
    uint64_t stream = 0, time = 1;  // as HostHazard::Party has them
    std::string stream_name;
    StreamClocks::Moment moment;
    Footprint footprint;
    OverlappingParts parts;               // of a kernel
    bool is_right_behind_kernel = false;  // nothing else stands between the two in its stream
    std::vector<Name> names;
    std::map<uint32_t, HostPlace> places;     // of a function that a stream calls: by site
    bool is_plain_fill = false;               // cudaMemset: CUDA lets it go on, but hardly ever is it not over
    size_t launch = 0;                        // where a hazard of it is told
    std::shared_ptr<const GraphOrder> graph;  // of a node of a graph: what is before what in it
    size_t node = 0;
    uint64_t graph_launch = 0;  // and which of its launches it is part of
    std::string captured_in;    // the stream that it was given to, as stream_name is; empty: none
    // Words that are meant for the program's eyes, and the program's for its: no hazards, but who looks there waits for it.
    std::vector<std::pair<uint64_t, uint64_t>> signals;  // places, and how many bytes
    DeviceFlags flags;
    std::optional<uint32_t> misleading;  // where the kernel sets one of them that the program has looked at
    Work without_footprint() const;
    bool signals_at(uint64_t place, uint64_t bytes) const;
    size_t bytes() const { return footprint.bytes() + parts.bytes(); }
  };
  // How the program calls memory; no word: it has no name for it.
  using Namer = std::function<Name(uint64_t place)>;

  explicit AsyncWork(Namer namer, bool has_per_thread_default = false) : clocks(has_per_thread_default), namer_(std::move(namer)) {}

  StreamClocks clocks;

  void add(Work work);
  bool is_any_live() const { return !live_.empty(); }
  void let_go();  // of what the program has waited for
  // The program itself reads or writes these bytes, at `call`. A look that is meant for another's eyes (volatile, atomic) waits for who
  // stored there.
  void touch(uint64_t place, uint64_t bytes, bool is_write, bool is_volatile, const std::function<HostPlace()>& call);
  const std::vector<HostHazard>& hazards() const { return hazards_; }

 private:
  static constexpr size_t most_live_bytes = 128u << 20;  // of footprints; the oldest go first
  static constexpr size_t most_hazards = 64;
  static constexpr uint64_t most_steps = 50'000'000;  // of comparisons; behind them nothing more is found
  static constexpr size_t most_quiet_pages = 1 << 16;
  using Key = std::tuple<uint32_t, std::string, uint32_t, std::string>;  // the two calls, and which kernels they launch

  static HostHazard::Party party_of(const Work& work, const Footprint::Use& use);
  static bool are_of_one_graph(const Work& a, const Work& b) { return a.graph && a.graph_launch == b.graph_launch; }
  static bool is_before(const Work& earlier, const Work& later);
  static bool may_overlap(const Work& first, const Work& second);
  std::vector<Footprint::Meeting> meetings_of(const Work& earlier, const Work& later);
  std::string name_of(const Work& first, const Work* later, uint64_t place, uint64_t element_bytes) const;
  void note(const Work& first, const std::vector<Footprint::Meeting>& met, const Work* later, HostHazard::Party program,
            uint64_t element_bytes);

  const Namer namer_;
  std::vector<std::unique_ptr<Work>> live_;  // in the program's order
  size_t live_bytes_ = 0;
  uint64_t steps_ = 0;
  std::vector<HostHazard> hazards_;
  std::map<Key, size_t> known_;
  std::vector<uint8_t> quiet_;  // by page: 1 and 2: the program's reads and its writes meet nothing there, until more is given away
};

}  // namespace wb
