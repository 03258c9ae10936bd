// warpbook list [LESSON]: the lessons of the courses, or what can be run of one lesson.
#include <cstdio>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/find_lesson.h"
#include "app/cli/terminal.h"

namespace wb {

namespace {

using nlohmann::ordered_json;

void print_courses(const std::vector<Course>& courses) {
  Colours colours(is_terminal(stdout));
  for (const Course& course : courses) {
    std::printf("%s\n", colours.bold(course.title).c_str());
    for (const CoursePart& part : course.parts) {
      if (!part.title.empty()) std::printf("\n  %s%s\n", part.id.empty() ? "" : (part.id + "  ").c_str(), part.title.c_str());
      for (const LessonEntry& lesson : part.lessons) {
        std::printf("    %-26s %-48s", lesson.folder_name.c_str(), lesson.title.c_str());
        if (!lesson.is_readable) std::printf("  %s", colours.bad("cannot be read: warpbook check says why").c_str());
        else if (lesson.minutes) std::printf("  %s", colours.quiet(std::to_string(lesson.minutes) + " min").c_str());
        std::printf("\n");
      }
    }
    std::printf("\n");
  }
  std::printf("Run one: warpbook run %s   What it holds: warpbook list %s\n", courses.front().lessons().front()->folder_name.c_str(), courses.front().lessons().front()->folder_name.c_str());
}

ordered_json courses_json(const std::vector<Course>& courses) {
  ordered_json all = ordered_json::array();
  for (const Course& course : courses) {
    ordered_json lessons = ordered_json::array();
    for (const CoursePart& part : course.parts)
      for (const LessonEntry& l : part.lessons)
        lessons.push_back({{"folder", l.folder_name}, {"id", l.id}, {"title", l.title}, {"part", part.title}, {"minutes", l.minutes}, {"needs", l.needs}, {"path", l.folder.string()}});
    all.push_back({{"id", course.id}, {"title", course.title}, {"path", course.folder.string()}, {"lessons", std::move(lessons)}});
  }
  return {{"format", 1}, {"courses", std::move(all)}};
}

void print_lesson(const Lesson& lesson) {
  Colours colours(is_terminal(stdout));
  std::printf("%s  %s\n", colours.bold(lesson.folder_name).c_str(), lesson.title.c_str());
  auto row = [&](const std::string& kind, const std::string& name, const std::string& more) { std::printf("  %-10s %-24s %s\n", kind.c_str(), name.c_str(), colours.quiet(more).c_str()); };
  for (const LaunchSpec& l : lesson.launches)
    if (!l.is_stage()) row("launch", l.name, l.kernel + " in " + l.source);
  for (const BugSpec& b : lesson.bugs) row("bug", b.name, b.source + " on launch " + b.launch);
  for (const ExerciseSpec& e : lesson.exercises) row("exercise", e.name, e.is_answered() ? "answered; about launch " + e.launch : e.start + ", solution " + e.solution + " on launch " + e.launch);
}

int list(const std::string& name, const std::string& report, const std::vector<std::string>& folders) {
  if (!name.empty()) {
    auto found = find_lesson(name, folders);
    if (!found) return exit_bad_input;
    auto lesson = open_lesson(*found);
    if (!lesson) return exit_bad_input;
    return print_lesson(*lesson), exit_fine;
  }
  std::vector<Course> courses = open_courses(folders);
  std::erase_if(courses, [](const Course& c) { return c.lessons().empty(); });
  if (courses.empty()) return print_error("no lesson was found", "start warpbook from its folder, or name a course: --course DIR"), exit_bad_input;
  if (report == "json") std::printf("%s\n", courses_json(courses).dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  else print_courses(courses);
  return exit_fine;
}

}  // namespace

void add_list_command(CLI::App& app, CommandLine& line) {
  auto name = std::make_shared<std::string>(), report = std::make_shared<std::string>("text");
  CLI::App* command = app.add_subcommand("list", "List the lessons, or what can be run of one");
  command->add_option("LESSON", *name, "A lesson: lists its launches, bugs and exercises");
  command->add_option("--report", *report, "text or json")->capture_default_str()->check(CLI::IsMember({"text", "json"}));
  command->callback([&line, name, report] { line.chosen = [&line, name, report] { return list(*name, *report, line.courses); }; });
}

}  // namespace wb
