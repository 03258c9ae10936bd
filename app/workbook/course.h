#pragma once
// A course: a folder with course.toml and one folder per lesson. Lessons that course.toml does not name stand at the end, by folder name.
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/workbook/complaint.h"

namespace wb {

// What the list of lessons shows, without reading whole lessons.
struct LessonEntry {
  std::filesystem::path folder;
  std::string folder_name;  // "04-rgb-to-grey"
  std::string id, title;    // from the front matter; the folder's name where that cannot be read
  int minutes = 0;
  std::vector<std::string> needs;
  bool is_readable = true;  // false: read_lesson says why
};

struct CoursePart {
  std::string id, title;  // "A", "One loop becomes a grid"
  std::vector<LessonEntry> lessons;
};

// A short way through the course.
struct CourseTrack {
  std::string title;
  std::vector<std::string> lessons;  // folder names
};

struct Misconception {
  std::string tag, sentence, cured_by;  // the id of the lesson that cures it
};

struct Course {
  std::filesystem::path folder;
  std::string id;        // key of the user data: id of course.toml, else the folder's name
  std::string title;
  std::string language = "en";
  std::vector<CoursePart> parts;      // those with lessons
  std::vector<CourseTrack> tracks;
  std::map<std::string, Misconception> misconceptions;
  bool is_shipped = false;  // came with the program: its native code may run
  std::vector<const LessonEntry*> lessons() const;  // in order
  // By id, by folder name, or by a unique beginning of either ("04"); null: none.
  const LessonEntry* find(std::string_view lesson) const;
};

struct ReadCourse {
  std::optional<Course> course;  // none: not a folder of lessons
  std::vector<Complaint> complaints;
};
ReadCourse read_course(const std::filesystem::path& folder);

// The tags of a misconceptions.toml; complaints about the file itself go to `complaints`.
std::map<std::string, Misconception> read_misconceptions(const std::filesystem::path& file, std::vector<Complaint>& complaints);

// The shipped course: beside the program (../../lessons of a build), in the source folder, or in the installed share folder.
std::optional<std::filesystem::path> find_shipped_course();
// The folder of the running program.
std::filesystem::path program_folder();

}  // namespace wb
