// Files of a lesson, and never any other: a lesson may come from anywhere.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "app/workbook/lesson_reader.h"

namespace wb {

namespace fs = std::filesystem;

std::optional<fs::path> path_inside(const fs::path& folder, std::string_view name, std::string& why) {
  std::string shown = "`" + std::string(name.substr(0, 200)) + "`";
  if (name.empty()) return why = "the file's name is empty", std::nullopt;
  if (name.size() > 1000 || name.find('\0') != std::string_view::npos || name.find('\\') != std::string_view::npos) return why = shown + " is no name of a file", std::nullopt;
  fs::path relative{std::string(name)};
  bool climbs = std::any_of(relative.begin(), relative.end(), [](const fs::path& part) { return part == ".."; });
  if (relative.is_absolute() || climbs) return why = shown + " leads out of the lesson's folder", std::nullopt;

  std::error_code error;
  fs::path root = fs::canonical(folder, error);
  if (error) return why = "the lesson's folder cannot be read", std::nullopt;
  fs::path whole = fs::canonical(root / relative, error);
  if (error) return why = "there is no file " + shown, std::nullopt;
  auto [root_end, nothing] = std::mismatch(root.begin(), root.end(), whole.begin(), whole.end());
  if (root_end != root.end()) return why = shown + " leads out of the lesson's folder through a symbolic link", std::nullopt;
  if (!fs::is_regular_file(whole, error)) return why = shown + " is not a plain file", std::nullopt;
  return whole;
}

std::optional<std::string> read_lesson_file(const fs::path& folder, std::string_view name, uint64_t limit_bytes, std::string& why) {
  auto path = path_inside(folder, name, why);
  if (!path) return std::nullopt;
  std::error_code error;
  uint64_t size = fs::file_size(*path, error);
  std::string shown = "`" + std::string(name) + "`";
  if (error) return why = shown + " cannot be read", std::nullopt;
  if (size > limit_bytes) return why = shown + " has " + std::to_string(size) + " bytes, more than the limit of " + std::to_string(limit_bytes), std::nullopt;
  std::ifstream file(*path, std::ios::binary);
  std::string text(size, '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  if (!file) return why = shown + " cannot be read", std::nullopt;
  return text;
}

}  // namespace wb
