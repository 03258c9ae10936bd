#include "app/workbook/exercise_checks.h"

#include <algorithm>
#include <memory>

#include "app/backends/agreement.h"
#include "app/backends/other_schedules.h"
#include "app/workbook/counter_names.h"
#include "app/workbook/kind_words.h"
#include "app/workbook/limits.h"
#include "app/workbook/source_words.h"
#include "app/workbook/words.h"

namespace wb {

namespace {

// One way to run a kernel: which launch, which values, which schedule.
struct Variant {
  std::string launch;
  std::map<std::string, double> set;
  Schedule schedule = Schedule::in_order;
  uint64_t seed = 0;
  bool checks = true;
  friend auto operator<=>(const Variant&, const Variant&) = default;
};

// A launch and what came of it in the simulator.
struct SimulatedRun {
  BuiltLaunch built;
  RunResult result;
  bool is_usable() const { return built.ok() && result.ran(); }
};

std::string element_name(const Agreement& agreement) {
  std::string name = agreement.buffer;
  for (uint64_t i : agreement.first_diff->index) name += "[" + std::to_string(i) + "]";
  return name;
}

std::string sizes_in_words(const std::map<std::string, double>& set) {
  std::string text;
  for (const auto& [name, value] : set) text += (text.empty() ? "" : ", ") + name + " = " + short_number(value);
  return text;
}

std::string why_it_did_not_run(const SimulatedRun& run) {
  if (!run.built.complaints.empty()) return run.built.complaints[0].message;
  return run.result.reason.empty() ? "the kernel did not run" : run.result.reason;
}

class Judge {
 public:
  Judge(const Lesson& lesson, const ExerciseSpec& exercise, const std::string& text, const EngineSet& engines, Progress& progress, std::stop_token stop, bool is_trusted)
      : lesson_(lesson), exercise_(exercise), text_(text), engines_(engines), progress_(progress), stop_(std::move(stop)), is_trusted_(is_trusted) {
    find_reference_text();
  }

  ExerciseVerdict run(bool until_failure) {
    BuiltLaunch built = build_launch(lesson_, request_for({}, text_));
    verdict_.sources = built.sources;
    verdict_.diagnostics = built.diagnostics;
    verdict_.complaints = built.complaints;
    verdict_.compiles = built.ok();
    if (!verdict_.compiles) return std::move(verdict_);
    for (size_t i = 0; i < exercise_.checks.size(); ++i) {
      progress_.done = static_cast<double>(i) / static_cast<double>(exercise_.checks.size());
      CheckResult result;
      result.index = i;
      result.kind = exercise_.checks[i].kind;
      result.points = exercise_.checks[i].points;
      if (stop_.stop_requested()) not_run(result, "stopped");
      else judge(exercise_.checks[i], result);
      verdict_.results.push_back(std::move(result));
      if (until_failure && verdict_.results.back().outcome == CheckOutcome::failed) break;
    }
    progress_.done = 1;
    return std::move(verdict_);
  }

 private:
  void judge(const CheckSpec& check, CheckResult& result) {
    if (check.kind == CheckKind::must_use || check.kind == CheckKind::must_not_use) return judge_word(check, result);
    if (check.kind == CheckKind::ratio) return judge_ratio(check, result);
    if (!engines_.simulated) return not_run(result, "the simulator is not here");
    switch (check.kind) {
      case CheckKind::output: return judge_output({.launch = check.launch, .set = {}}, check, result);
      case CheckKind::clean: return judge_clean(check, result);
      case CheckKind::schedules: return judge_schedules(check, result);
      case CheckKind::inputs: return judge_inputs(check, result);
      case CheckKind::metric:
      case CheckKind::budget: return judge_counter(check, result);
      case CheckKind::coverage: return judge_coverage(check, result);
      case CheckKind::engines_agree: return judge_agreement(check, result);
      default: return;
    }
  }

  // ---- one check each

