// Runs what a lesson declares, and compares: launches are clean, bugs report exactly what they say, starts fail, solutions pass.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/backends/agreement.h"
#include "app/backends/cuda_worker.h"
#include "app/backends/native_launch.h"
#include "app/backends/other_schedules.h"
#include "app/backends/scalar_bytes.h"
#include "app/workbook/blanks.h"
#include "app/workbook/check_lesson.h"
#include "app/workbook/complaint_sink.h"
#include "app/workbook/counter_names.h"
#include "app/workbook/limits.h"
#include "app/workbook/parsons.h"
#include "app/workbook/result_element.h"
#include "app/workbook/words.h"
#include "simulator/source/render.h"

namespace wb {

namespace {

std::string element_in_words(const std::string& buffer, const std::vector<uint64_t>& index) {
  std::string text = buffer;
  for (uint64_t i : index) text += "[" + std::to_string(i) + "]";
  return text;
}

std::vector<uint32_t> lines_of(const SourceMap& sources, const Finding& finding) {
  std::vector<uint32_t> lines;
  for (const FindingPlace& place : finding.places) lines.push_back(sources.start(sources.outermost(place.span)).line);
  return lines;
}

std::string lines_in_words(const std::vector<uint32_t>& lines) {
  std::string text;
  for (uint32_t line : lines) text += (text.empty() ? "" : " and ") + std::to_string(line);
  return lines.empty() ? "" : (lines.size() == 1 ? ", line " : ", lines ") + text;
}

std::string in_words(const SourceMap& sources, const Finding& f) {
  return std::string(finding_name(f.kind)) + (f.buffer.empty() ? "" : " on " + element_in_words(f.buffer, f.element)) + lines_in_words(lines_of(sources, f));
}
std::string in_words(const ExpectedFinding& e) {
  std::string text = finding_name(e.kind);
  if (e.buffer) text += " on " + element_in_words(*e.buffer, e.element.value_or(std::vector<uint64_t>{}));
  return text + lines_in_words(e.lines);
}

bool matches(const SourceMap& sources, const ExpectedFinding& e, const Finding& f) {
  if (e.kind != f.kind || (e.buffer && *e.buffer != f.buffer) || (e.severity && *e.severity != f.severity) || (e.count && *e.count != f.count)) return false;
  if (e.element && *e.element != f.element && *e.element != std::vector<uint64_t>{f.flat_element}) return false;
  // The parties of a race have no order of their own.
  std::vector<uint32_t> wanted = e.lines, found = lines_of(sources, f);
  std::sort(wanted.begin(), wanted.end());
  std::sort(found.begin(), found.end());
  return wanted.empty() || wanted == found || (wanted.size() < found.size() && std::includes(found.begin(), found.end(), wanted.begin(), wanted.end()));
}

// The first number in a text, thousands separators taken out: "1,536 blocks" -> 1536.
std::optional<double> number_in(const std::string& text) {
  size_t begin = text.find_first_of("0123456789");
  if (begin == std::string::npos) return std::nullopt;
  std::string digits;
  for (size_t i = begin; i < text.size(); ++i) {
    bool is_digit = std::isdigit(static_cast<unsigned char>(text[i]));
    if (is_digit || (text[i] == '.' && i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])))) digits += text[i];
    else if (text[i] != ',' || i + 1 >= text.size() || !std::isdigit(static_cast<unsigned char>(text[i + 1]))) break;
  }
  double value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

class RunChecker {
 public:
  RunChecker(const Lesson& lesson, const CheckOptions& options, CheckReport& report, const std::function<void(double)>& report_done)
      : lesson_(lesson), options_(options), report_(report), report_done_(report_done), complaints_(*lesson.text, found_) {}

