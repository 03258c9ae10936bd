#include <algorithm>
#include <bit>

#include "app/gui/paint.h"
#include "app/gui/panels/memory_panel.h"
#include "app/gui/panels/memory_words.h"
#include "app/gui/panels/wording.h"
#include "simulator/analysis/element_names.h"
#include "simulator/analysis/sectors.h"

namespace wb {
namespace {

Colour hue_of(const Ui& ui, uint32_t block) { return ui.theme.blocks[block % ui.theme.blocks.size()]; }
Colour used_colour(const Ui& ui, AccessKind kind) { return kind == AccessKind::load ? ui.theme.accent : ui.theme.current_line_edge; }

// Lanes whose access lies in the copy that is shown: of local memory every thread has its own.
LaneMask lanes_shown(const MemoryScene& s) {
  const WarpRequest* request = s.request();
  if (!request || request->allocation != s.answer.allocation) return 0;
  return s.allocation.space == Space::local ? request->lanes & LaneMask{1} << s.answer.thread % warp_size : request->lanes;
}

LaneMask lanes_on(const MemoryScene& s, uint64_t first, uint64_t count) {
  LaneMask lanes = 0;
  const WarpRequest* request = s.request();
  for (LaneMask rest = lanes_shown(s); rest; rest &= rest - 1) {
    const auto lane = static_cast<size_t>(std::countr_zero(rest));
    if (request->offset[lane] < first + count && request->offset[lane] + request->bytes > first) lanes |= LaneMask{1} << lane;
  }
  return lanes;
}

bool is_looked_at(const MemoryScene& s, int lane) {
  if (s.hovered_lane) return *s.hovered_lane == lane;
  const auto& hover = s.session.selection().hover.thread;
  const auto thread = hover ? hover : s.session.selection().thread;
  const WarpRequest* request = s.request();
  return request && thread && thread->block == request->block && thread->thread == request->warp * warp_size + static_cast<uint32_t>(lane);
}

// The sectors that move: a band, and in it, hatched, what nobody asked for.
void paint_sectors(Ui& ui, const MemoryScene& s) {
  if (!s.request() || s.allocation.space != Space::global || s.form == MemoryForm::banks) return;
  for (uint64_t sector : s.sectors.sectors) {
    const uint64_t first = sector * sector_bytes, end = std::min(first + sector_bytes, s.allocation.bytes);
    for (const Rect& band : stretch_rects(s.rows, s.plan, first, end - first)) fill(ui, band, with_alpha(ui.theme.current_line, ui.theme.is_dark ? 0.5f : 0.9f));
    for (uint64_t at = first; at < end; at += s.plan.cell_bytes) {
      if (lanes_on(s, at, s.plan.cell_bytes)) continue;
      if (const auto cell = cell_rect(s.rows, s.plan, at)) hatch(ui, {cell->x + 1, cell->y + 1, cell->width - 2, cell->height - 2}, with_alpha(ui.theme.bad, 0.45f), ui.px(4));
    }
    for (const Rect& band : stretch_rects(s.rows, s.plan, first, end - first)) frame(ui, {band.x, band.y + 1, band.width, band.height - 2}, with_alpha(ui.theme.current_line_edge, 0.75f), 0, 1);
  }
}

void paint_used(Ui& ui, const MemoryScene& s, const Rect& cell, LaneMask lanes) {
  if (!lanes) return;
  const Colour colour = used_colour(ui, s.request()->kind);
  const Rect inner{cell.x + 1, cell.y + 1, cell.width - 2, cell.height - 2};
  fill(ui, inner, with_alpha(colour, ui.theme.is_dark ? 0.42f : 0.26f), ui.px(2));
  bool looked_at = false;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) looked_at |= is_looked_at(s, std::countr_zero(rest));
  frame(ui, inner, looked_at ? colour : with_alpha(colour, 0.7f), ui.px(2), ui.px(looked_at ? 2.2f : 1.0f));
  if (s.request()->kind != AccessKind::load && cell.width > ui.px(10))   // a corner: what is here becomes another value
    triangle(ui, inner.right() - ui.px(6), inner.y, inner.right(), inner.y, inner.right(), inner.y + ui.px(6), colour);
}

// Is the cell at `offset` a further one of a member that is wider than a cell?
bool goes_on_at(const MemoryScene& s, uint64_t offset) {
  if (s.form == MemoryForm::bytes || s.form == MemoryForm::banks || !record_of(s.allocation) || offset >= s.allocation.bytes) return false;
  return value_at(s.allocation, offset).first < offset;
}

void paint_value(Ui& ui, const MemoryScene& s, const Rect& cell, uint64_t offset) {
  const bool as_bytes = s.form == MemoryForm::bytes;
  if (cell.width < ui.px(s.form == MemoryForm::banks ? 24 : 15)) return;
  if (goes_on_at(s, offset)) return;
  const std::string value = cell_text(s.answer, s.recording.allocations(), s.allocation, offset, as_bytes);
  if (value.empty()) return;
  Rect of_value = cell;
  if (goes_on_at(s, offset + s.plan.cell_bytes)) of_value.width *= static_cast<float>(value_at(s.allocation, offset).count / s.plan.cell_bytes);
  of_value.width = std::min(of_value.width, s.plan.area.right() - cell.x);
  const float room = of_value.width - ui.px(3);
  if (text_width(ui, Type::code_small, value) <= room) text_centred(ui, Type::code_small, of_value, ui.theme.ink, value);
  else text_cut(ui, Type::code_small, cell.x + ui.px(2), cell.y, cell.height, room, ui.theme.ink, value);
}

void paint_cell(Ui& ui, const MemoryScene& s, const Rect& cell, uint64_t offset) {
  const LaneMask lanes = lanes_on(s, offset, s.plan.cell_bytes);
  paint_used(ui, s, cell, lanes);
  if (s.answer.is_known(offset, s.plan.cell_bytes) && !s.answer.is_defined(offset, s.plan.cell_bytes)) {
    const bool is_read = lanes && s.request()->kind != AccessKind::store;   // what nobody has written is read now
    hatch(ui, {cell.x + 1, cell.y + 1, cell.width - 2, cell.height - 2}, with_alpha(is_read ? ui.theme.bad : ui.theme.hatch, 0.7f), ui.px(6));
  }
  paint_value(ui, s, cell, offset);
}

void paint_row_name(Ui& ui, const MemoryScene& s, const CellRows::Row& row, float y) {
  std::string name = accessed_name(s.allocation, static_cast<int64_t>(row.first), 0).substr(s.allocation.name.size());
  if (name.empty()) name = "0";
  text_right(ui, Type::caption, s.plan.area.x - ui.px(6), y, s.plan.row_height, ui.theme.quiet, name);
}

void paint_gap(Ui& ui, const MemoryScene& s, const CellRows::Row& row, float y) {
  const std::string words = ui.say("memory.gap", {with_thousands(row.count)});
  const float middle = y + s.plan.row_height / 2, wide = text_width(ui, Type::caption, words);
  const float x = s.plan.area.x + ui.px(10);
  line(ui, s.plan.area.x, middle, x - ui.px(4), middle, ui.theme.line);
  text_cut(ui, Type::caption, x, y, s.plan.row_height, s.plan.area.width - ui.px(14), ui.theme.quiet, words);
  if (x + wide + ui.px(4) < s.plan.area.right()) line(ui, x + wide + ui.px(4), middle, s.plan.area.right(), middle, ui.theme.line);
}

void paint_row(Ui& ui, const MemoryScene& s, uint64_t index) {
  const CellRows::Row row = s.rows.row(index);
  const float y = s.plan.area.y + static_cast<float>(index - s.plan.top) * s.plan.row_height;
  if (row.is_gap) return paint_gap(ui, s, row, y);
  paint_row_name(ui, s, row, y);
  float x = s.plan.area.x;
  for (uint64_t at = row.first; at < row.first + row.count; at += s.plan.cell_bytes, x += s.plan.cell_width) paint_cell(ui, s, {x, y, s.plan.cell_width, s.plan.row_height}, at);
  const float right = x;
  line(ui, s.plan.area.x, y, right, y, with_alpha(ui.theme.line, 0.8f));
  line(ui, s.plan.area.x, y + s.plan.row_height, right, y + s.plan.row_height, with_alpha(ui.theme.line, 0.8f));
  if (s.plan.cell_width > ui.px(7))
    for (uint64_t cell = 0; cell <= row.count / s.plan.cell_bytes; ++cell) {
      const float at = s.plan.area.x + static_cast<float>(cell) * s.plan.cell_width;
      const bool is_inside = cell > 0 && cell < row.count / s.plan.cell_bytes && goes_on_at(s, row.first + cell * s.plan.cell_bytes);
      if (!is_inside) line(ui, at, y, at, y + s.plan.row_height, with_alpha(ui.theme.line, 0.8f));
    }
}

void paint_bank_numbers(Ui& ui, const MemoryScene& s) {
  if (s.form != MemoryForm::banks) return;
  const uint32_t every = s.plan.cell_width * 2 > ui.px(34) ? 2 : 4;
  for (uint32_t bank = 0; bank < bank_count; bank += every)
    text_centred(ui, Type::caption, {s.plan.area.x + static_cast<float>(bank) * s.plan.cell_width - ui.px(10), s.plan.area.y - ui.px(17), s.plan.cell_width + ui.px(20), ui.px(16)},
                 ui.theme.quiet, std::to_string(bank));
}

// What is pinned, and what the pointer is on here or in another view.
void paint_marks(Ui& ui, const MemoryScene& s) {
  const auto mark = [&](const std::optional<ElementRef>& element, Colour colour, float thickness) {
    if (!element || element->allocation != s.answer.allocation || (s.allocation.space == Space::shared && element->block != s.answer.block)) return;
    const auto [begin, count] = value_at(s.allocation, element->element * std::max(1u, s.allocation.element_bytes));
    for (const Rect& r : stretch_rects(s.rows, s.plan, begin, count)) frame(ui, {r.x - 1, r.y, r.width + 2, r.height}, colour, ui.px(2), thickness);
  };
  mark(s.session.selection().element, ui.theme.accent, ui.px(2.4f));
  mark(s.session.selection().hover.element, ui.theme.ink, ui.px(1.5f));
}

void paint_lane(Ui& ui, const MemoryScene& s, const Rect& cell, int lane) {
  const WarpRequest& request = *s.request();
  const bool is_active = request.lanes >> lane & 1;
  const Rect inner{cell.x + 1, cell.y + ui.px(2), cell.width - 2, cell.height - ui.px(6)};
  const Colour hue = hue_of(ui, request.block);
  if (is_active) fill(ui, inner, with_alpha(hue, 0.55f), ui.px(2));
  else hatch(ui, inner, with_alpha(ui.theme.hatch, 0.8f), ui.px(4));
  frame(ui, inner, is_looked_at(s, lane) ? ui.theme.ink : with_alpha(hue, is_active ? 1.0f : 0.4f), ui.px(2), ui.px(is_looked_at(s, lane) ? 1.8f : 1.0f));
  const std::string number = std::to_string(lane);
  const bool fits = text_width(ui, Type::label, "30") <= inner.width - 1;
  if (fits || (lane % 4 == 0 && text_width(ui, Type::label, "30") <= inner.width * 3)) text_centred(ui, Type::label, {inner.x - ui.px(8), inner.y, inner.width + ui.px(16), inner.height}, is_active ? ui.theme.ink : ui.theme.quiet, number);
}

void paint_arrow(Ui& ui, const MemoryScene& s, const Rect& strip, int lane, bool is_strong) {
  const WarpRequest& request = *s.request();
  const auto end = arrow_end(s.rows, s.plan, request.offset[static_cast<size_t>(lane)]);
  if (!end) return;
  const Rect from = lane_rect(strip, lane);
  const float x = from.x + from.width / 2, y = from.bottom() - ui.px(4);
  const Colour hue = hue_of(ui, request.block);
  const Colour colour = with_alpha(is_strong ? mix(hue, ui.theme.ink, 0.35f) : hue, is_strong ? 1.0f : end->is_in_sight ? 0.5f : 0.18f);
  line(ui, x, y, end->x, end->y, colour, ui.px(is_strong ? 2.0f : 1.0f));
  if (!end->is_in_sight) return;
  const float tip = ui.px(is_strong ? 4.5f : 3);
  const bool is_write = request.kind != AccessKind::load;   // into the cell; a read comes out of it
  if (is_write) triangle(ui, end->x, end->y + tip, end->x - tip, end->y - tip * 0.4f, end->x + tip, end->y - tip * 0.4f, with_alpha(colour, 1));
  else disc(ui, end->x, end->y, tip * 0.7f, with_alpha(colour, 1));
}

std::string lane_list(LaneMask lanes) {
  std::string text;
  for (LaneMask rest = lanes; rest; rest &= rest - 1) text += (text.empty() ? "" : ",") + std::to_string(std::countr_zero(rest));
  return text;
}

void paint_pass_word(Ui& ui, const MemoryScene& s, const Rect& box, const BankWord& word, bool is_waiting) {
  const Rect inner{box.x + 0.5f, box.y + 0.5f, box.width - 1, std::max(1.0f, box.height - 1)};
  const Colour colour = is_waiting ? ui.theme.bad : ui.theme.accent;
  fill(ui, inner, with_alpha(colour, 0.35f));
  if (is_waiting && box.height > ui.px(5)) hatch(ui, inner, with_alpha(colour, 0.6f), ui.px(4));   // not by hue alone: it had to wait
  bool looked_at = false;
  for (LaneMask rest = word.lanes; rest; rest &= rest - 1) looked_at |= is_looked_at(s, std::countr_zero(rest));
  if (looked_at || box.height > ui.px(4)) frame(ui, inner, looked_at ? ui.theme.ink : colour, 0, looked_at ? ui.px(1.6f) : 1);
  const std::string lanes = std::popcount(word.lanes) <= 2 ? lane_list(word.lanes) : std::to_string(std::popcount(word.lanes)) + "x";
  if (box.height >= ui.px(13) && text_width(ui, Type::label, lanes) <= box.width - 1) text_centred(ui, Type::label, box, ui.theme.ink, lanes);
}

}  // namespace