  void judge_output(const Variant& variant, const CheckSpec& check, CheckResult& result) {
    const SimulatedRun& own = run_own(variant);
    if (!own.is_usable()) return fail(result, why_it_did_not_run(own));
    if (!has_reference(variant)) return not_run(result, "there is nothing to compare with: neither a solution nor a launch with a source");
    const SimulatedRun& reference = run_reference(variant);
    if (!reference.is_usable()) return not_run(result, "the solution does not run: " + why_it_did_not_run(reference));
    uint64_t compared = 0;
    for (int output : outputs_of(reference, own)) {
      auto i = static_cast<size_t>(output);
      const DeviceBuffer &expected = reference.result.buffers[i], &found = own.result.buffers[i];
      Agreement agreement = compare_buffers(expected, EngineKind::simulated, found, EngineKind::simulated, check.tolerance.value_or(reference.built.launch->tolerance));
      compared += agreement.compared;
      if (agreement.equal) continue;
      if (!agreement.first_diff) return fail(result, "`" + agreement.buffer + "` has another size or type than the solution's");
      uint64_t e = agreement.first_diff->element;
      bool unwritten = expected.is_poisoned && e < found.written.size() && !found.written[e];
      std::string what = unwritten ? " is never written; it should be " + agreement.first_diff->first : " is " + agreement.first_diff->second + " and should be " + agreement.first_diff->first;
      return fail(result, element_name(agreement) + what + "; " + grouped(agreement.differing) + " of " + counted(expected.element_count(), "element differs", "elements differ"));
    }
    pass(result, compared ? counted(compared, "element is", "elements are") + " as they should be" : "the result is as it should be");
  }

  void judge_clean(const CheckSpec& check, CheckResult& result) {
    const SimulatedRun& own = run_own({.launch = check.launch, .set = {}});
    if (!own.built.ok() || own.result.status == RunStatus::failed) return fail(result, why_it_did_not_run(own));
    for (const Finding& finding : own.result.findings) {
      if (finding.severity < check.level) continue;
      result.finding = finding;
      verdict_.sources = own.result.sources;
      return fail(result, std::string(kind_in_words(finding.kind)) + ": " + message_with_schedule(finding));
    }
    pass(result, "no finding");
  }

  void judge_schedules(const CheckSpec& check, CheckResult& result) {
    Variant in_order{.launch = check.launch, .set = {}, .checks = false};
    SimulatedRun first = simulate_variant(in_order, text_);
    if (!first.is_usable()) return fail(result, why_it_did_not_run(first));
    constexpr Schedule fixed[] = {Schedule::reverse, Schedule::round_robin, Schedule::adversarial};
    for (uint64_t i = 1; i < check.count && !stop_.stop_requested(); ++i) {
      Variant variant = in_order;
      variant.schedule = i <= std::size(fixed) ? fixed[i - 1] : i % 2 ? Schedule::adversarial : Schedule::random;
      variant.seed = i <= std::size(fixed) ? 0 : i;
      SimulatedRun other = simulate_variant(variant, text_);
      std::string where = "under the " + std::string(schedule_name(variant.schedule)) + " schedule" + (variant.seed ? " with seed " + std::to_string(variant.seed) : "");
      if (!other.is_usable()) return fail(result, where + ": " + why_it_did_not_run(other));
      for (int output : outputs_of(first, other)) {
        auto k = static_cast<size_t>(output);
        Agreement agreement = compare_buffers(first.result.buffers[k], EngineKind::simulated, other.result.buffers[k], EngineKind::simulated, check.tolerance.value_or(first.built.launch->tolerance));
        if (agreement.equal || !agreement.first_diff) continue;
        return fail(result, where + " " + element_name(agreement) + " ends as " + agreement.first_diff->second + "; in order it is " + agreement.first_diff->first);
      }
    }
    pass(result, "the same result under " + counted(check.count, "schedule", "schedules"));
  }

