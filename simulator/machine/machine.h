#pragma once
// The machine: a grid of blocks, a block of warps, a warp of 32 lanes, run one warp instruction (tick) at a time.
//
//   for each block that the schedule has started        schedule.cpp
//     for each warp of it                               schedule.cpp
//       run instructions until barrier, end, or the turn is over      run_loop.inc
//
// A warp is a short list of splits {pc, lanes}. The split with the lowest pc runs; splits that meet at a pc merge. Since code stands in
// source order that reconverges where paths meet. A split that goes round in a loop while others wait lets them pass after a while, so
// lanes make progress on their own (a spin lock inside a warp ends).
//
// Lanes that have called a function that stands out of line are deeper than the others: the deepest split runs first, and splits merge at
// equal depth alone, so that lanes meet again behind the call (calls.cpp).
//
// A run is a function of program, launch, schedule and seed: run_until(t) from the start, or from any saved state before t, leads to
// the same state. save() and load() are cheap (memory.h); Checks keep their own state, saved beside it by whoever replays.
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "simulator/analysis/endless_wait.h"
#include "simulator/analysis/events.h"
#include "simulator/analysis/launch_shape.h"
#include "simulator/machine/memory.h"
#include "simulator/machine/told_schedule.h"
#include "simulator/program/program.h"
#include "simulator/simulator.h"
#include "simulator/source/limits.h"

namespace wb {

class Checks;  // analysis/checks.h

inline constexpr uint64_t end_of_time = ~uint64_t{0};

// Lanes of a warp that stand at one pc.
struct Split {
  Pc pc = 0;
  LaneMask lanes = 0;
  uint32_t laps = 0;          // how often it has let others pass
  uint32_t depth = 0;         // calls that have not returned; those of inlined functions do not count
  bool at_barrier = false;
  LaneMask waits_for = 0;     // at a warp function whose mask (this one) names lanes that are not here yet; 0: waits for nobody
  bool gives_up = false;      // those lanes never come: the function goes on without them
  uint64_t apart_until = 0;   // random schedules: sleeps until this tick while others of its warp can run, and does not merge;
                              // end_of_time: held by a told schedule
};

// Of a lane, in programs with functions out of line.
struct LaneStack {
  std::vector<Pc> returns;
  std::vector<uint32_t> words;           // saved registers
};

// An asynchronous copy that has begun and has not been carried out (async_copies.cpp).
struct PendingCopy {
  enum class Kind : uint8_t {
    of_thread,  // 1 to 16 bytes
    bulk_load,  // of any size, bound to a barrier
    bulk_store, // from shared memory: done, but until its thread has waited nobody may rely on that
  };
  uint64_t to = 0, from = 0;             // pointers; from 0: zeros
  uint64_t barrier = 0;                  // it is bound to; 0: none
  uint64_t tick = 0;                     // when it began
  Pc pc = 0;                             // of the copy
  uint32_t age = 0;                      // groups that its thread has closed since it began
  uint32_t bytes = 0;
  Kind kind = Kind::of_thread;
  bool has_read = false;                 // bulk_store: its thread has waited until the source was read
};
using LaneCopies = std::vector<PendingCopy>;  // oldest first

struct WarpState {
  std::vector<Split> splits;             // of live lanes, no order; at most 32
  uint32_t current = 0;                  // index of the split at work
  uint32_t back_jumps = 0;               // of the current split since it was chosen
  LaneMask exited = 0;
  LaneMask arrived = 0;                  // at the barrier of the cluster, where others are yet to come
  LaneMask may_pass = 0;                 // ... where all have come since, and these have not waited yet
  std::array<Pc, warp_size> exit_pc{};   // where each exited lane left
  std::vector<LaneStack> stacks;         // of the lanes; none in programs that inline everything
  std::vector<LaneCopies> copies;        // of the lanes; empty while nobody has copied
  bool done() const { return splits.empty(); }
};

// Registers start at a cache line, as wide vectors want it.
template <class T>
struct CacheLineAllocator {
  using value_type = T;
  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}
  T* allocate(size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{64})); }
  void deallocate(T* p, size_t) { ::operator delete(p, std::align_val_t{64}); }
  friend bool operator==(CacheLineAllocator, CacheLineAllocator) { return true; }
};

