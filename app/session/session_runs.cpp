// Runs in the background, the transport over the shown run, and the stops that hold it.
//
//   start_run(name) --> one thread an engine; the first of them builds the launch (reads pictures, compiles), the others wait for it
//                   --> take_result, one by one; the simulated one brings the recording and is shown
//
// A run's id is that of its thread. A slot remembers the newest one of each engine, and drops the results of any other.
#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "app/session/session_hidden.h"

namespace wb {

struct SharedBuild {
  std::once_flag once;
  std::shared_ptr<const BuiltLaunch> built;
};

namespace {

const char* show_name(ShowAs show) {
  constexpr const char* names[] = {"image", "heat", "bars", "table", "hidden"};
  return names[static_cast<size_t>(show)];
}

// Why a launch could not be built: the first complaint, or the first error of the kernel.
std::string problem_of(const BuiltLaunch& built) {
  for (const Complaint& complaint : built.complaints)
    if (complaint.severity == Severity::error) return complaint.message;
  for (const Diagnostic& diagnostic : built.diagnostics)
    if (diagnostic.severity == Severity::error) return "the kernel does not compile";
  return "the launch could not be made ready";
}

RunResult failed_result(EngineKind kind, const BuiltLaunch& built) {
  RunResult result;
  result.engine = kind;
  result.status = RunStatus::failed;
  result.reason = problem_of(built);
  result.sources = built.sources;
  result.diagnostics = built.diagnostics;
  return result;
}

void note_buffers(RunSlot& slot, const LaunchSpec* spec) {
  slot.show.clear();
  slot.layout.clear();
  for (const DeviceBuffer& buffer : slot.launch->device.buffers) {
    const BufferSpec* declared = spec ? spec->buffer(buffer.name) : nullptr;
    slot.show.push_back(declared ? show_name(declared->show) : "table");
    const bool is_picture = declared && declared->show == ShowAs::image && buffer.shape.size() == 3;
    const bool says_planar = declared && (declared->start == BufferStart::image ? declared->layout == ImageLayout::planar
                                                                                : buffer.shape.size() == 3 && buffer.shape[0] <= 4 && buffer.shape[2] > 4);
    slot.layout.push_back(!is_picture ? "" : says_planar ? "planar" : "interleaved");
  }
}

}  // namespace

std::shared_ptr<Engine> Session::Hidden::engine(EngineKind kind) const {
  if (options.engines[static_cast<size_t>(kind)]) return options.engines[static_cast<size_t>(kind)];
  switch (kind) {
    case EngineKind::simulated: return make_simulated_engine();
    case EngineKind::loops: return make_loops_engine();
    case EngineKind::cuda: return make_cuda_engine(options.gpu_command);
  }
  return nullptr;
}

bool Session::Hidden::wants_solution(const std::string& name, int block) const { return block >= 0 && s.lesson_ && s.lesson_->exercise(name); }

// ---- settings: several cards may run one launch, each with values of its own

namespace {

CardOutcome outcome_of(const RunSlot& slot) {
  CardOutcome outcome;
  outcome.name = slot.name;
  outcome.problem = slot.problem;
  outcome.is_stale = slot.is_stale;
  const RunResult& result = *slot.result(EngineKind::simulated);
  outcome.status = result.status;
  outcome.reason = result.reason;
  for (const Finding& finding : result.findings) ++(finding.severity == Severity::note ? outcome.notes : outcome.findings);
  if (result.recording) outcome.steps = result.family ? result.counters.warp_instructions : result.recording->end();   // those of child grids, too
  return outcome;
}

// A card of this name that changes nothing of its launch's values.
bool is_plain_card_of(const Block& block, const std::string& name) {
  if (auto* run = std::get_if<RunCard>(&block.content)) return run->launch == name && run->set.empty();
  if (auto* bug = std::get_if<BugCard>(&block.content)) return bug->bug == name;
  if (auto* exercise = std::get_if<ExerciseCard>(&block.content)) return exercise->exercise == name;
  return false;
}

}  // namespace

int Session::Hidden::settings_of(const std::string& name) const {
  if (auto card = card_in_use.find(name); card != card_in_use.end()) return card->second;
  if (!s.lesson_) return -1;
  const auto& blocks = s.lesson_->blocks;   // none was pressed yet: what runs by a key or a command is the first that says nothing of its own
  const auto plain = std::find_if(blocks.begin(), blocks.end(), [&](const Block& block) { return is_plain_card_of(block, name); });
  return plain == blocks.end() ? -1 : static_cast<int>(plain - blocks.begin());
}

int Session::Hidden::own_card(const std::string& name) const {
  const auto& blocks = s.lesson_->blocks;
  const auto own = std::find_if(blocks.begin(), blocks.end(), [&](const Block& block) { return !std::holds_alternative<RunCard>(block.content) && is_plain_card_of(block, name); });
  return own == blocks.end() ? -1 : static_cast<int>(own - blocks.begin());
}

// The slot is about to be that card's: what came of the card before stays with that one.
void Session::Hidden::use_settings_of(const std::string& name, int card) {
  const int before = settings_of(name);
  const RunSlot* slot = s.slot(name);
  if (before >= 0 && before != card && slot && slot->result(EngineKind::simulated)) s.outcomes_[before] = outcome_of(*slot);
  s.outcomes_.erase(card);
  card_in_use[name] = card;
}

std::map<std::string, double> Session::Hidden::settings(const std::string& name, int card) const {
  std::map<std::string, double> set;
  if (card >= 0 && card < static_cast<int>(s.lesson_->blocks.size()))
    if (auto* run = std::get_if<RunCard>(&s.lesson_->blocks[static_cast<size_t>(card)].content)) set = run->set;
  if (auto moved = s.values_.find({name, card}); moved != s.values_.end())
    for (const auto& [value, number] : moved->second) set[value] = number;
  return set;
}

void Session::Hidden::set_value(const SetValue& c) {
  const int card = c.card.value_or(settings_of(c.launch));
  const bool is_in_use = card == settings_of(c.launch);
  s.values_[{c.launch, card}][c.name] = c.value;
  shown_values.erase({c.launch, card});
  auto kept = s.outcomes_.find(card);
  if (auto slot = s.slots_.find(c.launch); is_in_use && slot != s.slots_.end()) slot->second.is_stale = true;
  else if (kept != s.outcomes_.end()) kept->second.is_stale = true;
  // What has run once runs again when the slider rests.
  if (is_in_use ? s.slots_.count(c.launch) > 0 : kept != s.outcomes_.end()) rerun = Wanted{c.launch, card, Clock::now() + std::chrono::milliseconds(250)};
}

void Session::Hidden::run_again(const Wanted& wanted) {
  const bool is_in_use = wanted.card == settings_of(wanted.name);
  if (!is_in_use && s.lesson_ && wanted.card >= 0 && std::holds_alternative<RunCard>(s.lesson_->blocks[static_cast<size_t>(wanted.card)].content))
    return run_card(wanted.card);
  if (!is_in_use) use_settings_of(wanted.name, wanted.card);
  const auto card = run_block.find(wanted.name);
  start_run(wanted.name, is_in_use && card != run_block.end() ? card->second : -1);
}

LaunchRequest Session::Hidden::request_for(const std::string& name, bool solution) const {
  LaunchRequest request;
  request.name = name;
  request.use_start = !solution;
  request.set = settings(name, settings_of(name));
  if (auto source = s.sources_.find(name); !solution && source != s.sources_.end() && source->second.is_edited()) request.source_text = source->second.text;
  request.schedule = s.schedule_;
  request.seed = s.seed_;
  request.record = true;
  request.recording_bytes = uint64_t{s.layout_.recording_mib} << 20;
  request.is_trusted = s.is_trusted_;
  return request;
}

void Session::Hidden::start_run(const std::string& name, int block) {
  if (!s.lesson_) return;
  const auto names = s.lesson_->run_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) return;
  keep_edits();
  RunSlot& slot = s.slots_[name];
  slot.name = name;
  slot.problem.clear();
  SourceState* source = make_source(name);
  slot.revision = source ? source->revision : 0;
  if (block >= 0) run_block[name] = block;
  else run_block.erase(name);
  const LaunchRequest request = request_for(name, wants_solution(name, block));
  drop_race_work(request);
  const auto build = std::make_shared<SharedBuild>();
  start_engine(name, EngineKind::simulated, request, build);
  if (!trace)  // a saved run may come from anybody: it is only ever simulated
    for (EngineKind kind : {EngineKind::loops, EngineKind::cuda}) start_engine(name, kind, request, build);
  rerun.reset();
}

