#pragma once
// What the run loop works on: one warp for one turn. Plain data, shared between the loops (compiled for several vector widths) and the
// parts that need no vectors (lane_ops.cpp, splits.cpp, calls.cpp). Functions here are static: the linker must not keep one that was
// compiled for another processor.
#include <bit>
#include <cstdint>
#include <cstring>

#include "simulator/analysis/events.h"
#include "simulator/machine/machine.h"
#include "simulator/machine/textures.h"
#include "simulator/program/program.h"

namespace wb {

class HeapMarks;
struct AllocationView;

// Shared memory of a block of the cluster, as a cluster's pointer names it.
struct ClusterMemory {
  const AllocationView* view = nullptr;  // null: the block has left
  uint32_t allocation = no_allocation;   // no_allocation: the pointer names none
  uint32_t owner = own_block;            // as WarpAccess::owner
  bool is_met = true;                    // the accessing block has waited for its cluster before
  uint32_t phases = 0;                   // how often that has let all go
};

// An allocation as the warp at work sees it: shared memory of its block, local memory of its threads.
struct AllocationView {
  uint8_t* bytes = nullptr;       // of the allocation's first byte (local: of lane 0)
  uint8_t* written = nullptr;     // bit i: byte i (counted from written_origin) has been written; null: not followed
  uint8_t* read = nullptr;        // bit i: byte i has been loaded; null: not followed
  uint8_t* dirty = nullptr;       // pages written since the last save; null: none
  uint64_t size = 0;              // the heap: 0, which sends all its accesses to access_lanes()
  uint64_t written_origin = 0;    // the bit of the allocation's first byte
  uint32_t lane_stride = 0;       // local: bytes from one lane's copy to the next
  uint32_t period = 0;            // a local of a recursive function: bytes from one activation's copy to the next; 0: there is one
  uint64_t item_bytes = 0;        // of one copy
  uint64_t row_bytes = 0;         // of the last dimension, where there are several; else 0
  Space space = Space::global;
  bool is_read_only = false;
  bool starts_defined = false;
  bool is_quiet = false;          // nobody stores to it, and all of it has values: loads can only be counted
};

// Where the lanes of an access went that others with the same address, but for the displacement, go by. Offsets are without it.
struct KeptRows {
  const AllocationView* view = nullptr;
  int64_t low = 0, high = 0;        // of lanes 0 and 16
  int64_t step = 0;                 // from lane to lane of each half
  int64_t lowest = 0, highest = 0;  // of all lanes
};

// How to see at once that a shape check has nothing to report, at the allocation that it was about last (shapes.cpp).
struct ShapeTest {
  enum class Kind : uint8_t {
    none,      // it has to be looked at closely each time
    always,    // no column can leave its row, or the index does not speak of this memory's rows
    variable,  // when register `slot` plus `constant` is below `width` in all lanes
  } kind = Kind::none;
  uint32_t allocation = no_allocation;
  uint32_t slot = 0, constant = 0, width = 0;
};

// Memory that a look ahead must not change (endless_wait.cpp): what goes to global memory is left out, and whether it would have changed anything is noted.
struct FrozenMemory {
  bool is_global_changed = false, is_shared_changed = false;
};

struct RunContext {
  const Ins* code = nullptr;
  const InsInfo* info = nullptr;
  const uint32_t* stretches = nullptr;  // by pc: instructions up to and with the next one that may send control elsewhere
  uint8_t* registers = nullptr;   // of the warp
  LaneMask* init_masks = nullptr;
  const AllocationView* views = nullptr;
  ShapeTest* shape_tests = nullptr;  // by shape check
  uint32_t view_count = 0;
  uint32_t first_program_view = 0;  // views of the launch's buffers stand before those of the program's own allocations
  WarpState* warp = nullptr;
  Checks* checks = nullptr;
  AccessListener* listener = nullptr;
  FrozenMemory* frozen = nullptr;  // with a listener: accesses go one by one then
  bool is_watched = false;        // the checks only pass on what happens
  uint32_t block = 0, warp_index = 0;  // as blocks are numbered over all grids; the first one of this grid:
  uint32_t first_block = 0;
  const LaunchShape* shape = nullptr;
  uint64_t tick = 0, limit = 0;
  uint64_t first_tick = 0;        // of the launch: where tick 0 lies
  bool may_pass = false, has_passed = false;  // __nanosleep() ends the turn, and has done so
  uint64_t thread_instructions = 0;
  const Program* program = nullptr;
  uint32_t stack_stride = 0;      // stack memory of a lane
  uint32_t stack_limit = 0;       // of a lane's calls
  void* owner = nullptr;
  void (*grow_stack)(RunContext&, uint32_t bytes) = nullptr;
  void (*launch_grids)(RunContext&, const Ins&) = nullptr;
  // clusters.cpp: lanes arrive at the barrier of the cluster; they come to wait there. False: they do wait.
  void (*arrive_at_cluster)(RunContext&, const Ins&) = nullptr;
  bool (*pass_cluster)(RunContext&) = nullptr;
  ClusterMemory (*cluster_memory)(RunContext&, uint32_t allocation) = nullptr;
  std::span<const TextureWords> textures;
  HeapMarks* heap = nullptr;       // null: the program has none
  uint32_t heap_view = no_allocation;
  HeapOf heap_of = HeapOf::device; // whose pointers lead there
  std::string* console = nullptr;  // what the launch has printed
  bool lowest_lane_wins = false;  // of stores by several lanes to one address