// The big part of a block: what snapshots pack (saved_block.h).
struct BlockArrays {
  std::vector<WarpState> warps;
  std::vector<uint32_t, CacheLineAllocator<uint32_t>> registers;  // [warp][slot][lane] (wide values: two slots, lane i a uint64_t at 8*i)
  std::vector<LaneMask> init_masks;      // [warp][mask]
  std::vector<uint8_t> shared, shared_written;  // the block's shared memory and its written bits (one a byte)
  std::vector<uint8_t> local, local_written;    // [thread][byte of Program::local_bytes]
  std::vector<uint8_t> stack, stack_written;    // [thread][byte of stack_stride]: locals of recursive functions
};
// A barrier with a number while some of its threads have arrived (named_barriers.cpp).
struct NamedBarrier {
  uint32_t expected = 0;                 // threads; 0: nobody has arrived
  uint32_t arrived = 0;                  // threads: 32 a warp, whole or not
  uint32_t waiting = 0;                  // bit w: warp w waits there
  bool is_for_all = false;               // of the block: as many as have not left
  bool has_votes = false, has_others = false;  // who came: bar.red, bar.sync and bar.arrive
};
// The small part.
struct BlockHead {
  uint32_t index = 0;                    // linear in the grid
  uint32_t stack_stride = 0;             // grows as calls go deeper
  uint32_t warp_at_work = 0;
  uint32_t live_warps = 0;               // not done
  uint32_t waiting_warps = 0;            // of those: all lanes at a barrier
  bool at_grid_barrier = false;          // all of them at one of the grid: see grid_barrier.cpp
  bool passes_plainly = false;           // ... and whoever lets them go need not look at them
  uint64_t grid_arrivals = 0;            // how many barriers of the grid it has come to
  uint64_t instructions = 0;             // of this block so far
  uint32_t cluster_phases = 0;           // how often the barrier of its cluster has let all go,
  uint32_t cluster_waits = 0;            // ... and behind how many of these some of its threads have waited
  std::vector<NamedBarrier> named;       // by number; empty in programs that have none
};
struct SavedBlock;
struct AbsentRow;
struct HeapChange;
struct BlockForm;
using RegisterRow = std::array<uint32_t, warp_size>;

// A block that has started and is not done.
struct BlockState : BlockArrays, BlockHead {
  std::shared_ptr<const SavedBlock> saved;  // what it was saved as last, or loaded from
  std::shared_ptr<const SavedBlock> absent_from;  // it was unpacked from there, and the registers that this one left out were not filled in
  bool is_changed = true;                // since then
  uint64_t next_look = 0;                // blocks alone under the adversarial schedule: the tick from which on it has not looked there
  bool is_unpacked = true;               // false: unchanged, and the big part stands in `saved` alone
};

// A launch that device code has made (grids.cpp).
struct GridRequest {
  uint32_t kernel = 0;                   // index into Program::grid_kernels
  LaunchShape shape;
  uint32_t shared_bytes = 0;             // dynamic
  uint64_t stream = 0;
  uint32_t parent = 0, depth = 0;        // 1: launched by the launch's own grid
  bool is_tail = false;
  uint32_t block = 0, thread = 0;        // who launched it (blocks numbered through), when and where
  uint64_t tick = 0;
  uint32_t site = no_site;
  std::vector<uint64_t> arguments;       // by parameter of the kernel
  std::vector<std::vector<uint8_t>> records;
};
// A grid of the launch: 0 its own, behind it those that device code launched.
struct GridRecord {
  std::shared_ptr<const GridRequest> request;  // null: grid 0
  std::vector<uint32_t> children, tails;       // in the order in which they are to run, once the grid's own blocks are done
  uint32_t next = 0;                           // of both lists together
  uint32_t after = 0;                          // GridBegin::after
  uint32_t first_block = 0;
  uint64_t begin = 0, end = 0;                 // ticks
  uint64_t thread_instructions = 0;            // while it runs: those before it
};

