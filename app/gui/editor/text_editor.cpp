#include "app/gui/editor/text_editor.h"

#include <algorithm>
#include <cmath>

#include "app/gui/clipboard.h"
#include "app/gui/editor/shown_marks.h"
#include "app/gui/paint.h"
#include "app/gui/panels/wording.h"

namespace wb {

struct TextEditor::Frame {
  Ui& ui;
  Rect area;             // all of the editor
  float text_x = 0;      // left edge of column 0, scrolled
  TextBuffer& buffer;
  const CodeMarks& marks;
  bool is_editable = false;
  bool has_focus = false;
  EditorEvents events = {};
  std::pair<size_t, size_t> brackets{SIZE_MAX, SIZE_MAX};
  std::vector<size_t> matches = {};   // of the find bar
  bool says_lanes = false;            // in words beside the lines; else as numbers in the margin
  float line_height() const { return ui.theme.code_line; }
};

namespace {

constexpr float top_space = 10;

Colour severity_colour(const Theme& theme, Severity severity) {
  return severity == Severity::error ? theme.bad : severity == Severity::warning ? theme.current_line_edge : theme.quiet;
}

bool is_identifier_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string word_at(const std::string& text, size_t offset) {
  size_t begin = offset, end = offset;
  while (begin > 0 && is_identifier_char(text[begin - 1])) --begin;
  while (end < text.size() && is_identifier_char(text[end])) ++end;
  return text.substr(begin, end - begin);
}

// The name at a place; with its member where that is one of CUDA's indices: "threadIdx.x".
std::string name_at(const std::string& text, size_t offset) {
  const std::string word = word_at(text, offset);
  for (const std::string_view index : {"threadIdx", "blockIdx", "blockDim", "gridDim"}) {
    size_t begin = offset;
    while (begin > 0 && is_identifier_char(text[begin - 1])) --begin;
    if (word == index && begin + word.size() + 2 <= text.size() && text[begin + word.size()] == '.') return word + text.substr(begin + word.size(), 2);
    if (word.size() == 1 && begin > index.size() && text.compare(begin - index.size() - 1, index.size() + 1, std::string(index) + ".") == 0) return std::string(index) + "." + word;
  }
  return word.empty() || std::isdigit(static_cast<unsigned char>(word[0])) ? "" : word;
}

}  // namespace

float TextEditor::content_height(const Ui& ui, const TextBuffer& buffer) const {
  return static_cast<float>(buffer.line_count()) * ui.theme.code_line + ui.px(2 * top_space);
}

void TextEditor::draw_over(Ui& ui, const Rect& area, const TextBuffer& buffer, const std::function<void()>& draw_widgets) {
  const float numbers = number_column(ui, buffer.line_count()) - ui.px(12);
  Clip clip(ui, {area.x + numbers, area.y, area.width - numbers, area.height});
  ui.widgets.begin_scroll_area({id_ + "/over", area, content_height(ui, buffer), &scroll_});
  draw_widgets();
  ui.widgets.end_scroll_area();
}

Rect TextEditor::place_of(const Ui& ui, const Rect& area, const TextBuffer& buffer, size_t begin, size_t end) const {
  const int line = buffer.line_of(begin);
  const size_t line_begin = buffer.line_begin(line);
  const std::string_view content = buffer.line_text(line);
  const float left = area.x + number_column(ui, buffer.line_count()) - scroll_x_;
  const float x0 = left + code_x(ui, content, begin - line_begin), x1 = left + code_x(ui, content, end - line_begin);
  return {x0, area.y - scroll_ + ui.px(top_space) + static_cast<float>(line) * ui.theme.code_line, x1 - x0, ui.theme.code_line};
}

EditorEvents TextEditor::draw(Ui& ui, const Rect& area, TextBuffer& buffer, bool is_editable, const CodeMarks& marks) {
  if (coloured_ != &buffer || coloured_revision_ != buffer.revision()) {
    coloured_ = &buffer;
    coloured_revision_ = buffer.revision();
    colours_.update(buffer.text(), ++colour_revision_);
  }
  Frame f{.ui = ui, .area = area, .buffer = buffer, .marks = marks, .is_editable = is_editable};
  const Interaction mouse = ui.widgets.add({.role = Role::text_box, .label = is_editable ? "source editor" : "source", .id = id_, .rect = area,
                                            .value = ui.widgets.is_listening() ? buffer.text() : std::string()});
  if (mouse.pressed || wants_keyboard_) ui.widgets.set_focus(id_);
  wants_keyboard_ = false;
  f.has_focus = ui.widgets.has_focus(id_);
  f.text_x = area.x + number_column(ui, buffer.line_count()) - scroll_x_;
  if (f.has_focus) handle_keys(f);
  if (reveal_) {
    const float y = static_cast<float>(reveal_ - 1) * f.line_height() + ui.px(top_space);
    if (!f.has_focus) scroll_x_ = 0;
    if (y < scroll_ || y + f.line_height() > scroll_ + area.height) scroll_ = std::max(0.0f, y - area.height * 0.35f);
    reveal_ = 0;
  }
  if (follows_cursor_) follow_cursor(f);
  if (const auto pair = f.has_focus ? buffer.bracket_pair(buffer.cursor()) : std::nullopt) f.brackets = *pair;
  if (is_finding_) f.matches = buffer.find_all(needle_);
  f.says_lanes = have_lanes_room(f);
  {
    ScrollView scroll(ui, id_ + "/scroll", area, scroll_, content_height(ui, buffer));
    handle_mouse(f, mouse);
    f.text_x = area.x + number_column(ui, buffer.line_count()) - scroll_x_;
    const int first = std::max(0, static_cast<int>((scroll_ - ui.px(top_space)) / f.line_height()));
    const int last = std::min(buffer.line_count() - 1, static_cast<int>((scroll_ + area.height) / f.line_height()));
    for (int line = first; line <= last; ++line) draw_line(f, line);
    if (f.has_focus && is_editable) draw_caret(f);
    draw_side_bar(f);
  }
  if (mouse.hovered) draw_hover(f);
  if (is_finding_) draw_find_bar(f, area);
  return f.events;
}

size_t TextEditor::offset_at(const Frame& f, float x, float y) const {
  const float row = (y - f.area.y + scroll_ - f.ui.px(top_space)) / f.line_height();
  const int line = std::clamp(static_cast<int>(std::floor(row)), 0, f.buffer.line_count() - 1);
  return f.buffer.line_begin(line) + code_byte_at(f.ui, f.buffer.line_text(line), x - f.text_x);
}

// ---- drawing

void TextEditor::draw_line(Frame& f, int line) {
  const float y = f.area.y - scroll_ + f.ui.px(top_space) + static_cast<float>(line) * f.line_height();
  draw_backgrounds(f, line, y);
  const uint32_t number = static_cast<uint32_t>(line) + 1;
  {
    const float left = f.area.x + number_column(f.ui, f.buffer.line_count()) - f.ui.px(6);
    const auto note = note_place(f, number);
    const float right = note && note->cuts_comment ? note->x - f.ui.px(4) : f.area.right();
    Clip clip(f.ui, {left, y, right - left, f.line_height()});
    draw_code(f.ui, f.text_x, y, f.buffer.line_text(line), colours_.line(line));
    draw_squiggles(f, line, y);
  }
  draw_margin(f, line, y);
  draw_lanes(f, number, y);
  draw_note(f, number, y);
}

LineRoom TextEditor::room_of(const Frame& f, int line) const {
  const std::string_view content = f.buffer.line_text(line);
  return {f.text_x + code_x(f.ui, content, content.size()), f.text_x + code_x(f.ui, content, code_end(content, colours_.line(line))), f.area.right() - f.ui.px(14)};
}

std::optional<ChipPlace> TextEditor::note_place(const Frame& f, uint32_t number) const {
  const auto note = f.marks.notes.find(number);
  if (note == f.marks.notes.end()) return std::nullopt;
  const LineRoom room = room_of(f, static_cast<int>(number) - 1);
  const float wanted = text_width(f.ui, Type::code_small, note->second) + f.ui.px(16);
  const auto place = chip_place(room, wanted, f.ui.px(64), f.ui.px(12));
  if (f.marks.notes_come_first && (!place || place->width < wanted)) return ChipPlace{room.right - wanted, wanted, true};
  return place;
}

void TextEditor::draw_note(Frame& f, uint32_t number, float y) {
  const auto place = note_place(f, number);
  if (!place) return;
  const std::string& words = f.marks.notes.at(number);
  const Rect chip{place->x, y + f.ui.px(1), place->width, f.line_height() - f.ui.px(2)};
  fill(f.ui, chip, mix(f.ui.theme.paper, f.ui.theme.accent, 0.14f), f.ui.px(4));
  f.ui.widgets.add({.role = Role::cell, .label = words, .id = id_ + "/note/" + std::to_string(number), .rect = chip, .focusable = false});
  text_cut(f.ui, Type::code_small, chip.x + f.ui.px(8), chip.y, chip.height, chip.width - f.ui.px(15), f.ui.theme.ink, words);
}

// Where the warp has parted, each line says how many lanes stand on it: all lines in the same way.
bool TextEditor::have_lanes_room(const Frame& f) const {
  for (const auto& [number, lanes] : f.marks.lanes) {
    if (number == 0 || number > static_cast<uint32_t>(f.buffer.line_count())) continue;
    if (f.marks.notes.contains(number)) return false;
    const LineRoom room = room_of(f, static_cast<int>(number) - 1);
    if (room.right - room.text_end < text_width(f.ui, Type::caption, plural(lanes, "lane")) + f.ui.px(12 + 10)) return false;
  }
  return true;
}

void TextEditor::draw_lanes(Frame& f, uint32_t number, float y) {
  const auto lanes = f.marks.lanes.find(number);
  const bool is_parted = f.marks.lanes.size() > 1;
  if (lanes == f.marks.lanes.end() || !is_parted) return;
  const Theme& t = f.ui.theme;
  const std::string all = plural(lanes->second, "lane"), words = f.says_lanes ? all : std::to_string(lanes->second);
  const float wide = text_width(f.ui, Type::caption, words) + f.ui.px(f.says_lanes ? 12 : 4), high = f.line_height() - f.ui.px(6);
  const float code = f.area.x + number_column(f.ui, f.buffer.line_count()), x = f.says_lanes ? f.area.right() - wide - f.ui.px(14) : code - f.ui.px(1) - wide;
  const Rect badge{x, y + f.ui.px(3), wide, high};
  fill(f.ui, badge, mix(t.paper, t.current_line_edge, 0.22f), f.ui.px(4));
  const Interaction mouse = f.ui.widgets.add({.role = Role::cell, .label = all + " on line " + std::to_string(number), .id = id_ + "/lanes/" + std::to_string(number), .rect = badge, .focusable = false});
  text_centred(f.ui, Type::caption, badge, t.ink, words);
  if (!mouse.hovered || f.says_lanes) return;
  const std::string tip = f.ui.say("source.lanes_tip", {all});
  const TooltipLine lines[] = {{tip, Type::caption, {}}};
  tooltip(f.ui, badge.x, badge.y, lines);
}

void TextEditor::draw_backgrounds(Frame& f, int line, float y) {
  const Theme& t = f.ui.theme;
  const uint32_t number = static_cast<uint32_t>(line) + 1;
  const Rect row{f.area.x, y, f.area.width, f.line_height()};
  if (f.marks.differing.contains(number)) fill(f.ui, row, with_alpha(t.good, 0.14f));
  const bool is_current = number >= f.marks.current_first && number <= f.marks.current_last && f.marks.current_first;
  if (is_current) {
    fill(f.ui, row, t.current_line);
    fill(f.ui, {row.x, row.y, f.ui.px(3), row.height}, t.current_line_edge);
  } else if (number == f.marks.pinned_line) {
    fill(f.ui, row, with_alpha(t.accent, 0.08f));
    fill(f.ui, {row.x, row.y, f.ui.px(3), row.height}, t.accent);
  } else if (number == f.marks.hovered_line) {
    fill(f.ui, row, with_alpha(t.accent, 0.05f));
  }
  const std::string_view text_of_line = f.buffer.line_text(line);
  const size_t begin = f.buffer.line_begin(line), end = f.buffer.line_end(line);
  const auto band = [&](size_t from, size_t to, Colour colour, float radius) {
    const float x0 = f.text_x + code_x(f.ui, text_of_line, from - begin), x1 = f.text_x + code_x(f.ui, text_of_line, to - begin);
    fill(f.ui, {x0, y + f.ui.px(1), std::max(x1 - x0, f.ui.px(2)), f.line_height() - f.ui.px(2)}, colour, f.ui.px(radius));
  };
  for (size_t match : f.matches)
    if (match >= begin && match + needle_.size() <= end) band(match, match + needle_.size(), with_alpha(t.current_line_edge, 0.3f), 3);
  const auto [from, to] = f.buffer.selection();
  if (from < to && from <= end && to > begin) {
    band(std::max(from, begin), std::min(to, end), t.selection, 2);
    if (to > end) {   // the line's end is selected too
      const float x = f.text_x + code_x(f.ui, text_of_line, text_of_line.size());
      fill(f.ui, {x, y + f.ui.px(1), f.ui.px(6), f.line_height() - f.ui.px(2)}, t.selection, f.ui.px(2));
    }
  }
  for (size_t bracket : {f.brackets.first, f.brackets.second})
    if (bracket >= begin && bracket < end) band(bracket, bracket + 1, with_alpha(t.accent, 0.22f), 3);
}

void TextEditor::draw_margin(Frame& f, int line, float y) {
  const uint32_t number = static_cast<uint32_t>(line) + 1;
  draw_number(f, number, y);
  draw_finding_marks(f, number, y);
}

// The line's number; a breakpoint is a plate behind it: filled where it holds a run, an outline where it is off or there is no code.
void TextEditor::draw_number(Frame& f, uint32_t number, float y) {
  const Theme& t = f.ui.theme;
  const uint32_t said = number <= f.marks.numbers.size() ? f.marks.numbers[number - 1] : number;
  if (said == 0) return;
  const std::string digits = std::to_string(said);
  const float right = f.area.x + number_column(f.ui, f.buffer.line_count()) - f.ui.px(24);
  const auto mark = f.marks.breakpoints.find(number);
  const bool is_break = mark != f.marks.breakpoints.end(), is_armed = is_break && mark->second.is_on && mark->second.has_code;
  const Rect hit{f.area.x + f.ui.px(20), y, right + f.ui.px(6) - f.area.x - f.ui.px(20), f.line_height()};
  const Interaction press = f.ui.widgets.add({.role = Role::button, .label = (is_break ? "breakpoint on line " : "line ") + digits, .id = id_ + "/line/" + digits, .rect = hit,
                                              .value = is_break ? mark->second.condition : std::string(), .focusable = false});
  if (press.activated) (f.ui.widgets.input().shift ? f.events.marked_number : f.events.clicked_number) = number;
  const float wide = std::max(text_width(f.ui, Type::code, digits), f.ui.px(14)) + f.ui.px(9);
  const Rect plate{right + f.ui.px(4) - wide, y + f.ui.px(2), wide, f.line_height() - f.ui.px(4)};
  if (is_armed) fill(f.ui, plate, t.bad, f.ui.px(4));
  else if (is_break || press.hovered) frame(f.ui, plate, with_alpha(t.bad, is_break ? 0.9f : 0.45f), f.ui.px(4));
  const Colour ink = is_armed ? t.paper : number == f.marks.current_first ? t.ink : with_alpha(t.quiet, 0.75f);
  text_right(f.ui, Type::code, right, y, f.line_height(), ink, digits);
  if (!press.hovered) return;
  const TooltipLine lines[] = {{f.ui.say(is_break ? "break.remove_tip" : "break.set_tip"), Type::caption, {}}, {f.ui.say("break.mark_tip"), Type::caption, {}}};
  tooltip(f.ui, f.ui.widgets.input().mouse_x, f.ui.widgets.input().mouse_y, lines);
}

void TextEditor::draw_finding_marks(Frame& f, uint32_t number, float y) {
  const auto found = f.marks.findings.find(number);
  if (found == f.marks.findings.end()) return;
  const Theme& t = f.ui.theme;
  const float cx = f.area.x + f.ui.px(12), cy = y + f.line_height() / 2, size = f.ui.px(5);
  const LineFinding* shown = &found->second.front();
  bool is_first = false, is_second = false;
  for (const LineFinding& mark : found->second) {
    if (mark.finding != f.marks.selected_finding) continue;
    shown = &mark;
    (mark.place == 0 ? is_first : is_second) = true;
  }
  const Rect hit{cx - size - f.ui.px(3), y, 2 * size + f.ui.px(6), f.line_height()};
  const Interaction press = f.ui.widgets.add({.role = Role::button, .label = "finding on line " + std::to_string(number),
                                              .id = id_ + "/finding/" + std::to_string(number), .rect = hit, .focusable = false});
  if (press.activated) f.events.clicked_finding = shown->finding;
  if (is_first && is_second) {
    diamond(f.ui, cx - size * 0.7f, cy, size * 0.9f, t.first_party);
    disc(f.ui, cx + size * 0.8f, cy, size * 0.75f, t.second_party);
  } else if (is_first) {
    diamond(f.ui, cx, cy, size * 1.1f, t.first_party);
  } else if (is_second) {
    disc(f.ui, cx, cy, size, t.second_party);
  } else {
    const Colour colour = severity_colour(t, shown->severity);
    triangle(f.ui, cx, cy - size, cx + size, cy + size * 0.8f, cx - size, cy + size * 0.8f, colour);
  }
}

void TextEditor::draw_squiggles(Frame& f, int line, float y) {
  const size_t begin = f.buffer.line_begin(line), end = f.buffer.line_end(line);
  for (const Squiggle& s : f.marks.squiggles) {
    const size_t stop = std::max(s.end, s.begin + 1);
    if (s.begin > end || stop <= begin) continue;
    const std::string_view content = f.buffer.line_text(line);
    const float x0 = f.text_x + code_x(f.ui, content, std::max(s.begin, begin) - begin);
    const float x1 = f.text_x + code_x(f.ui, content, std::min(stop, std::max(end, begin)) - begin);
    draw_squiggle(f.ui, x0, std::max(x1, x0 + f.ui.px(8)), y + f.line_height() - f.ui.px(3), severity_colour(f.ui.theme, s.severity));
  }
}

void TextEditor::draw_caret(Frame& f) {
  const int line = f.buffer.line_of(f.buffer.cursor());
  const float y = f.area.y - scroll_ + f.ui.px(top_space) + static_cast<float>(line) * f.line_height();
  const float x = f.text_x + code_x(f.ui, f.buffer.line_text(line), f.buffer.cursor() - f.buffer.line_begin(line));
  fill(f.ui, {x - f.ui.px(0.75f), y + f.ui.px(2), f.ui.px(1.5f), f.line_height() - f.ui.px(4)}, f.ui.theme.accent);
}

void TextEditor::draw_hover(Frame& f) {
  const Input& input = f.ui.widgets.input();
  const int line = static_cast<int>(std::floor((input.mouse_y - f.area.y + scroll_ - f.ui.px(top_space)) / f.line_height()));
  if (line < 0 || line >= f.buffer.line_count()) return;
  f.events.hovered_line = static_cast<uint32_t>(line) + 1;
  if (input.down) return;
  const std::string_view content = f.buffer.line_text(line);
  const float x = input.mouse_x - f.text_x;
  if (x < 0 || x > code_x(f.ui, content, content.size()) + f.ui.px(10)) return;
  size_t at = f.buffer.line_begin(line) + code_byte_at(f.ui, content, x - f.ui.px(4));
  for (const Squiggle& s : f.marks.squiggles) {
    if (at < s.begin || at > std::max(s.end, s.begin + 1)) continue;
    return squiggle_tooltip(f.ui, s);
  }
  const auto value = f.marks.values.find(word_at(f.buffer.text(), at));
  if (value != f.marks.values.end()) {
    const TooltipLine only{value->second, Type::code_small, {}};
    tooltip(f.ui, input.mouse_x, input.mouse_y, {&only, 1});
  }
}

void TextEditor::draw_find_bar(Frame& f, const Rect& area) {
  Ui& ui = f.ui;
  const Rect bar{area.right() - ui.px(330), area.y + ui.px(6), ui.px(318), ui.px(38)};
  ui.widgets.push_layer();
  soft_shadow(ui, bar, ui.px(8));
  fill(ui, bar, ui.theme.paper, ui.px(8));
  frame(ui, bar, ui.theme.line, ui.px(8));
  const std::string box_id = id_ + "/find";
  bool submitted = false;
  const Rect box{bar.x + ui.px(6), bar.y + ui.px(5), ui.px(170), ui.px(28)};
  text_box(ui, box, {.id = box_id, .label = "find in the source", .hint = "Find", .type = Type::ui, .line_height = ui.px(20)}, needle_, needle_state_, &submitted);
  const bool backwards = ui.widgets.input().shift;
  if (submitted) find_next(f.buffer, backwards);
  const std::string count = needle_.empty() ? "" : f.matches.empty() ? "nothing found" : plural(f.matches.size(), "place");
  text(ui, Type::caption, box.right() + ui.px(10), bar.y, bar.height, ui.theme.quiet, count);
  const float y = bar.y + (bar.height - button_height(ui)) / 2;
  if (button(ui, bar.right() - ui.px(38), y, {.label = "Close find", .id = id_ + "/find/close", .style = ButtonStyle::quiet, .icon = Icon::cross, .icon_only = true}) ||
      ui.widgets.take_key(Key::escape, false, false, false, box_id)) {
    is_finding_ = false;
    ui.widgets.set_focus(id_);
  }
  ui.widgets.pop_layer();
}

// ---- doing

void TextEditor::handle_mouse(Frame& f, const Interaction& mouse) {
  const Input& input = f.ui.widgets.input();
  const float sideways = input.wheel_x + (input.shift ? input.wheel : 0);
  if (mouse.hovered && sideways != 0) scroll_x_ = std::clamp(scroll_x_ - sideways * f.ui.px(30), 0.0f, most_scroll_x(f));
  const float numbers = f.area.x + number_column(f.ui, f.buffer.line_count()) - f.ui.px(10);
  const size_t at = offset_at(f, input.mouse_x, input.mouse_y);
  if (mouse.pressed) drags_ = input.mouse_x >= numbers;
  if (mouse.pressed && !drags_) return;
  if (mouse.double_clicked) {
    f.buffer.select_word_at(at);
    drags_ = false;
  } else if (mouse.pressed) {
    f.buffer.set_cursor(at, input.shift);
  } else if (mouse.held && drags_) {
    f.buffer.set_cursor(at, true);
    if (!f.area.contains(input.mouse_x, input.mouse_y)) follows_cursor_ = true;
  }
  if (!mouse.clicked || !drags_) return;
  if (!f.buffer.has_selection()) f.events.clicked_words = name_at(f.buffer.text(), at);
  else if (!f.is_editable) f.events.clicked_words = f.buffer.selected_text();
}

void TextEditor::handle_keys(Frame& f) {
  if (f.is_editable) f.ui.widgets.capture_text(id_);
  const uint64_t before = f.buffer.revision();
  const std::vector<KeyPress> presses = f.ui.widgets.input().keys;
  for (const KeyPress& press : presses)
    if (handle_key(f, press)) f.ui.widgets.take_key(press.key, press.ctrl, press.shift, press.alt, id_);
  const std::string& typed = f.ui.widgets.input().text;
  if (f.is_editable && !typed.empty()) {
    f.buffer.insert(typed);
    follows_cursor_ = true;
  }
  f.events.changed = f.buffer.revision() != before;
}

bool TextEditor::handle_key(Frame& f, const KeyPress& press) {
  TextBuffer& b = f.buffer;
  const auto move = [&](Motion motion) {
    b.move(motion, press.shift, std::max(1, static_cast<int>(f.area.height / f.line_height()) - 2));
    follows_cursor_ = true;
    return true;
  };
  switch (press.key) {
    case Key::left: return !press.alt && move(press.ctrl ? Motion::word_left : Motion::left);
    case Key::right: return !press.alt && move(press.ctrl ? Motion::word_right : Motion::right);
    case Key::up: return !press.alt && move(Motion::up);
    case Key::down: return !press.alt && move(Motion::down);
    case Key::home: return move(press.ctrl ? Motion::text_start : Motion::line_start);
    case Key::end: return move(press.ctrl ? Motion::text_end : Motion::line_end);
    case Key::page_up: return move(Motion::page_up);
    case Key::page_down: return move(Motion::page_down);
    case Key::a:
      if (!press.ctrl) return false;
      b.select_all();
      return true;
    case Key::c:
      if (!press.ctrl || press.shift) return false;
      if (b.has_selection()) set_clipboard(b.selected_text());
      return true;
    case Key::f:
      if (!press.ctrl) return false;
      is_finding_ = true;
      if (b.has_selection() && b.selected_text().find('\n') == std::string::npos) needle_ = b.selected_text();
      f.ui.widgets.set_focus(id_ + "/find");
      return true;
    case Key::escape:
      if (!is_finding_) return false;
      is_finding_ = false;
      return true;
    default: return f.is_editable && handle_edit_key(f, press);
  }
}

bool TextEditor::handle_edit_key(Frame& f, const KeyPress& press) {
  TextBuffer& b = f.buffer;
  follows_cursor_ = true;
  switch (press.key) {
    case Key::enter:
      if (press.ctrl) return false;
      b.new_line();
      return true;
    case Key::tab:
      if (press.ctrl) return false;
      press.shift ? b.outdent() : b.indent();
      return true;
    case Key::backspace: b.backspace(press.ctrl); return true;
    case Key::delete_: b.erase_forward(press.ctrl); return true;
    case Key::slash:
      if (!press.ctrl) return false;
      b.toggle_comment();
      return true;
    case Key::x:
      if (!press.ctrl) return false;
      set_clipboard(b.cut());
      return true;
    case Key::v:
      if (!press.ctrl) return false;
      b.insert(f.ui.widgets.input().clipboard);
      return true;
    case Key::z:
      if (!press.ctrl) return false;
      press.shift ? b.redo() : b.undo();
      return true;
    case Key::y:
      if (!press.ctrl) return false;
      b.redo();
      return true;
    default:
      // A plain letter arrives as text: nobody else may take it for a shortcut.
      return !press.ctrl && !press.alt && press.key >= Key::a && press.key < Key::count;
  }
}

void TextEditor::find_next(TextBuffer& buffer, bool backwards) {
  const auto [begin, end] = buffer.selection();
  const auto place = buffer.find(needle_, backwards ? begin : end, backwards);
  if (!place) return;
  buffer.set_cursor(*place, false);
  buffer.set_cursor(*place + needle_.size(), true);
  follows_cursor_ = true;
}

void TextEditor::follow_cursor(Frame& f) {
  follows_cursor_ = false;
  const int line = f.buffer.line_of(f.buffer.cursor());
  const float y = f.ui.px(top_space) + static_cast<float>(line) * f.line_height();
  scroll_ = std::clamp(scroll_, y + f.line_height() * 2 - f.area.height, std::max(0.0f, y - f.line_height()));
  scroll_ = std::max(0.0f, scroll_);
  const float x = code_x(f.ui, f.buffer.line_text(line), f.buffer.cursor() - f.buffer.line_begin(line));
  const float wide = f.area.width - number_column(f.ui, f.buffer.line_count()) - f.ui.px(24);
  scroll_x_ = x <= wide ? 0 : std::clamp(scroll_x_, x - wide, x - f.ui.px(20));
}

float TextEditor::widest_line(const Frame& f) const {
  size_t longest = 0;
  for (int line = 0; line < f.buffer.line_count(); ++line) {
    const std::string_view content = f.buffer.line_text(line);
    if (content.size() * 4 > longest) longest = std::max(longest, content.find('\t') == content.npos ? content.size() : with_tabs_expanded(content).size());
  }
  return static_cast<float>(longest) * f.ui.fonts.width(Type::code, "0");
}

// How far the text can be scrolled sideways: until the end of its longest line stands in the middle. 0 where all of it is in sight.
float TextEditor::most_scroll_x(const Frame& f) const {
  const float room = f.area.width - number_column(f.ui, f.buffer.line_count()), wide = widest_line(f);
  return wide <= room && scroll_x_ <= 0 ? 0 : std::max(0.0f, wide - f.area.width / 2);
}

// Along the lower edge, where lines are longer than the pane: how much of them is in sight. To drag; the wheel does the same with Shift.
void TextEditor::draw_side_bar(Frame& f) {
  const float most = most_scroll_x(f);
  if (most <= 0) return;
  Ui& ui = f.ui;
  const float left = f.area.x + number_column(ui, f.buffer.line_count()) - ui.px(4), room = f.area.right() - ui.px(14) - left;
  const float bottom = std::min(f.area.bottom(), f.area.y - scroll_ + content_height(ui, f.buffer));
  const float wide = std::max(ui.px(28), room * room / (room + most)), travel = room - wide;
  const Rect track{left, bottom - ui.px(11), room, ui.px(11)};
  const Interaction use = ui.widgets.add({.role = Role::slider, .label = "scroll sideways", .id = id_ + "/side", .rect = track, .value = {}, .focusable = false});
  if (use.held && travel > 0) scroll_x_ = std::clamp((ui.widgets.input().mouse_x - left - wide / 2) / travel, 0.0f, 1.0f) * most;
  const bool is_lit = use.hovered || use.held;
  const float high = ui.px(is_lit ? 6 : 4);
  fill(ui, {left + travel * std::min(1.0f, scroll_x_ / most), track.bottom() - ui.px(2) - high, wide, high}, with_alpha(ui.theme.quiet, is_lit ? 0.6f : 0.32f), ui.px(3));
  if (!use.hovered || use.held) return;
  const std::string tip = ui.say("source.side_tip");
  const TooltipLine lines[] = {{tip, Type::caption, {}}};
  tooltip(ui, ui.widgets.input().mouse_x, track.bottom(), lines);
}

}  // namespace wb