ElementRef MemoryScene::element(uint64_t offset) const {
  return {answer.allocation, offset / std::max(1u, allocation.element_bytes), allocation.space == Space::global || allocation.space == Space::constant ? 0 : answer.block};
}

Rect lane_strip(const MemoryScene& s, const Ui& ui) { return {s.plan.area.x, s.parts.lanes.y, std::max(s.plan.area.width, ui.px(200)), s.parts.lanes.height}; }

Rect pass_chart(const MemoryScene& s, const Ui& ui) {
  return {s.plan.area.x, s.parts.passes.y + ui.px(20), s.plan.area.width, std::max(0.0f, s.parts.passes.height - ui.px(24))};
}

void paint_cells(Ui& ui, const MemoryScene& s) {
  paint_bank_numbers(ui, s);
  Clip clip(ui, {s.parts.cells.x, s.plan.area.y - 1, s.parts.cells.width, s.plan.area.height + 2});
  paint_sectors(ui, s);
  const uint64_t end = std::min(s.rows.count(), s.plan.top + s.plan.rows_in_sight());
  for (uint64_t row = s.plan.top; row < end; ++row) paint_row(ui, s, row);
  paint_marks(ui, s);
}

void paint_lanes(Ui& ui, const MemoryScene& s) {
  if (!s.request()) return;
  const Rect strip = lane_strip(s, ui);
  for (int lane = 0; lane < warp_size; ++lane) paint_lane(ui, s, lane_rect(strip, lane), lane);
}

