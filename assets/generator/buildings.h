// What people put on the headland: the lighthouse, a cottage, a wall, and a boat on the water; as distances.
#pragma once

#include "vec3.h"

namespace wb::pictures {

enum class Surface { sky, sea, land, plaster, red_paint, iron, lantern, slate, window, wood, hull, sail, stone };

struct Nearest {
  float distance;
  Surface surface;
};

constexpr float lamp_height = 10.6f;  // above the foot of the tower

Vec3 lamp_place();

// The nearest building as seen from p. Far away the distance is a safe underestimate.
Nearest nearest_building(Vec3 p);

}  // namespace wb::pictures
