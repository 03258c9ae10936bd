// warpbook check FOLDER...: proves that lessons are whole, for instructors and CI.
#include <cstdio>
#include <set>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/engines.h"
#include "app/cli/terminal.h"
#include "app/workbook/check_course.h"
#include "app/workbook/limits.h"
#include "app/workbook/words.h"

namespace wb {

namespace {

struct CheckArguments {
  std::vector<std::string> folders;
  bool write = false;
  bool read_only = false;
  bool trust = false;
};

std::string summary(const CheckReport& report) {
  uint64_t errors = 0, warnings = 0;
  for (const Complaint& c : report.complaints) errors += c.severity == Severity::error, warnings += c.severity == Severity::warning;
  std::string text = counted(static_cast<uint64_t>(report.lessons), "lesson", "lessons") + ", " + counted(static_cast<uint64_t>(report.runs), "run", "runs") + ": " +
                     (errors ? counted(errors, "complaint", "complaints") : "no complaint");
  if (warnings) text += ", " + counted(warnings, "warning", "warnings");
  if (report.excerpts_renewed) text += ", " + counted(static_cast<uint64_t>(report.excerpts_renewed), "excerpt renewed", "excerpts renewed");
  std::set<std::string> told(report.not_run.begin(), report.not_run.end());
  for (const std::string& reason : told) text += "\nnot run: " + reason;
  return text;
}

int check(const CheckArguments& arguments) {
  Engines engines = make_engines();
  int status = exit_fine;
  for (const std::string& folder : arguments.folders) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) {
      print_error("there is no folder `" + folder + "`");
      status = exit_bad_input;
      continue;
    }
    Progress progress;
    CheckReport report;
    {
      ProgressBar bar("checking " + folder, progress);
      CheckOptions options{.write = arguments.write, .run = !arguments.read_only, .engines = engines.set(), .is_trusted = arguments.trust, .report = {}, .stop = bar.stop()};
      options.report = [&](const std::string&, double done) { progress.done = done; };
      report = check_folder(folder, options);
    }
    for (const Complaint& c : report.complaints) std::printf("%s\n", to_string(c).c_str());
    std::fflush(stdout);
    std::fprintf(stderr, "%s: %s\n", folder.c_str(), summary(report).c_str());  // stdout holds the complaints and nothing else
    if (has_errors(report.complaints)) status = std::max<int>(status, exit_not_clean);
  }
  return status;
}

std::string limits_in_words() {
  return "Limits of a lesson: text " + grouped(limits::lesson_text_bytes) + " bytes; a kernel " + grouped(limits::kernel_text_bytes) + " bytes; a picture " + grouped(limits::image_pixels) + " pixels; a buffer " +
         grouped(limits::buffer_bytes) + " bytes, all of a launch " + grouped(limits::launch_bytes) + "; a checked run " + grouped(limits::check_instructions) + " warp instructions; " + std::to_string(limits::launches) +
         " launches; " + grouped(limits::blocks) + " blocks of a page.";
}

}  // namespace

void add_check_command(CLI::App& app, CommandLine& line) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command = app.add_subcommand("check", "Check lessons: their text, their kernels, their exercises, the numbers of their prose");
  command->add_option("FOLDER", arguments->folders, "Lessons' folders, or folders of lessons")->required();
  command->add_flag("--write", arguments->write, "Renew the source excerpts of lesson.md from the .cu files");
  command->add_flag("--read-only", arguments->read_only, "Read and compare only; run nothing");
  command->add_flag("--trust", arguments->trust, "Let these lessons' kernels run natively too (loops and GPU): only for a course you trust");
  command->footer(limits_in_words());
  command->callback([&line, arguments] { line.chosen = [arguments] { return check(*arguments); }; });
}

}  // namespace wb
