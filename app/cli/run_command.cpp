// warpbook run LESSON[:LAUNCH]: builds the launch, runs it on the engines that were asked for, reports.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/engines.h"
#include "app/cli/find_lesson.h"
#include "app/cli/occupancy_options.h"
#include "app/cli/report.h"
#include "app/cli/run_trace.h"
#include "app/cli/source_options.h"
#include "app/cli/terminal.h"
#include "app/workbook/front_matter.h"
#include "app/workbook/launch_builder.h"
#include "app/workbook/limits.h"
#include "app/workbook/occupancy_words.h"
#include "simulator/source/render.h"

namespace wb {

namespace {

struct RunArguments {
  std::string lesson;
  std::string on = "sim";
  std::vector<std::string> set;
  std::string schedule = "in-order";
  std::string schedules = "auto";
  std::string seed = "0";
  std::string checks = "all";
  std::string report = "text";
  std::string out, trace;
  std::string budget = std::to_string(limits::run_instructions);
  std::string threads = "0";
  std::string counters;
  std::string capability = to_string(default_capability), registers;
  bool trust = false;
  bool why = false;
  // Of a .cu file:
  std::string kernel, grid, block, shared;
  std::vector<std::string> values;
  SourceOptions source;
};

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find(',', at), text.size());
    if (end > at) parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

bool read_engines(const std::string& on, std::vector<EngineKind>& engines) {
  for (const std::string& word : split_list(on)) {
    bool all = word == "all", known = all;
    for (EngineKind kind : {EngineKind::simulated, EngineKind::loops, EngineKind::cuda})
      if (all || word == engine_key(kind)) {
        known = true;
        if (std::find(engines.begin(), engines.end(), kind) == engines.end()) engines.push_back(kind);
      }
    if (!known) {
      std::string hint = did_you_mean(word, {"sim", "loops", "gpu", "all"});
      return print_error("`" + word + "` is no engine", hint.empty() ? "--on takes sim, loops, gpu or all" : hint), false;
    }
  }
  std::sort(engines.begin(), engines.end());
  if (engines.empty()) return print_error("`--on` names no engine", "--on takes sim, loops, gpu or all"), false;
  return true;
}

bool read_values(const std::vector<std::string>& words, std::map<std::string, double>& values) {
  for (const std::string& word : words) {
    size_t equals = word.find('=');
    double value = 0;
    const char *begin = word.data() + equals + 1, *end = word.data() + word.size();
    bool ok = equals != std::string::npos && equals > 0;
    if (ok) {
      auto [rest, status] = std::from_chars(begin, end, value);
      ok = status == std::errc{} && rest == end && begin != end && std::isfinite(value);
    }
    if (!ok) return print_error("`--set " + word + "` is not of the form name=number"), false;
    values[word.substr(0, equals)] = value;
  }
  return true;
}

// What was said about a .cu file's launch.
bool read_wishes(const RunArguments& arguments, BareFileWishes& wishes) {
  wishes.kernel = arguments.kernel;
  wishes.grid = split_list(arguments.grid);
  wishes.block = split_list(arguments.block);
  wishes.shared_bytes = arguments.shared;
  for (const std::vector<std::string>* shape : {&wishes.grid, &wishes.block})
    if (shape->size() > 3) return print_error("a grid and a block have three axes at most"), false;
  for (const std::string& word : arguments.values) {
    size_t equals = word.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == word.size()) return print_error("`--arg " + word + "` is not of the form name=value", "a number; zeros, iota, random or poison with :COUNT behind it; or a .npy file"), false;
    wishes.arguments[word.substr(0, equals)] = word.substr(equals + 1);
  }
  wishes.header_folders.assign(arguments.source.header_folders.begin(), arguments.source.header_folders.end());
  return arguments.source.read_defines(wishes.defines);
}
bool has_wishes(const RunArguments& a) { return !a.source.empty() || !a.kernel.empty() || !a.grid.empty() || !a.block.empty() || !a.shared.empty() || !a.values.empty(); }

bool read_whole(const char* option, const std::string& text, uint64_t& value) {
  auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (!text.empty() && status == std::errc{} && rest == text.data() + text.size()) return true;
  return print_error("`" + std::string(option) + " " + text + "` is no whole number from 0 to 2^64 - 1"), false;
}

