// Registers that snapshots left out (machine/saved_block.h): values of variables that no instruction reads again. They are found when
// somebody looks at them.
//
//   ticks       40000          44096           48192            52288
//   snapshots   S ............ S ............. S .............. S          block 7 was at work at 42000, and has waited since
//   block 7     version 1      version 2       version 2        version 2  `left` is absent in version 2: it stood there at 44096
//   who looks at `left` at 53000: from 40000 to 44096 for the row, then from 52288, with the row filled in, to 53000
//
// What the row was before the snapshot at 40000 does not matter as a rule, since the block wrote it in between; that the sum is right says
// so. If it is not, the block at 40000 is filled in first, in the same way, from further back.
#include <algorithm>

#include "simulator/machine/saved_block.h"
#include "simulator/recording/replay.h"
#include "simulator/recording/variable_reader.h"

namespace wb {

namespace {

std::shared_ptr<const SavedBlock> version_of(const Snapshot* snapshot, uint32_t block) {
  if (!snapshot) return nullptr;
  for (const auto& saved : snapshot->state->blocks)
    if (saved->head.index == block) return saved;
  return nullptr;
}

// Does a variable of that name, or any one (""), stand in memory that other blocks may write?
bool stands_in_memory(const Program& program, std::string_view name) {
  return std::any_of(program.variables.begin(), program.variables.end(), [&](const VariableLocation& variable) {
    if (!name.empty() && variable.name != name) return false;
    if (variable.where == VariableLocation::Where::allocation) return program.allocations[variable.allocation].info.space == Space::global;
    return variable.where == VariableLocation::Where::reference;
  });
}

}  // namespace

Machine& Replay::seek_variable(Tick tick, ThreadRef thread, std::string_view variable, For what) const {
  Machine& machine = seek_registers(tick, thread, what);
  if (lone_ && stands_in_memory(*run_.program, variable)) show_variable(machine, thread, variable);
  return machine;
}

// Makes memory right where this variable stands, of each thread of the warp; or all variables of the thread.
void Replay::show_variable(Machine& machine, ThreadRef thread, std::string_view variable) const {
  const auto show = [&](uint32_t allocation, uint64_t offset, uint64_t bytes) {
    const uint64_t end = allocations_[allocation].bytes;
    if (offset < end) lone_->show(allocation, offset, std::min(bytes, end - offset));
  };
  if (variable.empty()) return each_place_of_variable(machine, thread, thread, variable, show);
  const uint32_t first = thread.thread / warp_size * warp_size;
  for (uint32_t t = first; t < std::min(first + warp_size, shape_.threads_per_block()); ++t) each_place_of_variable(machine, thread, {thread.block, t}, variable, show);
}

// As seek(), for who looks at registers of this thread's warp.
Machine& Replay::seek_registers(Tick tick, ThreadRef thread, For what) const {
  tick = std::min(tick, run_.end);
  Machine& machine = !lone_ ? seek(tick, what) : what == For::looking ? look(tick, thread.block) : lone_->go_to(tick, {thread.block}, false);
  if (!machine.misses_rows(thread.block, thread.thread)) return machine;
  const Snapshot start = lone_ ? lone_->snapshot_before(tick) : *nearest(tick);  // a copy: its state stays, whatever is dropped
  const auto version = version_of(&start, thread.block);
  const std::vector<RegisterRow> rows = version ? absent_rows(*version) : std::vector<RegisterRow>();
  return run_from(&start, thread.block, tick, version ? &version->absent : nullptr, rows);
}

// From a snapshot (or the start) to a later tick, where this block is right; with these rows of it filled in before it goes on.
Machine& Replay::run_from(const Snapshot* start, uint32_t block, Tick tick, const std::vector<AbsentRow>* absent, const std::vector<RegisterRow>& rows) const {
  if (lone_) {
    Machine& machine = lone_->go_back_to(start ? *start : run_.snapshots[0], lone_->needed(tick, {block}, true));
    if (absent) machine.fill_absent(block, *absent, rows);
    lone_->go_on_to_look(tick);
    return machine;
  }
  if (start) machine_->load(*start->state);
  else machine_ = std::make_unique<Machine>(run_.program, run_.launch, run_.options, nullptr);
  if (absent) machine_->fill_absent(block, *absent, rows);
  machine_->run_until(tick);
  return *machine_;
}

// The rows that are absent in this version of a block. The machine stands anywhere afterwards.
std::vector<RegisterRow> Replay::absent_rows(const SavedBlock& version) const {
  std::vector<RegisterRow> rows(version.absent.size());
  std::vector<bool> is_found(rows.size());
  for (size_t first = 0; first < rows.size(); ++first) {
    if (is_found[first]) continue;
    const auto tick_of = [&](const AbsentRow& row) { return row.tick == AbsentRow::unknown ? version.tick : row.tick; };
    const Tick tick = tick_of(version.absent[first]);
    std::vector<size_t> wanted;
    for (size_t i = first; i < rows.size(); ++i)
      if (tick_of(version.absent[i]) == tick) wanted.push_back(i);
    find_absent(version, tick, wanted, rows);
    for (const size_t i : wanted) is_found[i] = true;
  }
  return rows;
}

// Those of them that stood there at `tick`.
void Replay::find_absent(const SavedBlock& version, Tick tick, const std::vector<size_t>& wanted, std::vector<RegisterRow>& rows) const {
  const uint32_t block = version.head.index;
  const auto behind = std::lower_bound(run_.snapshots.begin(), run_.snapshots.end(), tick, [](const Snapshot& s, Tick t) { return s.tick < t; });
  const Snapshot* const start = behind == run_.snapshots.begin() ? nullptr : &*(behind - 1);
  const auto before = version_of(start, block);
  const auto run = [&](const std::vector<RegisterRow>* filled) {
    const Machine& machine = run_from(start, block, tick, filled ? &before->absent : nullptr, filled ? *filled : std::vector<RegisterRow>());
    return std::all_of(wanted.begin(), wanted.end(), [&](size_t i) {
      rows[i] = machine.row(block, version.absent[i].row);
      return version.absent[i].tick != AbsentRow::unknown && sum_of(rows[i]) == version.absent[i].sum;
    });
  };
  if (run(nullptr) || !before || before->absent.empty()) return;
  const std::vector<RegisterRow> filled = absent_rows(*before);
  run(&filled);
}

}  // namespace wb
