#pragma once
// Colours, type sizes and spacing, from one theme file (assets/theme.toml) with a light and a dark part. Sizes are design pixels at
// 1600x1000; `scale` (monitor and Ctrl +/-) is already applied to every size here.
#include <array>
#include <cstdint>
#include <string>

namespace wb {

using Colour = uint32_t;  // 0xAABBGGRR, as Dear ImGui packs it
constexpr Colour rgb(uint32_t rrggbb, uint32_t alpha = 255) {
  return alpha << 24 | (rrggbb & 0xff) << 16 | (rrggbb & 0xff00) | (rrggbb >> 16 & 0xff);
}
constexpr Colour with_alpha(Colour colour, float alpha) {
  return (colour & 0x00ffffff) | static_cast<Colour>(alpha * 255.0f + 0.5f) << 24;
}

struct Theme {
  bool is_dark = false;
  float scale = 1;
  Colour paper, ground, side, line, ink, quiet, accent, accent_ink, link, good, bad, current_line, current_line_edge;
  Colour first_party, second_party, hatch, selection;
  // Syntax colours of the editor.
  Colour code_text, code_keyword, code_type, code_builtin, code_number, code_string, code_comment, code_preprocessor;
  std::array<Colour, 8> blocks;  // by hue, safe for colour-blind readers
  float text_size = 15.5f, text_line = 25, title_size = 27, heading_size = 18, code_size = 13.5f, code_line = 22, caption_size = 12.5f;
  float space = 8;               // the unit of spacing
};

}  // namespace wb
