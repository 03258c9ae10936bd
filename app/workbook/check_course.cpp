#include "app/workbook/check_course.h"

#include <algorithm>

#include "app/workbook/check_lesson.h"
#include "app/workbook/lesson_reader.h"

namespace wb {

namespace fs = std::filesystem;

namespace {

void check_lesson(const fs::path& folder, const CourseContext& course, const CheckOptions& options, CheckReport& report, const std::function<void(double)>& report_done) {
  ++report.lessons;
  ReadLesson read = read_lesson(folder);
  report.complaints.insert(report.complaints.end(), read.complaints.begin(), read.complaints.end());
  if (!read.lesson) return;
  check_page(*read.lesson, course, options, report);
  // What the front matter declares is run only where it was understood.
  bool is_sound = std::none_of(read.complaints.begin(), read.complaints.end(), [&](const Complaint& c) { return c.severity == Severity::error && c.line < read.lesson->page_line; });
  if (options.run && is_sound && options.engines.simulated) check_runs(*read.lesson, options, report, report_done);
}

CourseContext context_of(const Course& course, bool has_file) {
  CourseContext context;
  context.has_misconceptions = has_file;
  for (const auto& [tag, misconception] : course.misconceptions) context.misconceptions.insert(tag);
  context.has_lessons = true;
  for (const LessonEntry* lesson : course.lessons()) context.lessons.insert(lesson->id);
  return context;
}

// A lesson's own folder: the course is the folder around it, if that is one.
CourseContext context_around(const fs::path& lesson_folder) {
  std::error_code error;
  fs::path around = fs::weakly_canonical(lesson_folder, error).parent_path();
  bool has_tags = fs::exists(around / "misconceptions.toml", error), has_course = fs::exists(around / "course.toml", error);
  if (!has_tags && !has_course) return {};
  ReadCourse read = read_course(around);
  if (!read.course) return {};
  CourseContext context = context_of(*read.course, has_tags);
  context.has_lessons = has_course;
  return context;
}

// The shipped course itself, or one of its lessons.
bool is_shipped(const fs::path& folder) {
  std::error_code error;
  auto shipped = find_shipped_course();
  fs::path whole = fs::weakly_canonical(folder, error);
  if (whole.filename().empty()) whole = whole.parent_path();
  return shipped && (whole == *shipped || whole.parent_path() == *shipped);
}

// Two lessons of one id would share the student's progress.
void check_ids(const Course& course, CheckReport& report) {
  std::map<std::string, std::string> folders;
  for (const LessonEntry* lesson : course.lessons()) {
    auto [first, is_new] = folders.emplace(lesson->id, lesson->folder_name);
    if (!is_new) report.complaints.push_back({Severity::error, (lesson->folder / "lesson.md").string(), 1, 1, "lesson `" + first->second + "` has the id `" + lesson->id + "` too", "progress is kept under the id"});
  }
}

}  // namespace

CheckReport check_folder(const fs::path& folder, const CheckOptions& asked) {
  CheckReport report;
  std::error_code error;
  CheckOptions options = asked;
  options.is_trusted = options.is_trusted || is_shipped(folder);
  ReadCourse read;
  if (!fs::exists(folder / "lesson.md", error)) read = read_course(folder);
  if (!read.course) {
    check_lesson(folder, context_around(folder), options, report, [&](double done) {
      if (options.report) options.report(folder.string(), done);
    });
    return report;
  }
  report.complaints = read.complaints;
  check_ids(*read.course, report);
  CourseContext context = context_of(*read.course, fs::exists(folder / "misconceptions.toml", error));
  auto lessons = read.course->lessons();
  for (size_t i = 0; i < lessons.size() && !options.stop.stop_requested(); ++i)
    check_lesson(lessons[i]->folder, context, options, report, [&](double done) {
      if (options.report) options.report(lessons[i]->folder_name, (static_cast<double>(i) + done) / static_cast<double>(lessons.size()));
    });
  return report;
}

}  // namespace wb