  void check() {
    total_ = lesson_.launches.size() + lesson_.bugs.size() + 2 * lesson_.exercises.size();
    for (const LaunchSpec& launch : lesson_.launches) {
      if (!launch.is_stage()) check_launch(launch);
      step();
    }
    for (const BugSpec& bug : lesson_.bugs) check_bug(bug), step();
    for (const ExerciseSpec& exercise : lesson_.exercises) {
      check_form(exercise);
      check_start(exercise), step();
      check_solution(exercise, "solution", solution_of(exercise)), step();
    }
    check_cards();
    check_counters();
    check_answers();
    std::stable_sort(found_.begin(), found_.end(), [](const Complaint& a, const Complaint& b) { return a.file != b.file ? a.file > b.file : a.line < b.line; });
    for (Complaint& complaint : found_)
      if (std::find(report_.complaints.begin(), report_.complaints.end(), complaint) == report_.complaints.end()) report_.complaints.push_back(std::move(complaint));
  }

 private:
  void step() {
    if (report_done_ && total_) report_done_(static_cast<double>(++done_) / static_cast<double>(total_));
  }

  // ---- building and running

  // The launch, or nothing after its complaints were passed on.
  std::optional<Launch> build(const LaunchRequest& request) {
    BuiltLaunch built = build_launch(lesson_, request);
    for (Complaint& complaint : built.complaints) found_.push_back(std::move(complaint));
    for (const Diagnostic& d : built.diagnostics)
      if (d.severity == Severity::error && built.sources) add_diagnostic(*built.sources, d);
    if (!built.ok()) return std::nullopt;
    built.launch->instruction_budget = limits::check_instructions;
    check_with_nvrtc(*built.launch);
    return std::move(built.launch);
  }

  void add_diagnostic(const SourceMap& sources, const Diagnostic& d) {
    Span span = sources.outermost(d.span);
    LineColumn at = sources.start(span);
    found_.push_back({d.severity, (lesson_.folder / std::string(sources.name(span.file))).string(), at.line, at.column, message_of(d), hint_of(d)});
  }

  RunResult simulate_launch(const Launch& launch) {
    ++report_.runs;
    Progress ignored;
    return options_.engines.simulated->run(launch, ignored, options_.stop);
  }

  LaunchRequest request_for(const std::string& name) const {
    LaunchRequest request;
    request.name = name;
    request.is_trusted = options_.is_trusted;
    return request;
  }

  // NVRTC reads every kernel too, where there is one; the answer is remembered by the text. Some functions need a younger GPU than the
  // oldest that the toolkit knows (`__reduce_max_sync`: 8.0): one architecture that takes the kernel is enough.
  void check_with_nvrtc(const Launch& launch) {
    if (!has_nvrtc_ || !compiled_by_nvrtc_.insert(launch.source + "\n" + launch.kernel).second) return;
    const std::string kernel = compile_launch(launch).qualified_kernel;
    auto reply = compile_with_nvrtc(launch, kernel, "compute_75");
    for (const char* younger : {"compute_80", "compute_90"})
      if (reply && !reply->ok) reply = compile_with_nvrtc(launch, kernel, younger);
    if (!reply) {
      has_nvrtc_ = false;
      report_.not_run.push_back("nvrtc: not here (" + reply.error().what + ")");
      return;
    }
    if (reply->ok) return;
    SourceMap sources;
    sources.add(launch.file_name, launch.source);
    auto diagnostics = diagnostics_from_log(reply->log, sources);
    for (const Diagnostic& d : diagnostics)
      if (d.severity == Severity::error) add_diagnostic(sources, d);
    if (diagnostics.empty()) found_.push_back({Severity::error, (lesson_.folder / launch.file_name).string(), 1, 1, "NVRTC does not compile this file: " + reply->log.substr(0, 300), {}});
  }

  // ---- launches

  void check_launch(const LaunchSpec& spec) {
    auto launch = build(request_for(spec.name));
    if (!launch) return;
    RunResult result = simulate_launch(*launch);
    must_be_clean(spec.span, "launch `" + spec.name + "`", result);
  }

