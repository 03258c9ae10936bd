#pragma once
// What the machine tells the analyses: one event for a whole warp's access, barrier or branch. The analyses read these and nothing
// of the machine. The machine's loop is compiled twice, plain and checked; only the checked one makes events.
//
//   machine loop (checked)  --WarpAccess-->  Checks::access      counters, races, coverage
//                           --barrier---->   Checks::barrier     a new epoch for the block
//                           --branch----->   Checks::branch      divergence
//                           --fault------>   Checks::fault       out of bounds, poison, division by zero: found by the machine itself
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "simulator/analysis/counters.h"
#include "simulator/analysis/heap_block.h"
#include "simulator/source/scalar_kind.h"

namespace wb {

inline constexpr int warp_size = 32;
using LaneMask = uint32_t;  // bit i: lane i
inline constexpr uint32_t no_site = UINT32_MAX;

// For whom a fence or an atomic is: each scope holds those before it. A block that is in no cluster is one of its own.
enum class MemoryScope : uint8_t { block, cluster, device, system };

// A fence of its own, or half of an access that has a memory order: behind a load that acquires, or in front of the one store or atomic that releases. `light`: one of its own that
// acquires and releases, and is not sequentially consistent: what its thread does behind it may still be done before others see what it has stored in front. The last two put
// nothing in order within a launch: they wait for the launch in front of it in its stream (cudaGridDependencySynchronize), and let the one behind it begin.
enum class FencePart : uint8_t { whole, acquire, release, light, grid_dependency, grid_trigger };
constexpr bool is_between_launches(FencePart part) { return part >= FencePart::grid_dependency; }
struct Fence {
  MemoryScope scope = MemoryScope::device;
  FencePart part = FencePart::whole;
  friend bool operator==(const Fence&, const Fence&) = default;
};
// As an instruction holds it.
inline uint8_t kind_of_fence(Fence fence) { return static_cast<uint8_t>(static_cast<uint8_t>(fence.scope) | static_cast<uint8_t>(fence.part) << 2); }
inline Fence fence_of_kind(uint8_t kind) { return {static_cast<MemoryScope>(kind & 3), static_cast<FencePart>(kind >> 2)}; }

// Which way control went to reach a place: the branch (an if, ?:, && or switch of the program, numbered) and the side of it.
struct BranchArm {
  uint32_t branch = 0;
  uint32_t side = 0;
  friend bool operator==(BranchArm, BranchArm) = default;
};

// A place in the source that touches memory or branches; programs have a table of them, events carry an index into it.
struct Site {
  Span span{};                     // what a finding points at
  AccessKind kind = AccessKind::load;
  uint32_t order = 0;              // position in the program's text order; fetches of a statement stand before its store
  bool is_shape_checked = false;
  std::vector<BranchArm> arms{};   // the branches around it, outermost first: two sites on two sides of one branch are never in lockstep
  bool is_async_copy = false;      // an asynchronous copy's store as it begins; the next site is that as it is carried out
  bool is_bulk = false;            // of a bulk copy: no load or store of a thread's
  bool is_texel = false;           // of a texture's or surface's memory: the texture unit reaches it, and is told of it (analysis/fetches.h)
  bool has_order = false;          // of a function that is told a memory order: cuda::atomic, PTX with one
  bool is_barrier_word = false;    // of a cuda::barrier: the hardware has instructions of its own for those in shared memory
  bool always_returns = false;     // an exchange, or a compare and swap: there is none without the old value
  Kept kept{};
  uint32_t kept_from = no_site;    // from, with: the site of that; otherwise itself, where it is kept at all
  bool is_uneven = false;          // in a loop of which lanes make other numbers of passes (program/uneven_loops.h)
  uint8_t joined_bytes = 0;        // of the widest load that a compiler makes one of this place's part of; 0: of none
  bool is_compiled_away() const { return kept != Kept::no || joined_bytes || is_uneven; }
};

// What a compiler makes of an access: of a load from shared memory, or a store to it, with its neighbours a wider one (program/joined_loads.h); of a
// load nothing, or one for all passes of a loop (program/kept_values.h), or one for some of its passes (program/written_out_passes.h); or lanes come to
// it together in another way, where they make other numbers of passes (program/uneven_loops.h).
struct CompiledAccess {
  // once: as the lanes enter a loop, a store as they leave it; behind an `if` by those that have come by its one side. around: by those that have not.
  // both_sides: with that of the other side of an `if`. uneven: as lanes come to the same place of what is written out. handed_on: as they enter the passes that are written out together, and the rest of them. by_passes: the passes
  // that are written out together load their neighbours by wide loads
  enum class Made : uint8_t { each_time, never, once, around, both_sides, uneven, handed_on, by_passes } made{};
  uint8_t bytes = 0;    // of the wide access; 0: not joined
  uint8_t before = 0;   // bytes of it in front of what this access wants
  bool leads = false;   // the wide access is counted at this one of them; by_passes: at the first pass of each; both_sides: the side that comes first
  uint8_t passes = 0;   // handed_on, by_passes: written out together; both_sides: so many ways
  bool begins_pass = false;  // uneven: the first of the loop's that each pass comes to
  uint16_t number = 0;  // once, around, both_sides, uneven, handed_on: among the program's accesses of these kinds
};
// Those that a compiler makes once for a loop, or for both sides of an `if`: CompiledAccess::number `first` and on.
struct AccessRange {
  uint32_t first = 0, count = 0;
};

// A loop that a compiler writes out, as it is come to: of the lanes each makes a number of passes of its own (analysis/uneven_passes.h).
struct UnevenLoop {
  static constexpr uint64_t at_once = 4;            // passes that stand behind one another, as one
  enum class Ends : uint8_t { at, past, equal };    // the bound: as it is reached, or passed, or met
  AccessRange accesses{};
  uint16_t tested = 0, bound = 0;                   // registers that the branch in front of it compares
  bool has_bound = true;                            // false: it is 0
  bool is_wide = false, is_unsigned = false;
  Ends ends_at{};
  int64_t step = 1;
  bool rest_first = false;  // the passes that are left over come in front of those that are written out together
  bool by_sixteen = false;  // of these sixteen are done at once, then eight, then four
};

struct ElementMembers;  // analysis/element_members.h

// A piece of memory that a launch can touch. Index = AllocationId.
struct AllocationInfo {
  std::string name{};              // "out", "tile"
  Space space = Space::global;
  uint64_t bytes = 0;
  ScalarKind scalar = ScalarKind::uchar;  // of one element
  uint32_t element_bytes = 1;      // bytes of one element of `shape` (a record or a vector type may be wider than its scalar)
  std::vector<uint64_t> shape{};   // row-major, slowest first; {n} when nothing else is known
  bool starts_defined = false;     // its bytes had values before the launch
  bool may_be_stored = true;       // false: no store or atomic of the program can reach it; races on it are impossible
  bool is_output = false;          // coverage is judged
  int buffer_index = -1;           // index into the launch's buffers
  bool is_heap = false;            // the device's heap: made of blocks that come and go (machine/heap_marks.h)
  std::shared_ptr<const ElementMembers> members{};  // of an element that is a record or a pointer; else null
};

// How the lanes' addresses lie, as far as the machine knows at no cost.
enum class AccessPattern : uint8_t {
  contiguous,  // all 32 lanes active, lane i at offset[0] + i * bytes
  broadcast,   // all active lanes at one address
  rows,        // all 32 lanes active; lanes 0 to 15, and lanes 16 to 31, each in equal steps of offset[1] - offset[0]
  scattered,   // anything else
};

inline constexpr uint32_t own_block = UINT32_MAX;

struct WarpAccess {
  uint64_t tick = 0;
  uint32_t block = 0;       // linear: x fastest
  uint32_t warp = 0;        // in the block
  uint32_t site = 0;        // index into the program's sites
  LaneMask active = 0;      // lanes that take part and are in bounds
  AccessKind kind{};
  Space space{};
  uint8_t bytes = 4;        // per lane: 1, 2, 4, 8 or 16
  AccessPattern pattern = AccessPattern::scattered;
  bool is_continuation = false;  // a further allocation of the same instruction: not another request
  bool is_late = false;          // an asynchronous copy is carried out; it was counted when it began
  bool is_volatile = false;
  bool result_used = true;       // atomics
  MemoryScope scope = MemoryScope::device;  // atomics; block: as atomicAdd_block()
  bool is_more_of_one = false;   // a further member of what the hardware moves or changes by one request
  bool is_summed_first = false;  // atomics at an address that is known to be one, which a compiler puts together in the warp first
  bool lanes_descend = false;    // of lanes that meet at one element the highest takes its turn first
  CompiledAccess compiled{};
  uint32_t allocation = 0;
  uint32_t owner = own_block;    // shared memory of another block of the cluster: whose
  const uint32_t* offset = nullptr;    // [32] byte offsets within the allocation; valid where `active` (for contiguous and broadcast, all 32)
  const uint64_t* value = nullptr;     // [32] loaded, stored, or (atomic) operand values, low bytes; may be null for `plain` loads
  const uint64_t* high_value = nullptr; // [32] of 16 bytes: the upper 8, where `value` is given
  const uint64_t* old_value = nullptr; // [32] stores and atomics: what stood there before; may be null
  const uint64_t* new_value = nullptr; // [32] atomics, for a watcher: what stands there after the lane's turn; else null
  const uint8_t* memory = nullptr;     // the allocation's first byte as it stands before the access; may be null. Looked at for examples only
  uint32_t memory_block() const { return owner == own_block ? block : owner; }  // whose copy, for shared memory
};

// Faults that the machine itself finds, because it must not go on as if nothing had happened.
struct WarpFault {
  FindingKind kind{};       // oob_*, uninit_*, arith_*, memory_*, stack_overflow
  uint64_t tick = 0;
  uint32_t block = 0, warp = 0, site = 0;
  LaneMask lanes = 0;       // the lanes at fault
  AccessKind access{};
  uint8_t bytes = 0;
  uint32_t allocation = 0;  // oob, uninit, readonly: which
  const int64_t* offset = nullptr;   // [32] byte offsets, may be negative
  const uint64_t* value = nullptr;   // [32] the divisor, shift count, pointer
  const HeapBlock* heap = nullptr;   // [32] in the heap: the block that the lane means
  HeapWay gives{};                   // memory_free: by free, delete or delete[]
  uint32_t other_site = no_site;     // async_wait, async_source: the copy; fence_proxy: the store,
  const uint32_t* other_thread = nullptr;  // [32] and who began it,
  const uint64_t* other_tick = nullptr;    // [32] and when
  uint32_t owner = own_block;        // as in WarpAccess
};

// A bulk copy from shared to global memory that a thread begins.
struct BulkStore {
  uint64_t tick = 0;
  uint32_t block = 0, thread = 0, site = 0;
  uint32_t from_allocation = 0, to_allocation = 0;
  uint64_t from_offset = 0, to_offset = 0, bytes = 0;
};

// Lanes of one warp that wait at a barrier, wait or hang somewhere else, or have left the kernel.
struct BarrierStand {
  enum class State : uint8_t { waiting, elsewhere, exited } state{};
  uint32_t warp = 0;
  LaneMask lanes = 0;
  uint32_t site = no_site;  // the barrier, or where else they stand; no_site: `span` says where
  Span span{};
};

// Lanes of one warp of a block.
struct WarpLanes {
  uint32_t warp = 0;
  LaneMask lanes = 0;
};

// What is wrong with an arrival at a barrier that has a number.
enum class BarrierMistake : uint8_t {
  number,       // above 15
  not_warps,    // its count of threads is no multiple of 32
  no_count,     // an arrival without one
  too_many,     // the block has fewer threads
  other_count,  // of that of the others
  mixed,        // with a vote, while others come without, or the other way round
};

struct BarrierFault {
  BarrierMistake mistake{};
  uint64_t tick = 0;
  uint32_t block = 0, warp = 0;
  LaneMask lanes = 0;
  uint32_t site = no_site;
  uint32_t number = 0, count = 0;  // that the warp gives
  uint32_t expected = 0;           // other_count: of the others; too_many: threads of the block
  bool has_vote = false;
};
// A barrier with a number that is not complete: it has so many of the threads that it is for.
struct LackingBarrier {
  uint32_t number = 0, arrived = 0, expected = 0;
};

// A grid that device code launched, as it begins. The grids of a launch run one after the other, and their blocks are numbered through: block 0 of a child
// has the number `first_block` wherever blocks are told of.
struct GridBegin {
  uint32_t grid = 0;        // 1, 2, ... in the order in which they were launched; 0 is the launch itself
  uint32_t parent = 0;      // the grid that launched it
  uint32_t after = 0;       // it stands in a stream behind this one, which is complete; 0: behind none
  bool is_tail = false;     // of its parent: that one is complete, but for its tail launches
  uint32_t first_block = 0;
  uint64_t tick = 0;
  Index3 extent, block;     // its shape
  std::string kernel;
  uint32_t site = no_site;  // of the launch, and who made it when
  uint32_t launching_block = 0, launching_thread = 0;
  uint64_t launched = 0;
};
// What is wrong with a launch in device code.
struct GridFault {
  enum class Mistake : uint8_t { shape, pointer, depth, pending, count, plain } mistake{};  // plain: grid.sync() where the launch is not cooperative
  uint64_t tick = 0;
  uint32_t block = 0, thread = 0;
  uint32_t site = no_site;
  std::string kernel, what, hint;  // shape, count: what is wrong, and what to do; pointer: "shared", and the parameter
};

// Sees a run go by, without any checks: for an index of the run, or a closer look at it.
class RunWatcher {
 public:
  virtual ~RunWatcher() = default;
  virtual void access(const WarpAccess&) {}
  virtual void fault(const WarpFault&) {}
  virtual void parting(uint32_t /*block*/, uint32_t /*warp*/, uint64_t /*tick*/) {}  // the branch at `tick` parts the active lanes
  virtual void barrier(uint32_t /*block*/, uint64_t /*tick*/) {}                     // passed: at `tick` the last warp arrived
  virtual void grid_barrier(uint64_t /*tick*/) {}                                    // passed by all blocks
  // A warp comes to a barrier with a number: what its lanes have done is behind those who wait there when it is complete.
  virtual void barrier_arrival(uint32_t /*block*/, uint32_t /*number*/, WarpLanes, uint64_t /*tick*/) {}
  virtual void named_barrier(uint32_t /*block*/, uint32_t /*number*/, std::span<const WarpLanes> /*waiting*/, uint64_t /*tick*/) {}  // complete
  virtual void join_cluster(uint32_t /*block*/, uint32_t /*cluster*/) {}  // the block begins, as one of those of a cluster
  // Lanes arrive at the barrier of their cluster, which goes by its number (`is_relaxed`: and tell only what they have fenced); all of its threads have; lanes
  // that wait go on.
  virtual void cluster_arrival(uint32_t /*cluster*/, uint32_t /*block*/, WarpLanes, bool /*is_relaxed*/, uint64_t /*tick*/) {}
  virtual void cluster_complete(uint32_t /*cluster*/, uint64_t /*tick*/) {}
  virtual void cluster_wait(uint32_t /*cluster*/, uint32_t /*block*/, WarpLanes, uint64_t /*tick*/) {}
  virtual void warp_sync(uint32_t /*block*/, uint32_t /*warp*/, LaneMask, uint64_t /*tick*/) {}
  virtual void fence(uint32_t /*block*/, uint32_t /*warp*/, LaneMask, Fence, uint64_t /*tick*/) {}
  virtual void end_block(uint32_t /*block*/) {}
  // Device code launches grid number `grid`; that begins; it, and all that it has launched, is complete.
  virtual void launch_grid(uint32_t /*grid*/, uint32_t /*block*/, uint32_t /*thread*/, uint64_t /*tick*/) {}
  virtual void begin_grid(const GridBegin&) {}
  virtual void end_grid(uint32_t /*grid*/) {}
};

}  // namespace wb
