#pragma once
// The faces of the window. Each style is baked at exactly the size it is drawn at, so that text is crisp; glyphs are baked as texts
// need them: whoever measures or draws a character that is not there yet asks for it, and the atlas is made again before the next frame.
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "app/gui/theme.h"

struct ImFont;

namespace wb {

enum class Type : uint8_t {
  text, text_italic, text_bold, text_bold_italic,  // the page's prose, 15.5
  title, heading, subheading,                      // 27, 18, 15.5 semi-bold
  ui, ui_bold,                                     // buttons, tabs, the course list: 13
  caption, caption_bold, caption_italic,           // 12.5
  label,                                           // 11, semi-bold, for small headings in capitals
  code, code_bold, code_italic,                    // the editor, 13.5
  code_text,                                       // code inside prose: a little smaller than the prose
  code_small,                                      // numbers in tooltips and cells: 12
  count
};

class Fonts {
 public:
  // Loads what the system has. `asked`: code points beyond Latin that are known to be needed.
  void build(const Theme& theme);
  bool needs_rebuild() const { return is_wanting_; }
  bool has_korean() const { return !korean_path_.empty(); }
  const std::string& summary() const { return summary_; }   // which files were found, for --version and bug reports

  ImFont* font(Type type) const { return fonts_[static_cast<size_t>(type)]; }
  float size(Type type) const { return sizes_[static_cast<size_t>(type)]; }        // em, in pixels
  float width(Type type, std::string_view text) const;
  // From the top of a line box of `line_height` to the baseline: capitals stand in the middle of the box.
  float baseline(Type type, float line_height) const;
  float ascent(Type type) const;             // from the top of Dear ImGui's line to the baseline
  void want(std::string_view text) const;    // notes characters that are not baked yet

 private:
  std::array<ImFont*, static_cast<size_t>(Type::count)> fonts_{};
  std::array<float, static_cast<size_t>(Type::count)> sizes_{};
  mutable std::set<uint32_t> code_points_;   // beyond what is always baked
  mutable std::set<uint32_t> hopeless_;      // no face has them
  mutable bool is_wanting_ = false;
  std::string korean_path_, summary_;
};

}  // namespace wb
