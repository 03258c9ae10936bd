#pragma once
// Pictures in and out, as bytes per channel.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/backends/launch.h"

namespace wb {

struct Picture {
  int width = 0, height = 0, channels = 0;
  std::vector<uint8_t> bytes;  // interleaved: [height][width][channels]
};

// `file`: a whole PNG, JPEG, BMP ... file. `channels`: 1, 3, 4, or 0 for what it has. Sizes are checked before anything is unpacked.
std::optional<Picture> read_picture(std::string_view file, int channels, std::string& why);
// Another size: cropped from the top left where smaller, repeated to fill where larger.
Picture resized(const Picture& picture, int width, int height);
// To [channels][height][width].
std::vector<uint8_t> planar_bytes(const Picture& picture);

bool write_png(const std::filesystem::path& path, const Picture& picture);

// A buffer as a picture, if its shape is one: [h, w], [h, w, 1|3|4], [1|3|4, h, w], or a vector type of [h, w]. Bytes as they are; other
// types scaled from their smallest to their largest value.
enum class PictureLayout : uint8_t { automatic, planar, interleaved };
std::optional<Picture> picture_of(const DeviceBuffer& buffer, PictureLayout layout = PictureLayout::automatic);

}  // namespace wb
