#pragma once
// The inside of Machine: what is fixed for the launch, and the state that changes.
//   machine.cpp    set-up
//   machine_heap.cpp  ... of the device's heap
//   snapshots.cpp  save and load
//   looking.cpp    where everybody stands, registers and memory
//   schedule.cpp   who runs next; barriers; run_until()
//   adversarial.cpp  ... under the schedule of that name
//   grid_barrier.cpp  ... of the grid
//   named_barriers.cpp  ... of some of a block's warps
//   clusters.cpp   ... of a cluster of blocks, and the shared memory of its blocks
//   told.cpp       ... where that is told from outside
//   alone.cpp      some blocks without the others
//   endless_wait.cpp  will it ever end? look_ahead, cluster_ahead, circles, polls and endless_lanes belong to it
#include "simulator/machine/heap_marks.h"
#include "simulator/machine/machine.h"
#include "simulator/machine/ready_warps.h"
#include "simulator/machine/run_context.h"
#include "simulator/program/deciding_slots.h"

namespace wb {

struct Machine::Impl {
  std::shared_ptr<const Program> program;
  LaunchShape shape;
  MachineOptions options;
  Checks* checks = nullptr;
  AccessListener* listener = nullptr;

  std::vector<AllocationInfo> allocations;
  uint32_t first_program_allocation = 0;
  std::vector<uint32_t> memory_of;       // by allocation: index into memory; no_allocation for shared and local
  std::vector<uint64_t> arguments;       // by parameter: its bits
  std::vector<std::vector<uint8_t>> records;  // by parameter: the bytes of a record
  std::vector<Texture> textures;
  std::vector<TextureWords> texture_words;
  Memory memory;
  std::optional<HeapMarks> heap;
  uint32_t used_before = 0;              // units of the heap that earlier launches have given out
  std::vector<AllocationView> views;     // by allocation, for the warp at work
  std::vector<uint32_t> shared_views, local_views, stack_views;
  const void* bound_to[4] = {};          // the memory of the block that they were bound to last
  uint32_t bound_warp = 0;
  bool has_barrier_votes = false;
  bool has_looks = false;                // atomics, or volatile loads: what others do may decide how threads go on
  RunLoops loops;
  std::vector<uint32_t> stretches;       // by pc, see RunContext
  std::vector<ShapeTest> shape_tests;    // by shape check
  RunContext warp_context;               // of the warp at work

  uint32_t warps_per_block = 1;
  uint64_t block_count = 0;
  AllocationView cluster_view;           // of the shared memory in another block that was reached last
  uint64_t part_begin = 0, part_end = 0; // the blocks that this machine runs, in the order in which they start
  uint32_t slot_words = 0;               // registers of a warp, in 32-bit words
  uint32_t local_stride = 0;             // local memory of a thread, bytes
  uint32_t shared_bytes = 0;             // of a block, dynamic included
  Pc entry = 0;                          // of the kernel of the grid at work
  uint32_t max_resident = 1;
  bool may_sync_grid = true;  // the launch is cooperative
  uint64_t order_factor = 1, order_inverse = 1, order_offset = 0;  // random schedules: the order in which blocks start

  RunningState state;
  bool is_alone = false;                 // some blocks without the others: nobody is chosen
  std::shared_ptr<const BlockForm> form; // what all saved blocks have in common; null until the first is saved
  ReadyWarps ready;                      // schedules that choose at random: of the blocks in state.resident, but for the one that was at work last
  ReadyWarps fetching;                   // adversarial: those of them that do not come to a store; known when `ready` is
  Looks looks;                           // ... and which blocks must be looked at when
  bool is_warp_alone_changed = false;    // of the block at work, since the turn before
  std::vector<std::unique_ptr<BlockState>> pool;  // of blocks that are done: their constants are still in place

