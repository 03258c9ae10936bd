#pragma once
// From "04-rgb-to-grey:photo", an id, or a path to a lesson's folder.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/workbook/course.h"
#include "app/workbook/lesson_reader.h"

namespace wb {

struct FoundLesson {
  std::filesystem::path folder;
  std::string launch;       // behind the colon; empty: none
  bool is_shipped = false;  // its native code may run
  bool is_bare_file = false;  // `folder` is a .cu file
};

// Prints what is wrong to stderr and returns nothing when there is no such lesson.
std::optional<FoundLesson> find_lesson(const std::string& words, const std::vector<std::string>& courses);

// The courses of the command line: --course, else the shipped one. Complaints about them go to stderr.
std::vector<Course> open_courses(const std::vector<std::string>& folders);

// Reads it and prints what is wrong. Nothing when it cannot be used: unreadable, or its front matter is wrong.
std::optional<Lesson> open_lesson(const FoundLesson& found);
// Each on a line of stderr.
void print(const std::vector<Complaint>& complaints);

}  // namespace wb
