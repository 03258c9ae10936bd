#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/warp_panel.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

constexpr int way_count = 6;

Colour colour_of(const Ui& ui, int way) {
  const Theme& t = ui.theme;
  const Colour colours[way_count] = {t.accent, t.blocks[0], t.blocks[3], t.blocks[2], t.blocks[5], t.blocks[1]};
  return colours[way % way_count];
}

void stripes(Ui& ui, const Rect& rect, Colour colour, bool is_upright, float spacing) {
  const float long_side = is_upright ? rect.width : rect.height;
  for (float at = spacing / 2; at < long_side; at += spacing) {
    if (is_upright) fill(ui, {rect.x + at, rect.y, 1, rect.height}, colour);
    else fill(ui, {rect.x, rect.y + at, rect.width, 1}, colour);
  }
}

void dots(Ui& ui, const Rect& rect, Colour colour, float spacing) {
  for (float y = spacing / 2; y < rect.height; y += spacing)
    for (float x = spacing / 2; x < rect.width; x += spacing) disc(ui, rect.x + x, rect.y + y, ui.px(1), colour);
}

void barrier_bars(Ui& ui, float x, float y, float size, Colour colour) {
  fill(ui, {x - size * 0.4f, y - size * 0.5f, size * 0.26f, size}, colour);
  fill(ui, {x + size * 0.14f, y - size * 0.5f, size * 0.26f, size}, colour);
}

float depth_x(const Ui& ui, const HistoryScene& s, int depth) {
  const float step = std::min(ui.px(8), ui.px(30) / 4);
  return s.area.x + ui.px(6) + step * static_cast<float>(std::min(depth, 4));
}

// Like the graph of a version history: a line down each way, bent where a way begins or ends.
void paint_tree(Ui& ui, const HistoryScene& s, size_t i) {
  const WarpRow& row = s.rows[i];
  const float top = s.y + s.row * static_cast<float>(i - s.first), middle = top + s.row / 2, x = depth_x(ui, s, row.depth);
  const Colour colour = colour_of(ui, row.path);
  if (i > 0) {
    const WarpRow& before = s.rows[i - 1];
    const float from = depth_x(ui, s, before.depth);
    const bool is_same = before.path == row.path;
    line(ui, is_same ? x : from, top, x, middle, is_same ? colour : with_alpha(colour, 0.8f), ui.px(1.5f));
  }
  if (i + 1 < s.rows.size()) line(ui, x, middle, x, top + s.row, colour, ui.px(1.5f));
  // Ways that wait meanwhile go on beside it.
  for (int depth = 0; depth < row.depth; ++depth)
    line(ui, depth_x(ui, s, depth), top, depth_x(ui, s, depth), top + s.row, with_alpha(ui.theme.quiet, 0.35f), 1);
  if (row.splits) diamond(ui, x, middle, ui.px(3.5f), colour);
  else if (row.joins) ring(ui, x, middle, ui.px(3.5f), colour, ui.px(1.5f));
  else disc(ui, x, middle, ui.px(1.8f), colour);
}

void paint_row_lanes(Ui& ui, const HistoryScene& s, size_t i, float strength) {
  const WarpRow& row = s.rows[i];
  const float top = s.y + s.row * static_cast<float>(i - s.first) + 1, high = s.row - 2;
  for (uint32_t lane = 0; lane < s.lanes; ++lane) {
    const Rect cell = lane_cell(s.axis, lane, top, high);
    if (row.active >> lane & 1) paint_way(ui, cell, row.path, strength);
    else fill(ui, {cell.x, cell.y + high * 0.42f, cell.width, std::max(1.0f, high * 0.16f)}, with_alpha(ui.theme.quiet, 0.22f));
  }
}

}  // namespace