  // machine.cpp
  void bind_arguments(const KernelLaunch& launch);
  void add_buffers(const KernelLaunch& launch);
  std::vector<uint8_t> handle_of_reference(const ProgramAllocation& allocation) const;
  void add_program_allocations(const KernelLaunch& launch);
  void make_views();
  void choose_order(uint64_t seed);
  void limit_residents();
  uint64_t preset_bits(const Preset& preset) const;
  void prepare_context();
  void fill_presets(uint32_t* registers) const;  // of a block: [warp][slot][lane]
  void bind_views(BlockState& block, uint32_t warp);
  void bind_stack(BlockState& block, uint32_t warp);  // calls.cpp
  void grow_stack(BlockState& block, uint32_t bytes);
  uint32_t block_at(uint64_t position) const;     // the block that starts as number `position`
  uint64_t position_of(uint32_t block) const;
  uint32_t unit_at(uint64_t position) const;      // the same of clusters; without them each block is one
  uint64_t unit_position_of(uint32_t unit) const;
  // machine_heap.cpp
  bool add_of_heap(const KernelLaunch& launch, const ProgramAllocation& from, AllocationInfo info);
  void add_lasting_heap(const KernelLaunch& launch);
  void add_heap(const KernelLaunch& launch);
  uint32_t used_heap_units() const;
  // snapshots.cpp
  std::shared_ptr<const BlockForm> make_form() const;
  void load_blocks(const std::vector<std::shared_ptr<const SavedBlock>>& blocks);
  // looking.cpp
  std::optional<size_t> resident_place(uint32_t block) const;
  BlockState* find_resident(uint32_t block) const;
  BlockState* find_awake(uint32_t block);         // with its arrays
  LaneState state_of(const BlockState& block) const;
  struct Bytes {
    uint8_t* bytes = nullptr;
    uint8_t* written = nullptr;  // bit `origin` is that of the first byte
    uint64_t origin = 0;
  };
  Bytes find_bytes(uint32_t allocation, uint32_t block, uint32_t thread);
  Bytes find_through(uint64_t pointer, uint64_t count, uint32_t block, uint32_t thread);  // no bytes: so many are not there

