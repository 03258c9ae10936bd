// The drawing of the Memory view and what can be pointed at in it: cells, lanes, a picture, the table.
#include <algorithm>
#include <bit>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/memory_panel.h"
#include "app/gui/panels/memory_words.h"
#include "app/gui/panels/wording.h"
#include "simulator/analysis/sectors.h"

namespace wb {

void MemoryPanel::draw_cells(MemoryScene& s, Ui& ui) {
  if (s.form == MemoryForm::table) return draw_table(s, ui);
  if (s.form == MemoryForm::picture) return draw_picture(s, ui);
  scroll_cells(s, ui);
  s.plan.top = top_;
  point_at_lanes(s, ui);
  point_at_cells(s, ui);
  paint_lanes(ui, s);
  paint_queue(ui, s);
  paint_cells(ui, s);
  paint_arrows(ui, s);
  paint_passes(ui, s);
  draw_scroll_bar(s, ui);
  set_hover(s, ui);
}

void MemoryPanel::scroll_cells(const MemoryScene& s, Ui& ui) {
  const Interaction use = ui.widgets.add({.role = Role::image, .label = ui.say("memory.cells", {s.allocation.name}), .id = "memory/cells", .rect = s.parts.cells,
                                          .value = s.allocation.name});
  const Input& input = ui.widgets.input();
  const auto last = static_cast<double>(last_top(s.rows, s.plan));
  double rows = 0;
  if (input.wheel != 0 && ui.widgets.is_wheel_over(s.parts.cells)) rows -= input.wheel * 2.5;
  if (use.focused) {
    const auto screen = static_cast<double>(std::max<uint64_t>(1, s.plan.whole_rows()));
    static constexpr std::pair<Key, int> lines[] = {{Key::up, -1}, {Key::down, 1}};
    for (const auto& [key, by] : lines)
      if (ui.widgets.take_key(key, false, false, false, "memory/cells")) rows += by;
    if (ui.widgets.take_key(Key::page_up, false, false, false, "memory/cells")) rows -= screen;
    if (ui.widgets.take_key(Key::page_down, false, false, false, "memory/cells")) rows += screen;
    if (ui.widgets.take_key(Key::home, false, false, false, "memory/cells")) rows = -last;
    if (ui.widgets.take_key(Key::end, false, false, false, "memory/cells")) rows = last;
  }
  wheel_rest_ += rows;
  const double whole = std::trunc(wheel_rest_);
  wheel_rest_ -= whole;
  if (whole != 0) top_ = static_cast<uint64_t>(std::clamp(static_cast<double>(top_) + whole, 0.0, last));
  focus_ring(ui, s.parts.cells, "memory/cells", 0);
}

// Rows are counted, not pixels: a buffer of many millions of elements scrolls as finely as a small one.
void MemoryPanel::draw_scroll_bar(const MemoryScene& s, Ui& ui) {
  const uint64_t last = last_top(s.rows, s.plan);
  if (last == 0 || s.plan.area.height < ui.px(40)) return;
  const Rect track{s.parts.cells.right() - ui.px(11), s.plan.area.y, ui.px(11), s.plan.area.height};
  const float height = std::max(ui.px(24), track.height * static_cast<float>(double(s.plan.whole_rows()) / double(s.rows.count()))), travel = track.height - height;
  const Interaction use = ui.widgets.add({.role = Role::slider, .label = "scroll memory", .id = "memory/bar", .rect = track, .value = {}, .focusable = false});
  if (use.held && travel > 0)
    top_ = static_cast<uint64_t>(std::clamp((ui.widgets.input().mouse_y - track.y - height / 2) / travel, 0.0f, 1.0f) * static_cast<double>(last));
  const auto at = static_cast<float>(double(s.plan.top) / double(last));
  fill(ui, {track.x + ui.px(3), track.y + travel * at, ui.px(use.hovered || use.held ? 6 : 4), height}, with_alpha(ui.theme.quiet, use.hovered || use.held ? 0.6f : 0.32f), ui.px(3));
}

void MemoryPanel::point_at_lanes(MemoryScene& s, Ui& ui) {
  const WarpRequest* request = s.request();
  if (!request) return;
  const Rect strip = lane_strip(s, ui);
  const std::vector<RequestRow> rows = request_rows(ui.catalogue, s.recording, *request);
  for (const RequestRow& row : rows) {
    const Interaction use = ui.widgets.add({.role = Role::cell, .label = row.who, .id = "memory/lane/" + std::to_string(row.lane), .rect = lane_rect(strip, row.lane),
                                            .value = row.does + " " + row.element + ", " + row.value, .focusable = false});
    if (use.clicked) ui.commands.send(FollowThread{s.session.selection().thread == row.thread ? std::nullopt : std::optional(row.thread)});
    if (!use.hovered) continue;
    s.hovered_lane = row.lane;
    const TooltipLine lines[] = {{row.who + ", " + thread_words(s.recording.shape(), row.thread.thread), Type::caption_bold, {}},
                                 {row.does + " " + row.element + ": " + row.value, Type::code_small, {}},
                                 {row.where, Type::caption, {}}};
    const Rect at = lane_rect(strip, row.lane);
    tooltip(ui, at.x, at.bottom() + ui.px(8), lines);
  }
}

void MemoryPanel::point_at_cells(MemoryScene& s, Ui& ui) {
  const uint64_t end = std::min(s.rows.count(), s.plan.top + s.plan.whole_rows());
  for (uint64_t index = s.plan.top; index < end; ++index) {
    const CellRows::Row row = s.rows.row(index);
    if (row.is_gap) continue;
    for (uint64_t at = row.first; at < row.first + row.count; at += s.plan.cell_bytes) {
      const std::string name = cell_name(s.allocation, at), value = cell_text(s.answer, s.recording.allocations(), s.allocation, at, s.form == MemoryForm::bytes);
      const bool is_known = s.answer.is_known(at, s.plan.cell_bytes);
      const Interaction use = ui.widgets.add({.role = Role::cell, .label = name, .id = "memory/cell/" + std::to_string(at), .rect = *cell_rect(s.rows, s.plan, at),
                                              .value = value.empty() && is_known ? ui.say("memory.unwritten") : value, .focusable = false});
      if (use.hovered) s.hovered = at;
      if (use.clicked) {
        const ElementRef element = s.element(at);
        const bool is_pinned = s.session.selection().element == element;
        revealed_ = is_pinned ? std::nullopt : std::optional(element);   // it is in sight already
        ui.commands.send(SelectElement{is_pinned ? std::nullopt : std::optional(element)});
      }
    }
  }
  if (!s.hovered) return;
  const Rect cell = *cell_rect(s.rows, s.plan, *s.hovered);
  draw_cell_tip(s, std::max(ui.widgets.input().mouse_x, cell.x), cell.bottom() + ui.px(4), ui);
}

void MemoryPanel::draw_cell_tip(const MemoryScene& s, float x, float y, Ui& ui) const {
  const uint64_t at = *s.hovered, word = std::min<uint64_t>(s.plan.cell_bytes, s.allocation.bytes - at);
  const std::string value = cell_text(s.answer, s.recording.allocations(), s.allocation, at, s.form == MemoryForm::bytes);
  std::vector<TooltipLine> lines{{cell_name(s.allocation, at) + ": " + (value.empty() ? ui.say("memory.unwritten") : value), Type::caption_bold, {}}};
  if (s.allocation.space == Space::shared) lines.push_back({ui.say("memory.bank_of", {std::to_string(at / 4 % bank_count)}), Type::caption, {}});
  else lines.push_back({ui.say("memory.sector_of", {with_thousands(at / sector_bytes)}), Type::caption, {}});
  LaneMask lanes = 0;
  if (const WarpRequest* request = s.request())
    for (LaneMask rest = request->lanes; rest; rest &= rest - 1) {
      const auto lane = static_cast<size_t>(std::countr_zero(rest));
      if (request->offset[lane] < at + word && request->offset[lane] + request->bytes > at) lanes |= LaneMask{1} << lane;
    }
  if (lanes) lines.push_back({ui.say("memory.touched_by", {request_label(ui.catalogue, s.recording, *s.request()), lanes_words(ui.catalogue, lanes)}), Type::caption, {}});
  lines.push_back({ui.say("memory.hint_click"), Type::caption, with_alpha(rgb(0xFFFFFF), 0.6f)});
  tooltip(ui, x, y, lines);
}

// The other views answer to a lane at once. To a cell only when the pointer rests: who owns it is a question to the recording.
void MemoryPanel::set_hover(const MemoryScene& s, Ui& ui) {
  Selection::Hover hover;
  if (s.hovered_lane && s.request()) hover.thread = ThreadRef{s.request()->block, s.request()->warp * warp_size + static_cast<uint32_t>(*s.hovered_lane)};
  if (s.hovered) {
    if (!ui.widgets.has_rested(0.08)) return ui.widgets.request_frame();
    hover.element = s.element(*s.hovered);
    const WarpRequest* request = s.request();
    for (LaneMask rest = request ? request->lanes : 0; rest && !hover.thread; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (s.element(request->offset[static_cast<size_t>(lane)]) == *hover.element) hover.thread = ThreadRef{request->block, request->warp * warp_size + static_cast<uint32_t>(lane)};
    }
  }
  if (hover == sent_hover_) return;
  sent_hover_ = hover;
  ui.commands.send(SetHover{hover});
}

// ---- as a picture

void MemoryPanel::draw_picture(MemoryScene& s, Ui& ui) {
  const auto format = picture_of(s.session, s.allocation);
  const Rect area{s.parts.cells.x + ui.px(12), s.parts.lanes.y, s.parts.cells.width - ui.px(24), s.parts.cells.bottom() - s.parts.lanes.y};
  if (!format || s.answer.rgba.size() != format->pixels() * 4) return;
  const Interaction mouse = ui.widgets.add({.role = Role::image, .label = ui.say("memory.cells", {s.allocation.name}), .id = "memory/picture", .rect = area, .value = s.allocation.name});
  const Input& input = ui.widgets.input();
  if (input.wheel != 0 && ui.widgets.is_wheel_over(area))
    picture_view_ = zoom_link(picture_view_, format->width, format->height, area, input.mouse_x, input.mouse_y, std::pow(1.25, input.wheel), ui.px(60));
  if (mouse.pressed) picture_press_ = {input.mouse_x, input.mouse_y}, is_picture_dragged_ = false;
  is_picture_dragged_ |= mouse.held && std::abs(input.mouse_x - picture_press_.first) + std::abs(input.mouse_y - picture_press_.second) > ui.px(4);
  if (mouse.held && is_picture_dragged_) {
    picture_view_ = pan_link(picture_view_, format->width, format->height, area, input.mouse_x - picture_press_.first, input.mouse_y - picture_press_.second);
    picture_press_ = {input.mouse_x, input.mouse_y};
  }
  const GridView view = place_picture(picture_view_, format->width, format->height, area);
  point_at_picture(s, *format, view, mouse, ui);
  paint_picture(s, *format, view, area, ui);
  set_hover(s, ui);
}

void MemoryPanel::point_at_picture(MemoryScene& s, const PictureFormat& format, const GridView& view, const Interaction& mouse, Ui& ui) {
  if (!mouse.hovered) return;
  const Input& input = ui.widgets.input();
  const Cell at = cell_under(view, input.mouse_x, input.mouse_y);
  if (at.column < 0 || at.row < 0 || at.column >= static_cast<int32_t>(format.width) || at.row >= static_cast<int32_t>(format.height)) return;
  const uint64_t element = format.element(static_cast<uint64_t>(at.row) * format.width + static_cast<uint64_t>(at.column), 0);
  s.hovered = element * std::max(1u, s.allocation.element_bytes);
  if (mouse.clicked && !is_picture_dragged_) ui.commands.send(SelectElement{s.element(*s.hovered)});
  draw_cell_tip(s, input.mouse_x, input.mouse_y + ui.px(14), ui);
}

void MemoryPanel::paint_picture(const MemoryScene& s, const PictureFormat& format, const GridView& view, const Rect& area, Ui& ui) const {
  Clip clip(ui, area);
  const Rect all = on_screen(view, {0, 0, static_cast<int32_t>(format.width), static_cast<int32_t>(format.height)});
  fill(ui, all, mix(ui.theme.paper, ui.theme.ground, 0.6f));
  hatch(ui, {std::max(all.x, area.x), std::max(all.y, area.y), std::min(all.width, area.width), std::min(all.height, area.height)}, with_alpha(ui.theme.hatch, 0.6f), ui.px(6));
  const TextureId texture = ui.textures.is_missing("memory/picture", pictures_)
                                ? ui.textures.upload("memory/picture", pictures_, static_cast<int>(format.width), static_cast<int>(format.height), s.answer.rgba)
                                : ui.textures.get("memory/picture");
  picture(ui, texture, all);
  const auto mark = [&](uint64_t element, Colour colour, float thickness) {
    const uint64_t pixel = format.pixel_of(element);
    const Rect r = on_screen(view, {static_cast<int32_t>(pixel % format.width), static_cast<int32_t>(pixel / format.width), 1, 1});
    const float grow = std::max(1.0f, (ui.px(4) - r.width) / 2);
    frame(ui, {r.x - grow, r.y - grow, r.width + 2 * grow, r.height + 2 * grow}, colour, 0, thickness);
  };
  const uint64_t size = std::max(1u, s.allocation.element_bytes);
  if (const WarpRequest* request = s.request())
    for (LaneMask rest = request->lanes; rest; rest &= rest - 1) mark(request->offset[static_cast<size_t>(std::countr_zero(rest))] / size, ui.theme.current_line_edge, ui.px(1.4f));
  if (const auto& pinned = s.session.selection().element; pinned && pinned->allocation == s.answer.allocation) mark(pinned->element, ui.theme.accent, ui.px(2));
}

// ---- as a table: the same, for reading aloud and for copying

void MemoryPanel::draw_table(const MemoryScene& s, Ui& ui) {
  const Rect area{s.parts.lanes.x, s.parts.lanes.y, s.parts.lanes.width, s.parts.passes.bottom() - s.parts.lanes.y};
  if (!s.request()) return;
  const std::vector<RequestRow> rows = request_rows(ui.catalogue, s.recording, *s.request());
  const float high = ui.px(22);
  ScrollView scroll(ui, "memory/table", area, table_scroll_, high * static_cast<float>(rows.size()));
  float y = area.y - table_scroll_;
  const float x = area.x + ui.px(14), width = area.width - ui.px(40);
  for (const RequestRow& row : rows) {
    const Rect rect{area.x, y, area.width - ui.px(14), high};
    const Interaction use = ui.widgets.add({.role = Role::row, .label = row.who + " " + row.does + " " + row.element, .id = "memory/row/" + std::to_string(row.lane), .rect = rect,
                                            .value = row.value + ", " + row.where, .focusable = false});
    if (use.hovered) fill(ui, rect, with_alpha(ui.theme.accent, 0.07f));
    if (use.clicked) ui.commands.send(FollowThread{row.thread});
    ui.widgets.begin_text_group();
    text_cut(ui, Type::caption, x, y, high, width * 0.16f, ui.theme.quiet, row.who);
    text_cut(ui, Type::caption, x + width * 0.17f, y, high, width * 0.14f, ui.theme.quiet, row.does);
    text_cut(ui, Type::code_small, x + width * 0.32f, y, high, width * 0.24f, ui.theme.ink, row.element);
    text_cut(ui, Type::code_small, x + width * 0.57f, y, high, width * 0.16f, ui.theme.ink, row.value);
    text_cut(ui, Type::caption, x + width * 0.74f, y, high, width * 0.26f, ui.theme.quiet, row.where);
    ui.widgets.end_text_group();
    y += high;
  }
}

}  // namespace wb
