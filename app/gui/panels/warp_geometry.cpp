#include "app/gui/panels/warp_geometry.h"

#include <algorithm>
#include <cmath>

namespace wb {

LaneAxis lane_axis(const Rect& area, float gutter) {
  const float cell = std::max(1.0f, std::floor((area.width - gutter) / 32 * 2) / 2);
  return {area.x + gutter, cell};
}

Rect lane_cell(const LaneAxis& axis, uint32_t lane, float y, float height) {
  const float gap = axis.cell > 5 ? std::min(3.0f, axis.cell * 0.14f) : 0;
  return {axis.x + axis.cell * static_cast<float>(lane), y, axis.cell - gap, height};
}

std::optional<uint32_t> lane_under(const LaneAxis& axis, float x) {
  if (x < axis.x || x >= axis.right()) return std::nullopt;
  return std::min<uint32_t>(31, static_cast<uint32_t>((x - axis.x) / axis.cell));
}

uint32_t value_columns(float width, float widest) {
  for (uint32_t columns = 32; columns > 1; columns /= 2)
    if (static_cast<float>(columns) * widest <= width) return columns;
  return 1;
}

size_t first_shown_row(size_t total, size_t now, size_t shown) {
  if (total <= shown) return 0;
  const size_t half = shown / 2;
  return std::min(now < half ? 0 : now - half, total - shown);
}

void BarScale::add(double value) {
  if (!std::isfinite(value)) return;
  low = std::min(low, value);
  high = std::max(high, value);
}

float BarScale::share(double value) const {
  if (!(high > low) || std::isnan(value)) return 0;
  return static_cast<float>(std::clamp((value - low) / (high - low), 0.0, 1.0));
}

}  // namespace wb