  void must_be_clean(Span at, const std::string& what, const RunResult& result) {
    if (result.status == RunStatus::failed) return complaints_.error(at, what + " does not run to its end: " + result.reason);
    for (const Finding& f : result.findings)
      if (f.severity != Severity::note) complaints_.error(at, what + " is not clean: " + in_words(*result.sources, f) + ": " + message_with_schedule(f));
  }

  // Run cards with values of their own run clean too, unless they show a bug.
  void check_cards() {
    for (const Block& block : lesson_.blocks) {
      auto* card = std::get_if<RunCard>(&block.content);
      if (!card || card->set.empty() || !lesson_.stage_of(card->launch)) continue;
      LaunchRequest request = request_for(card->launch);
      request.set = card->set;
      request.schedule = card->schedule;
      request.seed = card->seed;
      auto launch = build(request);
      if (launch && !lesson_.bug(card->launch)) must_be_clean(block.span, "this run", simulate_launch(*launch));
    }
  }

  // ---- bugs

  void check_bug(const BugSpec& bug) {
    auto launch = build(request_for(bug.name));
    if (!launch) return;
    RunResult result = simulate_launch(*launch);
    if (result.status == RunStatus::failed && result.findings.empty()) return complaints_.error(bug.span, "bug `" + bug.name + "` does not run: " + result.reason);
    compare_findings(bug, result);
    if (result.ran()) check_output(bug, *launch, result);
    for (const auto& [how, numbers] : bug.results) check_result(bug, *launch, how, numbers);
    check_repair(bug);
  }