  // schedule.cpp
  void start_block(uint32_t index);
  void end_block(size_t resident);
  bool is_in_turn() const { return options.schedule == Schedule::in_order || options.schedule == Schedule::reverse || options.schedule == Schedule::round_robin; }
  bool settle();                                  // chooses who runs next; false: nobody is left
  bool settle_in_turn();
  void fetch_ahead(size_t resident) const;
  bool settle_random();
  bool settle_adversarial();                      // adversarial.cpp
  struct Looked {
    bool can_run = false, can_fetch = false;
    uint64_t next = end_of_time;                  // some of its lanes wake up
  };
  Looked look_at_warp(WarpState& warp);
  void look_at(size_t resident);
  void look_at_warp_at_work();
  bool comes_to_store(const WarpState& warp) const;
  void begin_random_turn(uint32_t resident, uint32_t warp);
  void begin_parting_turn(uint32_t resident, uint32_t warp);  // and some lanes may fall behind
  uint32_t count_runnable(const BlockState& block) const;
  void count_anew(const BlockState& block);       // others have let it go
  // told.cpp
  bool is_told() const;
  bool is_held_back() const;                      // and some hold is not over yet
  bool settle_told();
  std::vector<uint32_t> told_first_units() const;
  uint32_t told_unit_at(uint64_t position) const;
  uint64_t told_unit_position_of(uint32_t unit) const;
  Split* held_split(const ToldSchedule::Moment& moment);
  void let_go(size_t hold, HoldState::Phase phase);
  void let_go_of_the_served();
  bool give_up_a_hold();
  void turn_to(const ToldSchedule::Moment& moment);
  bool hold_back();
  void shorten_turn();
  // late_writes.cpp
  std::optional<HoldState::Late> target_of(const BlockState& block, uint32_t warp, uint32_t lane) const;
  bool writes_signal(Pc pc) const;
  bool begin_late_write(size_t hold);
  void take_back_writes();
  void land_late_write(size_t hold);
  bool land_what_must();                          // somebody else has to be chosen
  void stop_late_writer(size_t hold);
  void land_all();
  // schedule.cpp
  void part_lanes(WarpState& warp, uint32_t one_in, uint32_t longest_sleep);
  static bool is_runnable(std::span<const Split> splits) {
    for (const Split& split : splits)
      if (can_run(split) && split.apart_until != end_of_time) return true;
    return false;
  }
  uint64_t random();
  uint32_t random_below(uint32_t n) { return static_cast<uint32_t>(random() % n); }
  Stop run_turn(uint64_t limit);
  void after_turn(Stop stop);
  void stop_at_barrier(BlockState& block, Stop stop);
  bool ends_barrier_stint(const BlockState& block) const;
  void let_others_take_turns();
  void count_votes(BlockState& block);
  void release_barrier(BlockState& block);
  void pass_barrier(BlockState& block, uint64_t tick);
  // alone.cpp
  uint32_t memory_with(uint32_t allocation) const;
  void after_turn_alone(Stop stop);
  void let_go_alone(BlockState& block);
  void look_alone(BlockState& block, uint64_t last);
  // named_barriers.cpp
  struct Arrival;
  std::optional<Arrival> arrival_of(const BlockState& block, uint32_t w) const;
  bool come_to_named_barrier(BlockState& block, uint32_t w);
  void arrive(BlockState& block, const Arrival& arrival);
  void check_arrival(const BlockState& block, const Arrival& arrival);
  void complete_what_can(BlockState& block);
  void complete(BlockState& block, uint32_t number);
  void count_named_votes(BlockState& block, const NamedBarrier& barrier);
  void let_go_of_named(BlockState& block, uint32_t w);
  void report_barrier(const BlockState& block, const Arrival& arrival, BarrierMistake mistake, uint32_t expected);
  // grid_barrier.cpp
  bool is_at_grid_barrier(const BlockState& block) const;
  void arrive_at_grid_barrier(BlockState& block);
  bool passes_plainly(const BlockState& block) const;
  bool is_let_go(const BlockState& block) const { return block.at_grid_barrier && block.grid_arrivals <= state.grid_releases; }
  bool all_wait(const BlockState& block) const { return block.waiting_warps == block.live_warps && !is_let_go(block); }
  void wake(BlockState& block);
  void wake_let_go(BlockState& block);
  MachineStatus run_until(uint64_t limit, bool one_turn = false);
  // clusters.cpp
  void start_next_blocks();
  uint32_t cluster_number(uint32_t block) const { return number_of(shape.block_of_cluster(shape.cluster_of(block), 0)); }
  ClusterMemory memory_in_cluster(RunContext& c, uint32_t allocation);
  void arrive_at_cluster(RunContext& c, const Ins& ins);
  bool pass_cluster(RunContext& c);
  void report_unmet_arrivals(const BlockState& block);
  Pc arrival_before(Pc pc) const;
  bool has_arrived_at_cluster(BlockState& block);
  bool is_at_cluster_barrier(const BlockState& block) const;
  void complete_cluster(uint32_t block, uint64_t tick);
  void let_go_of_cluster(BlockState& block, uint64_t tick);
  // grids.cpp
  uint64_t first_tick() const { return options.start ? options.start->state.tick : 0; }  // of the launch: where tick 0 of this machine lies
  bool is_over() const { return state.finished == part_end - part_begin && (state.grids.empty() || options.stays_in_grid || state.are_grids_done); }
  uint32_t number_of(uint32_t block) const;       // of a block of the grid at work, where those of all grids are numbered through
  void launch_grids(RunContext& c, const Ins& ins);
  void launch_grid(RunContext& c, const GridLaunch& launch, uint32_t first_value, uint32_t lane);
  void query_grids(RunContext& c, const Ins& ins);
  int refusal(RunContext& c, const GridRequest& request);
  void tell_of_plain_launch(const BlockState& block);
  void tell_fault(RunContext& c, const GridRequest& request, GridFault::Mistake mistake, std::string what, std::string hint);
  void keep(std::shared_ptr<const GridRequest> request);
  void order_children(GridRecord& record);
  bool begin_next_grid();
  void begin_at(const GridStart& start);
  const SharedLayout* layout() const;             // of the grid at work; null: all of the program's variables stand where they say
  uint32_t static_shared_bytes() const;
  uint32_t dynamic_shared_place() const { return (static_shared_bytes() + 15) / 16 * 16; }
  // Of an allocation of the program, shared or local; a shared one that is another kernel's: SharedLayout::not_there.
  uint32_t place_of(uint32_t program_allocation) const;
  void begin_grid(uint32_t grid);
  void take_shape(const GridRequest& request);
  void take_arguments(const GridRequest& request);
  // endless_wait.cpp
  class LookAhead;     // look_ahead.h
  class ClusterAhead;  // cluster_ahead.h
  class EndlessSurvey;
  std::unique_ptr<DecidingSlots> deciding_slots;  // null until the first look ahead
  std::optional<EndlessWait> find_endless_wait();
  std::optional<EndlessLanes> find_poll();
  void fill_block(BlockState& block, uint32_t index, bool is_fresh);
};

}  // namespace wb
