#include "simulator/machine/textures.h"

#include "simulator/analysis/launch_limits.h"
#include "simulator/machine/memory.h"

namespace wb {
namespace {

constexpr uint64_t most_texels_a_side = 1u << 27;  // of linear memory, as CUDA has it

// The format's number, as in the header; none: no texture has such texels.
std::optional<uint64_t> format_of(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::uchar: return 0;
    case ScalarKind::char_: case ScalarKind::schar: return 1;
    case ScalarKind::ushort: return 2;
    case ScalarKind::short_: return 3;
    case ScalarKind::int_: case ScalarKind::uint: case ScalarKind::float_: return 4;
    case ScalarKind::half: return 5;
    default: return std::nullopt;
  }
}

// Wrapping and mirroring are for normalised coordinates alone: without them CUDA clamps.
uint64_t address_bits(const Texture& t, size_t axis) {
  const bool goes_round = t.address[axis] == Texture::Address::wrap || t.address[axis] == Texture::Address::mirror;
  return goes_round && !t.is_normalised ? 0 : static_cast<uint64_t>(t.address[axis]);
}

}  // namespace

std::vector<TextureWords> texture_words(const KernelLaunch& launch) {
  std::vector<TextureWords> all;
  for (const Texture& t : launch.textures) {
    const DeviceBuffer& buffer = launch.buffers[t.buffer];
    uint64_t mode = (t.filter == Texture::Filter::linear ? 1u : 0u) | (t.is_normalised ? 2u : 0u) | (t.reads_floats ? 4u : 0u);
    for (size_t axis = 0; axis < 3; ++axis) mode |= address_bits(t, axis) << (4 + 2 * axis);
    mode |= format_of(buffer.scalar).value_or(4) << 12 | uint64_t{buffer.vector_lanes} << 16;
    all.push_back({make_pointer(t.buffer, 0), t.width, t.height, t.depth, mode});
  }
  return all;
}

std::optional<Finding> check_textures(const KernelLaunch& launch) {
  for (const Texture& t : launch.textures) {
    const std::string name = "texture `" + t.name + "` ";
    if (t.buffer >= launch.buffers.size()) return invalid_launch(name + "is over a buffer that the launch does not have", "name one of its buffers");
    const DeviceBuffer& buffer = launch.buffers[t.buffer];
    const auto format = format_of(buffer.scalar);
    const std::string type = info(buffer.scalar).lesson_name + (buffer.vector_lanes > 1 ? std::to_string(buffer.vector_lanes) : "");
    if (!format || (buffer.vector_lanes != 1 && buffer.vector_lanes != 2 && buffer.vector_lanes != 4))
      return invalid_launch(name + "is over a buffer of " + type + ", and texels are 1, 2 or 4 numbers of 8, 16 or 32 bits", "use such a type");
    if (t.width == 0 || t.height == 0 || t.depth == 0) return invalid_launch(name + "has no texels along one side", "give each side at least one");
    if (t.width > most_texels_a_side || t.height > most_texels_a_side || t.depth > most_texels_a_side || uint64_t{t.width} * t.height > UINT64_MAX / most_texels_a_side ||
        uint64_t{t.width} * t.height * t.depth > buffer.element_count())
      return invalid_launch(name + "has " + std::to_string(t.width) + " x " + std::to_string(t.height) + " x " + std::to_string(t.depth) + " texels, and its buffer `" + buffer.name +
                                "` has " + std::to_string(buffer.element_count()) + " elements", "make the texture smaller or the buffer larger");
    if (t.reads_floats && *format > 3) return invalid_launch(name + "reads " + type + " as floats between 0 and 1, which only texels of 8 and 16 bits can", "read elements");
    if (t.filter == Texture::Filter::linear && !t.reads_floats && buffer.scalar != ScalarKind::float_ && buffer.scalar != ScalarKind::half)
      return invalid_launch(name + "filters " + type + " linearly, which only texels that are read as floats can be", "read normalised floats, or filter by point");
  }
  return std::nullopt;
}

}  // namespace wb
