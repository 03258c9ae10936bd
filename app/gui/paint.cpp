#include "app/gui/paint.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/gui/font_cache.h"
#include "app/gui/imgui_compat.h"
#include "app/gui/widgets/registry.h"

namespace wb {
namespace {

ImVec2 top_left(const Rect& r) { return {r.x, r.y}; }
ImVec2 bottom_right(const Rect& r) { return {r.right(), r.bottom()}; }

struct Line {
  size_t begin, end;
};

// Breaks at spaces and after newlines; a word wider than the measure, such as a path, breaks where it has to.
std::vector<Line> wrap(const Fonts& fonts, Type type, float max_width, std::string_view s) {
  std::vector<Line> lines;
  size_t line_begin = 0, last_space = std::string_view::npos;
  float width = 0, width_at_space = 0;
  for (size_t i = 0; i < s.size();) {
    const size_t at = i;
    const uint32_t c = next_code_point(s, i);
    if (c == '\n') {
      lines.push_back({line_begin, at});
      line_begin = i;
      last_space = std::string_view::npos;
      width = 0;
      continue;
    }
    const float advance = fonts.glyph(type, c).advance;
    if (c == ' ') {
      last_space = at;
      width_at_space = width + advance;
    }
    width += advance;
    if (width > max_width && c != ' ' && at > line_begin) {
      if (last_space != std::string_view::npos) {
        lines.push_back({line_begin, last_space});
        line_begin = last_space + 1;
        width -= width_at_space;
        last_space = std::string_view::npos;
      } else {
        lines.push_back({line_begin, at});
        line_begin = at;
        width = advance;
      }
    }
  }
  if (line_begin < s.size() || lines.empty()) lines.push_back({line_begin, s.size()});
  return lines;
}

}  // namespace

Colour mix(Colour a, Colour b, float t) {
  Colour out = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const float from = static_cast<float>(a >> shift & 0xff), to = static_cast<float>(b >> shift & 0xff);
    out |= static_cast<Colour>(from + (to - from) * t + 0.5f) << shift;
  }
  return out;
}

void fill(Ui& ui, const Rect& rect, Colour colour, float radius) { ui.draw->AddRectFilled(top_left(rect), bottom_right(rect), colour, radius); }

void frame(Ui& ui, const Rect& rect, Colour colour, float radius, float thickness) {
  const float in = thickness / 2;
  ui.draw->AddRect({rect.x + in, rect.y + in}, {rect.right() - in, rect.bottom() - in}, colour, radius, imgui_round_all(), thickness);
}

void line(Ui& ui, float x0, float y0, float x1, float y1, Colour colour, float thickness) {
  if (x0 == x1 || y0 == y1) {  // straight ones stay on the pixel grid
    const float half = thickness / 2;
    const float left = std::round(std::min(x0, x1) - (x0 == x1 ? half : 0)), top = std::round(std::min(y0, y1) - (y0 == y1 ? half : 0));
    const float w = x0 == x1 ? thickness : std::abs(x1 - x0), h = y0 == y1 ? thickness : std::abs(y1 - y0);
    ui.draw->AddRectFilled({left, top}, {left + std::max(1.0f, w), top + std::max(1.0f, h)}, colour);
    return;
  }
  ui.draw->AddLine({x0, y0}, {x1, y1}, colour, thickness);
}

void disc(Ui& ui, float x, float y, float radius, Colour colour) { ui.draw->AddCircleFilled({x, y}, radius, colour); }
void ring(Ui& ui, float x, float y, float radius, Colour colour, float thickness) { ui.draw->AddCircle({x, y}, radius, colour, 0, thickness); }

void diamond(Ui& ui, float x, float y, float radius, Colour colour) {
  ui.draw->AddQuadFilled({x, y - radius}, {x + radius, y}, {x, y + radius}, {x - radius, y}, colour);
}

void triangle(Ui& ui, float x0, float y0, float x1, float y1, float x2, float y2, Colour colour) {
  ui.draw->AddTriangleFilled({x0, y0}, {x1, y1}, {x2, y2}, colour);
}

void hatch(Ui& ui, const Rect& rect, Colour colour, float spacing) {
  ui.draw->PushClipRect(top_left(rect), bottom_right(rect), true);
  for (float x = rect.x - rect.height; x < rect.right(); x += spacing) ui.draw->AddLine({x, rect.bottom()}, {x + rect.height, rect.y}, colour, 1);
  ui.draw->PopClipRect();
}

void tick_mark(Ui& ui, float x, float y, float size, Colour colour) {
  const float s = size / 2;
  const ImVec2 points[] = {{x - s, y + s * 0.05f}, {x - s * 0.3f, y + s * 0.75f}, {x + s, y - s * 0.75f}};
  ui.draw->AddPolyline(points, 3, colour, 0, std::max(1.4f, size * 0.16f));
}

void progress_mark(Ui& ui, float x, float y, double done) {
  if (done >= 1) return tick_mark(ui, x, y, ui.px(10), ui.theme.good);
  if (done <= 0) return;
  const float radius = ui.px(4.5f), from = -1.5708f;
  ring(ui, x, y, radius, mix(ui.theme.line, ui.theme.quiet, 0.3f), 1.6f);
  ui.draw->PathArcTo({x, y}, radius, from, from + static_cast<float>(done) * 6.2832f, 20);
  ui.draw->PathStroke(ui.theme.good, 0, ui.px(1.8f));
}

