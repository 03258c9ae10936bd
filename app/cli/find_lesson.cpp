#include "app/cli/find_lesson.h"

#include <algorithm>
#include <cstdio>

#include "app/cli/terminal.h"

namespace wb {

namespace fs = std::filesystem;

namespace {

bool is_lesson_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error) && fs::exists(path / "lesson.md", error);
}

bool lies_in_shipped_course(const fs::path& folder) {
  auto shipped = find_shipped_course();
  std::error_code error;
  return shipped && fs::weakly_canonical(folder, error).parent_path() == *shipped;
}

std::optional<FoundLesson> find_named(const std::string& name, const std::vector<Course>& courses) {
  std::error_code error;
  if (is_lesson_folder(name)) return FoundLesson{name, {}, lies_in_shipped_course(name)};
  if (fs::is_regular_file(name, error)) return FoundLesson{name, {}, false, true};
  for (const Course& course : courses)
    if (const LessonEntry* entry = course.find(name)) return FoundLesson{entry->folder, {}, course.is_shipped};
  return std::nullopt;
}

}  // namespace

void print(const std::vector<Complaint>& complaints) {
  for (const Complaint& c : complaints) std::fprintf(stderr, "%s\n", to_string(c).c_str());
}

std::vector<Course> open_courses(const std::vector<std::string>& folders) {
  std::vector<Course> courses;
  std::vector<fs::path> places(folders.begin(), folders.end());
  if (places.empty())
    if (auto shipped = find_shipped_course()) places.push_back(*shipped);
  for (const fs::path& place : places) {
    ReadCourse read = read_course(place);
    print(read.complaints);
    if (read.course) courses.push_back(std::move(*read.course));
  }
  return courses;
}

std::optional<FoundLesson> find_lesson(const std::string& words, const std::vector<std::string>& course_folders) {
  std::vector<Course> courses = open_courses(course_folders);
  if (auto found = find_named(words, courses)) return found;
  // The launch stands behind the last colon; a path may hold colons of its own.
  size_t colon = words.rfind(':');
  std::string name = words.substr(0, colon);
  if (colon != std::string::npos)
    if (auto found = find_named(name, courses)) {
      found->launch = words.substr(colon + 1);
      return found;
    }
  std::error_code error;
  if (fs::is_directory(name, error)) {
    print_error("`" + name + "` is a folder without a lesson.md", "name a lesson's folder");
    return std::nullopt;
  }
  std::vector<std::string> known;
  for (const Course& course : courses)
    for (const LessonEntry* entry : course.lessons()) known.push_back(entry->folder_name), known.push_back(entry->id);
  std::string hint = did_you_mean(name, known);
  print_error("there is no lesson `" + name + "`", hint.empty() ? "`warpbook list` names them" : hint);
  return std::nullopt;
}

std::optional<Lesson> open_lesson(const FoundLesson& found) {
  ReadLesson read = read_lesson(found.folder);
  print(read.complaints);
  if (!read.lesson) return std::nullopt;
  // A mistake on the page (a misspelt link) does not keep a launch from running; one in the front matter does.
  bool is_broken = std::any_of(read.complaints.begin(), read.complaints.end(), [&](const Complaint& c) { return c.severity == Severity::error && c.line < read.lesson->page_line; });
  if (is_broken) return std::nullopt;
  return std::move(read.lesson);
}

}  // namespace wb
