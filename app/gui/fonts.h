#pragma once
// The faces of the window. A glyph is rasterised when a text first needs it, at exactly the size it is drawn at, three times as fine
// horizontally, so that text is crisp and evenly set at any position; all glyphs share one texture.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "app/gui/theme.h"

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

struct Glyph {
  float advance = 0;                          // pixels, with its fraction
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;       // the quad, from the pen on the baseline; y down
  float u0 = 0, v0 = 0, u1 = 0, v1 = 0;
  bool is_visible = false;
};

class FontCache;

class Fonts {
 public:
  Fonts();
  ~Fonts();
  // Finds the files (once) and takes over the theme's sizes. Empty: fine; else a sentence: no usable font on this machine.
  std::string build(const Theme& theme);
  bool has_korean() const;
  std::string summary() const;                // which files were found

  float size(Type type) const { return sizes_[static_cast<size_t>(type)]; }  // em, in pixels
  float width(Type type, std::string_view text) const;
  // From the top of a line box of `line_height` to the baseline: capitals stand in its middle.
  float baseline(Type type, float line_height) const;
  const Glyph& glyph(Type type, uint32_t code_point) const;

  FontCache& cache() const { return *cache_; }  // the texture: for paint.cpp and the window

 private:
  std::array<float, static_cast<size_t>(Type::count)> sizes_{};
  std::unique_ptr<FontCache> cache_;
};

// The next code point of UTF-8 text, moving `position` on; broken bytes come out as U+FFFD, one at a time.
uint32_t next_code_point(std::string_view text, size_t& position);
// The byte position one character before or after.
size_t previous_character(std::string_view text, size_t position);
size_t next_character(std::string_view text, size_t position);
void append_utf8(std::string& out, uint32_t code_point);

}  // namespace wb
