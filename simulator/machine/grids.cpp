// Grids that device code launches (CUDA's dynamic parallelism, as it is since CUDA 12: CUDA C++ Programming Guide, "CUDA Dynamic Parallelism").
//
//   grid 0, the launch's own         thread 0:  child<<<4, 32>>>(p);          the device runtime says nothing of when a child runs,
//     grid 1  child                             done<<<1, 1, 0, tail>>>(p);   only what comes behind what
//     grid 2  done, a tail launch
//
// A launch is kept as a request: kernel, shape, the bytes of its arguments. When the last block of a grid is done its children run, one after the other and
// each with all that it launches itself, then its tail launches; then the grid is complete. That is one of the orders that CUDA allows: nobody may count on a
// child running beside its parent. Among the children, what stands in one stream keeps its order:
//
//   in_order, round_robin      as they were launched
//   reverse                    the stream that was begun last comes first
//   random, adversarial        shuffled
//
// So no run shows a child between its parent's accesses. What races is found all the same: it goes by what is in order, and not by what came first
// (analysis/happens_before.h).
//
// A machine may also begin at one of the grids and run that alone, for a recording of it (GridStart).
//
// The blocks of all grids are numbered through (number_of()); within the machine a block goes by its place in its own grid. Memory, ticks and what is printed go on
// from grid to grid; the allocations are the same for all kernels of a program, so pointers keep their meaning.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "simulator/analysis/checks.h"
#include "simulator/analysis/launch_limits.h"
#include "simulator/machine/clusters.h"
#include "simulator/machine/machine_impl.h"
#include "simulator/source/limits.h"

