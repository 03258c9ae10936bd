// The headland: cliffs, a grassy top and rocks in the water. The sea is at height 0.
#pragma once

#include "vec3.h"

#include <vector>

namespace wb::pictures {

// Where people built; the ground is levelled there.
constexpr Vec3 tower_foot{7.0f, 6.6f, 13.0f};
constexpr Vec3 cottage_foot{13.2f, 6.5f, 12.2f};

// Heights on a fine grid, computed once: a ray asks for them far more often than there are grid points.
class Land {
public:
  Land();
  float height(float x, float z) const;
  Vec3 normal(float x, float z, float reach) const;

private:
  static constexpr int columns_ = 1024, rows_ = 1024;
  static constexpr float left_ = -30, near_ = -24, step_ = 0.0625f;
  std::vector<float> heights_;
};

}  // namespace wb::pictures
