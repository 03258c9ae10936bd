// Sources as the student edits them, compiled on each edit; exercises and their checks.
#include <algorithm>
#include <sstream>
#include <utility>

#include "app/session/session_hidden.h"
#include "simulator/program/program.h"

namespace wb {
namespace {

// Of the main file: lines for which instructions work.
std::set<uint32_t> lines_with_code(const Program& program, const SourceMap& sources) {
  std::set<uint32_t> lines;
  for (const InsInfo& info : program.info) {
    const Span span = sources.outermost(info.span);
    if (span.end > span.begin && span.file.v == 0) lines.insert(sources.start(span).line);
  }
  return lines;
}

}  // namespace

// The state of a launch's, bug's or exercise's source, made when it is first asked for; null when there is none.
SourceState* Session::Hidden::make_source(const std::string& name) {
  if (!s.lesson_ || name.empty()) return nullptr;
  if (auto found = s.sources_.find(name); found != s.sources_.end()) return &found->second;
  const Lesson& lesson = *s.lesson_;
  LaunchRequest request;
  request.name = name;
  request.use_start = true;
  std::string file_name, why;
  std::string text = source_text_of(lesson, request, file_name, why);
  if (text.empty() && !why.empty()) return nullptr;
  SourceState source;
  source.name = name;
  source.file_name = file_name;
  source.text = source.original = std::move(text);
  const LaunchSpec* stage = lesson.stage_of(name);
  source.kernel = stage ? stage->kernel : "";
  if (const BugSpec* bug = lesson.bug(name); bug && !bug->kernel.empty()) source.kernel = bug->kernel;
  source.is_editable = lesson.exercise(name) || lesson.bug(name);
  if (store && source.is_editable) {
    if (auto edit = store->edit(name, source.original)) {
      source.text = edit->text;
      source.was_changed_below = edit->lesson_changed;
    }
  }
  SourceState& kept = s.sources_[name] = std::move(source);
  compile_source(kept);
  return &kept;
}

void Session::Hidden::compile_source(SourceState& source) {
  const auto begun = Clock::now();
  CompileOptions how;
  const auto lesson = s.lesson_;
  if (const LaunchSpec* stage = lesson->stage_of(source.name)) how.defines = stage->defines;
  how.read_include = [lesson](std::string_view path) -> std::optional<std::string> {
    auto found = lesson->sources.find(std::string(path));
    return found == lesson->sources.end() ? std::nullopt : std::optional(found->second);
  };
  const CompileResult compiled = compile(source.file_name, source.text, source.kernel, how);
  source.compile_ms = std::chrono::duration<double, std::milli>(Clock::now() - begun).count();
  source.diagnostics = compiled.diagnostics;
  source.sources = compiled.sources;
  if (!compiled.ok() || !compiled.module) return;
  source.loops = print_loops(*compiled.module, source.kernel);
  source.loops_revision = source.revision;
  if (compiled.ok()) source.code_lines = lines_with_code(*compiled.program, *compiled.sources);
}

void Session::Hidden::open_source(const std::string& name) {
  if (!make_source(name)) return;
  s.open_source_ = name;
  s.shows_loops_ = false;
  ++s.open_source_request_;
}

// Beside what is about to be shown of its run; the page keeps the keyboard.
void Session::Hidden::show_source_of_run(const std::string& name) {
  open_source(name);
  --s.open_source_request_;
}

void Session::Hidden::edit_source(const EditSource& c) {
  SourceState* source = make_source(c.name);
  if (!source || !source->is_editable || source->text == c.text) return;
  const std::string before = std::exchange(source->text, c.text);
  ++source->revision;
  compile_source(*source);
  mark_stale(c.name);
  if (auto points = s.breakpoints_.find(source->file_name); points != s.breakpoints_.end()) follow_edit(points->second, before, c.text);
  outdate_verdict(c.name);
  if (store) store->journal(c.name, source->text, source->original);
  unsaved.insert(c.name);
  typed_at = Clock::now();
}

void Session::Hidden::reset_source(const std::string& name) {
  SourceState* source = make_source(name);
  if (!source || !source->is_edited()) return;
  keep_edits();
  const std::string before = std::exchange(source->text, source->original);
  if (auto points = s.breakpoints_.find(source->file_name); points != s.breakpoints_.end()) follow_edit(points->second, before, source->text);
  source->was_changed_below = false;
  ++source->revision;
  compile_source(*source);
  mark_stale(name);
  outdate_verdict(name);
  if (store) store->drop_edit(name);
}

// The text is another one now: what was said of the last one no longer holds.
void Session::Hidden::outdate_verdict(const std::string& name) {
  const auto found = s.exercises_.find(name);
  if (found == s.exercises_.end()) return;
  found->second.is_stale = true;
  found->second.problem.clear();
}

// On every pause: what was typed goes from the journal to its own file.
void Session::Hidden::keep_edits() {
  if (store) {
    for (const std::string& name : unsaved)
      if (auto found = s.sources_.find(name); found != s.sources_.end()) store->keep_edit(name, found->second.text, found->second.original);
    if (!unsaved.empty()) store->save();
  }
  unsaved.clear();
}

// ---- exercises

const ExerciseSpec* Session::Hidden::exercise_spec(const std::string& name) const {
  if (!s.lesson_) return nullptr;
  if (const ExerciseSpec* spec = s.lesson_->exercise(name)) return spec;
  const BugSpec* bug = s.lesson_->bug(name);
  return bug ? repair_of(*s.lesson_, *bug) : nullptr;
}

std::string Session::Hidden::progress_name(const std::string& name) const { return s.lesson_ && s.lesson_->bug(name) ? "bug:" + name : name; }

void Session::Hidden::keep_exercise(const std::string& name, bool is_try) {
  if (!store) return;
  const ExerciseView& view = s.exercises_[name];
  const auto& before = store->progress().exercises;
  auto found = before.find(progress_name(name));
  ExerciseState kept = found == before.end() ? ExerciseState{} : found->second;
  kept.is_passed = view.is_passed;
  kept.hints_opened = view.hints_shown;
  kept.tries += is_try ? 1 : 0;
  store->set_exercise(progress_name(name), kept);
}

void Session::Hidden::show_hint(const std::string& name) {
  const ExerciseSpec* spec = exercise_spec(name);
  if (!spec) return;
  ExerciseView& view = s.exercises_[name];
  view.hints_shown = std::min<int>(view.hints_shown + 1, static_cast<int>(spec->hints.size()));
  keep_exercise(name);
}

namespace {

// What a check asks, in the window's words before it has run.
std::string check_question(const CheckSpec& check) {
  switch (check.kind) {
    case CheckKind::output: return "check.output";
    case CheckKind::clean: return "check.clean";
    case CheckKind::schedules: return "check.schedules";
    case CheckKind::inputs: return "check.inputs";
    case CheckKind::metric: return "check.metric";
    case CheckKind::budget: return "check.budget";
    case CheckKind::must_use: return "check.must_use";
    case CheckKind::must_not_use: return "check.must_not_use";
    case CheckKind::coverage: return "check.coverage";
    case CheckKind::engines_agree: return "check.engines_agree";
    case CheckKind::ratio: return "check.ratio";
  }
  return "check.output";
}

std::string check_argument(const CheckSpec& check) {
  if (check.kind == CheckKind::schedules) return std::to_string(check.count);
  if (check.kind == CheckKind::inputs) return std::to_string(check.inputs.size());
  if (check.kind == CheckKind::metric || check.kind == CheckKind::budget) {
    std::ostringstream words;
    words << check.name;
    if (check.min) words << " \xE2\x89\xA5 " << *check.min;
    if (check.max) words << " \xE2\x89\xA4 " << *check.max;
    return words.str();
  }
  return check.name;
}

}  // namespace

void Session::Hidden::check_exercise(const std::string& name) {
  const ExerciseSpec* spec = exercise_spec(name);
  SourceState* source = make_source(name);
  if (!spec || !source) return;
  ExerciseView& view = s.exercises_[name];
  if (view.is_checking) return;
  if (const int card = own_card(name); card >= 0) use_settings_of(name, card);
  show_source_of_run(name);
  start_run(name, -1);  // so that its picture and findings are there to look at
  view.is_checking = true;
  view.is_stale = false;
  view.problem.clear();
  view.checks.clear();
  for (const CheckSpec& check : spec->checks) {
    CheckLine& line = view.checks.emplace_back();
    line.text = check_question(check);
    line.argument = check_argument(check);
  }
  keep_exercise(name, true);
  const auto lesson = s.lesson_;
  check_jobs[name] = background.start([this, lesson, name, spec = *spec, text = source->text, revision = source->revision,
                                       is_trusted = s.is_trusted_](Progress& progress, std::stop_token stop) {
    const auto sim = engine(EngineKind::simulated), loops = engine(EngineKind::loops), cuda = engine(EngineKind::cuda);
    const ExerciseVerdict verdict = run_checks(*lesson, spec, text, {sim.get(), loops.get(), cuda.get()}, progress, stop, is_trusted);
    background.post([this, lesson, name, revision, verdict, spec] {
      if (lesson == s.lesson_) take_verdict(name, revision, verdict, spec);
    });
  });
}

void Session::Hidden::take_verdict(const std::string& name, uint64_t revision, const ExerciseVerdict& verdict, const ExerciseSpec& spec) {
  ExerciseView& view = s.exercises_[name];
  const SourceState* source = s.source_of(name);
  view.is_stale = !source || source->revision != revision;
  if (!verdict.compiles) {
    view.checks.clear();
    if (!view.is_stale) view.problem = verdict.complaints.empty() ? "exercise.does_not_compile" : verdict.complaints.front().message;
  }
  for (const CheckResult& result : verdict.results) {
    if (result.index >= view.checks.size() || result.index >= spec.checks.size()) continue;
    CheckLine& line = view.checks[result.index];
    line.state = result.outcome == CheckOutcome::passed   ? CheckLine::State::passed
                 : result.outcome == CheckOutcome::failed ? CheckLine::State::failed
                                                          : CheckLine::State::not_run;
    line.detail = result.message;
  }
  view.is_passed = view.is_passed || verdict.passed();
  view.just_passed = verdict.passed();
  keep_exercise(name);
  view.is_checking = false;
  note_done();
  if (store) store->save();
}

}  // namespace wb