void paint_way(Ui& ui, const Rect& rect, int way, float strength) {
  const Colour colour = colour_of(ui, way);
  if (way == 0) return fill(ui, rect, with_alpha(colour, 0.9f * strength), ui.px(1.5f));
  fill(ui, rect, with_alpha(colour, 0.34f * strength), ui.px(1.5f));
  const Colour ink = with_alpha(mix(colour, ui.theme.ink, 0.15f), strength);
  switch ((way - 1) % 5) {
    case 0: hatch(ui, rect, ink, ui.px(4)); break;
    case 1: dots(ui, rect, ink, ui.px(4)); break;
    case 2: stripes(ui, rect, ink, false, ui.px(3.5f)); break;
    case 3: stripes(ui, rect, ink, true, ui.px(3.5f)); break;
    default: frame(ui, rect, ink, ui.px(1.5f), ui.px(1.5f)); break;
  }
}

void paint_lane_state(Ui& ui, const Rect& cell, const WarpLane& lane) {
  const float x = cell.x + cell.width / 2, y = cell.y + cell.height / 2, size = std::min(cell.width * 0.8f, ui.px(11));
  switch (lane.state) {
    case LaneState::absent:
      fill(ui, cell, with_alpha(ui.theme.side, 0.8f), ui.px(1.5f));
      return hatch(ui, cell, with_alpha(ui.theme.quiet, 0.45f), ui.px(4));
    case LaneState::done:
      fill(ui, cell, mix(ui.theme.paper, ui.theme.side, 0.7f), ui.px(1.5f));
      return tick_mark(ui, x, y, size, ui.theme.good);
    case LaneState::waiting:
      fill(ui, cell, mix(ui.theme.paper, ui.theme.side, 0.7f), ui.px(1.5f));
      return disc(ui, x, y, ui.px(1.5f), ui.theme.quiet);
    case LaneState::running: return paint_way(ui, cell, 0);
    default: break;
  }
  paint_way(ui, cell, std::max(lane.group, 0) == 0 ? 5 : lane.group);
  if (lane.state == LaneState::at_barrier) barrier_bars(ui, x, y, size, ui.theme.ink);
}

void paint_row_kind(Ui& ui, float x, float y, float size, WarpStep::Kind kind) {
  const Colour ink = mix(ui.theme.quiet, ui.theme.ink, 0.5f);
  switch (kind) {
    case WarpStep::Kind::plain: break;
    case WarpStep::Kind::load: ring(ui, x, y, size * 0.42f, ink, ui.px(1.3f)); break;
    case WarpStep::Kind::store: fill(ui, {x - size * 0.38f, y - size * 0.38f, size * 0.76f, size * 0.76f}, ink); break;
    case WarpStep::Kind::atomic: diamond(ui, x, y, size * 0.55f, ink); break;
    case WarpStep::Kind::barrier: barrier_bars(ui, x, y, size, ink); break;
  }
}

void paint_history(Ui& ui, const HistoryScene& s) {
  for (size_t i = s.first; i < std::min(s.first + s.count, s.rows.size()); ++i) {
    const WarpRow& row = s.rows[i];
    const float top = s.y + s.row * static_cast<float>(i - s.first);
    if (i == s.now) {
      fill(ui, {s.area.x, top, s.area.width, s.row}, ui.theme.current_line);
      fill(ui, {s.area.x - ui.px(3), top, ui.px(3), s.row}, ui.theme.current_line_edge);
    }
    paint_tree(ui, s, i);
    if (row.line) text_right(ui, Type::code_small, s.axis.x - ui.px(17), top, s.row, i == s.now ? ui.theme.ink : ui.theme.quiet, std::to_string(row.line));
    paint_row_kind(ui, s.axis.x - ui.px(8), top + s.row / 2, ui.px(8), row.kind);
    paint_row_lanes(ui, s, i, i > s.now ? 0.45f : 1);   // what is still to come is pale
  }
  if (!s.lane) return;
  const Rect column = lane_cell(s.axis, *s.lane, s.y, s.row * static_cast<float>(std::min(s.count, s.rows.size() - std::min(s.first, s.rows.size()))));
  frame(ui, {column.x - 1, column.y, column.width + 2, column.height}, with_alpha(ui.theme.ink, 0.5f), ui.px(2), 1);
}

}  // namespace wb
