#pragma once
// Where cells stand on screen: zoom and pan as pure functions, and what is worth drawing at which size.
#include "app/gui/panel.h"
#include "app/gui/panels/grid_layout.h"

namespace wb {

struct GridView {
  double cell = 1;          // pixels a cell
  double x = 0, y = 0;      // screen place of cell (0, 0)'s top left corner
  friend bool operator==(const GridView&, const GridView&) = default;
};

// The largest view that shows `cells` inside `area` with a margin; cells grow to at most `largest_cell` pixels.
GridView fit_view(const CellRect& cells, const Rect& area, double margin, double largest_cell);
// Zooms by `factor` and keeps what is under (px, py) there; the cell stays between the two limits.
GridView zoom_about(const GridView& view, double px, double py, double factor, double smallest_cell, double largest_cell);
// Keeps at least a part of `cells` inside `area`.
GridView keep_in_sight(GridView view, const CellRect& cells, const Rect& area);
// A step of the way from `from` to `to`, `share` in 0..1: sizes move by ratio, places follow, so that zooming feels even.
GridView ease(const GridView& from, const GridView& to, double share);
bool is_close(const GridView& a, const GridView& b);

Rect on_screen(const GridView& view, const CellRect& cells);
Cell cell_under(const GridView& view, double px, double py);
CellRect visible_cells(const GridView& view, const CellRect& bounds, const Rect& area);

enum class Detail : uint8_t {
  tiles,     // blocks as tints
  outlines,  // blocks outlined
  cells,     // a fine line between cells, states of single threads
  numbers,   // values in the cells
  words,     // value and thread number
};
Detail detail_at(double cell_pixels, double scale);

}  // namespace wb
