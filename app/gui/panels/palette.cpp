#include "app/gui/panels/palette.h"

#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"
#include "app/session/session.h"

namespace wb {
namespace {

constexpr size_t most_rows = 12;
constexpr const char* box_id = "palette/box";

}  // namespace

void Palette::draw(const Session& session, Ui& ui) {
  if (ui.widgets.take_key(Key::p, true)) is_open_ ? close(ui) : open(ui);
  if (!is_open_) return;
  if (ui.widgets.take_key(Key::escape)) return close(ui);
  const std::vector<PaletteEntry> entries = palette_entries(session, ui.catalogue, typed_);
  const std::vector<size_t> found = palette_matches(entries, typed_, most_rows);
  take_keys(found.size(), ui);

  Overlay above(ui);
  ui.widgets.set_modal(ui.window);
  fill(ui, ui.window, with_alpha(rgb(0x000000), ui.theme.is_dark ? 0.45f : 0.18f));
  const float row = std::round(ui.px(34)), head = std::round(ui.px(56)), width = std::round(std::min(ui.px(620), ui.window.width - ui.px(32)));
  const size_t room = static_cast<size_t>(std::max(1.0f, (ui.window.height * 0.88f - head) / row));
  const size_t rows = std::min(found.size(), room);
  const float tail = found.empty() ? row : ui.px(8);
  const Rect box{std::round((ui.window.width - width) / 2), std::round(ui.window.height * 0.1f), width, head + row * static_cast<float>(rows) + tail};
  draw_box(ui, box);
  for (size_t i = 0; i < rows; ++i) draw_row(ui, {box.x, box.y + head + row * static_cast<float>(i), box.width, row}, entries[found[i]], i);
  if (found.empty()) text(ui, Type::ui, box.x + ui.px(20), box.y + head - ui.px(4), row, ui.theme.quiet, ui.say("palette.nothing"));
  if (is_submitted_ && chosen_ < rows) carry_out(entries[found[chosen_]], ui);
  const Input& input = ui.widgets.input();
  if (is_open_ && input.pressed && !box.contains(input.mouse_x, input.mouse_y)) close(ui);
}

void Palette::open(Ui& ui) {
  is_open_ = true;
  typed_.clear();
  box_state_ = {};
  chosen_ = 0;
  focus_before_ = ui.widgets.focus();
  ui.widgets.set_focus(box_id);
  ui.widgets.request_frame();
}

void Palette::close(Ui& ui) {
  is_open_ = false;
  ui.widgets.set_focus(focus_before_);
  ui.widgets.request_frame();
}

// Before the text box sees them: up and down choose among the rows.
void Palette::take_keys(size_t count, Ui& ui) {
  const size_t last = count == 0 ? 0 : count - 1;
  while (ui.widgets.take_key(Key::down, false, false, false, box_id)) chosen_ = chosen_ >= last ? 0 : chosen_ + 1;
  while (ui.widgets.take_key(Key::up, false, false, false, box_id)) chosen_ = chosen_ == 0 ? last : chosen_ - 1;
  chosen_ = std::min(chosen_, last);
}

void Palette::draw_box(Ui& ui, const Rect& box) {
  soft_shadow(ui, box, ui.px(10));
  fill(ui, box, ui.theme.paper, ui.px(10));
  frame(ui, box, ui.theme.line, ui.px(10));
  ui.widgets.add({.role = Role::card, .label = ui.say("palette.title"), .id = "palette", .rect = box, .focusable = false});
  const Rect field{box.x + ui.px(10), box.y + ui.px(10), box.width - ui.px(20), ui.px(38)};
  is_submitted_ = false;
  const TextBox settings{.id = box_id, .label = ui.say("palette.title"), .hint = ui.say("palette.hint"), .type = Type::ui, .line_height = ui.px(22)};
  if (text_box(ui, field, settings, typed_, box_state_, &is_submitted_)) {
    chosen_ = 0;
    ui.widgets.request_frame();   // the rows shown belong to what was typed before
  }
}

void Palette::draw_row(Ui& ui, const Rect& row, const PaletteEntry& entry, size_t index) {
  const bool is_code = entry.kind == PaletteEntry::Kind::line;
  const Interaction use = ui.widgets.add({.role = Role::menu_item, .label = entry.label, .id = "palette/" + std::to_string(index), .rect = row,
                                          .checked = index == chosen_, .focusable = false});
  if (index == chosen_) fill(ui, {row.x + ui.px(6), row.y, row.width - ui.px(12), row.height}, with_alpha(ui.theme.accent, 0.12f), ui.px(6));
  else if (use.hovered) fill(ui, {row.x + ui.px(6), row.y, row.width - ui.px(12), row.height}, with_alpha(ui.theme.quiet, 0.1f), ui.px(6));
  const float detail = text_width(ui, Type::caption, entry.detail), right = row.right() - ui.px(20);
  text_right(ui, Type::caption, right, row.y, row.height, ui.theme.quiet, entry.detail);
  const float x = row.x + ui.px(20);
  text_cut(ui, is_code ? Type::code_small : Type::ui, x, row.y, row.height, right - detail - ui.px(16) - x, ui.theme.ink, entry.label);
  if (use.activated) carry_out(entry, ui);
}

void Palette::carry_out(const PaletteEntry& entry, Ui& ui) {
  for (const Command& command : entry.commands) ui.commands.queue.push_back(command);
  close(ui);
}

}  // namespace wb
