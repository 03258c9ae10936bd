// A box to write in: wrapped lines, caret, selection, clipboard. The layout is worked out anew each frame; the texts are short.
#include <algorithm>
#include <cmath>

#include "app/gui/clipboard.h"
#include "app/gui/paint.h"
#include "app/gui/widgets/controls.h"

namespace wb {
namespace {

struct BoxLine {
  size_t begin, end;  // bytes; end excludes the newline or the space it broke at
};

std::vector<BoxLine> break_lines(const Fonts& fonts, Type type, float measure, const std::string& s, bool is_multi_line) {
  std::vector<BoxLine> lines;
  size_t begin = 0, space = std::string::npos;
  float width = 0, width_at_space = 0;
  for (size_t i = 0; i < s.size();) {
    const size_t at = i;
    const uint32_t c = next_code_point(s, i);
    if (c == '\n') {
      lines.push_back({begin, at});
      begin = i;
      width = 0;
      space = std::string::npos;
      continue;
    }
    const float advance = fonts.glyph(type, c).advance;
    width += advance;
    if (c == ' ') {
      space = i;
      width_at_space = width;
    }
    if (!is_multi_line || width <= measure || c == ' ' || at == begin) continue;
    const size_t cut = space != std::string::npos ? space : at;
    lines.push_back({begin, cut});
    width = space != std::string::npos ? width - width_at_space : advance;
    begin = cut;
    space = std::string::npos;
  }
  lines.push_back({begin, s.size()});
  return lines;
}

size_t line_of(const std::vector<BoxLine>& lines, size_t caret) {
  for (size_t i = lines.size(); i-- > 0;)
    if (caret >= lines[i].begin) return i;
  return 0;
}

size_t caret_at(const Fonts& fonts, Type type, const std::string& s, const BoxLine& line, float x) {
  float pen = 0;
  for (size_t i = line.begin; i < line.end;) {
    const size_t at = i;
    const float advance = fonts.glyph(type, next_code_point(s, i)).advance;
    if (x < pen + advance / 2) return at;
    pen += advance;
  }
  return line.end;
}

struct Editing {
  std::string& text;
  TextBoxState& state;
  bool changed = false;

