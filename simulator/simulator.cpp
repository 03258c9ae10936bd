// A launch, run and looked at: as one machine that is stepped, or in parts on several host threads.
#include "simulator/simulator.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <new>
#include <span>
#include <utility>

#include "simulator/analysis/checks.h"
#include "simulator/analysis/counter_profile.h"
#include "simulator/analysis/race_table.h"
#include "simulator/analysis/sentences.h"
#include "simulator/explain/closer_look.h"
#include "simulator/explain/late_stores.h"
#include "simulator/explain/lock_circles.h"
#include "simulator/machine/machine.h"
#include "simulator/machine/number_checks.h"
#include "simulator/machine/parts.h"
#include "simulator/program/order_dependence.h"
#include "simulator/recording/family_recorder.h"
#include "simulator/recording/recorder.h"
#include "simulator/recording/replay.h"
#include "simulator/recording/run_journal.h"
#include "simulator/run/launch_checks.h"
#include "simulator/run/run_results.h"
#include "simulator/run/stopped_run.h"

namespace wb {

// ---- schedules by name

const char* schedule_name(Schedule schedule) {
  switch (schedule) {
    case Schedule::in_order: return "in-order";
    case Schedule::reverse: return "reverse";
    case Schedule::round_robin: return "round-robin";
    case Schedule::random: return "random";
    case Schedule::adversarial: return "adversarial";
  }
  return "";
}

std::optional<Schedule> schedule_from_name(std::string_view name) {
  for (Schedule s : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial})
    if (name == schedule_name(s)) return s;
  return std::nullopt;
}

// ---- simulate

namespace {

constexpr uint64_t ticks_between_looks = 1 << 16;  // at the stop token and the clock
constexpr uint64_t least_share = 10;               // of the budget, that is left once an access was out of bounds: loops that read on until they find something end late, or never
constexpr uint64_t first_look_ahead = 1 << 13;     // may it go on like this for ever? The next ones come at twice the tick each; while blocks come and go it does not
constexpr uint64_t look_behind_store = 1 << 9;     // of the host program's: who waited for it often waits for the next one soon

// May another schedule lead the threads elsewhere?
bool is_steered(const Checks& checks, const Program& program, const KernelLaunch& launch) {
  const std::vector<bool> none(checks.allocations().size());
  SeenRun seen{checks.executed(), none, none, checks.allocations()};
  const LeftOutRaces& left_out = checks.race_table().left_out();
  for (size_t a = 0; a < left_out.allocations.size(); ++a) seen.racing[a] = left_out.allocations[a];
  for (const RacePair& pair : checks.racing_pairs()) {
    if (pair.is_guess) continue;  // nobody has told that its value is chance
    seen.racing[pair.allocation] = true;
    if (pair.access[0] == AccessKind::store && pair.access[1] == AccessKind::store && !pair.different_values && !pair.merged_values) seen.agreeing[pair.allocation] = true;
  }
  return steers_by_order(program, launch, seen);
}

// The most severe first, then by tick, as Checks gives them.
void add_findings(std::vector<Finding>& findings, std::vector<Finding> more) {
  findings.insert(findings.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) { return a.severity != b.severity ? a.severity > b.severity : a.tick < b.tick; });
}

void add_other_orders(SimulationResult& result, const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const RunOptions& options, uint64_t end,
                      const std::stop_token& stop) {
  if (!options.checks || options.schedule != Schedule::in_order || !options.told.empty() || result.status != SimulationStatus::finished) return;
  add_findings(result.findings, find_lock_circles(program, launch, end, stop));
  add_findings(result.findings, find_late_stores(program, launch, result.findings, end, stop));
}

// Where a run hangs since threads wait for each other's locks: that is told, in the place of who looks at what in vain.
void name_holders(SimulationResult& result, const std::optional<EndlessWait>& wait, const std::shared_ptr<const Program>& program, const KernelLaunch& launch,
                  const MachineOptions& options, uint64_t end, const std::stop_token& stop) {
  const auto told = std::find_if(result.findings.begin(), result.findings.end(), [](const Finding& finding) { return finding.code == "deadlock.poll"; });
  if (!wait || told == result.findings.end()) return;
  if (std::optional<Finding> circle = find_closed_circle(*wait, program, launch, options, end, stop)) *told = std::move(*circle);
}

MachineOptions machine_options(const RunOptions& options) {
  MachineOptions own{options.schedule, options.seed, options.outputs, {}};
  own.told = options.told;
  own.borrows_buffers = !options.record;  // what is replayed later must not
  own.stays_in_grid = options.record;     // a recording is of one shape: the launch's own grid
  return own;
}

