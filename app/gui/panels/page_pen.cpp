#include "app/gui/panels/page_pen.h"

#include <algorithm>
#include <cmath>

#include "app/gui/panels/wording.h"

namespace wb {

const LaidText& SetTexts::get(const RichText& text, const TextStyle& style, float width, const Fonts& fonts) {
  const Key key{&text, width, style.plain};
  auto found = texts_.find(key);
  if (found != texts_.end()) return found->second;
  const Measure measure = [&fonts](Type type, std::string_view s) { return fonts.width(type, s); };
  return texts_.emplace(key, lay_out(text, style, width, measure)).first->second;
}

TextStyle Pen::prose() const {
  TextStyle style;
  style.line_height = ui.theme.text_line;
  style.code_padding = std::round(ui.px(5));
  return style;
}

TextStyle Pen::small() const {
  TextStyle style;
  style.plain = Type::ui;
  style.italic = Type::caption_italic;
  style.bold = style.bold_italic = Type::ui_bold;
  style.code = Type::code_small;
  style.line_height = std::round(ui.px(21));
  style.code_padding = std::round(ui.px(4));
  return style;
}

float Pen::rich_height(const RichText& text, const TextStyle& style, float measure_width) const {
  return memory.texts.get(text, style, measure_width, ui.fonts).height;
}

namespace {

void draw_chip(Ui& ui, const Fragment& f, float x, float y, float line_height) {
  const float inset = std::round(line_height * 0.12f);
  const Colour back = mix(ui.theme.paper, ui.theme.ink, ui.theme.is_dark ? 0.10f : 0.065f);
  fill(ui, {x, y + inset, f.width, line_height - 2 * inset}, back, ui.px(4));
}

void draw_link(Ui& ui, const Fragment& f, float x, float y, float line_height) {
  const Rect rect{x, y, ui.fonts.width(f.type, f.shown()), line_height};
  const Interaction use = ui.widgets.add({.role = Role::link, .label = f.shown(), .id = "page/link/" + f.target + std::to_string(static_cast<int>(f.x)), .rect = rect});
  line(ui, rect.x, rect.bottom() - ui.px(5), rect.right(), rect.bottom() - ui.px(5), with_alpha(ui.theme.accent, use.hovered ? 1.0f : 0.4f));
  if (use.activated) ui.commands.send(OpenLesson{f.target});
}

}  // namespace

RichText with_code(std::string_view s) {
  RichText out;
  bool is_code = false;
  while (!s.empty()) {
    const size_t tick = s.find('`');
    const std::string part(s.substr(0, tick));
    if (!part.empty()) out.push_back({is_code ? Inline::Kind::code : Inline::Kind::text, part, "", {}});
    if (tick == std::string_view::npos) break;
    s.remove_prefix(tick + 1);
    is_code = !is_code;
  }
  if (!out.empty() && out[0].kind == Inline::Kind::text) out[0].text = capitalised(std::move(out[0].text));
  return out;
}

void Pen::sentence(std::string_view s, const TextStyle& style, Colour colour) {
  const LaidText laid = lay_out(with_code(s), style, width, [this](Type type, std::string_view part) { return ui.fonts.width(type, part); });
  draw_laid(laid, style, colour, x, y);
  y += laid.height;
}

void Pen::rich_at(const RichText& text, const TextStyle& style, Colour colour, float at_x, float at_y, float measure_width) {
  draw_laid(memory.texts.get(text, style, measure_width, ui.fonts), style, colour, at_x, at_y);
}

void Pen::draw_laid(const LaidText& laid, const TextStyle& style, Colour colour, float at_x, float at_y) {
  ui.widgets.begin_text_group();
  for (const Fragment& f : laid.fragments) {
    const float fx = at_x + f.x, fy = at_y + f.y;
    const bool is_on_screen = fy + style.line_height >= top && fy <= bottom;
    if (!is_on_screen) {
      ui.widgets.note_text(f.text, {fx, fy, f.width, style.line_height});
      continue;
    }
    if (f.is_code) draw_chip(ui, f, fx, fy, style.line_height);
    if (!f.target.empty()) draw_link(ui, f, fx, fy, style.line_height);
    const float inside = f.starts_chip ? style.code_padding : 0;
    wb::text(ui, f.type, fx + inside, fy, style.line_height, f.target.empty() ? colour : ui.theme.link, f.text);
  }
  ui.widgets.end_text_group();
}

void Pen::rich(const RichText& text, const TextStyle& style, Colour colour) {
  rich_at(text, style, colour, x, y, width);
  y += rich_height(text, style, width);
}

void Pen::plain(Type type, float line_height, Colour colour, std::string_view s) { y += text_wrapped(ui, type, x, y, line_height, width, colour, s); }

void Pen::label(std::string_view s, Colour colour) {
  plain(Type::label, px(16), colour, s);
  y = std::round(y + px(6));
}

CardFrame::CardFrame(Pen& pen, const Look& look) : pen_(pen), look_(look), outer_{pen.x, pen.y, pen.width, 0} {
  splitter_.Split(pen.ui.draw, 2);
  splitter_.SetCurrentChannel(pen.ui.draw, 1);
  const float padding = std::round(pen.px(look.padding));
  pen.x += padding;
  pen.y += padding;
  pen.width -= 2 * padding;
}

CardFrame::~CardFrame() {
  const float padding = std::round(pen_.px(look_.padding)), radius = pen_.px(look_.radius);
  outer_.height = pen_.y + padding - outer_.y;
  splitter_.SetCurrentChannel(pen_.ui.draw, 0);
  fill(pen_.ui, outer_, look_.background, radius);
  if (look_.border) frame(pen_.ui, outer_, look_.border, radius);
  if (look_.edge) fill(pen_.ui, {outer_.x, outer_.y + radius, pen_.px(3), outer_.height - 2 * radius}, look_.edge);
  splitter_.Merge(pen_.ui.draw);
  pen_.x = outer_.x;
  pen_.width = outer_.width;
  pen_.y = outer_.bottom();
}

}  // namespace wb
