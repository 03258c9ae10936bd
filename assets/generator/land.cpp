#include "land.h"

#include "noise.h"

namespace wb::pictures {
namespace {

float levelled(float height, float x, float z, Vec3 foot, float inner, float outer) {
  const float away = std::hypot(x - foot.x, z - foot.z);
  return mix(foot.y, height, smooth_rise(inner, outer, away));
}

float raw_height(float x, float z) {
  // An egg-shaped island with a ragged shore; `away` is 1 on its shore line.
  const float ragged = 0.34f * fractal2(0.11f * x + 3, 0.11f * z, 4) + 0.10f * fractal2(0.55f * x, 0.55f * z + 9, 4);
  const float away = std::hypot((x - 14.5f) / 17.0f, (z - 17.0f) / 15.0f) + ragged;
  const float cliff = 1 - smooth_rise(0.70f, 1.02f, away);
  const float top = 6.3f * cliff + 1.5f * (1 - smooth_rise(0.1f, 0.9f, away)) + 0.7f * fractal2(0.21f * x, 0.21f * z, 4);
  const float crags = (ridges2(0.34f * x, 0.34f * z + 4, 6) - 0.55f) * 4.2f * cliff * (1 - cliff) * 4 * 0.55f;
  const float reef = 2.9f * (ridges2(0.19f * x + 7, 0.19f * z + 2, 6) - 0.60f) * (1 - smooth_rise(0.95f, 1.55f, away));
  float height = std::max(top + crags - 1.1f, reef - 0.35f);
  height -= 2.5f * smooth_rise(1.2f, 1.8f, away);
  height = levelled(height, x, z, tower_foot, 1.9f, 4.2f);
  return levelled(height, x, z, cottage_foot, 2.4f, 4.4f);
}

}  // namespace

Land::Land() : heights_(static_cast<std::size_t>(columns_) * rows_) {
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_; ++column)
      heights_[static_cast<std::size_t>(row * columns_ + column)] =
          raw_height(left_ + step_ * static_cast<float>(column), near_ + step_ * static_cast<float>(row));
}

float Land::height(float x, float z) const {
  const float gx = (x - left_) / step_, gz = (z - near_) / step_;
  if (!(gx >= 0 && gz >= 0 && gx < columns_ - 1 && gz < rows_ - 1)) return -4;
  const int column = static_cast<int>(gx), row = static_cast<int>(gz);
  const float u = gx - static_cast<float>(column), v = gz - static_cast<float>(row);
  const float* h = heights_.data() + static_cast<std::size_t>(row) * columns_ + column;
  return mix(mix(h[0], h[1], u), mix(h[columns_], h[columns_ + 1], u), v);
}

Vec3 Land::normal(float x, float z, float reach) const {
  return normalize({height(x - reach, z) - height(x + reach, z), 2 * reach, height(x, z - reach) - height(x, z + reach)});
}

}  // namespace wb::pictures
