#pragma once
// Reads a lesson's folder: front matter and body to a Lesson, everything wrong with it as complaints. Safe for any folder: nothing
// outside it is read, nothing unbounded is allocated. Pictures and data are read later, by the launch builder.
#include <filesystem>
#include <optional>
#include <vector>

#include "app/workbook/complaint.h"
#include "app/workbook/lesson.h"

namespace wb {

struct ReadLesson {
  std::optional<Lesson> lesson;       // none when it could not be read at all; with complaints it may be partial
  std::vector<Complaint> complaints;  // in the order of the text
};
ReadLesson read_lesson(const std::filesystem::path& folder);

// The text of a file in the lesson's folder ("grey.cu"); refuses paths that lead out of it. `why`: the reason in words.
std::optional<std::string> read_lesson_file(const std::filesystem::path& folder, std::string_view name, uint64_t limit_bytes, std::string& why);
// The checked path of a file in the folder, symbolic links followed; none when it is missing or leads out (then `why`).
std::optional<std::filesystem::path> path_inside(const std::filesystem::path& folder, std::string_view name, std::string& why);

}  // namespace wb