void paint_arrows(Ui& ui, const MemoryScene& s) {
  const bool is_queued = !s.queues.empty() && s.queues.front().lanes.size() > 1;   // the queue says who goes where
  const Rect strip = lane_strip(s, ui);
  Clip clip(ui, {s.parts.cells.x, s.parts.lanes.y, s.parts.cells.width, s.plan.area.bottom() - s.parts.lanes.y});
  for (int strong = 0; strong < 2; ++strong)
    for (LaneMask rest = lanes_shown(s); rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (is_looked_at(s, lane) == (strong == 1) && (strong == 1 || !is_queued)) paint_arrow(ui, s, strip, lane, strong == 1);
    }
}

// One row for each contended address: its name, and the lanes in the order of their turns.
void paint_queue(Ui& ui, const MemoryScene& s) {
  const Rect& area = s.parts.queue;
  if (area.height < ui.px(18) || s.queues.empty()) return;
  Clip clip(ui, area);
  const float row = ui.px(22);
  float y = area.y;
  for (const AtomicQueue& queue : s.queues) {
    if (queue.lanes.size() < 2 || y + row > area.bottom() + 1) break;
    float x = area.x + ui.px(14);
    x += text(ui, Type::caption, x, y, row, ui.theme.ink, ui.say("memory.turns", {element_name(s.allocation, static_cast<int64_t>(queue.offset))})) + ui.px(8);
    const float wide = std::max(ui.px(5), std::min(ui.px(22), (area.right() - ui.px(14) - x) / static_cast<float>(queue.lanes.size())));
    for (size_t turn = 0; turn < queue.lanes.size(); ++turn, x += wide) {
      const Rect box{x, y + ui.px(2), wide - 1, row - ui.px(4)};
      const Colour hue = hue_of(ui, s.request()->block);
      fill(ui, box, with_alpha(hue, turn == 0 ? 0.8f : 0.3f), ui.px(2));
      frame(ui, box, is_looked_at(s, queue.lanes[turn]) ? ui.theme.ink : hue, ui.px(2), ui.px(is_looked_at(s, queue.lanes[turn]) ? 1.8f : 1));
      const std::string number = std::to_string(queue.lanes[turn]);
      if (text_width(ui, Type::label, number) <= box.width - 1) text_centred(ui, Type::label, box, ui.theme.ink, number);
    }
    y += row;
  }
}

void paint_passes(Ui& ui, const MemoryScene& s) {
  const Rect& area = s.parts.passes;
  if (area.height < ui.px(36) || s.banks.words.empty()) return;
  const float x = area.x + ui.px(14);
  const float wide = text(ui, Type::label, x, area.y, ui.px(18), ui.theme.quiet, ui.say("memory.passes"));
  text_cut(ui, Type::caption, x + wide + ui.px(8), area.y, ui.px(18), area.right() - x - wide - ui.px(20), ui.theme.quiet, ui.say("memory.passes_words"));
  const Rect chart = pass_chart(s, ui);
  fill(ui, chart, ui.theme.ground);
  const uint32_t passes = std::max(1u, s.banks.use.wavefronts);
  for (size_t i = 0; i < s.banks.words.size(); ++i) {
    bool is_first_of_part = true;
    for (size_t before = 0; before < i; ++before)
      if (s.banks.words[before].part == s.banks.words[i].part && s.banks.words[before].bank == s.banks.words[i].bank) is_first_of_part = false;
    paint_pass_word(ui, s, pass_rect(chart, s.banks.words[i].bank, s.banks.pass[i], passes, ui.px(16)), s.banks.words[i], !is_first_of_part);
  }
}

}  // namespace wb
