#pragma once
// A lesson's folder made for one test, gone with it.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/workbook/complaint.h"

namespace wb::test {

struct LessonFolder {
  std::filesystem::path path;
  explicit LessonFolder(const std::string& lesson_text) {
    static int count = 0;
    path = std::filesystem::temp_directory_path() / ("wb-lesson-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
    std::filesystem::create_directories(path);
    write("lesson.md", lesson_text);
  }
  ~LessonFolder() {
    std::error_code error;
    std::filesystem::remove_all(path, error);
  }
  LessonFolder(const LessonFolder&) = delete;
  LessonFolder& operator=(const LessonFolder&) = delete;
  void write(const std::string& name, const std::string& text) const { std::ofstream(path / name, std::ios::binary) << text; }
};

inline std::string lines_of(const std::vector<Complaint>& complaints) {
  std::string text;
  for (const Complaint& c : complaints) text += to_string(c) + "\n";
  return text;
}

}  // namespace wb::test
