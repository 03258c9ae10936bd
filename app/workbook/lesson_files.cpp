// Files of a lesson, and never any other: a lesson may come from anywhere. A file that the user names, and what it includes, may lie anywhere.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "app/workbook/lesson_reader.h"
#include "app/workbook/limits.h"

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

namespace {

std::optional<std::string> read_plain_file(const fs::path& path, std::string_view name, uint64_t limit_bytes, std::string& why) {
  std::error_code error;
  uint64_t size = fs::file_size(path, error);
  std::string shown = "`" + std::string(name) + "`";
  if (error) return why = shown + " cannot be read", std::nullopt;
  if (size > limit_bytes) return why = shown + " has " + std::to_string(size) + " bytes, more than the limit of " + std::to_string(limit_bytes), std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::string text(size, '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  if (!file) return why = shown + " cannot be read", std::nullopt;
  return text;
}

}  // namespace

std::optional<std::string> read_lesson_file(const fs::path& folder, std::string_view name, uint64_t limit_bytes, std::string& why) {
  auto path = path_inside(folder, name, why);
  if (!path) return std::nullopt;
  return read_plain_file(*path, name, limit_bytes, why);
}

std::optional<std::string> read_named_file(const fs::path& path, uint64_t limit_bytes, std::string& why) {
  const std::string shown = path.generic_string().substr(0, 200);
  std::error_code error;
  fs::path whole = fs::canonical(path, error);
  if (error) return why = "there is no file `" + shown + "`", std::nullopt;
  if (!fs::is_regular_file(whole, error)) return why = "`" + shown + "` is not a plain file", std::nullopt;
  return read_plain_file(whole, shown, limit_bytes, why);
}

std::function<std::optional<std::string>(std::string_view)> read_headers_beside(const fs::path& file, std::vector<fs::path> folders, std::map<std::string, std::string>* read) {
  std::error_code error;
  std::erase_if(folders, [&](const fs::path& folder) { return fs::exists(folder / "cuda_runtime.h", error); });  // the toolkit's: the simulator has its own
  folders.insert(folders.begin(), fs::path(file).parent_path());
  if (fs::path whole = fs::canonical(file, error); !error && whole.parent_path() != folders.front()) folders.insert(folders.begin() + 1, whole.parent_path());
  return [folders = std::move(folders), read](std::string_view path) -> std::optional<std::string> {
    if (path.size() > 1000 || path.find('\0') != std::string_view::npos) return std::nullopt;
    std::string why;
    for (const fs::path& folder : folders) {
      auto text = read_named_file(folder / path, limits::kernel_text_bytes, why);
      if (!text) continue;
      if (read) (*read)[std::string(path)] = *text;
      return text;
    }
    return std::nullopt;
  };
}

}  // namespace wb
