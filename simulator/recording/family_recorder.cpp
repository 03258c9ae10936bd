#include "simulator/recording/family_recorder.h"

#include <algorithm>

#include "simulator/analysis/checks.h"
#include "simulator/recording/recorder.h"
#include "simulator/recording/replay.h"

namespace wb {
namespace {

constexpr uint64_t ticks_between_looks = 1 << 16;  // at the stop token

LaunchedGrid described(const Program& program, const MachineHead& state, uint32_t number, uint64_t end) {
  const GridRecord& record = state.grids[number];
  const GridRequest& request = *record.request;
  const GridRecord& parent = state.grids[request.parent];
  LaunchedGrid grid{.number = number, .parent = request.parent, .depth = request.depth, .kernel = kernel_name(program, program.grid_kernels[request.kernel].function),
                    .shape = request.shape, .dynamic_shared_bytes = request.shared_bytes, .is_tail = request.is_tail,
                    .by = {request.block - parent.first_block, request.thread}, .launched = request.tick - parent.begin, .span = {},
                    .has_begun = record.first_block != 0, .begin = record.begin, .end = record.end ? record.end : end};
  if (request.site < program.sites.size()) grid.span = program.sites[request.site].span;
  return grid;
}

// What a schedule that is told to the whole launch tells to one grid, which is run alone: its blocks are numbered from 0 then.
ToldSchedule told_in_grid(ToldSchedule told, const GridStart& start) {
  const GridRecord& grid = start.state.grids[start.grid];
  const uint32_t first = grid.first_block;
  if (told.empty()) return told;
  const uint32_t block = told.holds.empty() ? told.first_blocks.front() : told.holds.front().before.block;
  if (block < first || block - first >= grid.request->shape.block_count()) return {};  // another grid is meant
  for (uint32_t& of : told.first_blocks) of -= first;
  for (ToldSchedule::Hold& hold : told.holds) hold.before.block -= first, hold.until.block -= first;
  return told;
}

}  // namespace

FamilyRecorder::FamilyRecorder(FamilyRun run, const Machine& ended, std::shared_ptr<const Recording> own) : run_(std::move(run)), own_(std::move(own)) {
  const MachineHead& state = ended.state();
  const Program& program = *run_.program;
  grids_.push_back({.kernel = kernel_name(program, program.kernel), .shape = own_->shape(), .dynamic_shared_bytes = run_.launch.dynamic_shared_bytes, .by = {},
                    .span = {}, .has_begun = true, .begin = 0, .end = own_->end()});
  for (uint32_t number = 1; number < state.grids.size(); ++number) grids_.push_back(described(program, state, number, ended.tick()));
}

std::shared_ptr<const Recording> FamilyRecorder::record(uint32_t number, const std::function<void(double)>& report, std::stop_token stop) const {
  if (number == 0) return own_;
  if (number >= grids_.size() || !grids_[number].has_begun) return nullptr;
  const LaunchedGrid& grid = grids_[number];
  MachineOptions options = run_.options;
  options.stays_in_grid = true;
  // Where the grid before it is done, the next one to begin is this one: the machine is deterministic.
  const auto so_far = [&](uint64_t tick) {
    if (report) report(static_cast<double>(tick) / static_cast<double>(std::max<Tick>(grid.end, 1)));
  };
  options.start = start_of_grid(run_.program, run_.launch, run_.options, grid.begin, stop, so_far);
  if (!options.start || options.start->grid != number) return nullptr;
  options.told = told_in_grid(options.told, *options.start);
  Checks passing;
  Machine machine(run_.program, run_.launch, options, &passing);
  const size_t byte_limit = run_.byte_limit / 2;
  const RecordingShares shares(byte_limit);
  Recorder recorder(shares.snapshots);
  RunIndexer indexer(machine, shares.index);
  passing.watch(&indexer);
  const Tick end = grid.end - grid.begin;
  for (recorder.take(machine); machine.tick() < end;) {
    const MachineStatus status = indexer.run(machine, std::min({end, recorder.next_stop(), machine.tick() + ticks_between_looks}));
    if (stop.stop_requested()) return nullptr;
    if (machine.tick() >= recorder.next_stop()) recorder.take(machine);
    so_far(grid.begin + machine.tick());
    if (status != MachineStatus::paused) break;
  }
  auto index = std::make_shared<const RunIndex>(indexer.finish(machine.tick()));
  auto recording = std::make_shared<Replay>(RecordedRun{run_.program, run_.launch, options, recorder.finish(), machine.tick(), run_.findings, std::move(index), byte_limit});
  std::vector<Finding> findings = run_.findings;
  recording->complete(findings);
  return recording;
}

}  // namespace wb
