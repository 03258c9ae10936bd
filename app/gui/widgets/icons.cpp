// The icons, drawn from a few shapes. An icon lies in a square around its centre, from -1 to 1 along each side, y downwards: all coordinates
// and lengths here are in halves of its size, except for corners and for `thin`, the thickness of strokes and bars: pixels.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/widgets/controls.h"

namespace wb {

namespace {

constexpr float pi = 3.1416f;

class IconPen {
 public:
  IconPen(Ui& ui, float x, float y, float size, Colour colour) : ui_(ui), x_(x), y_(y), size_(size), s_(size / 2), thin_(std::max(1.4f, size * 0.13f)), colour_(colour) {}

  void stroke(float x0, float y0, float x1, float y1) { ui_.draw->AddLine(at(x0, y0), at(x1, y1), colour_, thin_); }
  void wedge(float x0, float y0, float x1, float y1, float x2, float y2) { triangle(ui_, x_ + x0 * s_, y_ + y0 * s_, x_ + x1 * s_, y_ + y1 * s_, x_ + x2 * s_, y_ + y2 * s_, colour_); }
  void box(float x, float y, float width, float height, float corner = 0) { fill(ui_, {x_ + x * s_, y_ + y * s_, width * s_, height * s_}, colour_, corner); }
  void outline(float x, float y, float width, float height, float corner) { frame(ui_, {x_ + x * s_, y_ + y * s_, width * s_, height * s_}, colour_, corner, thin_); }
  void bar(float left, float y, float height) { fill(ui_, {x_ + left * s_, y_ + y * s_, thin_, height * s_}, colour_); }
  void bar_before(float right, float y, float height) { fill(ui_, {x_ + right * s_ - thin_, y_ + y * s_, thin_, height * s_}, colour_); }
  void arc(float y, float radius, float from, float to, int segments) {
    ui_.draw->PathArcTo(at(0, y), s_ * radius, from, to, segments);
    ui_.draw->PathStroke(colour_, 0, thin_);
  }
  void round(float x, float y, float radius) { disc(ui_, x_ + x * s_, y_ + y * s_, s_ * radius, colour_); }
  void bite(float x, float y, float radius) { disc(ui_, x_ + x * s_, y_ + y * s_, s_ * radius, ui_.theme.paper); }  // taken out
  void circle(float x, float y, float radius) { ring(ui_, x_ + x * s_, y_ + y * s_, s_ * radius, colour_, thin_); }
  void lid(float height) { ui_.draw->AddBezierQuadratic(at(-1, 0), at(0, height), at(1, 0), colour_, thin_); }
  void tick() { tick_mark(ui_, x_, y_, size_, colour_); }
  void cross() { cross_mark(ui_, x_, y_, size_, colour_); }
  void rhombus(float radius) { diamond(ui_, x_, y_, s_ * radius, colour_); }

  // The upright of an `i` or `!`, and its dot.
  void letter(float y, float height, float dot_y, bool in_paper) {
    const Colour colour = in_paper ? ui_.theme.paper : colour_;
    fill(ui_, {x_ - thin_ / 2, y_ + y * s_, thin_, height * s_}, colour);
    fill(ui_, {x_ - thin_ / 2, y_ + dot_y * s_, thin_, thin_}, colour);
  }

 private:
  ImVec2 at(float x, float y) const { return {x_ + x * s_, y_ + y * s_}; }

  Ui& ui_;
  float x_, y_, size_, s_, thin_;
  Colour colour_;
};

void draw_sun(IconPen& pen) {
  pen.round(0, 0, 0.45f);
  for (int i = 0; i < 8; ++i) {
    const float a = static_cast<float>(i) * pi / 4;
    pen.stroke(std::cos(a) * 0.7f, std::sin(a) * 0.7f, std::cos(a), std::sin(a));
  }
}

}  // namespace

void icon(Ui& ui, Icon which, float x, float y, float size, Colour colour) {
  IconPen pen(ui, x, y, size, colour);
  switch (which) {
    case Icon::none: break;
    case Icon::play: pen.wedge(-0.7f, -1, -0.7f, 1, 1, 0); break;
    case Icon::pause: pen.box(-0.8f, -0.9f, 0.55f, 1.8f), pen.box(0.25f, -0.9f, 0.55f, 1.8f); break;
    case Icon::stop: pen.box(-0.8f, -0.8f, 1.6f, 1.6f, 1); break;
    case Icon::forward: pen.wedge(-0.6f, -0.85f, -0.6f, 0.85f, 0.8f, 0); break;
    case Icon::back: pen.wedge(0.6f, -0.85f, -0.8f, 0, 0.6f, 0.85f); break;
    case Icon::to_end: pen.wedge(-0.9f, -0.85f, -0.9f, 0.85f, 0.4f, 0), pen.bar(0.5f, -0.85f, 1.7f); break;
    case Icon::to_start: pen.wedge(0.9f, -0.85f, -0.4f, 0, 0.9f, 0.85f), pen.bar_before(-0.5f, -0.85f, 1.7f); break;
    case Icon::undo: pen.arc(0, 0.8f, -2.6f, 2.2f, 14), pen.wedge(-1.05f, -0.75f, -0.15f, -0.75f, -0.75f, 0.1f); break;
    case Icon::redo: pen.arc(0, 0.8f, 0.9f, 5.7f, 14), pen.wedge(1.05f, -0.75f, 0.75f, 0.1f, 0.15f, -0.75f); break;
    case Icon::tick: pen.tick(); break;
    case Icon::cross: pen.cross(); break;
    case Icon::lock: pen.box(-0.75f, -0.15f, 1.5f, 1.1f, 2), pen.arc(-0.2f, 0.48f, -pi, 0, 10); break;
    case Icon::warning: pen.wedge(0, -1, -1, 0.85f, 1, 0.85f), pen.letter(-0.35f, 0.65f, 0.45f, true); break;
    case Icon::info: pen.circle(0, 0, 0.9f), pen.letter(-0.1f, 0.6f, -0.5f, false); break;
    case Icon::caret_down: pen.stroke(-0.6f, -0.3f, 0, 0.35f), pen.stroke(0, 0.35f, 0.6f, -0.3f); break;
    case Icon::caret_right: pen.stroke(-0.3f, -0.6f, 0.35f, 0), pen.stroke(0.35f, 0, -0.3f, 0.6f); break;
    case Icon::search: pen.circle(-0.2f, -0.2f, 0.6f), pen.stroke(0.25f, 0.25f, 0.85f, 0.85f); break;
    case Icon::sun: draw_sun(pen); break;
    case Icon::moon: pen.round(0, 0, 0.95f), pen.bite(0.5f, -0.3f, 0.8f); break;
    case Icon::keyboard: pen.outline(-1, -0.65f, 2, 1.3f, 2), pen.stroke(-0.5f, 0.3f, 0.5f, 0.3f); break;
    case Icon::eye: pen.lid(-1.2f), pen.lid(1.2f), pen.round(0, 0, 0.3f); break;
    case Icon::diamond: pen.rhombus(0.9f); break;
    case Icon::disc: pen.round(0, 0, 0.75f); break;
  }
}

}  // namespace wb
