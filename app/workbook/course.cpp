#include "app/workbook/course.h"

#include <algorithm>
#include <memory>

#include "app/workbook/lesson_reader.h"
#include "app/workbook/limits.h"
#include "app/workbook/toml_scope.h"

namespace wb {

namespace fs = std::filesystem;

namespace {

// A TOML file of a course, parsed; complaints with places where it is not one.
struct TomlFile {
  SourceMap text;
  toml::table root;
};
std::unique_ptr<TomlFile> read_toml(const fs::path& path, std::vector<Complaint>& complaints) {
  auto file = std::make_unique<TomlFile>();
  std::string why;
  auto content = read_lesson_file(path.parent_path(), path.filename().string(), limits::lesson_text_bytes, why);
  if (!content) {
    complaints.push_back({Severity::error, path.string(), 1, 1, why, {}});
    return nullptr;
  }
  file->text.add(path.string(), *content);
  try {
    file->root = toml::parse(file->text.text(FileId{0}));
    return file;
  } catch (const toml::parse_error& e) {
    ComplaintSink sink(file->text, complaints);
    complain_of_toml(e, 1, sink);
    return nullptr;
  }
}

// The few keys of a lesson that a list of lessons shows; the whole lesson is read when it is opened.
LessonEntry read_entry(const fs::path& folder) {
  LessonEntry entry;
  entry.folder = folder;
  entry.folder_name = entry.id = entry.title = folder.filename().string();
  entry.is_readable = false;
  std::string why;
  auto text = read_lesson_file(folder, "lesson.md", limits::lesson_text_bytes, why);
  if (!text || !text->starts_with("+++")) return entry;
  size_t begin = text->find('\n'), end = text->find("\n+++", 3);
  if (begin == std::string::npos || end == std::string::npos || end < begin) return entry;
  try {
    toml::table root = toml::parse(std::string_view(*text).substr(begin + 1, end - begin));
    entry.id = root["id"].value_or(entry.id);
    entry.title = root["title"].value_or(entry.title);
    entry.minutes = root["minutes"].value_or(0);
    if (auto* needs = root["needs"].as_array())
      for (const toml::node& n : *needs)
        if (auto* s = n.as_string()) entry.needs.push_back(s->get());
    entry.is_readable = true;
  } catch (const toml::parse_error&) {
    // Listed all the same; opening it says what is wrong.
  }
  return entry;
}

void read_parts(TomlScope& root, Course& course, std::map<std::string, LessonEntry>& unplaced) {
  for (const toml::table* table : root.tables("parts", limits::lessons)) {
    TomlScope scope(*table, root.complaints(), "a part", 1);
    CoursePart part;
    part.id = scope.text("id").value_or("");
    part.title = scope.required_text("title");
    std::vector<Span> spans;
    auto names = scope.texts("lessons", &spans);
    for (size_t i = 0; i < names.size(); ++i) {
      auto found = unplaced.find(names[i]);
      if (found != unplaced.end()) {
        part.lessons.push_back(std::move(found->second));
        unplaced.erase(found);
      } else {
        std::vector<std::string> known;
        for (auto& [name, entry] : unplaced) known.push_back(name);
        root.complaints().error(spans[std::min(i, spans.size() - 1)], "there is no lesson folder `" + names[i] + "`, or it stands in another part too", did_you_mean(names[i], known));
      }
    }
    scope.finish();
    if (!part.lessons.empty()) course.parts.push_back(std::move(part));
  }
}

void read_tracks(TomlScope& root, Course& course) {
  for (const toml::table* table : root.tables("tracks", limits::lessons)) {
    TomlScope scope(*table, root.complaints(), "a track", 1);
    course.tracks.push_back({scope.required_text("title"), scope.texts("lessons")});
    scope.finish();
  }
}

void read_course_file(const fs::path& path, Course& course, std::map<std::string, LessonEntry>& unplaced, std::vector<Complaint>& complaints) {
  auto file = read_toml(path, complaints);
  if (!file) return;
  ComplaintSink sink(file->text, complaints);
  TomlScope root(file->root, sink, "the course", 1);
  course.id = root.text("id").value_or(course.id);
  course.title = root.required_text("title");
  course.language = root.text("language").value_or("en");
  read_parts(root, course, unplaced);
  read_tracks(root, course);
  root.finish();
}

}  // namespace

std::map<std::string, Misconception> read_misconceptions(const fs::path& path, std::vector<Complaint>& complaints) {
  std::map<std::string, Misconception> all;
  auto file = read_toml(path, complaints);
  if (!file) return all;
  ComplaintSink sink(file->text, complaints);
  TomlScope root(file->root, sink, "the misconceptions", 1);
  for (const toml::table* table : root.tables("misconception", 10'000)) {
    TomlScope scope(*table, sink, "a misconception", 1);
    Misconception m{scope.required_text("tag"), scope.required_text("sentence"), scope.text("lesson").value_or("")};
    scope.finish();
    if (all.contains(m.tag)) sink.error(scope.key_span("tag"), "there are two misconceptions `" + m.tag + "`");
    all[m.tag] = m;
  }
  root.finish();
  return all;
}

std::vector<const LessonEntry*> Course::lessons() const {
  std::vector<const LessonEntry*> all;
  for (const CoursePart& part : parts)
    for (const LessonEntry& lesson : part.lessons) all.push_back(&lesson);
  return all;
}

const LessonEntry* Course::find(std::string_view lesson) const {
  const LessonEntry* by_beginning = nullptr;
  int beginnings = 0;
  for (const LessonEntry* entry : lessons()) {
    if (entry->id == lesson || entry->folder_name == lesson) return entry;
    if (!lesson.empty() && (entry->folder_name.starts_with(lesson) || entry->id.starts_with(lesson))) by_beginning = entry, ++beginnings;
  }
  return beginnings == 1 ? by_beginning : nullptr;
}

ReadCourse read_course(const fs::path& folder) {
  ReadCourse result;
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    result.complaints.push_back({Severity::error, folder.string(), 1, 1, "there is no folder `" + folder.string() + "`", {}});
    return result;
  }
  std::map<std::string, LessonEntry> unplaced;
  for (const auto& item : fs::directory_iterator(folder, fs::directory_options::skip_permission_denied, error)) {
    if (!item.is_directory(error) || !fs::exists(item.path() / "lesson.md", error)) continue;
    if (unplaced.size() >= limits::lessons) {
      result.complaints.push_back({Severity::error, folder.string(), 1, 1, "a course has at most " + std::to_string(limits::lessons) + " lessons", {}});
      break;
    }
    unplaced.emplace(item.path().filename().string(), read_entry(item.path()));
  }
  Course course;
  course.folder = folder;
  fs::path whole = fs::weakly_canonical(folder, error);
  course.id = course.title = whole.filename().empty() ? whole.parent_path().filename().string() : whole.filename().string();
  bool has_file = fs::exists(folder / "course.toml", error);
  if (unplaced.empty() && !has_file) {
    result.complaints.push_back({Severity::error, folder.string(), 1, 1, "no lesson stands in `" + folder.string() + "`", "a lesson is a folder with a lesson.md"});
    return result;
  }
  if (has_file) read_course_file(folder / "course.toml", course, unplaced, result.complaints);
  if (!unplaced.empty()) {
    CoursePart rest;
    rest.title = course.parts.empty() ? "" : "More";
    for (auto& [name, entry] : unplaced) rest.lessons.push_back(std::move(entry));
    course.parts.push_back(std::move(rest));
  }
  if (fs::exists(folder / "misconceptions.toml", error)) course.misconceptions = read_misconceptions(folder / "misconceptions.toml", result.complaints);
  if (auto shipped = find_shipped_course()) course.is_shipped = fs::weakly_canonical(*shipped, error) == whole;
  result.course = std::move(course);
  return result;
}

fs::path program_folder() {
  std::error_code error;
  fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::current_path(error) : program.parent_path();
}

std::optional<fs::path> find_shipped_course() {
  fs::path program = program_folder();
  std::vector<fs::path> places{program / "lessons", program / "../../lessons", program / "../share/warpbook/lessons"};
#ifdef WB_SOURCE_FOLDER
  places.emplace_back(fs::path(WB_SOURCE_FOLDER) / "lessons");
#endif
  std::error_code error;
  for (const fs::path& place : places)
    if (fs::exists(place / "course.toml", error)) return fs::weakly_canonical(place, error);
  return std::nullopt;
}

}  // namespace wb
