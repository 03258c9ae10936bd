#pragma once
// Which font files this machine has for the window's faces: looked for by name in the system's font folders.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace wb {

enum class Face : uint8_t { regular, italic, semi_bold, semi_bold_italic, bold, code, code_bold, code_italic, korean, korean_bold, symbols, count };

struct FontFiles {
  std::array<std::string, static_cast<size_t>(Face::count)> path;  // empty: none
  const std::string& of(Face face) const { return path[static_cast<size_t>(face)]; }
};

// Candidates in order of liking; a face without its own file borrows (bold from regular, code from regular).
FontFiles find_font_files(const std::vector<std::string>& folders);
std::vector<std::string> system_font_folders();

}  // namespace wb