  bool has_selection() const { return state.caret != state.anchor; }
  void erase_selection() {
    const size_t from = std::min(state.caret, state.anchor), to = std::max(state.caret, state.anchor);
    if (from == to) return;
    text.erase(from, to - from);
    state.caret = state.anchor = from;
    changed = true;
  }
  void insert(std::string_view s) {
    erase_selection();
    text.insert(state.caret, s);
    state.caret = state.anchor = state.caret + s.size();
    changed = changed || !s.empty();
  }
  void move_to(size_t caret, bool keeps_selection) {
    state.caret = caret;
    if (!keeps_selection) state.anchor = caret;
  }
  void erase(bool backwards) {
    if (!has_selection()) state.caret = backwards ? previous_character(text, state.caret) : next_character(text, state.caret);
    erase_selection();
  }
};

void vertical_move(const Fonts& fonts, const TextBox& box, const std::vector<BoxLine>& lines, Editing& edit, int by, bool shift) {
  const size_t at = line_of(lines, edit.state.caret);
  const size_t to = by < 0 ? (at == 0 ? 0 : at - 1) : std::min(lines.size() - 1, at + 1);
  const float x = fonts.width(box.type, std::string_view(edit.text).substr(lines[at].begin, edit.state.caret - lines[at].begin));
  edit.move_to(to == at ? (by < 0 ? 0 : edit.text.size()) : caret_at(fonts, box.type, edit.text, lines[to], x), shift);
}

void take_keys(Ui& ui, const TextBox& box, const std::vector<BoxLine>& lines, Editing& edit, bool* submitted) {
  WidgetRegistry& keys = ui.widgets;
  const std::string selected = edit.text.substr(std::min(edit.state.caret, edit.state.anchor),
                                                std::max(edit.state.caret, edit.state.anchor) - std::min(edit.state.caret, edit.state.anchor));
  for (bool shift : {false, true}) {
    if (keys.take_key(Key::left, false, shift, false, box.id)) edit.move_to(previous_character(edit.text, edit.state.caret), shift);
    if (keys.take_key(Key::right, false, shift, false, box.id)) edit.move_to(next_character(edit.text, edit.state.caret), shift);
    if (keys.take_key(Key::home, false, shift, false, box.id)) edit.move_to(lines[line_of(lines, edit.state.caret)].begin, shift);
    if (keys.take_key(Key::end, false, shift, false, box.id)) edit.move_to(lines[line_of(lines, edit.state.caret)].end, shift);
    if (keys.take_key(Key::up, false, shift, false, box.id)) vertical_move(ui.fonts, box, lines, edit, -1, shift);
    if (keys.take_key(Key::down, false, shift, false, box.id)) vertical_move(ui.fonts, box, lines, edit, 1, shift);
    while (keys.take_key(Key::backspace, false, shift, false, box.id)) edit.erase(true);
  }
  while (keys.take_key(Key::delete_, false, false, false, box.id)) edit.erase(false);
  if (keys.take_key(Key::a, true, false, false, box.id)) edit.state = {edit.text.size(), 0, edit.state.scroll};
  if (keys.take_key(Key::c, true, false, false, box.id) && !selected.empty()) set_clipboard(selected);
  if (keys.take_key(Key::x, true, false, false, box.id) && !selected.empty()) {
    set_clipboard(selected);
    edit.erase_selection();
  }
  if (keys.take_key(Key::v, true, false, false, box.id)) edit.insert(keys.input().clipboard);
  if (keys.take_key(Key::enter, true, false, false, box.id) && submitted) *submitted = true;
  if (keys.take_key(Key::enter, false, false, false, box.id)) {
    if (box.multi_line) edit.insert("\n");
    else if (submitted) *submitted = true;
  }
  if (!keys.input().text.empty()) edit.insert(keys.input().text);
}

void draw_selection(Ui& ui, const TextBox& box, const std::string& text, const BoxLine& line, const TextBoxState& state, float x, float y, float row) {
  const size_t from = std::max(line.begin, std::min(state.caret, state.anchor)), to = std::min(line.end, std::max(state.caret, state.anchor));
  if (from >= to) return;
  const std::string_view all(text);
  const float left = x + ui.fonts.width(box.type, all.substr(line.begin, from - line.begin));
  fill(ui, {left, y + 2, ui.fonts.width(box.type, all.substr(from, to - from)), row - 4}, ui.theme.selection, 2);
}

}  // namespace

bool text_box(Ui& ui, const Rect& area, const TextBox& box, std::string& text, TextBoxState& state, bool* submitted) {
  const float row = box.line_height > 0 ? box.line_height : ui.theme.text_line, pad = ui.px(10);
  state.caret = std::min(state.caret, text.size());
  state.anchor = std::min(state.anchor, text.size());
  const Interaction use = ui.widgets.add({.role = Role::text_box, .label = std::string(box.label), .id = std::string(box.id), .rect = area,
                                          .enabled = box.enabled, .value = text});
  std::vector<BoxLine> lines = break_lines(ui.fonts, box.type, area.width - 2 * pad, text, box.multi_line);
  const float x = area.x + pad, top = area.y + (box.multi_line ? ui.px(7) : (area.height - row) / 2);
  Editing edit{text, state};
  if (box.enabled && (use.pressed || (use.held && !use.pressed))) {
    const Input& input = ui.widgets.input();
    const float over = (input.mouse_y - top + state.scroll) / row;
    const size_t at = static_cast<size_t>(std::clamp(over, 0.0f, static_cast<float>(lines.size() - 1)));
    edit.move_to(caret_at(ui.fonts, box.type, text, lines[at], input.mouse_x - x), !use.pressed);
  }
  if (use.focused && box.enabled) {
    ui.widgets.capture_text(box.id);
    take_keys(ui, box, lines, edit, submitted);
    if (edit.changed) lines = break_lines(ui.fonts, box.type, area.width - 2 * pad, text, box.multi_line);
  }

  fill(ui, area, box.enabled ? ui.theme.paper : ui.theme.ground, ui.px(6));
  frame(ui, area, use.focused ? ui.theme.accent : mix(ui.theme.line, ui.theme.quiet, use.hovered ? 0.4f : 0.15f), ui.px(6), use.focused ? 1.6f : 1.0f);
  const float caret_y = static_cast<float>(line_of(lines, state.caret)) * row, room = area.height - ui.px(14);
  if (box.multi_line) state.scroll = std::clamp(state.scroll, std::max(0.0f, caret_y + row - room), std::max(0.0f, caret_y));
  Clip clip(ui, {area.x + 2, area.y + 2, area.width - 4, area.height - 4});
  if (text.empty() && !box.hint.empty()) text_wrapped(ui, box.type, x, top, row, area.width - 2 * pad, mix(ui.theme.quiet, ui.theme.paper, 0.25f), box.hint);
  for (size_t i = 0; i < lines.size(); ++i) {
    const float y = top + static_cast<float>(i) * row - state.scroll;
    draw_selection(ui, box, text, lines[i], state, x, y, row);
    wb::text(ui, box.type, x, y, row, ui.theme.ink, std::string_view(text).substr(lines[i].begin, lines[i].end - lines[i].begin));
  }
  if (use.focused && box.enabled) {
    const BoxLine& at = lines[line_of(lines, state.caret)];
    const float caret_x = x + ui.fonts.width(box.type, std::string_view(text).substr(at.begin, state.caret - at.begin));
    fill(ui, {std::round(caret_x), top + caret_y - state.scroll + ui.px(4), std::max(1.0f, ui.px(1.5f)), row - ui.px(8)}, ui.theme.accent);
  }
  return edit.changed;
}

}  // namespace wb