void Session::Hidden::start_engine(const std::string& name, EngineKind kind, const LaunchRequest& request, std::shared_ptr<SharedBuild> build) {
  EngineRun& run = s.slots_[name].engines[static_cast<size_t>(kind)];
  if (run.state == EngineRun::State::running) background.cancel(run.id);
  const auto lesson = s.lesson_;
  const auto of_trace = trace;
  // The thread does not know its own id before it has started; it is handed over through this cell.
  const auto id = std::make_shared<std::atomic<uint64_t>>(0);
  run.id = background.start([this, name, kind, request, build, lesson, of_trace, id](Progress& progress, std::stop_token stop) {
    std::call_once(build->once, [&] { build->built = std::make_shared<const BuiltLaunch>(of_trace ? launch_of_trace(*of_trace, request) : build_launch(*lesson, request)); });
    const auto built = build->built;
    RunResult result;
    result.status = RunStatus::cancelled;
    if (!built->ok()) {
      result = failed_result(kind, *built);
    } else if (!stop.stop_requested()) {
      if (const auto worker = engine(kind)) result = worker->run(*built->launch, progress, stop);
    }
    result.engine = kind;
    id->wait(0);
    background.post([this, name, kind, me = id->load(), built, result = std::move(result)]() mutable { take_result(name, kind, me, built, std::move(result)); });
  });
  run.state = EngineRun::State::running;
  run.progress = run.seconds = 0;
  id->store(run.id);
  id->notify_all();
}

