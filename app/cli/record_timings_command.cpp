// warpbook record-timings OUT.json: times every launch and exercise of the shipped course on this machine's GPU, for machines without one.
#include <cstdio>

#include <CLI/CLI.hpp>

#include "app/backends/recorded_timings.h"
#include "app/cli/commands.h"
#include "app/cli/engines.h"
#include "app/cli/find_lesson.h"
#include "app/cli/terminal.h"
#include "app/workbook/launch_builder.h"

namespace wb {

namespace {

// Every named run of every lesson: launches, bugs, and exercises with their solutions.
std::vector<Launch> launches_of(const std::vector<Course>& courses) {
  std::vector<Launch> launches;
  for (const Course& course : courses)
    for (const LessonEntry* entry : course.lessons()) {
      auto lesson = open_lesson({entry->folder, {}, course.is_shipped});
      if (!lesson) continue;
      for (const std::string& name : lesson->run_names()) {
        LaunchRequest request;
        request.name = name;
        request.is_trusted = course.is_shipped;
        if (BuiltLaunch built = build_launch(*lesson, request); built.ok()) launches.push_back(*built.launch);
      }
    }
  return launches;
}

int record(const std::string& out_file, const CommandLine& line) {
  Engines engines = make_engines();
  if (!engines.cuda) return print_error("this build has no GPU engine"), exit_bad_input;
  auto tell = [](const Launch& launch) { std::fprintf(stderr, "%s:%s\n", launch.lesson_id.c_str(), launch.name.c_str()); };
  RecordingReport report = record_timings(launches_of(open_courses(line.courses)), *engines.cuda, out_file, tell);
  for (const std::string& failure : report.failures) std::fprintf(stderr, "not recorded: %s\n", failure.c_str());
  if (!report.error.empty()) return print_error(report.error), exit_bad_input;
  std::printf("%d launches recorded in %s\n", report.recorded, out_file.c_str());
  return report.failures.empty() ? exit_fine : exit_not_clean;
}

}  // namespace

void add_record_timings_command(CLI::App& app, CommandLine& line) {
  auto out_file = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("record-timings", "Time the course's launches on this machine's GPU and write them to a file of assets/recorded_timings");
  command->add_option("OUT", *out_file, "The .json file to write")->required();
  command->callback([&line, out_file] { line.chosen = [&line, out_file] { return record(*out_file, line); }; });
}

}  // namespace wb
