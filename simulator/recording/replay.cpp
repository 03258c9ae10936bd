#include "simulator/recording/replay.h"

#include <algorithm>
#include <bit>

#include "simulator/analysis/element_names.h"
#include "simulator/recording/variable_reader.h"
#include "simulator/source/heap_size.h"

namespace wb {
namespace {

constexpr uint64_t nearest_state = 512;  // ticks before what is looked at
constexpr size_t kept_looks = 32;
constexpr uint64_t few_steps = 1 << 18;      // of all blocks: those take less than a tenth of a second, or little more

// Of a program with several kernels: shared variables and records among the parameters of those that this grid does not run.
bool is_of_another_kernel(const RecordedRun& run, uint32_t allocation) {
  const Program& program = *run.program;
  if (program.shared_layouts.empty()) return false;
  const GridStart* const start = run.options.start.get();
  const uint32_t kernel = start ? start->state.grids[start->grid].request->kernel : 0;
  const ProgramAllocation& own = program.allocations[allocation];
  const bool is_shared = own.info.space == Space::shared && static_cast<int32_t>(allocation) != program.dynamic_shared;
  if (is_shared) return program.shared_layouts[start ? 1 + kernel : 0].places[allocation] == SharedLayout::not_there;
  if (own.parameter < 0) return false;
  const uint32_t first = start ? program.grid_kernels[kernel].first_parameter : 0;
  const auto& parameters = (*program.module)[start ? program.grid_kernels[kernel].function : program.kernel].parameters;
  return own.parameter < static_cast<int32_t>(first) || own.parameter >= static_cast<int32_t>(first + parameters.size());
}

}  // namespace

Replay::Replay(RecordedRun run) : run_(std::move(run)), shares_(run_.byte_limit) {
  machine_ = std::make_unique<Machine>(run_.program, run_.launch, run_.options, nullptr);
  shape_ = machine_->shape();
  auto allocations = machine_->allocations();
  allocations_.assign(allocations.begin(), allocations.end());
  for (uint32_t a = 0; a < run_.program->allocations.size(); ++a)
    if (is_of_another_kernel(run_, a)) allocations_[machine_->first_program_allocation() + a].bytes = 0;  // there is nothing to look at
  passing_.begin_launch(shape_, allocations_, run_.program->sites, run_.program->module->sources);
  for (const Finding& finding : run_.findings)
    if (const auto moment = moment_of(finding.tick)) finding_ticks_.push_back(*moment);
  std::sort(finding_ticks_.begin(), finding_ticks_.end());
  finding_ticks_.erase(std::unique(finding_ticks_.begin(), finding_ticks_.end()), finding_ticks_.end());
  if (run_.journal && run_.index && !run_.snapshots.empty() && run_.snapshots[0].tick == 0) {
    machine_ = nullptr;  // all blocks together are seldom needed
    const size_t room = shares_.snapshots + shares_.near, used = bytes_of(run_.snapshots) + run_.journal->bytes();
    shares_.near = std::min(shares_.near, room - std::min(room, used));  // snapshots may have borrowed it
    lone_ = std::make_unique<LoneBlocks>(LoneBlocks::Source{run_.program, &run_.launch, run_.options, &run_.snapshots, run_.journal.get(), shares_.turns / 2});
    shares_.turns -= shares_.turns / 2;
  }
}

Tick Replay::farthest() const {
  Tick way = 0;
  for (size_t i = 0; i < run_.snapshots.size(); ++i) way = std::max(way, (i + 1 < run_.snapshots.size() ? run_.snapshots[i + 1].tick : run_.end) - run_.snapshots[i].tick);
  return way;
}

Tick Replay::long_way() const { return !lone_ && farthest() > few_steps ? farthest() : 0; }

Replay::Use Replay::use() const {
  std::scoped_lock lock(mutex_);
  Use use{run_.snapshots.size(), bytes_of(run_.snapshots), index().bytes(), 0, 0};
  for (const Near& near : near_) use.near_bytes += near.bytes;
  if (run_.journal) use.journal_bytes = run_.journal->bytes();
  use.longest_way = farthest();
  return use;
}

// The last state at or before `tick`.
const Snapshot* Replay::nearest(Tick tick) const {
  const auto after = std::upper_bound(run_.snapshots.begin(), run_.snapshots.end(), tick, [](Tick t, const Snapshot& s) { return t < s.tick; });
  const Snapshot* best = after == run_.snapshots.begin() ? nullptr : &*(after - 1);
  for (const Near& near : near_)
    for (const Snapshot& s : near.states)
      if (s.tick <= tick && (!best || s.tick > best->tick)) best = &s;
  return best;
}

// The machine, standing at `tick` (at most the end).
Machine& Replay::seek(Tick tick, For what) const {
  tick = std::min(tick, run_.end);
  const Snapshot* start = nearest(tick);
  if (!machine_) machine_ = std::make_unique<Machine>(run_.program, run_.launch, run_.options, nullptr);
  const bool is_on_the_way = machine_->tick() <= tick && (!start || machine_->tick() >= start->tick);
  if (!is_on_the_way) {
    if (start) machine_->load(*start->state);
    else machine_ = std::make_unique<Machine>(run_.program, run_.launch, run_.options, nullptr);
  }
  if (what == For::looking && tick - machine_->tick() > 4 * nearest_state) keep_near(tick);
  machine_->run_until(tick);
  if (what == For::looking) machine_->next();  // blocks that start at this moment have started
  return *machine_;
}

// Whoever looks here will want to step back from here: goes there, and keeps states at distances that grow fourfold.
void Replay::keep_near(Tick tick) const {
  Near near;
  uint64_t distance = nearest_state;
  while (distance * 4 < tick - machine_->tick()) distance *= 4;
  for (; distance >= nearest_state; distance /= 4) {
    machine_->run_until(tick - distance);
    auto state = std::make_shared<MachineState>(machine_->save());
    near.bytes += state->bytes;
    near.states.push_back({machine_->tick(), std::move(state)});
  }
  near_.push_back(std::move(near));
  size_t bytes = 0;
  for (const Near& l : near_) bytes += l.bytes;
  while (!near_.empty() && (bytes > shares_.near || near_.size() > kept_looks)) {
    bytes -= near_.front().bytes;
    near_.erase(near_.begin());
  }
}

const RunIndex& Replay::index() const {
  if (!run_.index) const_cast<RecordedRun&>(run_).index = std::make_shared<RunIndex>(index_run(run_.program, run_.launch, run_.options, run_.end, shares_.index));
  return *run_.index;
}

// ---- turns

std::vector<Replay::Turn> Replay::replay_turns(size_t stretch) const {
  std::vector<Turn> all;
  const Tick end = stretch_end(stretch);
  for (Machine& machine = seek(stretch_begin(stretch), For::scanning); machine.tick() < end;) {
    const std::optional<NextInstruction> next = machine.next();
    if (!next) break;
    const Warp warp{next->block, next->warp};
    if (all.empty() || !(all.back().warp == warp)) all.push_back({machine.tick(), 0, warp, next->pc});
    if (machine.run_turn(end) != MachineStatus::paused) break;
  }
  return all;
}

// All of the stretch's turns: from the index, or looked up again.
Replay::Turns Replay::turns(size_t stretch) const {
  const auto known = std::find_if(turns_.begin(), turns_.end(), [&](const auto& t) { return t.first == stretch; });
  if (known != turns_.end()) {
    std::rotate(known, known + 1, turns_.end());
    return turns_.back().second;
  }
  uint64_t count = 0;
  std::vector<Turn> all;
  for (const RunIndex::Slice& slice : index().slices(stretch, count)) all.push_back({slice.begin, 0, {slice.block, slice.warp}, slice.pc});
  if (all.size() != count) all = run_.journal ? journal_turns(stretch) : replay_turns(stretch);
  for (size_t i = 0; i < all.size(); ++i) all[i].end = i + 1 < all.size() ? all[i + 1].begin : stretch_end(stretch);
  turns_.emplace_back(stretch, std::make_shared<const std::vector<Turn>>(std::move(all)));
  turns_kept_ += turns_.back().second->size();
  while (turns_.size() > 1 && turns_kept_ * sizeof(Turn) > shares_.turns) {
    turns_kept_ -= turns_.front().second->size();
    turns_.erase(turns_.begin());
  }
  return turns_.back().second;
}

std::optional<Replay::Turn> Replay::turn_at(Tick tick) const {
  if (tick >= run_.end || index().stretch_of(tick) >= index().count()) return std::nullopt;
  const Turns all = turns(index().stretch_of(tick));
  const auto after = std::upper_bound(all->begin(), all->end(), tick, [](Tick t, const Turn& turn) { return t < turn.begin; });
  return after == all->begin() ? std::nullopt : std::optional(*(after - 1));
}

// Of a whole stretch's turns one warp's are few: a journal gives its block's alone.
std::vector<Replay::Turn> Replay::turns_of(Warp warp, size_t stretch) const {
  std::vector<Turn> own;
  if (!run_.journal) {
    const Turns all = turns(stretch);
    std::copy_if(all->begin(), all->end(), std::back_inserter(own), [&](const Turn& turn) { return turn.warp == warp; });
    return own;
  }
  const Tick begin = stretch_begin(stretch), end = stretch_end(stretch);
  for (const RunJournal::Turn& turn : run_.journal->turns_of(warp.block, warp.warp, begin, end)) {
    const Tick from = std::max(turn.begin, begin), to = std::min(turn.end, end);
    if (!own.empty() && own.back().end == from) own.back().end = to;
    else own.push_back({from, to, warp, turn.pc});
  }
  return own;
}

bool Replay::each_turn_from(Warp warp, Tick from, const TurnVisit& visit) const {
  for (size_t stretch = index().stretch_of(from); stretch < index().count(); ++stretch) {
    if (!index().has_warp(stretch, warp.block, warp.warp)) continue;
    for (const Turn& turn : turns_of(warp, stretch))
      if (turn.end > from && visit(turn)) return true;
  }
  return false;
}

bool Replay::each_turn_before(Warp warp, Tick before, const TurnVisit& visit) const {
  if (before == 0) return false;
  for (size_t stretch = std::min(index().stretch_of(before - 1) + 1, index().count()); stretch-- > 0;) {
    if (!index().has_warp(stretch, warp.block, warp.warp)) continue;
    const std::vector<Turn> own = turns_of(warp, stretch);
    for (size_t i = own.size(); i-- > 0;)
      if (own[i].begin < before && visit(own[i])) return true;
  }
  return false;
}

uint32_t Replay::line_of(const Span& span) const {
  const SourceMap& map = sources();
  if (span.file.v >= map.file_count()) return 0;
  Span outer = map.outermost(span);
  // Lines of other files are told apart from those of the main file.
  return map.start(outer).line + (outer.file.v << 24);
}

Replay::Stand Replay::stand_of(const NextInstruction& next) const {
  const Opcode op = run_.program->code[next.pc].op;
  return {line_of(run_.program->info[next.pc].span), is_memory(op) || finishes_copies(op), next.lanes, {next.block, next.warp}, next.pc};
}

// What stands at each tick of [begin, end).
std::vector<Replay::Stand> Replay::stands(Tick begin, Tick end, For what) const {
  return lone_ && end - begin <= few_ticks ? stands_alone(begin, end, true) : stands_in_order(begin, end, what);
}

std::vector<Replay::Stand> Replay::stands_in_order(Tick begin, Tick end, For what) const {
  std::vector<Stand> all;
  all.reserve(end - begin);
  Machine& machine = seek(begin, what);
  for (Tick tick = begin; tick < end; ++tick) {
    if (tick > begin) machine.run_until(tick);
    const std::optional<NextInstruction> next = machine.next();
    if (!next) break;
    all.push_back(stand_of(*next));
  }
  return all;
}

// ---- a moment

std::optional<Instruction> Replay::instruction(Tick tick) const {
  std::scoped_lock lock(mutex_);
  if (tick >= run_.end) return std::nullopt;
  std::optional<NextInstruction> next = look(tick, {}).next();
  if (!next) return std::nullopt;
  return Instruction{next->block, next->warp, next->lanes, run_.program->info[next->pc].span, disassemble(*run_.program, next->pc)};
}

std::vector<LaneView> Replay::lanes(Tick tick, uint32_t block) const {
  std::scoped_lock lock(mutex_);
  std::vector<LaneView> views(shape_.threads_per_block());
  if (block >= shape_.block_count()) return views;
  Machine& machine = look(tick, block);
  for (uint32_t thread = 0; thread < views.size(); ++thread) views[thread] = machine.lane(block, thread);
  return views;
}

std::vector<LaneState> Replay::blocks(Tick tick) const {
  std::scoped_lock lock(mutex_);
  if (lone_) return journal_states(std::min(tick, run_.end));
  return seek(tick).block_states();
}

std::vector<VariableView> Replay::variables(Tick tick, ThreadRef thread) const {
  std::scoped_lock lock(mutex_);
  if (thread.block >= shape_.block_count() || thread.thread >= shape_.threads_per_block()) return {};
  return variables_with_changes(std::min(tick, run_.end), thread);
}

// A variable has changed if it had another value where the thread's last line began.
std::vector<VariableView> Replay::variables_with_changes(Tick tick, ThreadRef thread) const {
  std::vector<VariableView> now = read_variables(seek_variable(tick, thread, {}), thread);
  if (now.empty()) return now;
  std::optional<Tick> before = last_line_start(tick, {thread.block, thread.thread / warp_size});
  if (!before) return now;
  std::vector<VariableView> then = read_variables(seek_variable(*before, thread, {}), thread);
  for (size_t i = 0; i < now.size(); ++i) {
    auto same = std::find_if(then.begin(), then.end(), [&](const VariableView& v) { return v.name == now[i].name && v.type == now[i].type; });
    now[i].changed = same == then.end() ? !now[i].is_poisoned : same->value != now[i].value;
  }
  return now;
}

std::array<std::string, warp_size> Replay::values(Tick tick, ThreadRef thread, std::string_view variable) const {
  std::scoped_lock lock(mutex_);
  std::array<std::string, warp_size> all;
  if (thread.block >= shape_.block_count() || thread.thread >= shape_.threads_per_block()) return all;
  Machine& machine = seek_variable(tick, thread, variable);
  uint32_t first = thread.thread / warp_size * warp_size;
  for (uint32_t lane = 0; lane < warp_size && first + lane < shape_.threads_per_block(); ++lane)
    all[lane] = read_variable(machine, thread, {thread.block, first + lane}, variable);
  return all;
}

// Of a large buffer, and of a large heap, the beginning: much of it was never touched. How much shared memory a block has its own grid says.
MemoryView Replay::memory(Tick tick, uint32_t allocation, uint32_t block) const {
  constexpr uint64_t most_bytes = 256u << 20;
  std::scoped_lock lock(mutex_);
  if (allocation >= allocations_.size()) return {};
  const AllocationInfo& info = allocations_[allocation];
  const uint64_t bytes = std::min(info.bytes, info.is_heap ? usual_heap_bytes : most_bytes);
  const Machine& machine = look_at_memory(tick, allocation, block);
  if (lone_) lone_->show(allocation, 0, bytes);
  return info.space == Space::global ? machine.read_memory(allocation, block, 0, 0, bytes) : machine.read_memory(allocation, block);
}

MemoryView Replay::bytes(Tick tick, const MemoryPlace& place) const {
  std::scoped_lock lock(mutex_);
  if (place.allocation >= allocations_.size()) return {};
  const Machine& machine = look_at_memory(tick, place.allocation, place.block);
  if (lone_) lone_->show(place.allocation, place.offset, place.bytes);
  return machine.read_memory(place.allocation, place.block, place.thread, place.offset, place.bytes);
}

std::string Replay::console(Tick tick) const {
  std::scoped_lock lock(mutex_);
  // Where nothing was printed between two snapshots, nothing has to be replayed for it.
  const auto after = std::upper_bound(run_.snapshots.begin(), run_.snapshots.end(), tick, [](Tick t, const Snapshot& s) { return t < s.tick; });
  if (after != run_.snapshots.begin() && after != run_.snapshots.end() && (after - 1)->state->console.size() == after->state->console.size()) return after->state->console;
  return seek(tick).state().console;
}

}  // namespace wb