void Session::Hidden::take_result(const std::string& name, EngineKind kind, uint64_t id, std::shared_ptr<const BuiltLaunch> built, RunResult result) {
  auto found = s.slots_.find(name);
  if (found == s.slots_.end()) return;
  RunSlot& slot = found->second;
  EngineRun& run = slot.engines[static_cast<size_t>(kind)];
  if (run.id != id) return;  // a newer run was asked for since
  run.state = EngineRun::State::done;
  run.progress = 1;
  result.id = id;
  if (result.status == RunStatus::cancelled && run.result) return;  // what stood there is still the last finished one
  if (!built->ok()) slot.problem = problem_of(*built);
  if (built->ok() && kind == EngineKind::simulated) slot.is_stale = false;
  if (built->ok()) {
    slot.launch = std::make_shared<const Launch>(*built->launch);
    note_buffers(slot, s.lesson_->stage_of(name));
  }
  run.result = std::make_shared<const RunResult>(std::move(result));
  std::vector<RunResult> done;
  for (const EngineRun& other : slot.engines)
    if (other.state == EngineRun::State::done && other.result && other.result->ran()) {
      RunResult light;  // agreements need buffers alone
      light.engine = other.result->engine;
      light.status = other.result->status;
      light.buffers = other.result->buffers;
      done.push_back(std::move(light));
    }
  slot.agreements = slot.launch && done.size() > 1 ? agreements(*slot.launch, done) : std::vector<Agreement>();
  if (kind == EngineKind::simulated && trace) compare_with_trace(run.result);
  if (kind == EngineKind::simulated) show_run(name);
  else if (s.replay_ && s.selection_.launch == name) s.replayed_.engines[static_cast<size_t>(kind)] = run;
}