// "all:100": so many schedules one after the other; anything else: 0.
bool read_schedule_count(const std::string& text, uint64_t& count) {
  if (text != "all" && !text.starts_with("all:")) return true;
  if (text == "all") return count = 32, true;
  if (!read_whole("--schedule", text.substr(4), count)) return false;
  if (count >= 2 && count <= limits::check_schedules) return true;
  return print_error("`--schedule " + text + "`: from 2 to " + std::to_string(limits::check_schedules) + " schedules can be tried"), false;
}

// "auto", "none" or a number: other schedules to look at.
bool read_other_schedules(const std::string& text, uint64_t& count) {
  if (text == "auto" || text == "none") return count = text == "none" ? 0 : Launch::where_it_matters, true;
  if (!read_whole("--schedules", text, count)) return false;
  if (count <= limits::check_schedules) return true;
  return print_error("`--schedules " + text + "`: at most " + std::to_string(limits::check_schedules) + " others can be tried"), false;
}

// "race,oob.write": groups of finding kinds. Findings outside them are not reported.
bool read_checks(const std::string& checks, std::vector<std::string>& only) {
  if (checks == "all" || checks == "none") return true;
  only = split_list(checks);
  for (const std::string& word : only) {
    std::vector<std::string> names = finding_names();
    bool known = std::any_of(names.begin(), names.end(), [&](const std::string& name) { return name == word || name.starts_with(word + "."); });
    if (known) continue;
    std::string hint = did_you_mean(word, names);
    return print_error("`" + word + "` is no kind of finding", hint.empty() ? "--checks takes all, none, or a list such as race,oob,uninit" : hint), false;
  }
  return true;
}

// "warps,time": what is counted beyond the launch and its accesses.
bool read_counters(const RunArguments& arguments, Launch& launch) {
  for (const std::string& word : split_list(arguments.counters)) {
    if (word == "warps") launch.count_by_warp = true;
    else if (word == "time") launch.count_over_time = true;
    else return print_error("`--counters " + word + "` is nothing that is counted", "--counters takes warps, time, or both with a comma"), false;
  }
  if (!arguments.counters.empty() && !launch.checks) return print_error("`--counters` needs the checks, and `--checks none` turns them off"), false;
  return true;
}

void keep_only(const std::vector<std::string>& only, RunResult& result) {
  if (only.empty() || !result.ran()) return;
  std::erase_if(result.findings, [&](const Finding& f) {
    std::string name = finding_name(f.kind);
    return std::none_of(only.begin(), only.end(), [&](const std::string& word) { return name == word || name.starts_with(word + "."); });
  });
  bool is_clean = std::all_of(result.findings.begin(), result.findings.end(), [](const Finding& f) { return f.severity == Severity::note; });
  result.status = is_clean ? RunStatus::clean : RunStatus::findings;
}

// Without a name: the first launch that has a source, else the first bug or exercise.
std::string default_launch(const Lesson& lesson) {
  std::vector<std::string> names = lesson.run_names();
  return names.empty() ? std::string() : names.front();
}

void print_build_errors(const BuiltLaunch& built) {
  for (const Complaint& c : built.complaints) std::fprintf(stderr, "%s\n", to_string(c).c_str());
  for (const Diagnostic& d : built.diagnostics)
    if (built.sources) std::fputs(render(*built.sources, d, {.colour = is_terminal(stderr)}).c_str(), stderr);
}