  void compare_findings(const BugSpec& bug, const RunResult& result) {
    for (const ExpectedFinding& expected : bug.expect) {
      bool is_there = std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& f) { return f.severity != Severity::note && matches(*result.sources, expected, f); });
      if (!is_there) complaints_.error(bug.span, "bug `" + bug.name + "` declares " + in_words(expected) + ", but its run does not report it");
    }
    for (const Finding& f : result.findings) {
      if (f.severity == Severity::note) continue;
      bool is_declared = std::any_of(bug.expect.begin(), bug.expect.end(), [&](const ExpectedFinding& e) { return matches(*result.sources, e, f); });
      if (!is_declared) complaints_.error(bug.span, "bug `" + bug.name + "` reports " + in_words(*result.sources, f) + ", which it does not declare");
    }
  }

  // The right text to compare with: the repair's solution, the fixing exercise's, or the launch's own source.
  const std::string* right_text(const BugSpec& bug) const {
    const LaunchSpec* stage = lesson_.launch(bug.launch);
    std::vector<std::string> names;
    if (bug.repair) names.push_back(bug.repair->solution);
    if (const ExerciseSpec* fix = lesson_.exercise(bug.fix); fix && fix->launch == bug.launch) names.push_back(fix->solution);
    if (stage) names.push_back(stage->source);
    for (const std::string& name : names)
      if (auto found = lesson_.sources.find(name); !name.empty() && found != lesson_.sources.end()) return &found->second;
    return nullptr;
  }

  void check_output(const BugSpec& bug, const Launch& launch, const RunResult& result) {
    if (bug.output == BugOutput::any) return;
    const std::string* text = right_text(bug);
    if (!text) return complaints_.error(bug.span, "bug `" + bug.name + "` declares its output as " + (bug.output == BugOutput::right ? "right" : "wrong") + ", but there is nothing to compare it with", "give its launch a source, or name a `fix`");
    LaunchRequest request = request_for(bug.name);
    request.source_text = *text;
    BuiltLaunch built = build_launch(lesson_, request);
    if (!built.ok()) return;  // said where that text is checked itself
    RunResult right = simulate_launch(*built.launch);
    if (!right.ran()) return;
    std::string difference;
    for (int output : built.launch->outputs) {
      auto i = static_cast<size_t>(output);
      Agreement a = compare_buffers(right.buffers[i], EngineKind::simulated, result.buffers[i], EngineKind::simulated, launch.tolerance);
      if (!a.equal && a.first_diff && difference.empty()) difference = element_in_words(a.buffer, a.first_diff->index) + " is " + a.first_diff->second + " and should be " + a.first_diff->first;
    }
    if (bug.output == BugOutput::right && !difference.empty()) complaints_.error(bug.span, "bug `" + bug.name + "` declares its output as right, but " + difference);
    if (bug.output == BugOutput::wrong && difference.empty()) complaints_.error(bug.span, "bug `" + bug.name + "` declares its output as wrong, but it is right");
  }

  // results = { in-order = 8, loops = 256 }: the first elements of the first output.
  void check_result(const BugSpec& bug, const Launch& launch, const std::string& how, const std::vector<double>& numbers) {
    RunResult result;
    if (how == "loops") {
      if (!options_.engines.loops) return report_.not_run.push_back("loops: not here");
      Launch once = launch;
      once.timed_runs = 1;
      Progress ignored;
      result = options_.engines.loops->run(once, ignored, options_.stop);
      if (!result.ran()) return report_.not_run.push_back("loops: " + result.reason);
    } else {
      Launch other = launch;
      other.schedule = *schedule_from_name(how);
      result = simulate_launch(other);
      if (!result.ran()) return complaints_.error(bug.results_span, "bug `" + bug.name + "` does not run under the " + how + " schedule: " + result.reason);
    }
    if (launch.outputs.empty()) return complaints_.error(bug.results_span, "bug `" + bug.name + "` has results, but its kernel has no output");
    const DeviceBuffer& buffer = result.buffers[static_cast<size_t>(launch.outputs[0])];
    uint64_t each = info(buffer.scalar).bytes;
    for (size_t i = 0; i < numbers.size(); ++i) {
      if ((i + 1) * each > buffer.bytes.size()) return complaints_.error(bug.results_span, "`" + how + "` lists more numbers than `" + buffer.name + "` has elements");
      double found = load_scalar(buffer.scalar, &buffer.bytes[i * each]);
      double allowed = launch.tolerance.absolute + launch.tolerance.relative * std::fabs(numbers[i]) + (is_floating(buffer.scalar) ? 1e-6 * std::fabs(numbers[i]) : 0);
      if (std::fabs(found - numbers[i]) > allowed)
        return complaints_.error(bug.results_span, "`" + how + "` gives " + buffer.name + "[" + std::to_string(i) + "] = " + short_number(found) + ", not " + short_number(numbers[i]));
    }
  }

  // As shipped the bug must fail what it is to be repaired by, and the right text must pass it.
  void check_repair(const BugSpec& bug) {
    const ExerciseSpec* repair = repair_of(lesson_, bug);
    auto own = lesson_.sources.find(bug.source);
    if (!repair || own == lesson_.sources.end()) return;
    if (verdict_of(*repair, own->second, true).passed()) complaints_.error(bug.span, "bug `" + bug.name + "` passes every check of its repair as it is");
    if (bug.repair) check_solution(*repair, "right kernel", right_text(bug));
  }

  // ---- exercises

  const std::string* solution_of(const ExerciseSpec& exercise) const {
    auto found = lesson_.sources.find(exercise.solution);
    return found == lesson_.sources.end() ? nullptr : &found->second;
  }

  ExerciseVerdict verdict_of(const ExerciseSpec& exercise, const std::string& text, bool until_failure) {
    ++report_.runs;
    Progress ignored;
    return run_checks(lesson_, exercise, text, options_.engines, ignored, options_.stop, options_.is_trusted, until_failure);
  }

  // What the student is given can become the solution: by its cards, by its blanks.
  void check_form(const ExerciseSpec& exercise) {
    auto start = lesson_.sources.find(exercise.start);
    const std::string* solution = solution_of(exercise);
    if (start == lesson_.sources.end() || !solution) return;
    if (exercise.style == ExerciseStyle::parsons) return check_cards_of(exercise, start->second, *solution);
    if (has_cards(start->second)) complaints_.error(exercise.start_span, "`" + exercise.start + "` has cards, but exercise `" + exercise.name + "` does not show them", "say style = \"parsons\"");
    const auto blanks = blanks_in(start->second);
    const bool has_blanks = !blanks || !blanks->empty();
    if (exercise.style != ExerciseStyle::blanks) {
      if (has_blanks) complaints_.error(exercise.start_span, "`" + exercise.start + "` has blanks, but exercise `" + exercise.name + "` does not show them", "say style = \"blanks\"");
      return;
    }
    const std::string who = "exercise `" + exercise.name + "`: ";
    if (!blanks) return complaints_.error(exercise.start_span, who + "a blank of its start is not closed", "a blank is /*blank*/ expression /*end*/");
    if (blanks->empty()) return complaints_.error(exercise.start_span, who + "its start has no blank", "a blank is /*blank*/ expression /*end*/");
    if (!blanks_lead_to(start->second, *solution)) complaints_.error(exercise.solution_span, who + "its solution differs from the start outside of the blanks");
  }

  void check_cards_of(const ExerciseSpec& exercise, const std::string& start, const std::string& solution) {
    const std::string who = "exercise `" + exercise.name + "`: ";
    std::string why;
    const auto cards = parsons_of(start, why);
    if (!cards) return complaints_.error(exercise.start_span, who + why);
    const auto missing = lines_without_card(*cards, solution);
    if (!missing) return complaints_.error(exercise.solution_span, who + "its solution differs from the start around the cards");
    for (const std::string& line : *missing) complaints_.error(exercise.solution_span, who + "its start has no card for `" + line + "`");
  }

  void check_start(const ExerciseSpec& exercise) {
    auto start = lesson_.sources.find(exercise.start);
    if (start == lesson_.sources.end()) return;
    LaunchRequest request = request_for(exercise.name);
    request.use_start = true;
    if (!build(request)) return;  // so every start compiles
    if (verdict_of(exercise, start->second, true).passed()) complaints_.error(exercise.span, "exercise `" + exercise.name + "`: its start passes every check already");
  }

  void check_solution(const ExerciseSpec& exercise, const std::string& what, const std::string* text) {
    if (!text) return;
    if (!lesson_.bug(exercise.name) && !build(request_for(exercise.name))) return;
    ExerciseVerdict verdict = verdict_of(exercise, *text, false);
    for (const Complaint& complaint : verdict.complaints) found_.push_back(complaint);
    for (const CheckResult& r : verdict.results) {
      std::string check = "check `" + std::string(check_kind_name(r.kind)) + "`";
      if (r.outcome == CheckOutcome::failed) complaints_.error(exercise.span, "exercise `" + exercise.name + "`: its " + what + " fails " + check + ": " + r.message);
      if (r.outcome == CheckOutcome::not_run) report_.not_run.push_back(check + " (" + r.message + ")");
    }
  }

  // ---- predictions with counter=

  // The run that a question is about: of=, else the next run card, else the one before.
  std::string launch_for(size_t index, const Predict& predict) const {
    if (!predict.counter_launch.empty()) return predict.counter_launch;
    for (size_t i = index + 1; i < lesson_.blocks.size(); ++i)
      if (auto* card = std::get_if<RunCard>(&lesson_.blocks[i].content)) return card->launch;
    for (size_t i = index; i-- > 0;)
      if (auto* card = std::get_if<RunCard>(&lesson_.blocks[i].content)) return card->launch;
    return {};
  }

  void check_counters() {
    for (size_t i = 0; i < lesson_.blocks.size(); ++i) {
      auto* predict = std::get_if<Predict>(&lesson_.blocks[i].content);
      if (!predict || predict->counter.empty()) continue;
      std::string name = launch_for(i, *predict);
      if (!lesson_.stage_of(name)) {
        complaints_.error(lesson_.blocks[i].span, "`counter=" + predict->counter + "` has no run to compare with", "put a `run` block behind it, or say of=LAUNCH");
        continue;
      }
      BuiltLaunch built = build_launch(lesson_, request_for(name));
      if (!built.ok()) continue;
      RunResult result = simulate_launch(*built.launch);
      compare_counter(*predict, lesson_.blocks[i].span, name, *built.launch, result);
    }
  }

  void compare_counter(const Predict& predict, Span at, const std::string& name, const Launch& launch, const RunResult& result) {
    auto counted_value = counter_of(predict.counter, launch, result);
    if (!counted_value) return;  // said by the reader
    const std::optional<double> marked = marked_number(predict);
    if (!marked) return complaints_.error(at, "the right choice holds no number to compare with `" + predict.counter + "`");
    if (std::fabs(*marked - *counted_value) > 1e-6 * std::max(1.0, std::fabs(*counted_value)))
      complaints_.error(at, "the marked answer is " + short_number(*marked) + ", but `" + predict.counter + "` of run `" + name + "` is " + short_number(*counted_value));
  }

  // ---- exercises that are answered: what is marked as right is what the launch's own run gives

  void check_answers() {
    for (const Block& block : lesson_.blocks) {
      auto* card = std::get_if<ExerciseCard>(&block.content);
      const ExerciseSpec* exercise = card ? lesson_.exercise(card->exercise) : nullptr;
      if (!exercise || !card->question || (exercise->answer.counter.empty() && exercise->answer.result.empty())) continue;
      BuiltLaunch built = build_launch(lesson_, request_for(exercise->launch));
      if (!built.ok()) {
        const bool is_stage = lesson_.stage_of(exercise->launch) && lesson_.stage_of(exercise->launch)->is_stage();
        if (is_stage) complaints_.error(exercise->launch_span, "launch `" + exercise->launch + "` is a stage: no run of it can prove an answer");
        continue;
      }
      const RunResult result = simulate_launch(*built.launch);
      if (result.ran()) compare_answer(*exercise, *card->question, block.span, *built.launch, result);
    }
  }

  void compare_answer(const ExerciseSpec& exercise, const Predict& question, Span at, const Launch& launch, const RunResult& result) {
    const ExerciseAnswer& answer = exercise.answer;
    const std::string what = answer.counter.empty() ? answer.result : answer.counter;
    std::string why;
    const auto value = answer.counter.empty() ? result_element(result.buffers, answer.result, why) : counter_of(answer.counter, launch, result);
    if (!value) return complaints_.error(answer.span, "`" + what + "` of run `" + exercise.launch + "` has no value: " + why);
    const std::optional<double> marked = marked_number(question);
    if (!marked) return complaints_.error(at, "the right choice holds no number to compare with `" + what + "`");
    const double allowed = std::max(answer.tolerance.absolute + answer.tolerance.relative * std::fabs(*value), 1e-6 * std::max(1.0, std::fabs(*value)));
    if (std::fabs(*marked - *value) > allowed)
      complaints_.error(at, "the answer is " + short_number(*marked) + ", but `" + what + "` of run `" + exercise.launch + "` is " + short_number(*value));
  }

  static std::optional<double> counter_of(const std::string& counter, const Launch& launch, const RunResult& result) {
    const KernelLaunch& d = launch.device;
    return counter_by_name(counter, result.counters, uint64_t{d.grid.x} * d.grid.y * d.grid.z * d.block.x * d.block.y * d.block.z);
  }

  // The number typed, or in the choice that is marked as right.
  static std::optional<double> marked_number(const Predict& question) {
    std::optional<double> marked = question.answer;
    for (const Choice& choice : question.choices)
      if (choice.is_right) marked = number_in(plain_text(choice.text));
    return marked;
  }

  const Lesson& lesson_;
  const CheckOptions& options_;
  CheckReport& report_;
  const std::function<void(double)>& report_done_;
  std::vector<Complaint> found_;
  ComplaintSink complaints_;
  size_t total_ = 0, done_ = 0;
  bool has_nvrtc_ = true;
  std::set<std::string> compiled_by_nvrtc_;
};

}  // namespace

void check_runs(const Lesson& lesson, const CheckOptions& options, CheckReport& report, const std::function<void(double)>& report_done) {
  RunChecker(lesson, options, report, report_done).check();
}

}  // namespace wb