// Everything that changes while a launch runs, but for blocks and memory.
struct MachineHead {
  uint64_t tick = 0;
  uint64_t thread_instructions = 0;
  uint64_t started = 0, finished = 0;    // blocks
  uint64_t at_grid_barrier = 0;          // blocks that wait there
  uint64_t grid_releases = 0, grid_released_at = 0;  // barriers of the grid that have let all go, and the tick of the last time
  uint32_t block_at_work = 0;            // index into resident
  uint64_t turn_end = 0;                 // the tick at which the warp at work lets the next one pass
  uint64_t random = 0;
  uint64_t idle_turns = 0;               // turns since a block was started or finished
  uint32_t wanted_resident = 1;
  bool has_interleaved = false;          // in turn: a block was begun before the one at work was done
  std::string console;                   // printed so far
  uint32_t grid = 0;                     // which one is at work
  std::vector<GridRecord> grids;         // empty until device code launches one
  bool are_grids_done = false;
  uint64_t block_number = 0;             // blocks of all grids that have been launched
  uint32_t begun_blocks = 0;             // ... of those that have begun; 0: no child has
  uint32_t waiting_grids = 0;            // launched, and not begun
  uint64_t streams = 0;                  // made by device code
  std::map<uint64_t, int> launch_errors; // by thread (block << 32 | thread): of its last launch that failed
  bool is_trapped = false;               // an assertion failed, or __trap(): nothing runs any more
  bool is_settled = false;               // whoever runs next has been chosen
  std::vector<HoldState> holds;          // of a told schedule, as MachineOptions::told.holds
  uint64_t told_turn_of = end_of_time, told_turn_end = 0;  // told schedules: a turn that is run in pieces: whose, and until when
};
// While it runs. There may be thousands of blocks, which move up as others end: by pointer.
struct RunningState : MachineHead {
  std::vector<std::unique_ptr<BlockState>> resident;  // in the order in which they started
  uint64_t random_at_choice = 0;         // `random` as it was once the warp at work had been chosen; schedules that choose at random
};
// As a snapshot keeps it.
struct MachineState : MachineHead {
  std::vector<std::shared_ptr<const SavedBlock>> blocks;
  MemoryImage memory;
  size_t bytes = 0;                      // memory that this save added: blocks and pages are shared with the saves before
};

// From where a machine begins that runs one grid of a launch alone, as if it were a launch of its own: its blocks are numbered from 0, and its ticks count from 0.
struct GridStart {
  uint32_t grid = 0;
  MachineState state;                    // of the whole launch, as that grid begins; it has no blocks
};

struct MachineOptions {
  Schedule schedule = Schedule::in_order;
  uint64_t seed = 0;
  std::vector<int> outputs;              // buffers whose coverage is judged
  std::string loops;                     // "baseline", "avx2", "avx512": for tests; empty: the widest that this processor has
  // A part of the launch, see parts.h: the blocks that start as number begin, ... end - 1. end 0: all of it.
  uint64_t begin = 0, end = 0;
  bool borrows_buffers = false;          // the launch outlives the machine: what nobody stores to is not copied
  std::vector<bool> follows_reads{};     // by allocation: keep track of which bytes are loaded
  ToldSchedule told{};                   // with in_order: where it is left
  uint32_t stack_bytes = limits::stack_bytes;  // of a thread's calls
  bool stays_in_grid = false;            // what device code launches is not run
  std::shared_ptr<const GridStart> start{};  // null: the launch's own grid
  HeapOf heap_of = HeapOf::device;       // whose heap the program's is
};

// Told of every access while a moment is looked at again: with values before and after. Not for the first run: it costs.
class AccessListener {
 public:
  // Bytes of an allocation. Who listens at a place may not be told of accesses that do not come there, and the machine takes its quick roads for them.
  struct Place {
    uint32_t allocation = no_allocation;  // everywhere
    uint64_t low = 0, high = 0;
  };
  const Place only;
  AccessListener() = default;
  explicit AccessListener(const Place& place) : only(place) {}
  virtual ~AccessListener() = default;
  virtual void access(const WarpAccess& access) = 0;  // value and old_value are filled in, for loads too (value)
};

enum class MachineStatus : uint8_t { paused, finished, deadlock, trapped };

