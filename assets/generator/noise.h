// Noise from integer hashes: the same on every machine, needs no tables and no random state.
#pragma once

#include "vec3.h"

#include <cstdint>

namespace wb::pictures {

// A number in [0, 1) that looks random and depends on nothing but its arguments.
float hash01(std::int32_t x, std::int32_t y, std::int32_t z = 0);

// Gradient noise in the plane, about -1 to 1, zero at whole numbers.
float noise2(float x, float y);

// Value noise in space, 0 to 1.
float noise3(Vec3 p);

// Octaves of noise2, each twice as fine and half as high, turned so that no grid shows.
float fractal2(float x, float y, int octaves);

// Octaves of noise3, 0 to 1.
float fractal3(Vec3 p, int octaves);

// Fractal noise folded at zero: sharp crests with rounded valleys, 0 to 1.
float ridges2(float x, float y, int octaves);

}  // namespace wb::pictures
