// warpbook run LESSON[:LAUNCH]: builds the launch, runs it on the engines that were asked for, reports.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <set>

#include <CLI/CLI.hpp>

#include "app/cli/bare_file_runs.h"
#include "app/cli/commands.h"
#include "app/cli/engines.h"
#include "app/cli/file_report.h"
#include "app/cli/find_lesson.h"
#include "app/cli/report.h"
#include "app/cli/run_order.h"
#include "app/cli/run_trace.h"
#include "app/cli/terminal.h"
#include "app/workbook/launch_builder.h"
#include "simulator/source/render.h"

namespace wb {

namespace {

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

bool has_launch(const Lesson& lesson, const std::string& name) {
  if (name.empty()) return print_error("lesson `" + lesson.id + "` has nothing to run"), false;
  if (!lesson.run_names().empty() && lesson.stage_of(name)) return true;
  std::string list;
  for (const std::string& known : lesson.run_names()) list += (list.empty() ? "" : ", ") + known;
  const std::string hint = did_you_mean(name, lesson.run_names());
  return print_error("lesson `" + lesson.id + "` has no launch, bug or exercise `" + name + "`", (hint.empty() ? "" : hint + " ") + "it has " + list), false;
}

void write_out(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

// Each once: the launches of a file meet the same ones.
void print_build_errors(const BuiltLaunch& built, std::set<std::string>& printed) {
  std::vector<std::string> texts;
  for (const Complaint& c : built.complaints) texts.push_back(to_string(c) + "\n");
  for (const Diagnostic& d : built.diagnostics)
    if (built.sources) texts.push_back(render(*built.sources, d, {.colour = is_terminal(stderr)}));
  for (const std::string& text : texts)
    if (printed.insert(text).second) std::fputs(text.c_str(), stderr);
}

ExitStatus exit_status(const std::vector<RunResult>& results, const std::vector<Agreement>& agreements) {
  ExitStatus status = exit_fine;
  bool any_ran = false;
  for (const RunResult& result : results) {
    if (result.ran()) any_ran = true;
    // A launch that a program makes has its place: that CUDA refuses it is found. Else the shape came from a lesson, or from options.
    bool is_invalid = std::any_of(result.findings.begin(), result.findings.end(), [](const Finding& f) { return f.kind == FindingKind::launch_invalid && f.places.empty(); });
    bool does_not_compile = result.status == RunStatus::failed && std::any_of(result.diagnostics.begin(), result.diagnostics.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
    if (is_invalid || does_not_compile) return exit_bad_input;
    if (result.status != RunStatus::clean && result.status != RunStatus::absent) status = exit_not_clean;
  }
  bool all_equal = std::all_of(agreements.begin(), agreements.end(), [](const Agreement& a) { return a.equal; });
  return !any_ran || !all_equal ? exit_not_clean : status;
}

// Runs a launch on the engines that were asked for. Nothing, with the reason on stderr, where it cannot be built.
std::unique_ptr<RanLaunch> run_launch(const RunArguments& arguments, const RunOrder& order, Lesson lesson, const std::string& name, bool is_trusted, std::set<std::string>& printed) {
  LaunchRequest request = order.request;
  request.name = name;
  request.is_trusted = is_trusted;
  BuiltLaunch built = build_launch(lesson, request);
  if (!built.ok()) return print_build_errors(built, printed), nullptr;
  if (!read_counters(arguments, *built.launch)) return nullptr;
  // From here on the launch is whole: the kernel compiles and its arguments fit.
  auto ran = std::make_unique<RanLaunch>(std::move(lesson), std::move(*built.launch), name);
  RunReport& report = ran->report;
  report.sm = order.sm;
  report.registers = order.registers;
  Engines engines = make_engines();
  for (EngineKind kind : order.engines) {
    if (kind == EngineKind::simulated && order.schedules) report.spread = run_schedules_on(engines, ran->launch, order.schedules, ran->results.emplace_back());
    else ran->results.push_back(run_on(engines, kind, ran->launch));
    if (kind == EngineKind::simulated) keep_only(order.only, ran->results.back());
  }
  report.agreements = agreements(ran->launch, ran->results);
  for (const RunResult& result : ran->results)
    if (arguments.why && result.engine == EngineKind::simulated) report.stories = explain_findings_on(ran->launch, result);
  return ran;
}

// --trace and --out. False, with the reason on stderr, where a file cannot be written.
bool write_files(const RunArguments& arguments, RanLaunch& ran, const std::string& folder) {
  RunReport& report = ran.report;
  for (const RunResult& result : ran.results) {
    if (result.engine == EngineKind::simulated && !arguments.trace.empty() && result.status != RunStatus::cancelled)
      if (const auto why = write_trace(trace_of(ran.lesson, report.stage, ran.launch, result), arguments.trace)) return print_error(*why), false;
    if (folder.empty()) continue;
    report.written[result.engine] = write_buffers(folder, report.stage, ran.launch, result);
    if (const std::string error = report.written[result.engine].error; !error.empty()) return print_error(error), false;
  }
  return true;
}

int run_lesson(const RunArguments& arguments, const RunOrder& order, const FoundLesson& found) {
  auto lesson = open_lesson(found);
  if (!lesson) return exit_bad_input;
  const std::string name = found.launch.empty() ? default_launch(*lesson) : found.launch;
  if (!has_launch(*lesson, name)) return exit_bad_input;
  std::set<std::string> printed;
  auto ran = run_launch(arguments, order, std::move(*lesson), name, found.is_shipped || arguments.trust, printed);
  if (!ran || !write_files(arguments, *ran, arguments.out)) return exit_bad_input;
  write_out(arguments.report == "json" ? report_json(ran->report) : report_text(ran->report, is_terminal(stdout)));
  return exit_status(ran->results, ran->report.agreements);
}

// A .cu file: every launch that it has, as its program comes to them; or the one that was named.
int run_file(const RunArguments& arguments, const RunOrder& order, const FoundLesson& found) {
  BareFileRuns file(found, order.wishes, order.is_of_one_launch);
  if (!file.ok()) return exit_bad_input;
  FileReport report{found.folder.filename().string(), {}, file.left_out()};
  ExitStatus status = exit_fine;
  std::set<std::string> printed;
  bool is_first = true;
  for (const FileLaunch& launch : file.launches()) {
    auto lesson = file.open(launch.name);
    if (!lesson) return exit_bad_input;
    if (!has_launch(*lesson, launch.name)) return exit_bad_input;
    auto ran = run_launch(arguments, order, std::move(*lesson), launch.name, arguments.trust, printed);
    const bool is_one = file.launches().size() == 1;
    if (ran && !write_files(arguments, *ran, arguments.out.empty() || is_one ? arguments.out : arguments.out + "/" + launch.name)) return exit_bad_input;
    const ExitStatus one = ran ? exit_status(ran->results, ran->report.agreements) : exit_bad_input;
    if (arguments.report == "text" && ran) write_out((std::exchange(is_first, false) ? "" : "\n") + report_text(ran->report, is_terminal(stdout)));
    // What is wrong with a launch says more than that another could not be run.
    status = one == exit_not_clean || status == exit_not_clean ? exit_not_clean : std::max(status, one);
    report.launches.push_back({launch.name, launch.line, std::move(ran)});
  }
  if (report.launches.size() == 1)
    for (const std::string& one : report.left_out) std::fprintf(stderr, "note: not run: %s\n", one.c_str());
  if (arguments.report == "json") write_out(file_report_json(report));
  else if (report.launches.size() > 1 && !is_first) write_out(file_report_text(report, is_terminal(stdout)));
  return status;
}

int run(const RunArguments& arguments, const std::vector<std::string>& courses) {
  const auto order = read_order(arguments);
  if (!order) return exit_bad_input;
  const auto found = find_lesson(arguments.lesson, courses);
  if (!found) return exit_bad_input;
  if (found->is_bare_file) return run_file(arguments, *order, *found);
  if (order->has_wishes) return print_error("--kernel, --grid, --block, --shared, --arg, --argv, -D and -I are for a .cu file", "a lesson says them in its front matter; --set changes its values"), exit_bad_input;
  return run_lesson(arguments, *order, *found);
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
  command->add_option("--budget", arguments->budget, "Warp instructions after which the simulator gives up (500,000,000; 50,000 for each warp of a large launch)");
  command->add_option("--threads", arguments->threads, "Host threads of the simulator; 0: as many as pay. The result is the same")->capture_default_str();
  command->add_option("--counters", arguments->counters, "Also count by warp or over time: warps, time, or both with a comma");
  command->add_option("--cc", arguments->capability, "Compute capability that occupancy is worked out for")->capture_default_str();
  command->add_option("--registers", arguments->registers, "Registers of a thread, as nvcc -Xptxas -v prints them, for occupancy; else that limit is left open");
  command->add_flag("--trust", arguments->trust, "Let this lesson's kernels run natively (loops and GPU): only for a course you trust");
  command->add_option("--kernel", arguments->kernel, "FILE.cu: the kernel, scale or scale<float>; else everything that the file launches");
  command->add_option("--grid", arguments->grid, "FILE.cu: blocks, x,y,z; else as the file's launch line says");
  command->add_option("--block", arguments->block, "FILE.cu: threads of a block, x,y,z; else as the file's launch line says");
  command->add_option("--shared", arguments->shared, "FILE.cu: bytes of dynamic shared memory");
  command->add_option("--arg", arguments->values, "FILE.cu: name=value. A number; for a pointer zeros, iota, random (reals from 0 to 1; whole numbers to 999, bytes to 255 or 127) or poison, with :COUNT behind it; or a .npy file; else as the host code gives or fills it, where it can be read")->expected(1)->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--argv", arguments->command_line, "FILE.cu: the words that its program is called with, '1024 3'; else none, or numbers where it ends without them");
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