void Session::Hidden::stop_runs() {
  for (auto& [name, slot] : s.slots_)
    for (EngineRun& run : slot.engines)
      if (run.state == EngineRun::State::running) background.cancel(run.id);
  stop_opening_grid();
  for (const auto& [name, id] : check_jobs) background.cancel(id);
  for (const auto& [name, work] : s.spreads_) background.cancel(work->job);
  for (const auto& [name, stories] : s.stories_)
    for (const auto& [finding, work] : stories) background.cancel(work->job);
  for (const auto& [name, runs] : s.elsewhere_)
    for (const auto& [pick, work] : runs) background.cancel(work->job);
}

// The simulated run of `name` becomes what all views show. It stands at its first open stop, else at its end.
void Session::Hidden::show_run(const std::string& name) {
  const RunSlot& slot = s.slots_[name];
  const RunResult* result = slot.result(EngineKind::simulated);
  const bool is_other = s.selection_.launch != name;
  s.replay_.reset();
  Selection selection;
  selection.launch = name;
  selection.revision = slot.revision;
  const bool keeps_finding = !is_other && s.selection_.finding >= 0;
  if (!is_other && s.grid() == 0) selection.thread = s.selection_.thread, selection.element = s.selection_.element;
  s.selection_ = selection;
  stop_opening_grid();
  s.recording_ = result ? result->recording : nullptr;
  s.held_stop_.reset();
  stop_searching();
  s.held_break_.reset();
  stops.clear();
  if (!s.recording_) return;
  place_stops(name);
  s.selection_.tick = 0;
  if (!s.breakpoints(name).empty() && !keeps_finding && !figure) search_break(0, Direction::forwards);
  else move_forwards_to(s.recording_->end());
  if (keeps_finding) s.selection_.finding = index_of_selected();
  if (const int kept = s.selection_.finding; kept >= 0 && s.findings()[static_cast<size_t>(kept)].only_under) s.selection_.finding = -1;  // of another run
  if (figure) show_figure(*figure);
}

void Session::Hidden::place_stops(const std::string& name) {
  const auto block = run_block.find(name);
  if (block == run_block.end()) return;
  auto* card = std::get_if<RunCard>(&s.lesson_->blocks[static_cast<size_t>(block->second)].content);
  if (!card) return;
  for (size_t i = 0; i < card->stops.size(); ++i) {
    const Stop& stop = card->stops[i];
    const LaunchShape& shape = s.recording_->shape();
    const ThreadRef thread{shape.linear_block(stop.when.block), shape.linear_thread(stop.when.thread)};
    if (thread.block >= shape.block_count() || thread.thread >= shape.threads_per_block()) continue;
    if (const auto tick = s.recording_->find_line(0, thread, stop.line, stop.pass)) stops.push_back({static_cast<int>(i), *tick, thread});
  }
  std::stable_sort(stops.begin(), stops.end(), [](const PlacedStop& a, const PlacedStop& b) { return a.tick < b.tick; });
}

bool Session::Hidden::is_stop_done(int block, int stop) const { return s.stop_answer(block, stop).is_answered; }

// Goes on to `tick`, unless a stop whose question is open lies on the way: then it holds there and follows its thread.
void Session::Hidden::move_forwards_to(Tick tick) {
  const Tick from = s.selection_.tick;
  const auto block = run_block.find(s.selection_.launch);
  s.selection_.tick = tick;
  s.held_stop_.reset();
  if (block == run_block.end() || s.replay_ || s.grid() != 0) return;  // stops are moments of the normal run's own grid
  for (const PlacedStop& stop : stops) {
    if (stop.tick < from || stop.tick > tick || is_stop_done(block->second, stop.stop)) continue;
    s.selection_.tick = stop.tick;
    s.selection_.thread = stop.thread;
    s.held_stop_ = HeldStop{block->second, stop.stop, stop.tick, stop.thread};
    s.reached_stops_.insert({block->second, stop.stop});
    s.scroll_to_block_ = block->second;
    s.layout_.part = "page";   // its question is what comes next
    return;
  }
}