// Of what a recording may take, half is left for the grids that device code launches, where it may.
size_t bytes_of_own_grid(const Program& program, const RunOptions& options) { return program.grid_kernels.empty() ? options.snapshot_bytes : options.snapshot_bytes / 2; }

// One machine that takes a launch from its first step to its end, watched by the checks, the recorder and whoever else was asked for.
class SteppedRun {
 public:
  SteppedRun(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const RunOptions& options, const RunProgress& progress, const std::stop_token& stop)
      : program_(program), launch_(launch), options_(options), progress_(progress), stop_(stop), machine_options_(machine_options(options)),
        machine_(program, launch, machine_options_, options.checks || options.record || options.watcher ? &checks_ : nullptr), own_bytes_(bytes_of_own_grid(*program, options)), shares_(own_bytes_), recorder_(shares_.snapshots) {
    if (options.checks && options.count_by_warp) checks_.count_by_warp();
    if (options.checks && options.count_over_time) time_.emplace();
    if (options.record) begin_recording();
    else if (options.watcher && !options.checks) checks_.watch(options.watcher);
  }

  void run(SimulationResult& result) {
    while (!is_over(advance(), result.status)) {
      if (is_behind_recording_) continue;
      if (journal_) recorder_.set_journal(journal_->bytes(), shares_.near + shares_.turns);
      if (options_.record && machine_.tick() >= recorder_.next_stop()) recorder_.take(machine_);
      if (progress_.report) progress_.report(static_cast<double>(machine_.state().finished) / static_cast<double>(machine_.shape().block_count()), machine_.tick());
    }
    if (journal_) machine_.next(), journal_->note_told(machine_);  // where it is cut off, too
    report(result);
    if (progress_.report && result.status == SimulationStatus::finished) progress_.report(1.0, machine_.tick());
  }
  // Of a run that is over: `result` has its findings.
  std::shared_ptr<Replay> recording(SimulationResult& result) {
    const uint64_t end = is_behind_recording_ ? recorded_ : machine_.tick();
    auto index = std::make_shared<const RunIndex>(indexer_->finish(end));
    std::shared_ptr<const RunJournal> kept;
    if (journal_ && journal_->is_kept() && recorder_.needs_journal(end)) kept = std::make_shared<const RunJournal>(journal_->finish(end));
    // Beside a journal hardly anybody wants near states but who looks at what was printed.
    recorder_.set_journal(kept ? kept->bytes() : 0, kept && result.console.empty() ? shares_.near : 0);
    auto replay = std::make_shared<Replay>(
        RecordedRun{program_, launch_, machine_options_, recorder_.finish(), end, result.findings, std::move(index), own_bytes_, std::move(kept)});
    replay->complete(result.findings);
    return replay;
  }
  // Of one that has been recorded.
  std::shared_ptr<const GridFamily> family(const SimulationResult& result) const {
    if (!is_behind_recording_) return nullptr;
    return std::make_shared<const FamilyRecorder>(FamilyRun{program_, launch_, machine_options_, result.findings, options_.snapshot_bytes - own_bytes_}, machine_, result.recording);
  }

 private:
  void begin_recording() {
    indexer_.emplace(machine_, shares_.index);
    if (program_->grid_kernels.empty()) indexer_->also_write(&journal_.emplace(machine_, shares_.snapshots / 5 * 4));
    recorder_.take(machine_);
    options_.checks ? checks_.also_tell(&*indexer_) : checks_.watch(&*indexer_);
  }

  // To the next moment at which somebody wants to look.
  MachineStatus advance() {
    if (budget_ == options_.instruction_budget && checks_.has_strays()) budget_ = std::min(budget_, machine_.tick() + budget_ / least_share);
    uint64_t limit = std::min({machine_.tick() + ticks_between_looks, budget_, next_look_ahead_});
    if (options_.record && !is_behind_recording_) limit = std::min(limit, recorder_.next_stop());
    if (time_) limit = std::min(limit, time_->end());
    const MachineStatus status = indexer_ && !is_behind_recording_ ? indexer_->run(machine_, limit) : machine_.run_until(limit);
    if (time_ && (machine_.tick() >= time_->end() || status != MachineStatus::paused)) time_->take(machine_.tick(), checks_.counters());
    return status;
  }

  // The launch's own grid is recorded; what it has launched runs behind that, with the checks alone.
  void leave_recording() {
    is_behind_recording_ = true;
    recorded_ = machine_.tick();
    checks_.also_tell(nullptr);
    machine_.run_children();
  }

