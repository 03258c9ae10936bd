#pragma once
// Drawing by hand over Dear ImGui's draw list: the few shapes and the text that everything in the window is made of.
#include <string_view>

#include "app/gui/fonts.h"
#include "app/gui/panel.h"

namespace wb {

void fill(Ui& ui, const Rect& rect, Colour colour, float radius = 0);
void frame(Ui& ui, const Rect& rect, Colour colour, float radius = 0, float thickness = 1);
void line(Ui& ui, float x0, float y0, float x1, float y1, Colour colour, float thickness = 1);
void disc(Ui& ui, float x, float y, float radius, Colour colour);
void ring(Ui& ui, float x, float y, float radius, Colour colour, float thickness = 1);
void diamond(Ui& ui, float x, float y, float radius, Colour colour);
void triangle(Ui& ui, float x0, float y0, float x1, float y1, float x2, float y2, Colour colour);
void hatch(Ui& ui, const Rect& rect, Colour colour, float spacing = 5);          // diagonal strokes, clipped to `rect`
void tick_mark(Ui& ui, float x, float y, float size, Colour colour);            // a check mark, centred
// What is done of something, 0 to 1: a part of a ring, and a tick for all of it; nothing for none.
void progress_mark(Ui& ui, float x, float y, double done);
void cross_mark(Ui& ui, float x, float y, float size, Colour colour);
void soft_shadow(Ui& ui, const Rect& rect, float radius);

// Text in a line box of `line_height` whose top left corner is (x, y). Returns its width. Noted for scripts.
float text(Ui& ui, Type type, float x, float y, float line_height, Colour colour, std::string_view s);
float text_right(Ui& ui, Type type, float right, float y, float line_height, Colour colour, std::string_view s);
float text_centred(Ui& ui, Type type, const Rect& rect, Colour colour, std::string_view s);
// Cut with an ellipsis where it is wider than `max_width`.
float text_cut(Ui& ui, Type type, float x, float y, float line_height, float max_width, Colour colour, std::string_view s);
// A name or a path of which begin and end tell most: "sum_of_all...with_tiles.cu". As it is where it fits.
std::string cut_in_middle(const Ui& ui, Type type, std::string_view s, float max_width);
// Wrapped at spaces; returns the height used.
float text_wrapped(Ui& ui, Type type, float x, float y, float line_height, float max_width, Colour colour, std::string_view s);
float wrapped_height(const Fonts& fonts, Type type, float line_height, float max_width, std::string_view s);
float text_width(const Ui& ui, Type type, std::string_view s);

// Drawing (and hitting) is cut to `rect` while this lives.
class Clip {
 public:
  Clip(Ui& ui, const Rect& rect);
  ~Clip();
  Clip(const Clip&) = delete;
  Clip& operator=(const Clip&) = delete;
 private:
  Ui& ui_;
};

// Everything drawn (and hit) while this lives lies above the rest: tooltips, menus.
class Overlay {
 public:
  explicit Overlay(Ui& ui);
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;
 private:
  Ui& ui_;
  ImDrawList* before_;
};

// A picture (or a part of it, in 0..1) stretched over `rect`. `smooth`: linear filter; else sharp pixels.
void picture(Ui& ui, TextureId texture, const Rect& rect, float u0 = 0, float v0 = 0, float u1 = 1, float v1 = 1, float alpha = 1);

Colour mix(Colour a, Colour b, float t);   // t = 0: a

}  // namespace wb