namespace wb {
namespace {

// cudaStream_t, as library/include/device_runtime.inc has it.
constexpr uint64_t stream_per_thread = 2, stream_tail = 3, stream_fire_and_forget = 4, first_named_stream = 16;
// cudaError_t
constexpr int invalid_value = 1, invalid_configuration = 9, too_deep = 65, too_many_waiting = 69;

}  // namespace

uint32_t Machine::Impl::number_of(uint32_t block) const { return state.grids.empty() || options.start ? block : state.grids[state.grid].first_block + block; }

void Machine::run_children() { impl_->options.stays_in_grid = false; }

bool Machine::begin_next_grid() { return !impl_->settle() && !impl_->state.is_trapped && impl_->state.resident.empty() && impl_->begin_next_grid(); }
std::shared_ptr<const GridStart> Machine::grid_start() { return std::make_shared<const GridStart>(GridStart{impl_->state.grid, {impl_->state, {}, impl_->memory.save()}}); }

std::shared_ptr<const GridStart> start_of_grid(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const MachineOptions& options, uint64_t begin,
                                               const std::stop_token& stop, const std::function<void(uint64_t)>& report) {
  constexpr uint64_t ticks_between_looks = 1 << 16;
  MachineOptions whole = options;
  whole.borrows_buffers = true;
  whole.stays_in_grid = false;
  Machine machine(program, launch, whole, nullptr);
  while (machine.tick() < begin) {
    if (stop.stop_requested() || machine.run_until(std::min(begin, machine.tick() + ticks_between_looks)) != MachineStatus::paused) return nullptr;
    if (report) report(machine.tick());
  }
  return machine.begin_next_grid() ? machine.grid_start() : nullptr;
}

// All that the schedule knows of a grid it knows from the grid's own begin on, so it runs here tick for tick as it ran there.
void Machine::Impl::begin_at(const GridStart& start) {
  static_cast<MachineHead&>(state) = start.state;
  memory.load(start.state.memory);
  state.tick = 0;
  take_shape(*state.grids[state.grid].request);
  take_arguments(*state.grids[state.grid].request);
}

// ---- shared memory

const SharedLayout* Machine::Impl::layout() const {
  if (program->shared_layouts.empty()) return nullptr;
  return &program->shared_layouts[state.grid ? 1 + state.grids[state.grid].request->kernel : 0];
}

uint32_t Machine::Impl::static_shared_bytes() const {
  const SharedLayout* const own = layout();
  return own ? own->static_bytes : program->static_shared_bytes;
}

uint32_t Machine::Impl::place_of(uint32_t index) const {
  if (static_cast<int32_t>(index) == program->dynamic_shared) return dynamic_shared_place();
  const SharedLayout* const own = layout();
  return own && program->allocations[index].info.space == Space::shared ? own->places[index] : program->allocations[index].place;
}

// ---- launching

void Machine::Impl::launch_grids(RunContext& c, const Ins& ins) {
  if (ins.op == Opcode::grid_query) return query_grids(c, ins);
  const GridLaunch& launch = program->grid_launches[static_cast<size_t>(ins.imm)];
  if (state.grids.empty()) {
    state.grids.emplace_back();
    state.block_number = block_count;
  }
  for (LaneMask rest = c.mask; rest; rest &= rest - 1) launch_grid(c, launch, ins.b, static_cast<uint32_t>(std::countr_zero(rest)));
}

void Machine::Impl::launch_grid(RunContext& c, const GridLaunch& launch, uint32_t first_value, uint32_t lane) {
  const auto value = [&](uint32_t i) { return c.reg<uint64_t>(first_value + 2 * i)[lane]; };
  const auto extent = [&](uint32_t i) { return static_cast<uint32_t>(value(i)); };
  auto request = std::make_shared<GridRequest>();
  request->kernel = launch.kernel;
  request->shape = {{extent(0), extent(1), extent(2)}, {extent(3), extent(4), extent(5)}};
  if (const Index3 cluster = declared_cluster((*program->module)[program->grid_kernels[launch.kernel].function]); cluster != Index3{}) request->shape.cluster = cluster;
  request->shared_bytes = static_cast<uint32_t>(std::min<uint64_t>(value(6), UINT32_MAX));
  request->stream = value(7);
  request->is_tail = request->stream == stream_tail;
  request->parent = state.grid;
  request->depth = 1 + (state.grid ? state.grids[state.grid].request->depth : 0);
  request->block = c.block;
  request->thread = c.warp_index * warp_size + lane;
  request->tick = c.tick;
  request->site = c.info[c.pc].site;
  for (uint32_t i = 0; i < launch.pieces.size(); ++i) {
    const GridLaunch::Piece& piece = launch.pieces[i];
    request->arguments.resize(std::max<size_t>(request->arguments.size(), piece.parameter + 1));
    request->records.resize(request->arguments.size());
    const uint64_t bits = value(GridLaunch::shape_values + i);
    std::vector<uint8_t>& record = request->records[piece.parameter];
    if (!piece.bytes) request->arguments[piece.parameter] = bits;
    else record.resize(std::max<size_t>(record.size(), piece.offset + piece.bytes)), std::memcpy(record.data() + piece.offset, &bits, piece.bytes);
    if (!piece.is_pointer || !bits) continue;
    const uint32_t to = pointer_allocation(bits);
    const Space space = to < allocations.size() ? allocations[to].space : Space::global;
    if (space != Space::shared && space != Space::local) continue;
    const std::string& name = (*program->module)[(*program->module)[program->grid_kernels[launch.kernel].function].parameters[piece.parameter]].name;
    tell_fault(c, *request, GridFault::Mistake::pointer, space == Space::shared ? "shared" : "local", name);
    state.launch_errors[uint64_t{request->block} << 32 | request->thread] = invalid_value;
    return;
  }
  if (const int error = refusal(c, *request)) state.launch_errors[uint64_t{request->block} << 32 | request->thread] = error;
  else keep(std::move(request));
}

void Machine::Impl::tell_fault(RunContext& c, const GridRequest& request, GridFault::Mistake mistake, std::string what, std::string hint) {
  if (!c.checks) return;
  c.checks->grid_fault({mistake, request.tick, request.block, request.thread, request.site, kernel_name(*program, program->grid_kernels[request.kernel].function), std::move(what), std::move(hint)});
}

// What the launch breaks, as a cudaError_t; 0: nothing.
int Machine::Impl::refusal(RunContext& c, const GridRequest& request) {
  using Mistake = GridFault::Mistake;
  const LaunchShape& wanted = request.shape;
  const uint32_t most_threads = (*program->module)[program->grid_kernels[request.kernel].function].max_threads;
  const uint32_t static_bytes = program->shared_layouts.empty() ? program->static_shared_bytes : program->shared_layouts[1 + request.kernel].static_bytes;
  auto broken = check_launch_limits(wanted.grid, wanted.block, {static_bytes, request.shared_bytes, 0});
  if (!broken && most_threads && wanted.threads_per_block() > most_threads)
    broken = invalid_launch("a block has " + std::to_string(wanted.threads_per_block()) + " threads and the kernel's `__launch_bounds__` allow " + std::to_string(most_threads), "launch smaller blocks or raise the bound");
  if (!broken) broken = check_cluster(wanted.grid, wanted.cluster, false);
  if (broken) return tell_fault(c, request, Mistake::shape, broken->arguments[0], broken->arguments[1]), invalid_configuration;
  if (request.depth > limits::launch_depth) return tell_fault(c, request, Mistake::depth, std::to_string(limits::launch_depth), {}), too_deep;
  const uint64_t blocks = state.block_number + wanted.block_count();
  if (blocks > UINT32_MAX || state.grids.size() > limits::child_grids || state.waiting_grids >= limits::waiting_grids) {
    tell_fault(c, request, Mistake::count, std::to_string(limits::waiting_grids) + " grids wait, or " + std::to_string(limits::child_grids) + " have been launched, or they have 2^32 blocks", {});
    return too_many_waiting;
  }
  if (state.waiting_grids >= limits::pending_launches) tell_fault(c, request, Mistake::pending, std::to_string(limits::pending_launches), {});
  return 0;
}

void Machine::Impl::keep(std::shared_ptr<const GridRequest> request) {
  const auto number = static_cast<uint32_t>(state.grids.size());
  GridRecord& parent = state.grids[state.grid];
  (request->is_tail ? parent.tails : parent.children).push_back(number);
  ++state.waiting_grids;
  state.block_number += request->shape.block_count();
  if (checks) checks->launch_grid(number, request->block, request->thread, request->tick);
  state.grids.push_back({.request = std::move(request)});
}

void Machine::Impl::query_grids(RunContext& c, const Ins& ins) {
  for (LaneMask rest = c.mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    uint64_t& result = c.reg<uint64_t>(ins.d)[lane];
    if (static_cast<GridQuery>(ins.kind) == GridQuery::new_stream) {
      result = first_named_stream + state.streams++;
      continue;
    }
    const auto found = state.launch_errors.find(uint64_t{c.block} << 32 | (c.warp_index * warp_size + lane));
    result = found == state.launch_errors.end() ? 0 : static_cast<uint64_t>(found->second);
    if (found != state.launch_errors.end() && static_cast<GridQuery>(ins.kind) == GridQuery::take_error) state.launch_errors.erase(found);
  }
}

// ---- who runs next

namespace {

// What keeps launches of one grid in order: the block's NULL stream, a stream of its own, one for each thread. Fire and forget: none.
using StreamKey = std::array<uint64_t, 2>;
std::optional<StreamKey> stream_of(const GridRequest& request) {
  if (request.stream == stream_fire_and_forget) return std::nullopt;
  if (request.stream == stream_per_thread) return StreamKey{request.stream, uint64_t{request.block} << 32 | request.thread};
  if (request.stream < first_named_stream) return StreamKey{0, request.block};
  return StreamKey{request.stream, 0};
}

}  // namespace

// All blocks of the grid are done: no more children come. Of each stream its launches in order, the streams as the schedule wants it.
void Machine::Impl::order_children(GridRecord& record) {
  std::vector<std::vector<uint32_t>> streams;
  std::vector<uint32_t> stream_of_child;  // in the order in which they were launched
  std::map<StreamKey, uint32_t> known;
  for (const uint32_t child : record.children) {
    const auto key = stream_of(*state.grids[child].request);
    const auto fresh = static_cast<uint32_t>(streams.size());
    const uint32_t stream = key ? known.try_emplace(*key, fresh).first->second : fresh;
    if (stream == fresh) streams.emplace_back();
    if (!streams[stream].empty()) state.grids[child].after = streams[stream].back();
    streams[stream].push_back(child);
    stream_of_child.push_back(stream);
  }
  if (options.schedule == Schedule::reverse) {
    record.children.clear();
    for (size_t i = streams.size(); i-- > 0;) record.children.insert(record.children.end(), streams[i].begin(), streams[i].end());
  } else if (options.schedule == Schedule::random || options.schedule == Schedule::adversarial) {
    for (size_t i = stream_of_child.size(); i > 1; --i) std::swap(stream_of_child[i - 1], stream_of_child[random_below(static_cast<uint32_t>(i))]);
    std::vector<uint32_t> next(streams.size());
    for (size_t i = 0; i < stream_of_child.size(); ++i) record.children[i] = streams[stream_of_child[i]][next[stream_of_child[i]]++];
  }
}

// Behind the last block of the grid at work. False: that was all.
bool Machine::Impl::begin_next_grid() {
  if (options.stays_in_grid || state.grids.empty() || state.are_grids_done) return false;
  GridRecord& ended = state.grids[state.grid];
  ended.end = state.tick;
  ended.thread_instructions = state.thread_instructions - ended.thread_instructions;
  order_children(ended);
  for (uint32_t grid = state.grid;;) {
    GridRecord& record = state.grids[grid];
    const size_t place = record.next++;
    if (place < record.children.size()) return begin_grid(record.children[place]), true;
    if (place < record.children.size() + record.tails.size()) return begin_grid(record.tails[place - record.children.size()]), true;
    if (grid == 0) break;
    if (checks) checks->end_grid(grid);
    grid = record.request->parent;
  }
  state.are_grids_done = true;
  return false;
}

void Machine::Impl::begin_grid(uint32_t grid) {
  GridRecord& record = state.grids[grid];
  const GridRequest& request = *record.request;
  record.begin = state.tick;
  record.thread_instructions = state.thread_instructions;
  record.first_block = state.begun_blocks ? state.begun_blocks : static_cast<uint32_t>(block_count);
  state.begun_blocks = record.first_block + static_cast<uint32_t>(request.shape.block_count());
  --state.waiting_grids;
  state.grid = grid;
  state.launch_errors.clear();
  take_shape(request);
  take_arguments(request);
  if (!checks) return;
  GridBegin begin{.grid = grid, .parent = request.parent, .after = record.after, .is_tail = request.is_tail, .first_block = record.first_block, .tick = state.tick,
                  .extent = shape.grid, .block = shape.block, .kernel = kernel_name(*program, program->grid_kernels[request.kernel].function), .site = request.site, .launching_block = request.block,
                  .launching_thread = request.thread, .launched = request.tick};
  checks->begin_grid(begin, allocations);
}

// As the constructor does it for the launch's own grid.
void Machine::Impl::take_shape(const GridRequest& request) {
  shape = request.shape;
  entry = program->grid_kernels[request.kernel].begin;
  block_count = shape.block_count();
  warps_per_block = shape.warps_per_block();
  part_begin = 0;
  part_end = block_count;
  shared_bytes = static_shared_bytes();
  if (program->dynamic_shared >= 0) {
    shared_bytes = dynamic_shared_place() + request.shared_bytes;
    const uint32_t id = first_program_allocation + static_cast<uint32_t>(program->dynamic_shared);
    allocations[id].bytes = views[id].size = request.shared_bytes;
    allocations[id].shape = {request.shared_bytes / std::max(allocations[id].element_bytes, 1u)};
  }
  pool.clear();
  form = nullptr;
  std::fill(std::begin(bound_to), std::end(bound_to), nullptr);
  std::fill(shape_tests.begin(), shape_tests.end(), ShapeTest{});
  ready = fetching = {};
  looks = {};
  state.started = state.finished = state.at_grid_barrier = state.grid_releases = state.grid_released_at = state.idle_turns = 0;
  state.block_at_work = 0;
  state.turn_end = state.told_turn_end = state.tick;
  state.is_settled = false;
  choose_order(options.seed ^ uint64_t{state.grid} * 0xD6E8FEB86659FD93u);
  limit_residents();
}

void Machine::Impl::take_arguments(const GridRequest& request) {
  const uint32_t first = program->grid_kernels[request.kernel].first_parameter;
  for (uint32_t i = 0; i < request.arguments.size(); ++i) {
    arguments[first + i] = request.arguments[i];
    records[first + i] = request.records[i];
  }
  for (size_t i = 0; i < program->allocations.size(); ++i) {
    const ProgramAllocation& allocation = program->allocations[i];
    if (allocation.parameter < static_cast<int32_t>(first) || allocation.parameter >= static_cast<int32_t>(first + request.arguments.size())) continue;
    const std::vector<uint8_t>& bytes = records[static_cast<size_t>(allocation.parameter)];
    std::copy(bytes.begin(), bytes.end(), memory[memory_of[first_program_allocation + i]].data);
  }
}

}  // namespace wb
