#include "app/gui/widgets/controls.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"

namespace wb {
namespace {

constexpr float corner = 6;  // design pixels

struct Look {
  Colour background, border, ink;
};

Look button_look(const Theme& theme, const Button& button, const Interaction& use) {
  Look look{theme.paper, theme.line, theme.ink};
  if (button.style == ButtonStyle::primary) look = {theme.accent, theme.accent, theme.accent_ink};
  if (button.style == ButtonStyle::quiet) look = {0, 0, theme.ink};
  if (button.checked) look = {theme.selection, mix(theme.line, theme.accent, 0.5f), theme.ink};
  if (!button.enabled) {
    if (button.style == ButtonStyle::primary) return {mix(theme.paper, theme.quiet, 0.18f), 0, theme.quiet};
    return {look.background, look.border, mix(theme.quiet, theme.paper, 0.35f)};
  }
  const bool is_filled = button.style == ButtonStyle::primary;
  const Colour towards = is_filled ? rgb(0x000000) : theme.ink;
  const Colour base = look.background ? look.background : with_alpha(theme.ink, 0);
  if (use.held) look.background = look.background ? mix(base, towards, is_filled ? 0.18f : 0.12f) : with_alpha(theme.ink, 0.12f);
  else if (use.hovered) look.background = look.background ? mix(base, towards, is_filled ? 0.10f : 0.05f) : with_alpha(theme.ink, 0.06f);
  return look;
}

void maybe_tooltip(Ui& ui, const Interaction& use, const Rect& rect, std::string_view words) {
  if (!use.hovered || words.empty() || !ui.widgets.has_rested(0.4)) return;
  const TooltipLine lines[] = {{std::string(words), Type::caption, std::nullopt}};
  tooltip(ui, rect.x, rect.bottom() + ui.px(2), lines);
}

}  // namespace

void focus_ring(Ui& ui, const Rect& rect, std::string_view id, float radius) {
  if (!ui.widgets.has_focus(id) || !ui.widgets.is_focus_visible()) return;
  const float out = ui.px(2.5f);
  frame(ui, {rect.x - out, rect.y - out, rect.width + 2 * out, rect.height + 2 * out}, ui.theme.accent, radius + out, ui.px(2));
}

// ---- buttons

float button_height(const Ui& ui) { return std::round(ui.px(30)); }

float button_width(const Ui& ui, const Button& button) {
  const float icon_room = button.icon == Icon::none ? 0 : ui.px(button.icon_only ? 12 : 18);
  const float words = button.icon_only ? 0 : text_width(ui, button.style == ButtonStyle::primary ? Type::ui_bold : Type::ui, button.label);
  return std::round(words + icon_room + ui.px(button.icon_only ? 18 : 24));
}

bool button(Ui& ui, float x, float y, const Button& b, float width) {
  const Rect rect{std::round(x), std::round(y), width > 0 ? width : button_width(ui, b), button_height(ui)};
  const Interaction use = ui.widgets.add({.role = Role::button, .label = std::string(b.label), .id = std::string(b.id), .rect = rect, .enabled = b.enabled,
                                          .checked = b.checked, .value = {}, .focusable = true});
  const Look look = button_look(ui.theme, b, use);
  if (look.background) fill(ui, rect, look.background, ui.px(corner));
  if (look.border) frame(ui, rect, look.border, ui.px(corner));
  const Type type = b.style == ButtonStyle::primary ? Type::ui_bold : Type::ui;
  const float icon_size = ui.px(10), words = b.icon_only ? 0 : text_width(ui, type, b.label);
  const float icon_room = b.icon == Icon::none ? 0 : (b.icon_only ? icon_size : icon_size + ui.px(8));
  float pen = rect.x + (rect.width - words - icon_room) / 2;
  const float middle = rect.y + rect.height / 2;
  if (b.icon != Icon::none && !b.icon_after) {
    icon(ui, b.icon, pen + icon_size / 2, middle, icon_size, look.ink);
    pen += icon_room;
  }
  if (!b.icon_only) pen += text(ui, type, pen, rect.y, rect.height, look.ink, b.label);
  if (b.icon != Icon::none && b.icon_after) icon(ui, b.icon, pen + ui.px(8) + icon_size / 2, middle, icon_size, look.ink);
  focus_ring(ui, rect, b.id);
  maybe_tooltip(ui, use, rect, b.tooltip.empty() && b.icon_only ? b.label : b.tooltip);
  return use.activated;
}

// ---- chips

float chip_width(const Ui& ui, const Chip& c) { return std::round(text_width(ui, Type::caption, c.label) + ui.px(20) + (c.dot ? ui.px(15) : 0)); }

bool chip(Ui& ui, float x, float y, float height, const Chip& c) {
  const Rect rect{std::round(x), std::round(y), chip_width(ui, c), std::round(height)};
  Interaction use;
  if (!c.id.empty())
    use = ui.widgets.add({.role = Role::button, .label = std::string(c.label), .id = std::string(c.id), .rect = rect, .value = {}});
  Colour background = c.background.value_or(mix(ui.theme.ground, ui.theme.ink, ui.theme.is_dark ? 0.09f : 0.05f));
  if (use.hovered) background = mix(background, ui.theme.ink, 0.08f);
  fill(ui, rect, background, height / 2);
  float pen = rect.x + ui.px(10);
  if (c.dot) {
    disc(ui, pen + ui.px(4), rect.y + rect.height / 2, ui.px(4), *c.dot);
    pen += ui.px(15);
  }
  text(ui, Type::caption, pen, rect.y, rect.height, c.ink.value_or(mix(ui.theme.quiet, ui.theme.ink, 0.45f)), c.label);
  if (!c.id.empty()) focus_ring(ui, rect, c.id, height / 2);
  maybe_tooltip(ui, use, rect, c.tooltip);
  return use.activated;
}

// ---- tabs

float tab_row_height(const Ui& ui) { return std::round(ui.px(38)); }

namespace {

struct PlacedTab { int row = 0; float x = 0, width = 0; };   // x from the left end of the row

std::vector<PlacedTab> place_tabs(const Ui& ui, float room, std::span<const Tab> tabs, int current, float padding) {
  std::vector<PlacedTab> places;
  const float left = std::min(ui.px(12), padding);
  PlacedTab next{0, left, 0};
  for (size_t i = 0; i < tabs.size(); ++i) {
    next.width = std::round(text_width(ui, static_cast<int>(i) == current ? Type::ui_bold : Type::ui, tabs[i].label) + padding);
    if (i > 0 && next.x + next.width > room) next = {next.row + 1, left, next.width};
    places.push_back(next);
    next.x += next.width;
  }
  return places;
}

std::vector<PlacedTab> place_tabs(const Ui& ui, float room, std::span<const Tab> tabs, int current) {
  std::vector<PlacedTab> roomy = place_tabs(ui, room, tabs, current, ui.px(26));
  return roomy.empty() || roomy.back().row == 0 ? roomy : place_tabs(ui, room, tabs, current, ui.px(12));
}

void draw_tab(Ui& ui, const Rect& rect, const Tab& tab, bool is_current, bool is_hovered, std::string_view id) {
  if (is_current) {
    fill(ui, {rect.x, rect.y, rect.width, rect.height + ui.px(8)}, ui.theme.paper, ui.px(corner));
    fill(ui, {rect.x, rect.bottom() - 1, rect.width, 1}, ui.theme.paper);
  }
  const Colour ink = !tab.enabled ? mix(ui.theme.quiet, ui.theme.ground, 0.4f)
                     : is_current || is_hovered ? ui.theme.ink
                                                : mix(ui.theme.quiet, ui.theme.ink, 0.3f);
  text_centred(ui, is_current ? Type::ui_bold : Type::ui, {rect.x, rect.y - ui.px(1), rect.width, rect.height}, ink, tab.label);
  focus_ring(ui, rect, id);
}

}  // namespace

float tab_rows_height(const Ui& ui, float width, std::span<const Tab> tabs, int current) {
  const std::vector<PlacedTab> places = place_tabs(ui, width, tabs, current);
  return tab_row_height(ui) * static_cast<float>(places.empty() ? 1 : places.back().row + 1);
}

int tab_row(Ui& ui, const Rect& area, std::string_view id, std::span<const Tab> tabs, int current) {
  fill(ui, area, ui.theme.ground);
  const std::vector<PlacedTab> places = place_tabs(ui, area.width, tabs, current);
  const float high = tab_row_height(ui), gap = ui.px(8);
  int chosen = current;
  for (size_t i = 0; i < tabs.size(); ++i) {
    const bool is_current = static_cast<int>(i) == current;
    const Rect rect{area.x + places[i].x, area.y + high * static_cast<float>(places[i].row) + gap, places[i].width, high - gap};
    const std::string tab_id = std::string(id) + "/" + std::to_string(i);
    const Interaction use = ui.widgets.add({.role = Role::tab, .label = tabs[i].label, .id = tab_id, .rect = rect, .enabled = tabs[i].enabled,
                                            .checked = is_current, .value = {}});
    draw_tab(ui, rect, tabs[i], is_current, use.hovered, tab_id);
    maybe_tooltip(ui, use, rect, tabs[i].tooltip);
    if (use.activated) chosen = static_cast<int>(i);
  }
  return chosen;
}

// ---- drop-down

namespace {

std::optional<int> open_menu(Ui& ui, std::string_view id, const Rect& anchor, std::span<const std::string> entries, int current, MenuState& state) {
  Overlay above(ui);
  ui.widgets.set_modal(ui.window);
  const float row = ui.px(30);
  float width = anchor.width;
  for (const std::string& entry : entries) width = std::max(width, text_width(ui, Type::ui, entry) + ui.px(44));
  Rect box{std::min(anchor.x, ui.window.right() - width - ui.px(8)), anchor.bottom() + ui.px(4), width, row * static_cast<float>(entries.size()) + ui.px(8)};
  if (box.bottom() > ui.window.bottom()) box.y = anchor.y - ui.px(4) - box.height;
  soft_shadow(ui, box, ui.px(8));
  fill(ui, box, ui.theme.paper, ui.px(8));
  frame(ui, box, ui.theme.line, ui.px(8));
  std::optional<int> chosen;
  for (size_t i = 0; i < entries.size(); ++i) {
    const Rect r{box.x + ui.px(4), box.y + ui.px(4) + row * static_cast<float>(i), box.width - ui.px(8), row};
    const std::string item_id = std::string(id) + "/item/" + std::to_string(i);
    const Interaction use = ui.widgets.add({.role = Role::menu_item, .label = entries[i], .id = item_id, .rect = r,
                                            .checked = static_cast<int>(i) == current, .value = {}});
    if (use.hovered) fill(ui, r, with_alpha(ui.theme.ink, 0.06f), ui.px(5));
    if (static_cast<int>(i) == current) tick_mark(ui, r.x + ui.px(14), r.y + r.height / 2, ui.px(10), ui.theme.accent);
    text(ui, Type::ui, r.x + ui.px(28), r.y, r.height, ui.theme.ink, entries[i]);
    focus_ring(ui, r, item_id);
    if (use.activated) chosen = static_cast<int>(i);
  }
  const bool pressed_outside = ui.widgets.input().pressed && !box.contains(ui.widgets.input().mouse_x, ui.widgets.input().mouse_y);
  if (chosen || pressed_outside || ui.widgets.take_key(Key::escape)) state.is_open = false;
  return chosen;
}

}  // namespace

std::optional<int> drop_down(Ui& ui, float x, float y, std::string_view id, std::string_view label, std::span<const std::string> entries, int current,
                             MenuState& state, float width) {
  const bool was_open = state.is_open;
  const Button b{.label = label, .id = id, .icon = Icon::caret_down, .icon_after = true, .checked = state.is_open};
  const Rect anchor{std::round(x), std::round(y), width > 0 ? width : button_width(ui, b), button_height(ui)};
  if (button(ui, x, y, b, width)) state.is_open = !state.is_open;
  if (!was_open && !state.is_open) return std::nullopt;
  if (state.is_open && !was_open) ui.widgets.request_frame();
  return state.is_open ? open_menu(ui, id, anchor, entries, current, state) : std::nullopt;
}

// ---- slider

std::optional<double> slider(Ui& ui, const Rect& area, const SliderControl& s) {
  const std::string id(s.id);
  const Interaction use = ui.widgets.add({.role = Role::slider, .label = std::string(s.label), .id = id, .rect = area, .enabled = s.enabled,
                                          .value = s.shown_value.empty() ? std::to_string(s.value) : std::string(s.shown_value)});
  const float knob = ui.px(7), left = area.x + knob, right = area.right() - knob, middle = area.y + area.height / 2;
  const double range = s.max > s.min ? s.max - s.min : 1;
  auto snap = [&](double v) {
    if (s.step > 0) v = s.min + std::round((v - s.min) / s.step) * s.step;
    return std::clamp(v, s.min, s.max);
  };
  std::optional<double> moved;
  if (use.held && s.enabled) moved = snap(s.min + range * (ui.widgets.input().mouse_x - left) / std::max(1.0f, right - left));
  if (use.focused && s.enabled) {
    const double by = s.step > 0 ? s.step : range / 100;
    if (ui.widgets.take_key(Key::right, false, false, false, id)) moved = snap(s.value + by);
    if (ui.widgets.take_key(Key::left, false, false, false, id)) moved = snap(s.value - by);
  }
  const float share = static_cast<float>(std::clamp((moved.value_or(s.value) - s.min) / range, 0.0, 1.0));
  const float at = left + (right - left) * share, thick = ui.px(3);
  fill(ui, {left, middle - thick / 2, right - left, thick}, mix(ui.theme.line, ui.theme.quiet, 0.25f), thick / 2);
  fill(ui, {left, middle - thick / 2, at - left, thick}, s.enabled ? ui.theme.accent : ui.theme.quiet, thick / 2);
  disc(ui, at, middle, knob, ui.theme.paper);
  ring(ui, at, middle, knob, s.enabled ? (use.hovered || use.held ? ui.theme.accent : mix(ui.theme.line, ui.theme.accent, 0.6f)) : ui.theme.line, ui.px(1.6f));
  disc(ui, at, middle, knob * 0.42f, s.enabled ? ui.theme.accent : ui.theme.quiet);
  focus_ring(ui, area, id);
  return moved && *moved != s.value ? moved : std::nullopt;
}

// ---- scrolling

ScrollView::ScrollView(Ui& ui, std::string id, const Rect& area, float& offset, float content_height) : ui_(ui) {
  const float most = std::max(0.0f, content_height - area.height);
  if (ui.widgets.is_wheel_over(area) && ui.widgets.input().wheel != 0) offset -= ui.widgets.input().wheel * ui.px(56);
  offset = std::round(std::clamp(offset, 0.0f, most));
  if (most > 0) {
    const float height = std::max(ui.px(28), area.height * area.height / content_height), travel = area.height - height;
    const Rect track{area.right() - ui.px(11), area.y, ui.px(11), area.height};
    const Rect bar{area.right() - ui.px(8), area.y + travel * offset / most, ui.px(4), height};
    const Interaction use = ui.widgets.add({.role = Role::slider, .label = "scroll " + id, .id = id + "/bar", .rect = track, .value = {}, .focusable = false});
    if (use.held && travel > 0) offset = std::clamp((ui.widgets.input().mouse_y - area.y - height / 2) / travel, 0.0f, 1.0f) * most;
    const float wide = use.hovered || use.held ? ui.px(2) : 0;
    fill(ui, {bar.x - wide, bar.y + ui.px(2), bar.width + wide, bar.height - ui.px(4)}, with_alpha(ui.theme.quiet, use.hovered || use.held ? 0.6f : 0.32f), ui.px(3));
  }
  ui.widgets.begin_scroll_area({std::move(id), area, content_height, &offset});
  ui.widgets.push_clip(area);
  ui.draw->PushClipRect({area.x, area.y}, {area.right(), area.bottom()}, true);
}

ScrollView::~ScrollView() {
  ui_.draw->PopClipRect();
  ui_.widgets.pop_clip();
  ui_.widgets.end_scroll_area();
}

bool splitter(Ui& ui, std::string_view id, bool is_vertical, const Rect& area, float& position, float min, float max) {
  const float grip = ui.px(8);
  const Rect rect = is_vertical ? Rect{position - grip / 2, area.y, grip, area.height} : Rect{area.x, position - grip / 2, area.width, grip};
  const Interaction use = ui.widgets.add({.role = Role::splitter, .label = std::string(id), .id = std::string(id), .rect = rect, .value = {}, .focusable = false});
  const bool is_lit = use.hovered || use.held;
  const Colour colour = is_lit ? mix(ui.theme.line, ui.theme.accent, 0.7f) : ui.theme.line;
  const float thickness = is_lit ? 2.0f : 1.0f;
  if (is_vertical) line(ui, position, area.y, position, area.bottom(), colour, thickness);
  else line(ui, area.x, position, area.right(), position, colour, thickness);
  if (!use.held) return false;
  const float wanted = std::clamp(is_vertical ? ui.widgets.input().mouse_x : ui.widgets.input().mouse_y, min, std::max(min, max));
  const bool moved = std::abs(wanted - position) >= 0.5f;
  position = wanted;
  return moved;
}

// ---- tooltip, empty state

void tooltip(Ui& ui, float anchor_x, float anchor_y, std::span<const TooltipLine> lines) {
  Overlay above(ui);
  const float pad = ui.px(11), row = ui.px(20), most = ui.px(380);
  float width = 0, height = 0;
  for (const TooltipLine& l : lines) {
    width = std::max(width, std::min(most, text_width(ui, l.type, l.text)));
    height += wrapped_height(ui.fonts, l.type, row, most + 1, l.text);
  }
  Rect box{anchor_x + ui.px(12), anchor_y + ui.px(12), width + 2 * pad, height + pad * 1.5f};
  box.x = std::clamp(box.x, ui.window.x + ui.px(6), std::max(ui.window.x, ui.window.right() - box.width - ui.px(6)));
  if (box.bottom() > ui.window.bottom() - ui.px(6)) box.y = anchor_y - box.height - ui.px(8);
  soft_shadow(ui, box, ui.px(corner));
  fill(ui, box, rgb(ui.theme.is_dark ? 0x0E1014 : 0x22252A), ui.px(corner));
  if (ui.theme.is_dark) frame(ui, box, ui.theme.line, ui.px(corner));
  float y = box.y + pad * 0.75f;
  for (const TooltipLine& l : lines)
    y += text_wrapped(ui, l.type, box.x + pad, y, row, most + 1, l.colour.value_or(rgb(0xF3F1EC)), l.text);
}

bool empty_state(Ui& ui, const Rect& area, const EmptyState& state) {
  const float measure = std::min(area.width - ui.px(40), ui.px(420)), row = ui.px(21);
  const float height = ui.px(28) + wrapped_height(ui.fonts, Type::caption, row, measure, state.sentence) + (state.button_label.empty() ? 0 : ui.px(46));
  const float x = area.x + (area.width - measure) / 2;
  float y = area.y + std::max(ui.px(12), (area.height - height) / 2);
  y += text_wrapped(ui, Type::ui_bold, x, y, ui.px(28), measure, ui.theme.ink, state.title);
  y += text_wrapped(ui, Type::caption, x, y, row, measure, ui.theme.quiet, state.sentence);
  if (state.button_label.empty()) return false;
  return button(ui, x, y + ui.px(14), {.label = state.button_label, .id = state.button_id, .style = ButtonStyle::primary});
}

}  // namespace wb
