// From light to bytes: several rays for each pixel, a tone curve as film has it, a little dither, and a PNG.
#pragma once

#include "vec3.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace wb::pictures {

struct Picture {
  int width = 0, height = 0, channels = 0;
  std::vector<std::uint8_t> bytes;  // rows from the top, channels interleaved
};

struct Camera {
  Vec3 place, target;
  float height_of_view;  // of the picture's height, at distance 1
};

// Follows rays through every pixel. `light` answers what a ray from `camera` in a direction sees.
// `black` is taken off at the end: haze leaves no true black by itself.
Picture develop(int width, int height, int channels, const Camera& camera, float exposure, float black,
                const std::function<Vec3(Vec3 origin, Vec3 direction)>& light);

// False where the file could not be written.
[[nodiscard]] bool save_png(const Picture& picture, const std::string& path);

}  // namespace wb::pictures
