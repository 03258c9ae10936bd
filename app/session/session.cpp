#include "app/session/session.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "app/session/session_hidden.h"

namespace wb {

bool RunSlot::is_running() const {
  return std::any_of(engines.begin(), engines.end(), [](const EngineRun& run) { return run.state == EngineRun::State::running; });
}

Session::Hidden::Hidden(Session& owner, SessionOptions given) : s(owner), options(std::move(given)), background(options.wake) {}

Session::Session(SessionOptions options) : hidden_(std::make_unique<Hidden>(*this, std::move(options))) {
  hidden_->read_layout();
  hidden_->open_courses();
  hidden_->count_in_background();
}

Session::~Session() {
  save();
  hidden_.reset();
}

namespace {
template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;
}  // namespace

void Session::apply(const Command& command) {
  Hidden& h = *hidden_;
  ++revision_;
  std::visit(Overloaded{
                 [&](const OpenLesson& c) {
                   layout_.part = "page";
                   h.open_lesson(c.id);
                 },
                 [&](const ReloadLesson&) { h.reload_lesson(); },
                 [&](const ScrollToBlock& c) { scroll_to_block_ = c.block, ++scroll_request_, layout_.part = "page"; },
                 [&](const AnswerPredict& c) { h.answer_predict(c); },
                 [&](const AnswerStop& c) { h.answer_stop(c); },
                 [&](const AnswerExercise& c) { h.answer_exercise(c); },
                 [&](const WriteExplanation& c) { h.write_explanation(c); },
                 [&](const RunLaunch& c) { h.run_launch(c); },
                 [&](const RunCardBlock& c) { h.run_card(c.block); },
                 [&](const ShowFigure& c) { h.show_figure(c.block); },
                 [&](const StopRun&) { h.stop_runs(); },
                 [&](const SetValue& c) { h.set_value(c); },
                 [&](const SetSchedule& c) {
                   const bool is_other = schedule_ != c.schedule || seed_ != c.seed;
                   schedule_ = c.schedule;
                   seed_ = c.seed;
                   if (is_other && !selection_.launch.empty()) h.run_launch({selection_.launch});
                 },
                 [&](const Seek& c) { h.seek(c.tick); },
                 [&](const Step& c) { h.step(c.kind, c.direction); },
                 [&](const FollowThread& c) { selection_.thread = c.thread; },
                 [&](const SelectElement& c) {
                   selection_.element = c.element;
                   if (c.element && recording_)
                     if (auto owner = owner_of(*recording_, *c.element)) selection_.thread = owner;
                 },
                 [&](const SelectLine& c) {
                   if (c.is_jump) return h.jump_to_line(c.line);
                   selection_.line = selection_.line == c.line ? 0 : c.line;
                 },
                 [&](const SelectFinding& c) { h.select_finding(c.index); },
                 [&](const SetHover& c) { selection_.hover = c.hover; },
                 [&](const EditSource& c) { h.edit_source(c); },
                 [&](const ResetSource& c) { h.reset_source(c.name); },
                 [&](const KeepEdit& c) {
                   if (SourceState* source = h.make_source(c.name)) {
                     source->was_changed_below = false;
                     if (h.store) h.store->accept_lesson_change(c.name, source->original);
                   }
                 },
                 [&](const CheckExercise& c) { h.check_exercise(c.name); },
                 [&](const ShowHint& c) { h.show_hint(c.name); },
                 [&](const OpenSource& c) {
                   h.open_source(c.name);
                   layout_.part = "source";
                 },
                 [&](const SetTheme& c) { layout_.is_dark = c.dark; },
                 [&](const SetTextScale& c) { layout_.text_scale = std::clamp(c.scale, 0.6f, 3.0f); },
                 [&](const SetLayout& c) {
                   const Layout fresh;
                   layout_.preset = c.preset;
                   layout_.part = c.preset == "read" ? "page" : c.preset == "results" ? "results" : "machine";
                   layout_.page_share = c.preset == "read" ? 0.62f : fresh.page_share;
                   layout_.lower_share = c.preset == "results" ? 0.72f : c.preset == "read" ? 0.5f : fresh.lower_share;
                   layout_.source_share = fresh.source_share;
                 },
                 [&](const SetLanguage& c) { layout_.language = c.language; },
                 [&](const ShowMachineView& c) {
                   if (is_machine_view(c.view)) layout_.machine_view = c.view, layout_.part = "machine";
                 },
                 [&](const ShowPart& c) {
                   if (std::find(window_parts.begin(), window_parts.end(), c.part) != window_parts.end()) layout_.part = c.part;
                 },
                 [&](const Watch& c) { watched_ = c.expression; },
                 [&](const ShowLoops& c) { shows_loops_ = c.on; },
                 [&](const EditAsText& c) { layout_.edits_as_text = c.on; },
                 [&](const TrustCourse&) { is_trusted_ = true; },
                 [&](const SelectParty& c) { h.select_party(c.finding, c.party); },
                 [&](const ExplainFinding& c) { h.explain(c.finding); },
                 [&](const StopExplaining& c) { h.stop_explaining(c.finding); },
                 [&](const ShowStoryStep& c) { h.show_story_step(c.finding, c.step); },
                 [&](const LeaveStory&) { h.leave_story(); },
                 [&](const RunSchedules& c) { h.run_schedules(c.count); },
                 [&](const StopSchedules&) { h.stop_schedules(); },
                 [&](const ToggleBreakpoint& c) { h.toggle_breakpoint(c.source, c.line); },
                 [&](const ChangeBreakpoint& c) { h.change_breakpoint(c); },
                 [&](const ClearBreakpoints&) { h.clear_breakpoints(); },
                 [&](const Continue& c) { h.go_on(c.direction); },
                 [&](const StopSearching&) { h.stop_searching(); },
                 [&](const SetRecordingMemory& c) { layout_.recording_mib = std::clamp(c.mib, least_recording_mib, most_recording_mib); },
                 [&](const SavePicture&) {},
                 [&](const OpenGrid& c) { h.open_grid({c.number, c.tick, c.thread, -1}); },
                 [&](const StopOpeningGrid&) { h.stop_opening_grid(); },
                 [&](const Tell& c) { told_ = c.sentence; },
             },
             command);
  h.resolve_again();
}

bool Session::poll() {
  Hidden& h = *hidden_;
  bool is_changed = h.background.deliver();
  if (h.rerun && Hidden::Clock::now() >= h.rerun->at) {
    const Hidden::Wanted wanted = *h.rerun;
    h.rerun.reset();
    h.run_again(wanted);
    is_changed = true;
  }
  for (auto& [name, slot] : slots_)
    for (EngineRun& run : slot.engines)
      if (run.state == EngineRun::State::running) {
        run.progress = h.background.progress(run.id);
        run.seconds = h.background.seconds(run.id);
      }
  h.follow_race_work();
  if (searching_) {
    searching_->progress = h.background.progress(searching_->job);
    searching_->seconds = h.background.seconds(searching_->job);
  }
  if (opening_) {
    opening_->progress = h.background.progress(opening_->job);
    opening_->seconds = h.background.seconds(opening_->job);
  }
  if (!h.unsaved.empty() && Hidden::Clock::now() - h.typed_at > std::chrono::milliseconds(600)) h.keep_edits();
  is_changed = h.reload_if_changed() || is_changed;
  if (is_changed) {
    ++revision_;
    h.resolve_again();
  }
  return is_changed;
}

bool Session::is_busy() const { return hidden_->background.is_busy() || hidden_->rerun.has_value(); }

void Session::save() {
  hidden_->keep_edits();
  if (hidden_->store) hidden_->store->save();
  hidden_->write_layout();
}

// ---- reading

const PredictState& Session::predict(int block) const {
  static const PredictState none;
  auto found = predicts_.find(block);
  return found == predicts_.end() ? none : found->second;
}

const PredictState& Session::stop_answer(int run_block, int stop) const {
  static const PredictState none;
  auto found = stop_answers_.find({run_block, stop});
  return found == stop_answers_.end() ? none : found->second;
}

bool Session::is_stop_reached(int run_block, int stop) const { return reached_stops_.count({run_block, stop}) > 0 || stop_answer(run_block, stop).is_answered; }

const std::string& Session::explanation(int block) const {
  static const std::string none;
  auto found = explanations_.find(block);
  return found == explanations_.end() ? none : found->second;
}

std::optional<int> Session::open_question(int block) const {
  if (!lesson_ || block < 0 || block >= static_cast<int>(lesson_->blocks.size())) return std::nullopt;
  const std::vector<std::string>* locks = nullptr;
  const auto& content = lesson_->blocks[static_cast<size_t>(block)].content;
  if (auto* run = std::get_if<RunCard>(&content)) locks = &run->locked_by;
  if (auto* exercise_card = std::get_if<ExerciseCard>(&content)) locks = &exercise_card->locked_by;
  if (auto* bug = std::get_if<BugCard>(&content)) locks = &bug->locked_by;
  if (!locks) return std::nullopt;
  for (int i = 0; i < block; ++i) {
    const Predict* predict_card = hidden_->predict_at(i);
    if (predict_card && !predict(i).is_answered && std::find(locks->begin(), locks->end(), predict_card->id) != locks->end()) return i;
  }
  return std::nullopt;
}

std::optional<int> Session::open_stops_before(int figure_block) const {
  if (!lesson_ || figure_block < 0 || figure_block >= static_cast<int>(lesson_->blocks.size())) return std::nullopt;
  const auto* figure = std::get_if<ViewFigure>(&lesson_->blocks[static_cast<size_t>(figure_block)].content);
  for (int i = figure ? figure_block - 1 : -1; i >= 0; --i) {
    const auto* run = std::get_if<RunCard>(&lesson_->blocks[static_cast<size_t>(i)].content);
    if (!run || run->launch != figure->launch) continue;
    for (size_t stop = 0; stop < run->stops.size(); ++stop)
      if (run->stops[stop].predict && !stop_answer(i, static_cast<int>(stop)).is_answered) return i;
  }
  return std::nullopt;
}

std::optional<int> Session::question_before_run(const std::string& name) const { return open_question(hidden_->card_of(name)); }

bool Session::is_held_by_question() const {
  if (!held_stop_ || hidden_->is_stop_done(held_stop_->run_block, held_stop_->stop)) return false;
  const Stop* stop = hidden_->stop_at(held_stop_->run_block, held_stop_->stop);
  return stop && stop->predict;
}

const ExerciseView& Session::exercise(const std::string& name) const {
  static const ExerciseView none;
  auto found = exercises_.find(name);
  return found == exercises_.end() ? none : found->second;
}

double Session::value(const std::string& launch, const std::string& name, std::optional<int> card) const {
  Hidden& h = *hidden_;
  if (!lesson_) return std::nan("");
  const std::pair key{launch, card.value_or(h.settings_of(launch))};
  if (auto moved = values_.find(key); moved != values_.end())
    if (auto value = moved->second.find(name); value != moved->second.end()) return value->second;
  auto shown = h.shown_values.find(key);
  if (shown == h.shown_values.end()) shown = h.shown_values.emplace(key, evaluate_values(*lesson_, launch, h.settings(launch, key.second)).values).first;
  auto value = shown->second.find(name);
  return value == shown->second.end() ? std::nan("") : value->second;
}

bool Session::is_run_of(const std::string& name, int card) const { return slots_.count(name) > 0 && hidden_->settings_of(name) == card; }

const CardOutcome* Session::outcome(int card) const {
  auto found = outcomes_.find(card);
  return found == outcomes_.end() ? nullptr : &found->second;
}

const RunSlot* Session::slot(const std::string& name) const {
  auto found = slots_.find(name);
  return found == slots_.end() ? nullptr : &found->second;
}

const RunSlot* Session::shown_run() const { return replay_ ? &replayed_ : normal_run(); }

const SourceState* Session::source() const { return source_of(open_source_); }

const SourceState* Session::source_of(const std::string& name) const {
  auto found = sources_.find(name);
  return found == sources_.end() ? nullptr : &found->second;
}

}  // namespace wb