  bool is_over(MachineStatus machine, SimulationStatus& status) {
    if (machine == MachineStatus::finished && options_.record && !is_behind_recording_ && !machine_.state().grids.empty()) return leave_recording(), false;
    if (machine == MachineStatus::finished) return true;
    if (machine == MachineStatus::deadlock) return status = SimulationStatus::deadlock, true;
    if (machine == MachineStatus::trapped) return status = SimulationStatus::trapped, true;
    const bool is_spent = machine_.tick() >= budget_;
    look_ahead(is_spent);
    if (!is_spent && take_host_stores()) return false;
    if (is_spent || endless_) return status = endless_ && endless_->has_polls ? SimulationStatus::deadlock : SimulationStatus::budget_spent, true;
    if (stop_.stop_requested()) return status = SimulationStatus::cancelled, true;
    return false;
  }

  // Now and then, while no block begins or ends: does the run still get anywhere?
  void look_ahead(bool is_spent) {
    if (!is_spent && machine_.tick() < next_look_ahead_) return;
    next_look_ahead_ = looked_from_ + 2 * (machine_.tick() - looked_from_);
    const uint64_t blocks = machine_.state().started + machine_.state().finished;
    if (is_spent || blocks == std::exchange(blocks_then_, blocks)) endless_ = machine_.find_endless_wait();
  }

  std::vector<PolledPlace> polled_places() const {
    std::vector<PolledPlace> all;
    if (!endless_) return all;
    for (const std::vector<EndlessLanes>* lanes : {&endless_->lanes, &endless_->elsewhere})
      for (const EndlessLanes& one : *lanes)
        if (const int buffer = buffer_of(one.allocation); one.how == EndlessLanes::How::polls && buffer >= 0)
          all.push_back({static_cast<uint32_t>(buffer), one.offset, one.bytes});
    return all;
  }
  // A variable of the file has the buffer that holds the whole of it.
  int buffer_of(uint32_t allocation) const { return allocation < machine_.allocations().size() ? machine_.allocations()[allocation].buffer_index : -1; }

  // Nobody can go on. Does the host program store what somebody waits for? Up to there it is done.
  bool take_host_stores() {
    const std::vector<HostStore>& stores = launch_.host_stores;
    if (!endless_ || options_.record || next_store_ == stores.size()) return false;
    const std::vector<PolledPlace> polled = polled_places();
    const auto is_awaited = [&](const HostStore& store) { return std::any_of(polled.begin(), polled.end(), [&](const PolledPlace& place) { return place.meets(store); }); };
    const auto awaited = std::find_if(stores.begin() + static_cast<std::ptrdiff_t>(next_store_), stores.end(), is_awaited);
    if (awaited == stores.end()) return false;
    for (; next_store_ <= static_cast<size_t>(awaited - stores.begin()); ++next_store_) do_store(stores[next_store_]);
    endless_.reset();
    looked_from_ = machine_.tick();
    next_look_ahead_ = looked_from_ + look_behind_store;
    return true;
  }
  // Into a variable itself, where the buffer is one's: the kernel does not look at the host's copy.
  void do_store(const HostStore& store) {
    const std::span<const AllocationInfo> all = machine_.allocations();
    const auto target = std::find_if(all.begin(), all.end(), [&](const AllocationInfo& info) { return info.buffer_index >= 0 && static_cast<uint32_t>(info.buffer_index) == store.buffer; });
    if (target == all.end() || store.bytes == 0 || store.bytes > sizeof store.value || store.byte_offset + store.bytes > target->bytes) return;
    std::array<uint8_t, sizeof store.value> bytes;
    std::memcpy(bytes.data(), &store.value, sizeof store.value);
    machine_.write_alone(static_cast<uint32_t>(target - all.begin()), store.byte_offset, std::span(bytes).first(store.bytes));
  }

  // In a recorded run, which no store of the host program reaches; and where nobody knows what it stores behind the last one (waiting_kernel.h).
  void tell_of_host(SimulationResult& result) const {
    const bool is_cut = !launch_.host_stores.empty() && launch_.host_stores.back().bytes == 0;
    const auto is_helped = [&](const PolledPlace& place) { return std::any_of(launch_.host_stores.begin(), launch_.host_stores.end(), [&](const HostStore& store) { return place.meets(store); }); };
    const auto told = std::find_if(result.findings.begin(), result.findings.end(), [](const Finding& finding) { return finding.code == "deadlock.poll"; });
    if (told == result.findings.end() || !(is_cut || (options_.record && std::any_of(result.polled.begin(), result.polled.end(), is_helped)))) return;
    told->severity = Severity::note;
    tell(*told, is_cut ? "deadlock.cut" : "deadlock.host", told->arguments);
  }

