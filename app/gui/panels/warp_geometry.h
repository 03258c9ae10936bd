#pragma once
// Where the 32 lanes of a warp stand on screen, and what fits. Pure.
#include <cstdint>
#include <optional>

#include "app/gui/panel.h"

namespace wb {

// Lanes stand side by side; everything about a lane stands in its column.
struct LaneAxis {
  float x = 0, cell = 0;     // left end of lane 0; width of a lane
  float right() const { return x + 32 * cell; }
};
LaneAxis lane_axis(const Rect& area, float gutter);                         // right of the gutter, in whole half pixels
Rect lane_cell(const LaneAxis& axis, uint32_t lane, float y, float height); // with a gap on its right
std::optional<uint32_t> lane_under(const LaneAxis& axis, float x);

// How many lanes stand in a row when each needs `widest` pixels: 32, 16, 8, 4, 2 or 1.
uint32_t value_columns(float width, float widest);

// A window of `shown` rows round row `now`, inside of `total`: its first row.
size_t first_shown_row(size_t total, size_t now, size_t shown);

// Heights of bars over a line for zero: all values between the lowest and the highest, zero among them.
struct BarScale {
  double low = 0, high = 0;
  void add(double value);
  float share(double value) const;   // 0 at the bottom, 1 at the top
};

}  // namespace wb