  // By Ins::shared_address(); only those whose bit is set in `is_kept` hold anything.
  uint32_t is_kept = 0;
  KeptRows kept[Ins::shared_addresses];

  // The instruction at work.
  Pc pc = 0;
  bool is_late = false;           // it carries out a copy that began before
  uint32_t site_step = 0;         // of a bulk copy's stores: their site comes so far behind the instruction's own
  LaneMask mask = 0;
  alignas(64) int32_t lanes[warp_size] = {};  // mask, spread: -1 or 0 a lane

  template <class T>
  T* reg(uint32_t slot) const { return reinterpret_cast<T*>(registers + size_t{slot} * (warp_size * 4)); }
};

enum class Stop : uint8_t {
  limit,    // the tick limit
  barrier,  // every live lane waits at a barrier
  done,     // no live lane is left
  trap,     // the launch is over: an assertion failed, or __trap()
};

using RunWarp = Stop (*)(RunContext&);
// The loops for this processor: the widest vectors that it has.
struct RunLoops {
  RunWarp plain = nullptr, checked = nullptr;
  const char* name = "";
};
RunLoops run_loops();
RunLoops run_loops(const char* name);  // "baseline", "avx2", "avx512": for tests; null functions where the processor cannot

namespace baseline { RunLoops loops(); }
#if defined(WB_X86_LOOPS)
namespace avx2 { RunLoops loops(); }
namespace avx512 { RunLoops loops(); }
#endif

// ---- splits.cpp
inline constexpr uint32_t laps_before_pass = 100'000;  // backward jumps until a split lets the others pass
inline constexpr uint32_t atomic_back_jumps = 390;     // an atomic or volatile load counts as so many: spin loops have them

static inline bool can_run(const Split& split) { return !split.at_barrier && !split.waits_for; }
// Merges splits that stand at one pc and chooses the one to run: fewest laps, then the deepest, then the lowest pc. False: all wait at a barrier.
bool choose_among_splits(WarpState& warp, uint64_t tick);
static inline bool choose_split(WarpState& warp, uint64_t tick) {
  if (warp.splits.size() != 1) return choose_among_splits(warp, tick);
  Split& only = warp.splits[0];  // nearly always
  only.laps = 0;
  warp.current = 0;
  warp.back_jumps = 0;
  return can_run(only);
}
// Adds lanes; merges where that is possible.
void add_split(WarpState& warp, const Split& fresh, uint64_t tick);
// Pcs of other ready splits of the same depth, as seen from the current one: the next above its pc, and the lowest of all. Where all
// others are at other depths, `lowest` is a pc that is never reached, but not ~0.
struct Others {
  Pc next = ~0u, lowest = ~0u;
};
Others other_splits(const WarpState& warp);

// ---- warp_meeting.cpp: lanes of a warp that wait for each other
// The current split is at a warp function. True: all lanes that it names are in the split, and the function has been carried out. False:
// the splits have changed, or this one waits; the function may have been carried out.
bool meet_in_warp(RunContext& c, const Ins& ins);
// A lane that has left went past this barrier, or warp function, if it left behind it in the text: it branched around it or out of a loop with it. An early
// return in front of it does not count, nor one in the loop that holds it: that lane left before the next pass.
bool has_gone_past(const Program& program, const WarpState& warp, int lane, Pc place);
// Lanes have left the kernel: who waits for them looks again.
void forget_lanes(WarpState& warp, LaneMask lanes);
// As choose_split(); when all that is left waits at warp functions and barriers for lanes that never come, one of them goes on without.
bool choose_next_split(RunContext& c, uint64_t tick);

// ---- calls.cpp
void push_registers(RunContext& c, const Ins& ins);
void pop_registers(RunContext& c, const Ins& ins);
void frame_address(RunContext& c, const Ins& ins);
// The current split's lanes call or return; lanes that cannot are gone. Somebody has to choose a split then.
void call_function(RunContext& c, const Ins& ins);
void return_from_function(RunContext& c);

// ---- lane_ops.cpp: everything that is done lane by lane
// A load, store or atomic by the slow road: any pointers, faults, events, atomics.
void access_lanes(RunContext& c, const Ins& ins, bool checked);
uint32_t access_bytes(Opcode op);  // of a memory instruction, per lane
// ---- async_copies.cpp
void begin_copies(RunContext& c, const Ins& ins, bool checked);
void commit_copies(RunContext& c);
void bind_copies(RunContext& c, const Ins& ins);
// Carries out some of what the instruction waits for. False: there is more, and it has to run again.
bool finish_copies(RunContext& c, const Ins& ins, bool checked);
// ---- bulk_copies.cpp
void begin_bulk_copies(RunContext& c, const Ins& ins, bool checked);
void settle_barriers(RunContext& c, const Ins& ins, bool checked);
void commit_bulk_copies(RunContext& c);
void wait_for_bulk_copies(RunContext& c, const Ins& ins, bool checked);
void report_proxy_fence(RunContext& c);
// Lanes leave the kernel: those whose bulk copies may not have read their sources yet are told of.
void report_left_copies(RunContext& c, LaneMask lanes);
// ---- met_copies.cpp
// Splits off the lanes that read bytes of the allocation whose copy is under way, and reports them. `offset`: [32], of the lanes.
LaneMask report_early_reads(RunContext& c, uint32_t allocation, LaneMask lanes, const int64_t* offset, AccessKind access, uint8_t bytes);
// Of a store or an atomic: lanes that go to what a copy under way is to write, or still reads.
void report_stores_to_copies(RunContext& c, const WarpAccess& access);

void divide_lanes(RunContext& c, const Ins& ins, bool checked);
void report_shift(RunContext& c, const Ins& ins);
void class_lanes(RunContext& c, const Ins& ins);
void space_lanes(RunContext& c, const Ins& ins);
void shared_pointer_lanes(RunContext& c, const Ins& ins);
void shared_place_lanes(RunContext& c, const Ins& ins);
void device_lanes(RunContext& c, const Ins& ins);
// ---- cluster_lanes.cpp
void cluster_map_lanes(RunContext& c, const Ins& ins);
void cluster_rank_lanes(RunContext& c, const Ins& ins);
void cluster_size_lanes(RunContext& c, const Ins& ins);
// ---- clusters.cpp
LaneMask pass_cluster_lanes(WarpState& warp, Pc wait, LaneMask lanes);
void texture_lanes(RunContext& c, const Ins& ins);
void fetch_lanes(RunContext& c, const Ins& ins);
void report_uninitialised_variable(RunContext& c, const Ins& ins);
void reset_local(RunContext& c, const Ins& ins);
void mark_local_pointers(RunContext& c, const Ins& ins);
void report_branch(RunContext& c, LaneMask taken);
void report_entrance(RunContext& c, const Ins& branch, LaneMask lanes, LaneMask others);
void report_fence(RunContext& c, uint8_t kind);
// The number of the view that a pointer leads to; one that no view has: it leads nowhere, or into a cluster. And the place in it, in the heap with the block's tag.
static inline uint32_t view_of(const RunContext& c, uint64_t pointer) { return is_heap_pointer(pointer, c.heap_of) ? c.heap_view : pointer_allocation(pointer); }
static inline int64_t offset_of(const RunContext& c, uint64_t pointer) { return is_heap_pointer(pointer, c.heap_of) ? heap_pointer_offset(pointer) : pointer_offset(pointer); }

// ---- heap_lanes.cpp
void open_heap_blocks(RunContext& c, const Ins& ins);
void close_heap_blocks(RunContext& c, const Ins& ins, bool checked);
void heap_block_sizes(RunContext& c, const Ins& ins);
// ---- console.cpp
void print_lanes(RunContext& c, const Ins& ins);
void trap_lanes(RunContext& c, const Ins& ins);
// An event of the quick roads of the run loop.
void report_access(RunContext& c, uint32_t allocation, AccessKind kind, uint8_t bytes, AccessPattern pattern, const uint32_t* offsets,
                   const uint64_t* values, const uint64_t* high_values);

// oob.shape, for instructions with a shape check: reports the lanes whose column leaves its row. `offsets`: [32], of the lanes at work.
void check_shape(RunContext& c, const Ins& ins, uint32_t allocation, AccessKind kind, uint8_t bytes, LaneMask lanes, const uint32_t* offsets);
// The same for a load by all lanes in two rows.
void check_shape_of_rows(RunContext& c, const Ins& ins, uint32_t allocation, uint8_t bytes, uint32_t low, uint32_t high, int64_t step);

void note_read_rows(const AllocationView& view, uint32_t low, uint32_t high, int64_t step, uint32_t bytes);

// ---- bits of the written maps, 56 at a time: a map has at least 8 bytes more than it needs
static_assert(std::endian::native == std::endian::little, "the maps are read as little-endian words");
static inline bool all_written(const uint8_t* map, uint64_t first, uint64_t count) {
  if (((first & 7) | (count & 63)) == 0) {
    uint64_t missing = 0;
    for (uint64_t at = 0; at < count / 8; at += 8) {
      uint64_t word;
      std::memcpy(&word, map + (first >> 3) + at, 8);
      missing |= ~word;
    }
    return !missing;
  }
  while (count) {
    const uint64_t n = count < 56 ? count : 56;
    uint64_t word;
    std::memcpy(&word, map + (first >> 3), 8);
    const uint64_t wanted = (1ull << n) - 1;
    if ((word >> (first & 7) & wanted) != wanted) return false;
    first += n;
    count -= n;
  }
  return true;
}
static inline void set_written(uint8_t* map, uint64_t first, uint64_t count) {
  if (((first | count) & 7) == 0) {
    std::memset(map + (first >> 3), 0xFF, count >> 3);
    return;
  }
  while (count) {
    const uint64_t n = count < 56 ? count : 56;
    uint64_t word;
    std::memcpy(&word, map + (first >> 3), 8);
    word |= ((1ull << n) - 1) << (first & 7);
    std::memcpy(map + (first >> 3), &word, 8);
    first += n;
    count -= n;
  }
}

}  // namespace wb
