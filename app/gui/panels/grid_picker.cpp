#include "app/gui/panels/grid_picker.h"

#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/family_model.h"
#include "app/gui/panels/family_strip.h"
#include "app/gui/panels/finding_paint.h"
#include "app/gui/panels/wording.h"
#include "app/session/session.h"
#include "app/workbook/kind_words.h"

namespace wb {
namespace {

constexpr const char* box_id = "grids/box";
constexpr float row_height = 44, head_height = 92, box_width = 680;   // design pixels

}  // namespace

void GridPicker::open(const Session& session, Ui& ui) {
  is_open_ = true;
  passed_over_ = words_of_phrase(ui.say("palette.open_grid", {"{0}", ""}));
  typed_.clear();
  box_ = {};
  find(session);
  const auto shown = std::find(found_.begin(), found_.end(), session.grid());
  chosen_ = static_cast<size_t>(shown - found_.begin());
  scroll_ = std::max(0.0f, static_cast<float>(chosen_) - 3) * std::round(ui.px(row_height));
  focus_before_ = ui.widgets.focus();
  ui.widgets.set_focus(box_id);
  ui.widgets.request_frame();
}

void GridPicker::close(Ui& ui) {
  is_open_ = false;
  found_ = {};
  ui.widgets.set_focus(focus_before_);
  ui.widgets.request_frame();
}

void GridPicker::find(const Session& session) {
  found_ = matching_grids(session.family()->grids(), typed_, passed_over_);
  findings_ = findings_by_grid(session.findings());
  grids_ = session.family()->grids().size();
}

// Before the text box sees them.
void GridPicker::take_keys(size_t rows_in_sight, float row, float height, Ui& ui) {
  const size_t last = found_.empty() ? 0 : found_.size() - 1, before = chosen_;
  const auto key = [&](Key k, bool ctrl = false) { return ui.widgets.take_key(k, ctrl, false, false, box_id); };
  while (key(Key::down)) chosen_ = std::min(chosen_ + 1, last);
  while (key(Key::up)) chosen_ -= std::min<size_t>(chosen_, 1);
  while (key(Key::page_down)) chosen_ = std::min(chosen_ + rows_in_sight, last);
  while (key(Key::page_up)) chosen_ -= std::min(chosen_, rows_in_sight);
  if (key(Key::home, true)) chosen_ = 0;
  if (key(Key::end, true)) chosen_ = last;
  chosen_ = std::min(chosen_, last);
  if (chosen_ != before) scroll_ = std::clamp(scroll_, static_cast<float>(chosen_ + 1) * row - height, static_cast<float>(chosen_) * row);
}

void GridPicker::draw(const Session& session, Ui& ui) {
  if (!is_open_) return;
  if (!session.family() || ui.widgets.take_key(Key::escape)) return close(ui);
  if (grids_ != session.family()->grids().size()) find(session);
  const float row = std::round(ui.px(row_height)), head = std::round(ui.px(head_height)), width = std::round(std::min(ui.px(box_width), ui.window.width - ui.px(32)));
  const float room = std::max(row, std::floor((ui.window.height * 0.8f - head) / row) * row), all = row * static_cast<float>(found_.size());
  const Rect box{std::round((ui.window.width - width) / 2), std::round(ui.window.height * 0.1f), width, head + std::clamp(all, row, room) + ui.px(8)};
  const Rect list{box.x, box.y + head, box.width, box.height - head - ui.px(8)};
  take_keys(static_cast<size_t>(list.height / row), row, list.height, ui);

  Overlay above(ui);
  ui.widgets.set_modal(ui.window);
  fill(ui, ui.window, with_alpha(rgb(0x000000), ui.theme.is_dark ? 0.45f : 0.18f));
  soft_shadow(ui, box, ui.px(10));
  fill(ui, box, ui.theme.paper, ui.px(10));
  frame(ui, box, ui.theme.line, ui.px(10));
  ui.widgets.add({.role = Role::card, .label = ui.say("grids.title"), .id = "grids", .rect = box, .focusable = false});
  const std::string before = typed_;
  draw_field(box, ui);
  if (typed_ != before) find(session), chosen_ = 0, scroll_ = 0, ui.widgets.request_frame();
  const size_t count = session.family()->grids().size();
  const std::string words = typed_.empty() ? ui.say("grids.count", {with_thousands(count)}) : ui.say("grids.fitting", {with_thousands(found_.size()), with_thousands(count)});
  text_cut(ui, Type::caption, box.x + ui.px(20), box.y + ui.px(56), ui.px(26), box.width - ui.px(40), ui.theme.quiet, words);
  {
    ScrollView scroll(ui, "grids/list", list, scroll_, all);
    const auto first = static_cast<size_t>(scroll_ / row);
    for (size_t i = first; i < found_.size() && static_cast<float>(i) * row - scroll_ < list.height; ++i)
      draw_row(session, {list.x, list.y + static_cast<float>(i) * row - scroll_, list.width, row}, i, ui);
  }
  if (is_open_ && is_submitted_) choose(session, chosen_, ui);
  const Input& input = ui.widgets.input();
  if (is_open_ && input.pressed && !box.contains(input.mouse_x, input.mouse_y)) close(ui);
}

void GridPicker::draw_field(const Rect& box, Ui& ui) {
  const Rect field{box.x + ui.px(10), box.y + ui.px(10), box.width - ui.px(20), ui.px(38)};
  is_submitted_ = false;
  const TextBox settings{.id = box_id, .label = ui.say("grids.title"), .hint = ui.say("grids.hint"), .type = Type::ui, .line_height = ui.px(22)};
  text_box(ui, field, settings, typed_, box_, &is_submitted_);
}

void GridPicker::draw_row(const Session& session, const Rect& row, size_t index, Ui& ui) {
  const GridFamily& family = *session.family();
  const LaunchedGrid& grid = family.grid(found_[index]);
  const std::string name = launch_words(grid), number = with_thousands(grid.number);
  const auto finding = findings_.find(grid.number);
  const Finding* shows = finding == findings_.end() ? nullptr : &session.findings()[static_cast<size_t>(finding->second)];
  const std::string launcher = (shows ? ui.phrase(capitalised(kind_in_words(shows->kind))) + "; " : "") + launcher_sentence(family, grid, session.recording()->sources(), ui);
  const bool is_chosen = index == chosen_, is_shown = grid.number == session.grid();
  const Interaction use = ui.widgets.add({.role = Role::menu_item, .label = ui.say("grids.row", {number, name}), .id = "grids/" + std::to_string(grid.number), .rect = row,
                                          .enabled = grid.has_begun, .checked = is_shown, .value = launcher, .focusable = false});
  const Rect lit{row.x + ui.px(6), row.y, row.width - ui.px(18), row.height};
  if (is_chosen) fill(ui, lit, with_alpha(ui.theme.accent, 0.12f), ui.px(6));
  else if (use.hovered) fill(ui, lit, with_alpha(ui.theme.quiet, 0.1f), ui.px(6));
  const float numbers = text_width(ui, Type::code_small, with_thousands(family.grids().size() - 1)), line_height = ui.px(20);
  const float x = row.x + ui.px(32) + numbers + ui.px(16), right = row.right() - ui.px(24);
  if (is_shown) tick_mark(ui, row.x + ui.px(19), row.y + ui.px(14), ui.px(10), ui.theme.accent);
  const Colour ink = grid.has_begun ? ui.theme.ink : ui.theme.quiet;
  text_right(ui, Type::code_small, row.x + ui.px(32) + numbers, row.y + ui.px(3), line_height, ui.theme.quiet, number);
  if (shows) draw_finding_icon(ui, icon_of(shows->kind), row.x + ui.px(20), row.y + ui.px(31), ui.px(11), severity_colour(ui.theme, shows->severity));
  const std::string steps = ui.say(grid.has_begun ? "grids.steps" : "grids.not_begun", {with_thousands(grid.end - grid.begin)});
  const float detail = text_width(ui, Type::caption, steps);
  text_right(ui, Type::caption, right, row.y + ui.px(3), line_height, ui.theme.quiet, steps);
  text_cut(ui, Type::code_small, x, row.y + ui.px(3), line_height, right - detail - ui.px(16) - x, ink, name);
  text_cut(ui, Type::caption, x, row.y + ui.px(21), line_height, right - x, ui.theme.quiet, launcher);
  if (use.activated) choose(session, index, ui);
}

void GridPicker::choose(const Session& session, size_t index, Ui& ui) {
  if (index >= found_.size() || !session.family()->grid(found_[index]).has_begun) return;
  ui.commands.send(OpenGrid{found_[index], {}, {}});
  close(ui);
}

}  // namespace wb