void Session::Hidden::run_card(int block) {
  if (!s.lesson_ || block < 0 || block >= static_cast<int>(s.lesson_->blocks.size()) || s.is_locked(block)) return;
  auto* card = std::get_if<RunCard>(&s.lesson_->blocks[static_cast<size_t>(block)].content);
  if (!card) return;
  use_settings_of(card->launch, block);
  s.schedule_ = card->schedule;
  s.seed_ = card->seed;
  show_source_of_run(card->launch);
  start_run(card->launch, block);
}

// The card that a run of `name` belongs to where none was pressed: the one in use, else its first.
int Session::Hidden::card_of(const std::string& name) const {
  if (const int card = settings_of(name); card >= 0 || !s.lesson_) return card;
  const auto& blocks = s.lesson_->blocks;
  const auto first = std::find_if(blocks.begin(), blocks.end(), [&](const Block& block) {
    auto* run = std::get_if<RunCard>(&block.content);
    return run && run->launch == name;
  });
  return first == blocks.end() ? -1 : static_cast<int>(first - blocks.begin());
}

// By a key, the palette or a panel: what the launch's card would do. A question that locks the card comes first, and its stops hold the run. (The run
// card of an exercise shows the solution; what the student asks for is a run of the text.)
void Session::Hidden::run_launch(const RunLaunch& c) {
  if (!s.lesson_) return;
  const int card = c.card >= 0 ? c.card : card_of(c.name);
  if (const std::optional<int> question = s.open_question(card)) return show_question(*question);
  const bool is_run_card = card >= 0 && std::holds_alternative<RunCard>(s.lesson_->blocks[static_cast<size_t>(card)].content) && !s.lesson_->exercise(c.name);
  if (card >= 0 && (c.card >= 0 || is_run_card)) use_settings_of(c.name, card);
  start_run(c.name, c.card < 0 && is_run_card ? card : -1);
}

void Session::Hidden::show_question(int block) {
  s.scroll_to_block_ = block;
  ++s.scroll_request_;
  s.layout_.part = "page";
}

void Session::Hidden::show_figure(int block) {
  figure.reset();
  if (!s.lesson_ || block < 0 || block >= static_cast<int>(s.lesson_->blocks.size())) return;
  auto* view = std::get_if<ViewFigure>(&s.lesson_->blocks[static_cast<size_t>(block)].content);
  if (!view) return;
  s.asked_view_ = view->view;
  ++s.view_request_;
  if (view->view == "loops") s.shows_loops_ = true;
  if (is_machine_view(view->view)) s.layout_.machine_view = view->view;
  s.layout_.part = view->view == "loops" ? "source" : view->view == "timings" ? "results" : "machine";
  if (make_source(view->launch)) s.open_source_ = view->launch;
  const RunSlot* slot = s.slot(view->launch);
  if (s.selection_.launch != view->launch || !s.recording_) {
    if (slot && slot->result(EngineKind::simulated) && !slot->is_running()) {
      figure = block;
      return show_run(view->launch);
    }
    if (slot && !slot->problem.empty()) return;
    figure = block;
    return start_run(view->launch, -1);
  }
  leave_story();
  leave_grid();
  const LaunchShape& shape = s.recording_->shape();
  s.held_stop_.reset();
  if (view->when) s.selection_.thread = ThreadRef{shape.linear_block(view->when->block), shape.linear_thread(view->when->thread)};
  const ThreadRef thread = s.selection_.thread.value_or(ThreadRef{});
  if (view->line != 0) {
    if (const auto tick = s.recording_->find_line(0, thread, view->line, 1)) {
      s.selection_.tick = *tick;
      if (!s.selection_.thread) s.selection_.thread = thread;
    }
  }
}