  void look_closer(SimulationResult& result, uint64_t end) {
    if (next_store_) return;  // a run from the start would not come there again
    MachineOptions whole = machine_options_;
    whole.stays_in_grid = false;
    const EndedRun ended{program_, launch_, whole, end, stop_};
    result.depends_on_order = look_closer_at_races(checks_, ended) || is_steered(checks_, *program_, launch_);
    look_closer_at_strays(checks_, ended);
  }

  void report(SimulationResult& result) {
    const uint64_t end = machine_.tick();
    if (time_) {
      time_->take(end, checks_.counters());  // what is left when the budget is spent in the middle of a stretch
      result.counters_over_time = time_->result();
    }
    if (indexer_) checks_.also_tell(nullptr);
    if (options_.checks) look_closer(result, end);
    if (endless_) checks_.endless(*endless_, end);
    else if (options_.checks && result.status == SimulationStatus::budget_spent) report_budget(machine_, checks_);
    else if (options_.checks && result.status == SimulationStatus::deadlock) report_stop(machine_, checks_, FindingKind::deadlock);
    if (result.status == SimulationStatus::deadlock) result.polled = polled_places();
    result.console = machine_.state().console;
    take_results(result, machine_, checks_, launch_, options_);
    tell_of_host(result);
    name_holders(result, endless_, program_, launch_, machine_options_, end, stop_);
    add_other_orders(result, program_, launch_, options_, end, stop_);
    if (options_.numbers) add_findings(result.findings, check_numbers(program_, launch_, machine_options_, end, stop_));
  }

  const std::shared_ptr<const Program>& program_;
  const KernelLaunch& launch_;
  const RunOptions& options_;
  const RunProgress& progress_;
  const std::stop_token& stop_;
  Checks checks_;
  const MachineOptions machine_options_;
  Machine machine_;
  std::optional<TimeBuckets> time_;
  uint64_t budget_ = options_.instruction_budget;
  const size_t own_bytes_;             // for the recording of the launch's own grid
  const RecordingShares shares_;
  Recorder recorder_;
  std::optional<RunIndexer> indexer_;
  std::optional<JournalWriter> journal_;
  std::optional<EndlessWait> endless_;
  bool is_behind_recording_ = false;
  uint64_t recorded_ = 0;              // ticks, then
  size_t next_store_ = 0;              // of the launch's host_stores
  uint64_t blocks_then_ = UINT64_MAX;  // started and finished, at the last look ahead
  uint64_t next_look_ahead_ = first_look_ahead;
  uint64_t looked_from_ = 0;           // the tick since which the looks ahead come at twice the distance each
};

// With blocks on several host threads, where they cannot tell. False: it has to be one machine.
bool has_run_in_parts(SimulationResult& result, const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const RunOptions& options, const RunProgress& progress,
                      const std::stop_token& stop) {
  const bool is_alone = std::any_of(launch.buffers.begin(), launch.buffers.end(), [](const DeviceBuffer& buffer) { return buffer.lent.bytes || buffer.goes_on(); });
  std::optional<JoinedRun> joined = options.numbers || options.watcher || is_alone || !launch.host_stores.empty() ? std::nullopt : run_in_parts(program, launch, options, progress, stop);
  if (!joined) return false;
  if (options.checks) look_closer_at_strays(joined->checks, {program, launch, machine_options(options), joined->warp_instructions, stop});
  take_results(result, *joined->machine, joined->checks, launch, options);
  result.depends_on_order = options.checks && is_steered(joined->checks, *program, launch);
  add_other_orders(result, program, launch, options, joined->warp_instructions, stop);
  result.counters.warp_instructions = joined->warp_instructions;
  result.counters.thread_instructions = joined->thread_instructions;
  if (progress.report) progress.report(1.0, joined->warp_instructions);
  return true;
}

}  // namespace

SimulationResult simulate(std::shared_ptr<const Program> program, const KernelLaunch& launch, const RunOptions& options, const RunProgress& progress,
                          std::stop_token stop) try {
  const auto begin = std::chrono::steady_clock::now();
  SimulationResult result;
  if (auto invalid = check_launch(*program, launch)) {
    result.status = SimulationStatus::invalid_launch;
    result.buffers = launch.buffers;
    result.findings.push_back(std::move(*invalid));
    return result;
  }
  std::optional<SteppedRun> run;
  if (!has_run_in_parts(result, program, launch, options, progress, stop)) run.emplace(program, launch, options, progress, stop).run(result);
  result.wall_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  if (run && options.record) {
    result.recording = run->recording(result);
    result.family = run->family(result);
  }
  return result;
} catch (const std::bad_alloc&) {
  SimulationResult result;
  result.status = SimulationStatus::out_of_memory;
  result.buffers = launch.buffers;
  return result;
}

}  // namespace wb
