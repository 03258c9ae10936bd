#include "app/workbook/picture.h"

#include <algorithm>
#include <cmath>

#include "app/backends/scalar_bytes.h"
#include "app/workbook/limits.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#define STBI_NO_HDR
#define STBI_NO_LINEAR
#define STBI_NO_GIF
#define STBI_MAX_DIMENSIONS (1 << 24)  // our own limits are checked before anything is unpacked
#include <stb_image.h>
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace wb {

namespace {

// stb_image gives no sizes for a PNG that it finds too large to unpack; its header tells them.
bool is_too_large_png(std::string_view file, std::string& why) {
  if (!file.starts_with("\x89PNG\r\n\x1a\n") || file.size() < 24) return false;
  auto number = [&](size_t at) {
    uint64_t value = 0;
    for (size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<uint8_t>(file[at + i]);
    return value;
  };
  uint64_t width = number(16), height = number(20);
  if (width <= limits::image_side && height <= limits::image_side && width * height <= limits::image_pixels) return false;
  why = "it is " + std::to_string(width) + " by " + std::to_string(height) + " pixels, more than the limit of " + std::to_string(limits::image_pixels) + " pixels";
  return true;
}

}  // namespace

std::optional<Picture> read_picture(std::string_view file, int channels, std::string& why) {
  if (file.empty()) return why = "the file is empty", std::nullopt;
  if (is_too_large_png(file, why)) return std::nullopt;
  auto* bytes = reinterpret_cast<const stbi_uc*>(file.data());
  int size = static_cast<int>(std::min<size_t>(file.size(), 0x7FFFFFFF));
  int width = 0, height = 0, found = 0;
  if (!stbi_info_from_memory(bytes, size, &width, &height, &found)) return why = "it is not a picture that can be read (PNG, JPEG, BMP, TGA, PNM)", std::nullopt;
  if (width <= 0 || height <= 0) return why = "it has no pixels", std::nullopt;
  if (static_cast<uint64_t>(width) > limits::image_side || static_cast<uint64_t>(height) > limits::image_side ||
      static_cast<uint64_t>(width) * static_cast<uint64_t>(height) > limits::image_pixels) {
    why = "it is " + std::to_string(width) + " by " + std::to_string(height) + " pixels, more than the limit of " + std::to_string(limits::image_pixels) + " pixels";
    return std::nullopt;
  }
  stbi_uc* pixels = stbi_load_from_memory(bytes, size, &width, &height, &found, channels);
  if (!pixels) {
    const char* reason = stbi_failure_reason();
    return why = std::string("it is damaged (") + (reason ? reason : "unknown reason") + ")", std::nullopt;
  }
  Picture picture{width, height, channels ? channels : found, {}};
  picture.bytes.assign(pixels, pixels + static_cast<size_t>(width) * static_cast<size_t>(height) * static_cast<size_t>(picture.channels));
  stbi_image_free(pixels);
  return picture;
}

Picture resized(const Picture& picture, int width, int height) {
  if (picture.width == width && picture.height == height) return picture;
  Picture result{width, height, picture.channels, {}};
  auto c = static_cast<size_t>(picture.channels);
  result.bytes.resize(static_cast<size_t>(width) * static_cast<size_t>(height) * c);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      size_t from = (static_cast<size_t>(y % picture.height) * static_cast<size_t>(picture.width) + static_cast<size_t>(x % picture.width)) * c;
      size_t to = (static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)) * c;
      std::copy_n(picture.bytes.begin() + static_cast<ptrdiff_t>(from), c, result.bytes.begin() + static_cast<ptrdiff_t>(to));
    }
  return result;
}

std::vector<uint8_t> planar_bytes(const Picture& picture) {
  size_t pixels = static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height), c = static_cast<size_t>(picture.channels);
  std::vector<uint8_t> planes(picture.bytes.size());
  for (size_t i = 0; i < pixels; ++i)
    for (size_t k = 0; k < c; ++k) planes[k * pixels + i] = picture.bytes[i * c + k];
  return planes;
}

bool write_png(const std::filesystem::path& path, const Picture& p) {
  return stbi_write_png(path.string().c_str(), p.width, p.height, p.channels, p.bytes.data(), p.width * p.channels) != 0;
}

namespace {

struct PictureShape {
  uint64_t width, height, channels;
  bool is_planar;
};

bool is_channel_count(uint64_t n) { return n == 1 || n == 3 || n == 4; }

std::optional<PictureShape> picture_shape(const DeviceBuffer& buffer, PictureLayout layout) {
  const auto& s = buffer.shape;
  uint64_t lanes = buffer.vector_lanes;
  if (s.size() == 1) return PictureShape{s[0], 1, lanes, false};
  if (s.size() == 2) return PictureShape{s[1], s[0], lanes, false};
  if (s.size() != 3 || lanes != 1) return std::nullopt;
  if (layout != PictureLayout::interleaved && is_channel_count(s[0])) return PictureShape{s[2], s[1], s[0], true};
  if (layout != PictureLayout::planar && is_channel_count(s[2])) return PictureShape{s[1], s[0], s[2], false};
  return std::nullopt;
}

}  // namespace

std::optional<Picture> picture_of(const DeviceBuffer& buffer, PictureLayout layout) {
  auto shape = picture_shape(buffer, layout);
  if (!shape || !is_channel_count(shape->channels)) return std::nullopt;
  auto [width, height, channels, is_planar] = *shape;
  if (width == 0 || height == 0 || width > limits::image_side || height > limits::image_side || width * height > limits::image_pixels) return std::nullopt;
  uint64_t bytes_each = info(buffer.scalar).bytes, pixels = width * height;
  if (bytes_each == 0 || buffer.bytes.size() < pixels * channels * bytes_each) return std::nullopt;

  double low = 0, high = 255;
  if (buffer.scalar != ScalarKind::uchar) {
    low = INFINITY, high = -INFINITY;
    for (uint64_t i = 0; i < pixels * channels; ++i) {
      double v = load_scalar(buffer.scalar, &buffer.bytes[i * bytes_each]);
      if (std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
    }
    if (!(high > low)) high = low + 1;
  }
  Picture picture{static_cast<int>(width), static_cast<int>(height), static_cast<int>(channels), std::vector<uint8_t>(pixels * channels)};
  for (uint64_t i = 0; i < pixels; ++i)
    for (uint64_t k = 0; k < channels; ++k) {
      uint64_t from = is_planar ? k * pixels + i : i * channels + k;
      double v = load_scalar(buffer.scalar, &buffer.bytes[from * bytes_each]);
      double scaled = std::isfinite(v) ? (v - low) / (high - low) * 255.0 : 0.0;
      picture.bytes[i * channels + k] = static_cast<uint8_t>(std::clamp(std::nearbyint(scaled), 0.0, 255.0));
    }
  return picture;
}

}  // namespace wb