// ---- transport

void Session::Hidden::seek(Tick tick) {
  if (!s.recording_) return;
  tick = std::min(tick, s.recording_->end());
  if (tick > s.selection_.tick) return move_forwards_to(tick);
  s.held_stop_.reset();
  s.selection_.tick = tick;
}

void Session::Hidden::step(StepKind kind, Direction direction) {
  if (!s.recording_) return;
  const Tick from = s.selection_.tick;
  const bool is_forwards = direction == Direction::forwards;
  if (is_forwards && s.is_held_by_question()) return show_question(s.held_stop_->run_block);
  if (is_forwards && s.held_stop_) s.stop_answers_[{s.held_stop_->run_block, s.held_stop_->stop}].is_answered = true;
  const std::optional<Tick> to = s.recording_->step(from, kind, direction, s.selection_.thread);
  if (!to || *to == from) return;
  if (is_forwards) return move_forwards_to(*to);
  s.held_stop_.reset();
  s.selection_.tick = *to;
}

void Session::Hidden::select_finding(int index) {
  if (index >= 0 && s.is_held_by_question()) return show_question(s.held_stop_->run_block);
  leave_story();
  if (s.selection_.finding >= 0 && selected_finding && is_on_host(*selected_finding)) s.selection_.line = 0;   // that it had marked
  if (!s.recording_ || index < 0 || index >= static_cast<int>(s.findings().size())) {
    s.selection_.finding = -1;
    return;
  }
  s.selection_.finding = index;
  selected_finding = s.findings()[static_cast<size_t>(index)];
  if (selected_finding->only_under) show_elsewhere(index);
  else show_finding(*selected_finding);
}

// Where it showed, in the run that has it.
void Session::Hidden::show_finding(const Finding& finding) {
  if (is_on_host(finding)) return void(s.selection_.line = line_of(finding.places.back()));   // the run stays where it is
  s.held_stop_.reset();
  if (!finding.places.empty()) {
    FindingPlace place = finding.places.back();
    place.tick = finding.tick;
    return go_to_place(place);
  }
  s.selection_.tick = moment_of(*s.recording_, finding).value_or(s.recording_->end());
}

void Session::Hidden::jump_to_line(uint32_t line) {
  s.selection_.line = line;
  s.shows_loops_ = false;
  s.layout_.part = "source";
}

// In the main file; 0: elsewhere.
uint32_t Session::Hidden::line_of(const FindingPlace& place) const {
  const SourceMap& sources = s.recording_->sources();
  if (place.span.file.v >= sources.file_count()) return 0;
  const Span seen = sources.outermost(place.span);
  return sources.is_included(seen.file) ? 0 : sources.start(seen).line;
}

int Session::Hidden::index_of_selected() const {
  const auto is_same = [&](const Finding& f) {
    return f.kind == selected_finding->kind && f.buffer == selected_finding->buffer &&
           std::is_permutation(f.places.begin(), f.places.end(), selected_finding->places.begin(), selected_finding->places.end(),
                               [](const FindingPlace& a, const FindingPlace& b) { return a.span == b.span; });
  };
  const auto all = s.findings();
  const auto found = selected_finding ? std::find_if(all.begin(), all.end(), is_same) : all.end();
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

void Session::Hidden::mark_stale(const std::string& name) {
  for (auto& [card, outcome] : s.outcomes_)
    if (outcome.name == name && card != settings_of(name)) outcome.is_stale = true;
  if (auto found = s.slots_.find(name); found != s.slots_.end()) found->second.is_stale = true;
}

void Session::Hidden::resolve_again() {
  if (!s.recording_) {
    s.resolved_ = {};
    resolved_of.reset();
    return;
  }
  if (resolved_of && resolved_of->first == s.recording_.get() && resolved_of->second == s.selection_) return;
  s.resolved_ = resolve(s.selection_, *s.recording_);
  resolved_of = {s.recording_.get(), s.selection_};
}

}  // namespace wb
