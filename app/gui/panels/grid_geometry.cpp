#include "app/gui/panels/grid_geometry.h"

#include <algorithm>
#include <cmath>

namespace wb {

GridView fit_view(const CellRect& cells, const Rect& area, double margin, double largest_cell) {
  const double wide = std::max(1.0, area.width - 2 * margin), high = std::max(1.0, area.height - 2 * margin);
  const double columns = std::max(1, cells.columns), rows = std::max(1, cells.rows);
  GridView view;
  view.cell = std::clamp(std::min(wide / columns, high / rows), 1e-4, largest_cell);
  view.x = area.x + area.width / 2 - (cells.column + columns / 2) * view.cell;
  // Small things stand in the upper part, where a reader looks first.
  const double spare = high - rows * view.cell;
  view.y = area.y + margin + std::min(spare / 2, area.height * 0.12) - cells.row * view.cell;
  return view;
}

GridView zoom_about(const GridView& view, double px, double py, double factor, double smallest_cell, double largest_cell) {
  GridView zoomed = view;
  zoomed.cell = std::clamp(view.cell * factor, std::min(smallest_cell, view.cell), std::max(largest_cell, view.cell));
  const double real = zoomed.cell / view.cell;
  zoomed.x = px - (px - view.x) * real;
  zoomed.y = py - (py - view.y) * real;
  return zoomed;
}

GridView keep_in_sight(GridView view, const CellRect& cells, const Rect& area) {
  const Rect shown = on_screen(view, cells);
  const double keep_x = std::min<double>(shown.width, area.width) * 0.3, keep_y = std::min<double>(shown.height, area.height) * 0.3;
  const double left = area.x + keep_x - shown.width, right = area.right() - keep_x;
  const double top = area.y + keep_y - shown.height, bottom = area.bottom() - keep_y;
  view.x += std::clamp<double>(shown.x, left, std::max(left, right)) - shown.x;
  view.y += std::clamp<double>(shown.y, top, std::max(top, bottom)) - shown.y;
  return view;
}

GridView ease(const GridView& from, const GridView& to, double share) {
  share = std::clamp(share, 0.0, 1.0);
  GridView view;
  view.cell = from.cell * std::pow(to.cell / from.cell, share);
  // The place moves with the size, so that the point that both views share stays put on the way.
  const double way = std::abs(to.cell - from.cell) < 1e-9 * from.cell ? share : (view.cell - from.cell) / (to.cell - from.cell);
  view.x = from.x + (to.x - from.x) * way;
  view.y = from.y + (to.y - from.y) * way;
  return view;
}

bool is_close(const GridView& a, const GridView& b) {
  return std::abs(a.x - b.x) < 0.25 && std::abs(a.y - b.y) < 0.25 && std::abs(a.cell / b.cell - 1) < 1e-3;
}

Rect on_screen(const GridView& view, const CellRect& cells) {
  return {static_cast<float>(view.x + cells.column * view.cell), static_cast<float>(view.y + cells.row * view.cell),
          static_cast<float>(cells.columns * view.cell), static_cast<float>(cells.rows * view.cell)};
}

Cell cell_under(const GridView& view, double px, double py) {
  const auto whole = [](double v) { return static_cast<int32_t>(std::clamp(std::floor(v), -1e9, 1e9)); };
  return {whole((px - view.x) / view.cell), whole((py - view.y) / view.cell)};
}

CellRect visible_cells(const GridView& view, const CellRect& bounds, const Rect& area) {
  const Cell first = cell_under(view, area.x, area.y), last = cell_under(view, area.right(), area.bottom());
  const int32_t left = std::max(bounds.column, first.column), top = std::max(bounds.row, first.row);
  const int32_t right = std::min(bounds.column + bounds.columns, last.column + 1), bottom = std::min(bounds.row + bounds.rows, last.row + 1);
  if (right <= left || bottom <= top) return {};
  return {left, top, right - left, bottom - top};
}

Detail detail_at(double cell_pixels, double scale) {
  const double size = cell_pixels / scale;
  if (size >= 46) return Detail::words;
  if (size >= 24) return Detail::numbers;
  if (size >= 5) return Detail::cells;
  return size >= 0.4 ? Detail::outlines : Detail::tiles;
}

}  // namespace wb
