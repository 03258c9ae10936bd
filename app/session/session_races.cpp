// What a person asks about a race beyond its finding: the order that breaks it, told in steps and replayed as a run of its own, and what comes of
// many schedules.
//
//   explain(finding) --> search, then one recorded run under the story's schedule --> StoryWork
//   show_story_step  --> that run takes the place of the normal one: its slot, its recording, its ticks
//   leave_story      --> the normal run again, at the finding
//
//   select_finding, of one that only another schedule shows --> one recorded run under that schedule --> it takes the place of the normal run
//
// Stories belong to one run, since they speak of its findings: the next run of that launch drops them. How results spread does not depend on the
// schedule that is shown, so that stays until the source or a value changes. Results find their way back through weak pointers: those of dropped
// work have nowhere to go.
#include <algorithm>
#include <utility>

#include "app/backends/race_stories.h"
#include "app/session/session_hidden.h"

namespace wb {

namespace {

constexpr uint64_t most_schedules = limits::check_schedules;

const RunResult* simulated(const RunSlot* slot) { return slot && slot->launch ? slot->result(EngineKind::simulated) : nullptr; }

// What is asked about a run that is about to be replaced would come too late.
bool can_ask(const RunSlot* slot) { return simulated(slot) && slot->engine(EngineKind::simulated).state != EngineRun::State::running; }

ThreadRef thread_of(const LaunchShape& shape, const Index3& block, const Index3& thread) { return {shape.linear_block(block), shape.linear_thread(thread)}; }

}  // namespace

const StoryWork* Session::story(int finding) const {
  const auto of_run = stories_.find(selection_.launch);
  if (of_run == stories_.end()) return nullptr;
  const auto found = of_run->second.find(finding);
  return found == of_run->second.end() ? nullptr : found->second.get();
}

const ElsewhereWork* Session::elsewhere(int finding) const {
  if (finding < 0 || static_cast<size_t>(finding) >= findings().size()) return nullptr;
  const auto& pick = findings()[static_cast<size_t>(finding)].only_under;
  const auto of_run = elsewhere_.find(selection_.launch);
  if (!pick || of_run == elsewhere_.end()) return nullptr;
  const auto found = of_run->second.find({pick->schedule, pick->seed});
  return found == of_run->second.end() ? nullptr : found->second.get();
}

const SpreadWork* Session::spread() const {
  const auto found = spreads_.find(selection_.launch);
  return found == spreads_.end() ? nullptr : found->second.get();
}

std::span<const Finding> Session::findings() const {
  const RunResult* result = simulated(normal_run());
  return result ? std::span<const Finding>(result->findings) : std::span<const Finding>();
}

std::array<std::optional<ThreadRef>, 2> Session::parties() const {
  std::array<std::optional<ThreadRef>, 2> parties;
  const int index = selection_.finding;
  if (!recording_ || index < 0 || static_cast<size_t>(index) >= findings().size()) return parties;
  const Finding& finding = findings()[static_cast<size_t>(index)];
  for (size_t p = 0; p < std::min<size_t>(2, finding.places.size()); ++p)
    if (finding.places[p].by.empty() && finding.places[p].grid == grid()) parties[p] = thread_in(recording_->shape(), finding.places[p]);
  if (const StoryWork* work = replay_ && !replay_->is_elsewhere && grid() == grid_of(finding) ? story(replay_->finding) : nullptr)  // it may be told of two others at the same places
    for (const StoryStep& step : work->story->steps) parties[step.party & 1] = thread_of(recording_->shape(), step.block, step.thread);
  return parties;
}

// The moment before one of the finding's accesses.
void Session::Hidden::select_party(int finding, int party) {
  select_finding(finding);
  const bool is_there = s.selection_.finding >= 0 && (!s.findings()[static_cast<size_t>(finding)].only_under || s.replay_);  // else its run is on the way
  if (!is_there || party < 0 || static_cast<size_t>(party) >= s.findings()[static_cast<size_t>(finding)].places.size()) return;
  const Finding& shown = s.findings()[static_cast<size_t>(finding)];
  if (is_on_host(shown)) jump_to_line(line_of(shown.places[static_cast<size_t>(party)]));
  else go_to_place(shown.places[static_cast<size_t>(party)], party);
}

// ---- the order that breaks it

void Session::Hidden::explain(int finding) {
  const RunSlot* slot = s.normal_run();
  if (!can_ask(slot) || finding < 0 || static_cast<size_t>(finding) >= simulated(slot)->findings.size()) return;
  std::shared_ptr<StoryWork>& kept = s.stories_[slot->name][finding];
  if (kept && kept->state != WorkState::stopped) return;
  kept = std::make_shared<StoryWork>();
  const std::weak_ptr<StoryWork> wanted = kept;
  const Finding asked = simulated(slot)->findings[static_cast<size_t>(finding)];
  kept->job = background.start([this, wanted, launch = slot->launch, asked](Progress& progress, std::stop_token stop) {
    StoryWork found;
    found.story = std::make_shared<const RaceStory>(explain_finding(*launch, asked, progress, stop));
    if (found.story->bites && !stop.stop_requested()) {
      found.launch = std::make_shared<const Launch>(launch_of_story(*launch, *found.story));
      Progress of_recording;
      found.run = std::make_shared<const RunResult>(engine(EngineKind::simulated)->run(*found.launch, of_recording, stop));
    }
    found.state = stop.stop_requested() ? WorkState::stopped : WorkState::done;
    background.post([this, wanted, found = std::move(found)] {
      const auto work = wanted.lock();
      if (!work) return;
      const uint64_t job = work->job;
      *work = found;
      work->job = job;
      changed();
    });
  });
}

void Session::Hidden::stop_explaining(int finding) {
  if (const StoryWork* work = s.story(finding)) background.cancel(work->job);
}

void Session::Hidden::show_story_step(int finding, int step) {
  const RunSlot* normal = s.normal_run();
  const StoryWork* work = s.story(finding);
  if (!normal || !work || !work->can_replay() || step < 0 || static_cast<size_t>(step) >= work->story->steps.size()) return;
  if (!s.replay_ || s.replay_->finding != finding || s.replay_->is_elsewhere) show_in_place(work->launch, work->run);
  s.replay_ = Replay{finding, step};
  const StoryStep& asked = work->story->steps[static_cast<size_t>(step)];
  s.selection_.finding = finding;
  s.selection_.line = 0;
  s.selection_.hover = {};
  const uint32_t grid = grid_of(s.findings()[static_cast<size_t>(finding)]).value_or(0);   // of both parties
  open_grid({grid, asked.tick, thread_of(shape_of(s.family(), grid, s.recording_->shape()), asked.block, asked.thread), -1});
}

void Session::Hidden::show_in_place(const std::shared_ptr<const Launch>& launch, const std::shared_ptr<const RunResult>& run) {
  leave_grid();
  s.replayed_ = *s.normal_run();
  s.replayed_.launch = launch;
  s.replayed_.engines[static_cast<size_t>(EngineKind::simulated)].result = run;
  s.replayed_.agreements.clear();
  s.recording_ = run->recording;
  s.held_stop_.reset();
}

// The normal run again, at the finding whose story it was. One that it does not have is left with its run.
void Session::Hidden::leave_story() {
  if (!s.replay_) return;
  const int finding = s.replay_->finding;
  const bool is_of_normal = static_cast<size_t>(finding) < s.findings().size() && !s.findings()[static_cast<size_t>(finding)].only_under;
  leave_grid();
  s.replay_.reset();
  const RunResult* result = simulated(s.normal_run());
  s.recording_ = result ? result->recording : nullptr;
  if (s.recording_) s.selection_.tick = std::min<Tick>(s.selection_.tick, s.recording_->end());
  select_finding(is_of_normal ? finding : -1);
}

// ---- another schedule

// It is run when its finding is selected for the first time; when it is there, and the finding still selected, it is shown.
void Session::Hidden::show_elsewhere(int finding) {
  const Finding& asked = s.findings()[static_cast<size_t>(finding)];
  const ElsewhereWork* work = s.elsewhere(finding);
  if (!work || work->state == WorkState::stopped) return run_elsewhere(*asked.only_under);
  if (work->state == WorkState::running || !work->can_replay()) return;
  show_in_place(work->launch, work->run);
  s.replay_ = Replay{finding, -1, true};
  s.selection_.line = 0;
  s.selection_.hover = {};
  show_finding(asked);
}

void Session::Hidden::run_elsewhere(const SchedulePick& pick) {
  const RunSlot* slot = s.normal_run();
  if (!can_ask(slot)) return;
  std::shared_ptr<ElsewhereWork>& kept = s.elsewhere_[slot->name][{pick.schedule, pick.seed}];
  kept = std::make_shared<ElsewhereWork>();
  auto launch = std::make_shared<Launch>(*slot->launch);
  launch->schedule = pick.schedule;
  launch->seed = pick.seed;
  launch->other_schedules = 0;
  launch->record = true;
  kept->launch = launch;
  const std::weak_ptr<ElsewhereWork> wanted = kept;
  kept->job = background.start([this, wanted, launch, pick](Progress& progress, std::stop_token stop) {
    auto run = std::make_shared<const RunResult>(engine(EngineKind::simulated)->run(*launch, progress, stop));
    background.post([this, wanted, run, pick, was_stopped = stop.stop_requested()] {
      const auto work = wanted.lock();
      if (!work) return;
      work->run = run;
      work->state = was_stopped ? WorkState::stopped : WorkState::done;
      const int selected = s.selection_.finding;
      if (!was_stopped && !s.replay_ && s.elsewhere(selected) == work.get()) show_elsewhere(selected);
      changed();
    });
  });
}

// ---- many schedules

void Session::Hidden::run_schedules(uint64_t count) {
  const RunSlot* slot = s.normal_run();
  if (!can_ask(slot)) return;
  std::shared_ptr<SpreadWork>& kept = s.spreads_[slot->name];
  if (kept && kept->state == WorkState::running) return;
  kept = std::make_shared<SpreadWork>();
  kept->asked = std::clamp<uint64_t>(count, 2, most_schedules);
  const std::weak_ptr<SpreadWork> wanted = kept;
  kept->job = background.start([this, wanted, launch = slot->launch, asked = kept->asked](Progress& progress, std::stop_token stop) {
    RunResult first;
    const auto simulator = engine(EngineKind::simulated);
    auto spread = std::make_shared<const ScheduleSpread>(wb::run_schedules(*simulator, *launch, asked, first, progress, stop));
    background.post([this, wanted, spread, was_stopped = spread->runs < asked] {
      const auto work = wanted.lock();
      if (!work) return;
      work->spread = spread;
      work->state = was_stopped ? WorkState::stopped : WorkState::done;
      changed();
    });
  });
}

void Session::Hidden::stop_schedules() {
  if (const SpreadWork* work = s.spread()) background.cancel(work->job);
}

// ---- when it is void

void Session::Hidden::drop_race_work(const LaunchRequest& request) {
  if (s.replay_ && s.selection_.launch == request.name) leave_story();
  for (const auto& [finding, work] : s.stories_[request.name]) background.cancel(work->job);
  s.stories_.erase(request.name);
  for (const auto& [pick, work] : s.elsewhere_[request.name]) background.cancel(work->job);
  s.elsewhere_.erase(request.name);
  const RanWith now{request.set, request.source_text, request.use_start};
  const bool is_same = std::exchange(ran_with[request.name], now) == now;
  const auto spread = s.spreads_.find(request.name);
  if (is_same || spread == s.spreads_.end()) return;
  background.cancel(spread->second->job);
  s.spreads_.erase(spread);
}

void Session::Hidden::drop_all_race_work() {
  for (const auto& [name, stories] : s.stories_)
    for (const auto& [finding, work] : stories) background.cancel(work->job);
  for (const auto& [name, work] : s.spreads_) background.cancel(work->job);
  for (const auto& [name, runs] : s.elsewhere_)
    for (const auto& [pick, work] : runs) background.cancel(work->job);
  s.replay_.reset();
  s.replayed_ = {};
  s.stories_.clear();
  s.elsewhere_.clear();
  s.spreads_.clear();
  ran_with.clear();
}

void Session::Hidden::follow_race_work() {
  const auto follow = [&](auto& work) {
    if (work.state != WorkState::running) return;
    work.progress = background.progress(work.job);
    work.seconds = background.seconds(work.job);
  };
  for (const auto& [name, stories] : s.stories_)
    for (const auto& [finding, work] : stories) follow(*work);
  for (const auto& [name, runs] : s.elsewhere_)
    for (const auto& [pick, work] : runs) follow(*work);
  for (const auto& [name, work] : s.spreads_) follow(*work);
}

}  // namespace wb