  void judge_inputs(const CheckSpec& check, CheckResult& result) {
    for (const auto& input : check.inputs) {
      if (stop_.stop_requested()) return not_run(result, "stopped");
      Variant variant{.launch = check.launch, .set = input};
      judge_output(variant, check, result);
      result.input = input;
      std::string with = "with " + sizes_in_words(input) + ": ";
      if (result.outcome != CheckOutcome::passed) return void(result.message = with + result.message);
      // Right but not clean fails too, unless the solution is no better.
      const SimulatedRun& own = run_own(variant);
      if (own.result.status == RunStatus::findings && run_reference(variant).result.status == RunStatus::clean) {
        result.finding = *std::max_element(own.result.findings.begin(), own.result.findings.end(), [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
        verdict_.sources = own.result.sources;
        return fail(result, with + kind_in_words(result.finding->kind) + ": " + message_with_schedule(*result.finding));
      }
      own_runs_.erase(variant);
      reference_runs_.erase(variant);
    }
    result.input.clear();
    pass(result, "right on " + counted(check.inputs.size(), "hidden input", "hidden inputs"));
  }

  void judge_counter(const CheckSpec& check, CheckResult& result) {
    const SimulatedRun& own = run_own({.launch = check.launch, .set = {}});
    if (!own.is_usable()) return fail(result, why_it_did_not_run(own));
    const KernelLaunch& device = own.built.launch->device;
    uint64_t threads = uint64_t{device.grid.x} * device.grid.y * device.grid.z * device.block.x * device.block.y * device.block.z;
    auto value = counter_by_name(check.name, own.result.counters, threads);
    if (!value) return not_run(result, "there is no counter `" + check.name + "`");
    std::string shown = check.name + " is " + short_number(*value);
    if (check.max && *value > *check.max) return fail(result, shown + ", more than " + short_number(*check.max));
    if (check.min && *value < *check.min) return fail(result, shown + ", less than " + short_number(*check.min));
    pass(result, shown);
  }

  void judge_word(const CheckSpec& check, CheckResult& result) {
    bool is_used = uses_word(text_, check.name);
    bool wanted = check.kind == CheckKind::must_use;
    std::string shown = "`" + check.name + "` is " + (is_used ? "used" : "not used");
    if (is_used == wanted) pass(result, shown);
    else fail(result, shown + (wanted ? ", but it has to be" : ", but it must not be"));
  }

  void judge_coverage(const CheckSpec& check, CheckResult& result) {
    const SimulatedRun& own = run_own({.launch = check.launch, .set = {}});
    if (!own.is_usable()) return fail(result, why_it_did_not_run(own));
    for (int output : own.built.launch->outputs) {
      const DeviceBuffer& buffer = own.result.buffers[static_cast<size_t>(output)];
      auto missing = static_cast<uint64_t>(std::count(buffer.written.begin(), buffer.written.end(), false));
      if (missing) return fail(result, counted(missing, "element", "elements") + " of `" + buffer.name + "` " + (missing == 1 ? "is" : "are") + " never written");
    }
    pass(result, "every element is written");
  }

  void judge_agreement(const CheckSpec& check, CheckResult& result) {
    const SimulatedRun& own = run_own({.launch = check.launch, .set = {}});
    if (!own.is_usable()) return fail(result, why_it_did_not_run(own));
    Launch once = *own.built.launch;
    once.timed_runs = 1;  // the result is asked for, not the time
    std::string agreeing, absent;
    for (Engine* engine : {engines_.loops, engines_.cuda}) {
      if (!engine) continue;
      Progress ignored;
      RunResult other = engine->run(once, ignored, stop_);
      std::string key = engine_key(engine->kind());
      if (!other.ran()) {
        absent += (absent.empty() ? "" : "; ") + key + ": " + other.reason;
        continue;
      }
      for (int output : own.built.launch->outputs) {
        auto k = static_cast<size_t>(output);
        if (k >= other.buffers.size()) continue;
        Agreement agreement = compare_buffers(own.result.buffers[k], EngineKind::simulated, other.buffers[k], engine->kind(), check.tolerance.value_or(own.built.launch->tolerance));
        if (!agreement.equal && agreement.first_diff) return fail(result, element_name(agreement) + " is " + agreement.first_diff->first + " in the simulator and " + agreement.first_diff->second + " on " + key);
      }
      agreeing += (agreeing.empty() ? "" : " and ") + key;
    }
    if (agreeing.empty()) return not_run(result, absent.empty() ? "no other engine is here" : absent);
    pass(result, "the simulator and " + agreeing + " agree");
  }

  void judge_ratio(const CheckSpec& check, CheckResult& result) {
    if (check.engine == "sim") return not_run(result, "the simulator's own time says nothing about speed");
    Engine* engine = check.engine == "gpu" ? engines_.cuda : engines_.loops;
    if (!engine) return not_run(result, check.engine + " is not here");
    auto median = [&](const LaunchRequest& request, double& ms) {
      BuiltLaunch built = build_launch(lesson_, request);
      if (!built.ok()) return std::string("it does not build");
      Progress ignored;
      RunResult run = engine->run(*built.launch, ignored, stop_);
      if (!run.ran()) return run.reason;
      for (const Timing& t : run.timings)
        if (t.what == "kernel" && t.threads == 1) return ms = t.median_ms, std::string();
      return std::string("it was not timed");
    };
    LaunchRequest over;
    over.name = check.over;
    over.is_trusted = is_trusted_;
    double own_ms = 0, over_ms = 0;
    std::string why = median(request_for({.launch = check.launch, .set = {}}, text_), own_ms);
    if (why.empty()) why = median(over, over_ms);
    if (!why.empty()) return not_run(result, check.engine + ": " + why);
    double ratio = own_ms > 0 ? over_ms / own_ms : 0;
    std::string shown = "`" + check.over + "` takes " + short_number(ratio) + " times as long on " + check.engine;
    if (check.min && ratio < *check.min) return fail(result, shown + "; at least " + short_number(*check.min) + " is asked for");
    if (check.max && ratio > *check.max) return fail(result, shown + "; at most " + short_number(*check.max) + " is asked for");
    pass(result, shown);
  }

  // ---- runs

  LaunchRequest request_for(const Variant& variant, const std::string& text) const {
    LaunchRequest request;
    request.name = exercise_.name;
    request.on_launch = variant.launch;
    request.set = variant.set;
    request.schedule = variant.schedule;
    request.seed = variant.seed;
    request.checks = variant.checks;
    request.is_trusted = is_trusted_;
    request.source_text = text;
    return request;
  }

  SimulatedRun simulate_variant(const Variant& variant, const std::string& text) {
    SimulatedRun run{build_launch(lesson_, request_for(variant, text)), {}};
    if (!run.built.ok()) return run.result.status = RunStatus::failed, run;
    run.built.launch->instruction_budget = limits::check_instructions;
    Progress ignored;
    run.result = engines_.simulated->run(*run.built.launch, ignored, stop_);
    return run;
  }

  const SimulatedRun& run_own(const Variant& variant) { return run_once(own_runs_, variant, text_); }
  const SimulatedRun& run_reference(const Variant& variant) { return run_once(reference_runs_, variant, reference_text(variant)); }

  using Runs = std::map<Variant, SimulatedRun>;
  const SimulatedRun& run_once(Runs& runs, const Variant& variant, const std::string& text) {
    auto found = runs.find(variant);
    if (found == runs.end()) found = runs.emplace(variant, simulate_variant(variant, text)).first;
    return found->second;
  }

  // What the result is compared with: the solution, or where there is none (a bug's own repair) the launch's own source.
  void find_reference_text() {
    auto found = lesson_.sources.find(exercise_.solution);
    if (!exercise_.solution.empty() && found != lesson_.sources.end()) solution_ = &found->second;
  }
  const std::string* stage_text(const Variant& variant) const {
    const LaunchSpec* stage = lesson_.launch(variant.launch.empty() ? exercise_.launch : variant.launch);
    if (!stage) return nullptr;
    auto found = lesson_.sources.find(stage->source);
    return found == lesson_.sources.end() ? nullptr : &found->second;
  }
  bool has_reference(const Variant& variant) const { return solution_ || stage_text(variant); }
  const std::string& reference_text(const Variant& variant) const { return solution_ ? *solution_ : *stage_text(variant); }

  // Output buffers that both runs know.
  static std::vector<int> outputs_of(const SimulatedRun& a, const SimulatedRun& b) {
    std::vector<int> outputs = a.built.launch->outputs;
    for (int output : b.built.launch->outputs)
      if (std::find(outputs.begin(), outputs.end(), output) == outputs.end()) outputs.push_back(output);
    std::erase_if(outputs, [&](int i) { return static_cast<size_t>(i) >= a.result.buffers.size() || static_cast<size_t>(i) >= b.result.buffers.size(); });
    return outputs;
  }

  // ---- outcomes

  static void pass(CheckResult& result, std::string message) { result.outcome = CheckOutcome::passed, result.message = std::move(message); }
  static void fail(CheckResult& result, std::string message) { result.outcome = CheckOutcome::failed, result.message = std::move(message); }
  static void not_run(CheckResult& result, std::string reason) { result.outcome = CheckOutcome::not_run, result.message = std::move(reason); }

  const Lesson& lesson_;
  const ExerciseSpec& exercise_;
  const std::string& text_;
  const std::string* solution_ = nullptr;
  EngineSet engines_;
  Progress& progress_;
  std::stop_token stop_;
  bool is_trusted_;
  ExerciseVerdict verdict_;
  Runs own_runs_, reference_runs_;
};

}  // namespace

bool ExerciseVerdict::passed() const {
  bool any = false;
  for (const CheckResult& r : results) {
    if (r.outcome == CheckOutcome::failed) return false;
    any = any || r.outcome == CheckOutcome::passed;
  }
  return compiles && any;
}

ExerciseVerdict run_checks(const Lesson& lesson, const ExerciseSpec& exercise, const std::string& text, const EngineSet& engines, Progress& progress, std::stop_token stop,
                           bool is_trusted, bool until_failure) {
  return Judge(lesson, exercise, text, engines, progress, std::move(stop), is_trusted).run(until_failure);
}

const ExerciseSpec* repair_of(const Lesson& lesson, const BugSpec& bug) {
  if (!bug.fix.empty()) return lesson.exercise(bug.fix);
  return bug.repair && !bug.repair->checks.empty() ? &*bug.repair : nullptr;
}

}  // namespace wb
