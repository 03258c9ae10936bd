#pragma once
// Reads a lesson's folder: front matter and body to a Lesson, everything wrong with it as complaints. Safe for any folder: nothing
// outside it is read, nothing unbounded is allocated. Pictures and data are read later, by the launch builder.
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/workbook/complaint.h"
#include "app/workbook/lesson.h"

namespace wb {

struct ReadLesson {
  std::optional<Lesson> lesson;       // none when it could not be read at all; with complaints it may be partial
  std::vector<Complaint> complaints;  // in the order of the text
};
ReadLesson read_lesson(const std::filesystem::path& folder);
// A lesson.md that stands in memory; complaints name it `file`. `known_sources`: texts that need no reading, by name; others come from
// the folder.
ReadLesson read_lesson_text(const std::filesystem::path& folder, const std::filesystem::path& file, std::string text,
                            std::map<std::string, std::string> known_sources = {});

// The offset of the first byte from `from` on, where a character begins, that is no UTF-8 (or 0), or none.
std::optional<size_t> first_bad_byte(std::string_view text, size_t from = 0);

// The text of a file in the lesson's folder ("grey.cu"); refuses paths that lead out of it. `why`: the reason in words.
std::optional<std::string> read_lesson_file(const std::filesystem::path& folder, std::string_view name, uint64_t limit_bytes, std::string& why);
// The text of a file that the user named: it may lie anywhere.
std::optional<std::string> read_named_file(const std::filesystem::path& path, uint64_t limit_bytes, std::string& why);
// Reads the own headers of a .cu file that the user named: beside it, then in `folders`, as a compiler's -I does (the
// toolkit's own folder is left out: the simulator has those headers); they too may lie anywhere. Each text that is found is kept in `read` (where given) under its path as it was asked for.
std::function<std::optional<std::string>(std::string_view)> read_headers_beside(const std::filesystem::path& file, std::vector<std::filesystem::path> folders,
                                                                                std::map<std::string, std::string>* read = nullptr);
// The checked path of a file in the folder, symbolic links followed; none when it is missing or leads out (then `why`).
std::optional<std::filesystem::path> path_inside(const std::filesystem::path& folder, std::string_view name, std::string& why);

}  // namespace wb
