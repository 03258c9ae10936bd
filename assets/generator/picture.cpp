#include "picture.h"

#include "noise.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

namespace wb::pictures {
namespace {

constexpr int rays_across = 3;  // 3 x 3 rays a pixel, each somewhere inside its own ninth

// Film: a soft shoulder, so that bright things keep some shape, and a short toe, so that shadows stay dark.
float film(float light) {
  const float toe = light * light / (light + 0.10f);
  return toe * (1 + toe / 12) / (toe + 0.54f);
}

float screen_value(float linear) {
  linear = clamp01(linear);
  return linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f;
}

// Whole numbers with a little noise before rounding: no bands in the sky.
std::uint8_t byte_of(float value, int x, int y, int channel) {
  const float noise = hash01(x, y, 31 + channel) + hash01(x, y, 41 + channel) - 1;
  return static_cast<std::uint8_t>(std::clamp(255 * value + 0.5f + 0.6f * noise, 0.0f, 255.0f));
}

struct Frame {
  Vec3 right, up, forward;
};

Frame frame_of(const Camera& camera) {
  const Vec3 forward = normalize(camera.target - camera.place);
  const Vec3 right = normalize(cross({0, 1, 0}, forward));
  return {right, cross(forward, right), forward};
}

}  // namespace

Picture develop(int width, int height, int channels, const Camera& camera, float exposure, float black,
                const std::function<Vec3(Vec3, Vec3)>& light) {
  Picture picture{width, height, channels, {}};
  picture.bytes.reserve(static_cast<std::size_t>(width) * height * channels);
  const Frame frame = frame_of(camera);
  const float pixel = camera.height_of_view / static_cast<float>(height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      Vec3 sum;
      for (int ray = 0; ray < rays_across * rays_across; ++ray) {
        const float inside_x = (static_cast<float>(ray % rays_across) + hash01(x, y, 50 + ray)) / rays_across;
        const float inside_y = (static_cast<float>(ray / rays_across) + hash01(x, y, 70 + ray)) / rays_across;
        const float across = (static_cast<float>(x) + inside_x - 0.5f * static_cast<float>(width)) * pixel;
        const float down = (static_cast<float>(y) + inside_y - 0.5f * static_cast<float>(height)) * pixel;
        const Vec3 seen = light(camera.place, normalize(frame.forward + frame.right * across - frame.up * down));
        // Each ray goes through the tone curve by itself: edges against bright light stay smooth.
        sum += Vec3{film(seen.x * exposure), film(seen.y * exposure), film(seen.z * exposure)};
      }
      const float from_middle_x = 2 * static_cast<float>(x) / static_cast<float>(width) - 1;
      const float from_middle_y = 2 * static_cast<float>(y) / static_cast<float>(height) - 1;
      const float corner = 1 - 0.10f * (from_middle_x * from_middle_x + from_middle_y * from_middle_y);
      const Vec3 c = (sum * (corner / (rays_across * rays_across)) - Vec3{black, black, black}) * (1 / (1 - black));
      if (channels == 1) {
        picture.bytes.push_back(byte_of(screen_value(0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z), x, y, 0));
      } else {
        picture.bytes.push_back(byte_of(screen_value(c.x), x, y, 0));
        picture.bytes.push_back(byte_of(screen_value(c.y), x, y, 1));
        picture.bytes.push_back(byte_of(screen_value(c.z), x, y, 2));
      }
    }
  return picture;
}

bool save_png(const Picture& picture, const std::string& path) {
  stbi_write_png_compression_level = 9;
  return stbi_write_png(path.c_str(), picture.width, picture.height, picture.channels, picture.bytes.data(), picture.width * picture.channels) != 0;
}

}  // namespace wb::pictures