// What the next instruction is.
struct NextInstruction {
  uint32_t block = 0, warp = 0;  // linear; warp in the block
  Pc pc = 0;
  LaneMask lanes = 0;
};

class Machine {
 public:
  // `checks` may be null: then the plain loop runs. The launch has been found valid.
  Machine(std::shared_ptr<const Program> program, const KernelLaunch& launch, const MachineOptions& options, Checks* checks);
  ~Machine();
  Machine(Machine&&) noexcept;

  // Runs until tick `limit` (no instruction of tick `limit` is executed), the end of the launch, or a deadlock.
  MachineStatus run_until(uint64_t limit);
  // The same, but no further than to the end of the turn of the warp at work.
  MachineStatus run_turn(uint64_t limit);
  uint64_t tick() const;
  bool is_finished() const;
  void run_children();                           // from here on, where MachineOptions::stays_in_grid kept it from that
  // The grid at work is done: the next one begins, as it does by itself when the machine runs on. False: there is none, or this one is not done.
  bool begin_next_grid();
  std::shared_ptr<const GridStart> grid_start();  // of the grid that has just begun: another machine may run it alone from there
  // Is it certain that this launch never ends, whoever runs next? Looks ahead, and changes nothing. None: it may end, or that is not known.
  std::optional<EndlessWait> find_endless_wait();
  // Who of the block at work looks at one element again and again, by atomic or volatile accesses; how it ends is not known. None: nobody does.
  std::optional<EndlessLanes> find_poll();

  // What snapshots leave out of registers: see saved_block.h.
  enum class Keep : uint8_t {
    shown,  // what no instruction reads again and no variable in scope stands in
    live,   // and values of variables that no instruction reads again, where they are large: absent rows
  };
  MachineState save(Keep keep = Keep::shown);
  void load(const MachineState& state);
  // Is a variable in scope where this thread stands in a row that was left out when its block was saved? Reading it gives nothing then.
  bool misses_rows(uint32_t block, uint32_t thread) const;
  RegisterRow row(uint32_t block, uint32_t row) const;  // [warp][slot], as AbsentRow::row; the block is resident
  void fill_absent(uint32_t block, const std::vector<AbsentRow>& absent, const std::vector<RegisterRow>& rows);
  // ---- some of its blocks alone (alone.cpp): told from outside whose turn it is and what the others do
  // Only these blocks, in ascending order, are as they were, and of global memory what is loaded. From here on nobody is chosen; load() makes it whole again.
  void load_alone(const MachineState& state, std::span<const uint32_t> blocks);
  void load_memory_alone(const MachineState& state, std::vector<Memory::Part> parts);  // by allocation; of the heap's marks: see heap_memory()
  MachineState save_alone(std::vector<Memory::Part> parts);                            // these blocks, and so much of memory as it is with them
  // What the clock shows: how many blocks have started, how many barriers of the grid have let go, and when the last one did.
  struct Clock {
    uint64_t tick = 0, started = 0, grid_releases = 0, grid_released_at = 0;
  };
  void set_clock_alone(const Clock& clock, std::span<const uint32_t> blocks);  // of `blocks` those that have started since start
  // A warp of one of them is chosen, as by the schedule. `random`: the state of its random numbers once it has chosen. next() tells of it.
  void choose_alone(uint32_t block, uint32_t warp, uint64_t random);
  void run_alone(uint64_t limit);                // it runs on, until something stops it
  void end_turn_alone();                         // it was another one's turn from here on
  // A warp of one of them as a told schedule has left it between two turns; and bytes of a block's shared memory.
  struct WarpStand {
    std::vector<Split> splits;
    uint32_t current = 0, back_jumps = 0;
  };
  void put_warp_alone(uint32_t block, uint32_t warp, const WarpStand& stand);
  void put_shared_alone(uint32_t block, uint32_t allocation, uint64_t offset, const MemoryView& view);
  // Somebody else did. `written`: of the heap, its written bits. Of the heap's marks: see heap_memory().
  void write_alone(uint32_t allocation, uint64_t offset, std::span<const uint8_t> bytes, const uint8_t* written = nullptr);

  void set_checks(Checks* checks);               // for a replay with or without them
  void set_listener(AccessListener* listener);   // null: none