ExitStatus exit_status(const std::vector<RunResult>& results, const std::vector<Agreement>& agreements) {
  ExitStatus status = exit_fine;
  bool any_ran = false;
  for (const RunResult& result : results) {
    if (result.ran()) any_ran = true;
    bool is_invalid = std::any_of(result.findings.begin(), result.findings.end(), [](const Finding& f) { return f.kind == FindingKind::launch_invalid; });
    bool does_not_compile = result.status == RunStatus::failed && std::any_of(result.diagnostics.begin(), result.diagnostics.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
    if (is_invalid || does_not_compile) return exit_bad_input;
    if (result.status != RunStatus::clean && result.status != RunStatus::absent) status = exit_not_clean;
  }
  bool all_equal = std::all_of(agreements.begin(), agreements.end(), [](const Agreement& a) { return a.equal; });
  return !any_ran || !all_equal ? exit_not_clean : status;
}

int run(const RunArguments& arguments, const std::vector<std::string>& courses) {
  std::vector<EngineKind> kinds;
  std::vector<std::string> only;
  LaunchRequest request;
  if (!read_engines(arguments.on, kinds) || !read_values(arguments.set, request.set) || !read_checks(arguments.checks, only)) return exit_bad_input;
  if (!read_whole("--seed", arguments.seed, request.seed) || !read_whole("--budget", arguments.budget, request.instruction_budget)) return exit_bad_input;
  if (!read_whole("--threads", arguments.threads, request.host_threads)) return exit_bad_input;
  const SmLimits* sm = read_capability(arguments.capability);
  std::optional<uint32_t> registers;
  if (!sm || !read_registers(arguments.registers, registers)) return exit_bad_input;
  uint64_t schedules = 0;
  if (!read_schedule_count(arguments.schedule, schedules) || !read_other_schedules(arguments.schedules, request.other_schedules)) return exit_bad_input;
  if (!arguments.trace.empty() && (schedules || std::find(kinds.begin(), kinds.end(), EngineKind::simulated) == kinds.end()))
    return print_error("`--trace` saves one run of the simulator", schedules ? "name one schedule" : "--on sim"), exit_bad_input;
  auto schedule = schedules ? Schedule::in_order : schedule_from_name(arguments.schedule);
  if (!schedule) {
    std::string hint = did_you_mean(arguments.schedule, {"in-order", "reverse", "round-robin", "random", "adversarial"});
    return print_error("`" + arguments.schedule + "` is no schedule", hint.empty() ? "there are in-order, reverse, round-robin, random, adversarial, and all:N for N of them" : hint), exit_bad_input;
  }
  auto found = find_lesson(arguments.lesson, courses);
  if (!found) return exit_bad_input;
  BareFileWishes wishes;
  if (!read_wishes(arguments, wishes)) return exit_bad_input;
  if (!found->is_bare_file && has_wishes(arguments)) return print_error("--kernel, --grid, --block, --shared, --arg, -D and -I are for a .cu file", "a lesson says them in its front matter; --set changes its values"), exit_bad_input;
  auto lesson = found->is_bare_file ? open_bare_lesson(*found, wishes) : open_lesson(*found);
  if (!lesson) return exit_bad_input;

  request.name = found->launch.empty() ? default_launch(*lesson) : found->is_bare_file ? launch_name_of(found->launch) : found->launch;
  if (request.name.empty()) return print_error("lesson `" + lesson->id + "` has nothing to run"), exit_bad_input;
  if (lesson->run_names().empty() || !lesson->stage_of(request.name)) {
    std::string list;
    for (const std::string& name : lesson->run_names()) list += (list.empty() ? "" : ", ") + name;
    std::string hint = did_you_mean(request.name, lesson->run_names());
    return print_error("lesson `" + lesson->id + "` has no launch, bug or exercise `" + request.name + "`", (hint.empty() ? "" : hint + " ") + "it has " + list), exit_bad_input;
  }
  request.schedule = *schedule;
  request.checks = arguments.checks != "none";
  request.numbers = std::any_of(only.begin(), only.end(), [](const std::string& word) { return word == "num" || word.starts_with("num."); });
  request.is_trusted = found->is_shipped || arguments.trust;
  BuiltLaunch built = build_launch(*lesson, request);
  if (!built.ok()) return print_build_errors(built), exit_bad_input;
  if (!read_counters(arguments, *built.launch)) return exit_bad_input;
  // From here on the launch is whole: the kernel compiles and its arguments fit.
  const Launch& launch = *built.launch;
  Engines engines = make_engines();
  std::vector<RunResult> results;
  std::optional<ScheduleSpread> spread;
  for (EngineKind kind : kinds) {
    if (kind == EngineKind::simulated && schedules) spread = run_schedules_on(engines, launch, schedules, results.emplace_back());
    else results.push_back(run_on(engines, kind, launch));
    if (kind == EngineKind::simulated && !arguments.trace.empty() && results.back().status != RunStatus::cancelled)
      if (const auto why = write_trace(trace_of(*lesson, *lesson->stage_of(request.name), launch, results.back()), arguments.trace)) return print_error(*why), exit_bad_input;
    if (kind == EngineKind::simulated) keep_only(only, results.back());
  }
  RunReport report{*lesson, *lesson->stage_of(request.name), launch, results, agreements(launch, results), {}, std::move(spread), sm, registers};
  for (const RunResult& result : results)
    if (arguments.why && result.engine == EngineKind::simulated) report.stories = explain_findings_on(launch, result);
  if (!arguments.out.empty())
    for (const RunResult& result : results) {
      report.written[result.engine] = write_buffers(arguments.out, report.stage, launch, result);
      if (std::string error = report.written[result.engine].error; !error.empty()) return print_error(error), exit_bad_input;
    }
  std::string text = arguments.report == "json" ? report_json(report) : report_text(report, is_terminal(stdout));
  std::fwrite(text.data(), 1, text.size(), stdout);
  return exit_status(results, report.agreements);
}

}  // namespace