void cross_mark(Ui& ui, float x, float y, float size, Colour colour) {
  const float s = size * 0.38f, thickness = std::max(1.4f, size * 0.15f);
  ui.draw->AddLine({x - s, y - s}, {x + s, y + s}, colour, thickness);
  ui.draw->AddLine({x - s, y + s}, {x + s, y - s}, colour, thickness);
}

void soft_shadow(Ui& ui, const Rect& rect, float radius) {
  for (int i = 6; i >= 1; --i) {
    const float grow = static_cast<float>(i) * 1.6f;
    fill(ui, {rect.x - grow, rect.y - grow + 3, rect.width + 2 * grow, rect.height + 2 * grow}, rgb(0x000000, 7), radius + grow);
  }
}

float text_width(const Ui& ui, Type type, std::string_view s) { return ui.fonts.width(type, s); }

float text(Ui& ui, Type type, float x, float y, float line_height, Colour colour, std::string_view s) {
  if (s.empty()) return 0;
  const float baseline = std::round(y + ui.fonts.baseline(type, line_height));
  const int capacity = static_cast<int>(s.size());
  ImDrawList* draw = ui.draw;
  draw->PrimReserve(capacity * 6, capacity * 4);
  int used = 0;
  float pen = x;
  for (size_t i = 0; i < s.size();) {
    const Glyph& glyph = ui.fonts.glyph(type, next_code_point(s, i));
    if (glyph.is_visible) {
      draw->PrimRectUV({pen + glyph.x0, baseline + glyph.y0}, {pen + glyph.x1, baseline + glyph.y1}, {glyph.u0, glyph.v0}, {glyph.u1, glyph.v1}, colour);
      ++used;
    }
    pen += glyph.advance;
  }
  draw->PrimUnreserve((capacity - used) * 6, (capacity - used) * 4);
  if (ui.widgets.is_listening()) ui.widgets.note_text(s, {x, y, pen - x, line_height});
  return pen - x;
}

float text_right(Ui& ui, Type type, float right, float y, float line_height, Colour colour, std::string_view s) {
  return text(ui, type, right - ui.fonts.width(type, s), y, line_height, colour, s);
}

float text_centred(Ui& ui, Type type, const Rect& rect, Colour colour, std::string_view s) {
  return text(ui, type, rect.x + (rect.width - ui.fonts.width(type, s)) / 2, rect.y, rect.height, colour, s);
}

float text_cut(Ui& ui, Type type, float x, float y, float line_height, float max_width, Colour colour, std::string_view s) {
  if (ui.fonts.width(type, s) <= max_width) return text(ui, type, x, y, line_height, colour, s);
  const std::string_view dots = "\xE2\x80\xA6";
  const float room = max_width - ui.fonts.width(type, dots);
  float width = 0;
  size_t fits = 0;
  for (size_t i = 0; i < s.size();) {
    width += ui.fonts.glyph(type, next_code_point(s, i)).advance;
    if (width > room) break;
    fits = i;
  }
  std::string cut(s.substr(0, fits));
  while (!cut.empty() && cut.back() == ' ') cut.pop_back();
  return text(ui, type, x, y, line_height, colour, cut.append(dots));
}

std::string cut_in_middle(const Ui& ui, Type type, std::string_view s, float max_width) {
  if (ui.fonts.width(type, s) <= max_width) return std::string(s);
  const std::string_view dots = "\xE2\x80\xA6";
  std::vector<size_t> starts;   // of the letters
  for (size_t i = 0; i < s.size(); next_code_point(s, i)) starts.push_back(i);
  // The end is kept longer: it has the file's name and kind.
  for (size_t kept = starts.size() - 1; kept > 1; --kept) {
    const size_t front = starts[kept * 2 / 5], back = starts[starts.size() - (kept - kept * 2 / 5)];
    const std::string cut = std::string(s.substr(0, front)).append(dots).append(s.substr(back));
    if (ui.fonts.width(type, cut) <= max_width) return cut;
  }
  return std::string(dots);
}

float text_wrapped(Ui& ui, Type type, float x, float y, float line_height, float max_width, Colour colour, std::string_view s) {
  ui.widgets.begin_text_group();
  float top = y;
  for (const Line& l : wrap(ui.fonts, type, max_width, s)) {
    text(ui, type, x, top, line_height, colour, s.substr(l.begin, l.end - l.begin));
    top += line_height;
  }
  ui.widgets.end_text_group();
  return top - y;
}

float wrapped_height(const Fonts& fonts, Type type, float line_height, float max_width, std::string_view s) {
  return line_height * static_cast<float>(wrap(fonts, type, max_width, s).size());
}

Clip::Clip(Ui& ui, const Rect& rect) : ui_(ui) {
  ui_.draw->PushClipRect(top_left(rect), bottom_right(rect), true);
  ui_.widgets.push_clip(rect);
}
Clip::~Clip() {
  ui_.widgets.pop_clip();
  ui_.draw->PopClipRect();
}

Overlay::Overlay(Ui& ui) : ui_(ui), before_(ui.draw) {
  ui_.draw = ui_.overlay;
  ui_.draw->PushClipRectFullScreen();   // what opens it may be clipped: a menu in a card that scrolls
  ui_.widgets.push_layer();
}
Overlay::~Overlay() {
  ui_.widgets.pop_layer();
  ui_.draw->PopClipRect();
  ui_.draw = before_;
}

void picture(Ui& ui, TextureId texture, const Rect& rect, float u0, float v0, float u1, float v1, float alpha) {
  if (texture == 0) return;
  ui.draw->AddImage(imgui_texture(texture), top_left(rect), bottom_right(rect), {u0, v0}, {u1, v1}, with_alpha(rgb(0xffffff), alpha));
}

}  // namespace wb