  // ---- looking at it between two ticks
  const Program& program() const;
  const LaunchShape& shape() const;
  const RunningState& state() const;
  std::span<const AllocationInfo> allocations() const;
  uint32_t first_program_allocation() const;     // allocations()[this + i] is program().allocations[i]; before it: the launch's buffers
  std::optional<NextInstruction> next();         // none at the end
  uint64_t position_of(uint32_t block) const;    // as which number it starts
  LaneState block_state(uint32_t block) const;
  std::vector<LaneState> block_states() const;   // of all blocks
  const BlockState* resident(uint32_t block) const;  // null: not started or done
  LaneView lane(uint32_t block, uint32_t thread);
  std::optional<Pc> lane_pc(uint32_t block, uint32_t thread) const;  // where it stands; none when it is done or has not started
  // A register of a lane; 64 bits of it if `is_wide`.
  uint64_t read_slot(uint32_t block, uint32_t thread, uint32_t slot, bool is_wide) const;
  bool init_mask(uint32_t block, uint32_t thread, int32_t mask) const;  // has this lane assigned the variable (mask -1: yes)
  // The bytes of an allocation where they stand, until the machine goes on; null: its block is not resident. `block` and `thread` as below.
  const uint8_t* bytes_of(uint32_t allocation, uint32_t block, uint32_t thread) const;
  // A bit for each byte of global memory that may have no value: has it one? Null: all have.
  const uint8_t* written_bits_of(uint32_t allocation) const;
  // Bytes of an allocation and whether each has a value. `block`: whose, for shared memory; `thread`: whose, for local memory.
  MemoryView read_memory(uint32_t allocation, uint32_t block, uint32_t thread = 0) const;
  // Of these bytes alone; as many as there are behind `first`.
  MemoryView read_memory(uint32_t allocation, uint32_t block, uint32_t thread, uint64_t first, uint64_t count) const;
  uint32_t allocation_of(uint64_t pointer) const;  // that a pointer leads into; beyond allocations(): into none
  // What a pointer of that thread's points to; a local of a recursive function is that of the activation which the pointer is of. Else no bytes.
  MemoryView read_through(uint64_t pointer, uint64_t count, uint32_t block, uint32_t thread) const;
  // Puts bytes there, with and without values as the view has them. False: they are not there, or what they are part of always has values.
  bool write_through(uint64_t pointer, const MemoryView& view, uint32_t block, uint32_t thread);
  std::vector<uint8_t> read_global(uint32_t allocation, uint64_t first, uint64_t count) const;  // a few bytes of it; empty: they are not there
  // One flag a byte that the kernel wrote: global memory.
  bool was_written(uint32_t allocation, uint64_t byte) const;

  HeapBlocks heap_blocks() const;  // of the device's heap, as it stands
  // The same for the next launch; null: there is none.
  std::shared_ptr<DeviceHeap> leave_heap() const;
  // The heap's memory and that of its marks (heap_marks.h), which goes by the number behind the last allocation's; null: there is none.
  struct HeapMemory {
    uint32_t allocation = 0;
    const Memory::Block *heap = nullptr, *marks = nullptr;
  };
  HeapMemory heap_memory() const;
  void follow_heap();                            // from here on changes are kept until they are taken
  std::vector<HeapChange> take_heap_changes();
  std::vector<HeapChange> take_heap_looks();
  Schedule schedule() const;
  const ToldSchedule& told() const;

  const Memory& memory() const;
  Memory& memory();
  // The bytes of a buffer of the launch, moved out: at the end, when the machine is no longer needed. `most`: of one that goes on behind DeviceBuffer::bytes.
  std::vector<uint8_t> take_bytes(uint32_t buffer, uint64_t most);

 private:
  MachineState save_without_memory(Keep keep);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Runs a launch up to the tick at which one of its grids begins. Null: none begins there, or it was stopped. `report`: now and then, the tick.
std::shared_ptr<const GridStart> start_of_grid(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const MachineOptions& options, uint64_t begin,
                                               const std::stop_token& stop = {}, const std::function<void(uint64_t)>& report = {});

}  // namespace wb