void add_run_command(CLI::App& app, CommandLine& line) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* command = app.add_subcommand("run", "Run a launch of a lesson, or a kernel of a .cu file, and report what came of it");
  command->add_option("LESSON", arguments->lesson, "LESSON[:LAUNCH]: a lesson's id, its folder's name or a path; LAUNCH names a launch, a bug, or an exercise (its solution). Or FILE.cu[:KERNEL]")->required();
  command->add_option("--on", arguments->on, "Engines: sim, loops, gpu or all (a list with commas works too)")->capture_default_str();
  command->add_option("--set", arguments->set, "name=value: another value for a slider, a size, a threshold")->expected(1)->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--schedule", arguments->schedule, "in-order, reverse, round-robin, random or adversarial; all:N tries N and shows how the results spread")->capture_default_str();
  command->add_option("--schedules", arguments->schedules, "Other schedules to look at after the run, for findings that only they show: auto (some, where order between threads comes through memory), none, or a number")->capture_default_str();
  command->add_option("--seed", arguments->seed, "Seed of the random and adversarial schedules")->capture_default_str();
  command->add_flag("--why", arguments->why, "For each race: the shortest order of its two threads that changes a result, step by step");
  command->add_option("--checks", arguments->checks, "all, none, or a list of kinds: race,oob,uninit; all but num, which is slow and has to be named")->capture_default_str();
  command->add_option("--report", arguments->report, "text or json")->capture_default_str()->check(CLI::IsMember({"text", "json"}));
  command->add_option("--out", arguments->out, "Folder for the output buffers, as .npy and .png");
  command->add_option("--trace", arguments->trace, "File to save the run in: `warpbook trace FILE` opens it again");
  command->add_option("--budget", arguments->budget, "Warp instructions after which the simulator gives up")->capture_default_str();
  command->add_option("--threads", arguments->threads, "Host threads of the simulator; 0: as many as pay. The result is the same")->capture_default_str();
  command->add_option("--counters", arguments->counters, "Also count by warp or over time: warps, time, or both with a comma");
  command->add_option("--cc", arguments->capability, "Compute capability that occupancy is worked out for")->capture_default_str();
  command->add_option("--registers", arguments->registers, "Registers of a thread, as nvcc -Xptxas -v prints them, for occupancy; else that limit is left open");
  command->add_flag("--trust", arguments->trust, "Let this lesson's kernels run natively (loops and GPU): only for a course you trust");
  command->add_option("--kernel", arguments->kernel, "FILE.cu: the kernel, scale or scale<float>; else the first one that the file launches");
  command->add_option("--grid", arguments->grid, "FILE.cu: blocks, x,y,z; else as the file's launch line says");
  command->add_option("--block", arguments->block, "FILE.cu: threads of a block, x,y,z; else as the file's launch line says");
  command->add_option("--shared", arguments->shared, "FILE.cu: bytes of dynamic shared memory");
  command->add_option("--arg", arguments->values, "FILE.cu: name=value. A number; for a pointer zeros, iota, random (reals from 0 to 1; whole numbers to 999, bytes to 255 or 127) or poison, with :COUNT behind it; or a .npy file; else as the host code gives or fills it, where it can be read")->expected(1)->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_source_options(*command, arguments->source);
  command->callback([&line, arguments] { line.chosen = [&line, arguments] { return run(*arguments, line.courses); }; });
}

int run_first_lesson(const CommandLine& line, const std::string& why) {
  std::vector<Course> courses = open_courses(line.courses);
  const LessonEntry* first = nullptr;
  for (const Course& course : courses)
    if (!first && !course.lessons().empty()) first = course.lessons().front();
  std::printf("%s; this is the first lesson in the terminal.\n", why.c_str());
  if (!first) return print_error("no course was found", "start warpbook from its folder, or name one: --course DIR"), exit_bad_input;
  RunArguments arguments;
  arguments.lesson = first->folder.string();
  arguments.out = "warpbook-pictures";
  arguments.on = "all";
  std::printf("Its pictures go to the folder %s.\n\n", arguments.out.c_str());
  int status = run(arguments, line.courses);
  std::printf("\nOther lessons: warpbook list. One of them: warpbook run LESSON. On a machine with a display, warpbook opens its window.\n");
  return status == exit_bad_input ? exit_bad_input : exit_fine;
}

}  // namespace wb
