#include "simulator/machine/textures.h"

#include <set>

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

struct Texel {
  ScalarKind scalar;
  uint32_t lanes;
  uint64_t bytes() const { return uint64_t{info(scalar).bytes} * lanes; }
  std::string name() const { return info(scalar).lesson_name + (lanes > 1 ? std::to_string(lanes) : ""); }
};
Texel texel_of(const Texture& t, const DeviceBuffer& buffer) { return t.scalar == ScalarKind::void_ ? Texel{buffer.scalar, buffer.vector_lanes} : Texel{t.scalar, t.lanes}; }

uint64_t pitch_of(const Texture& t, const DeviceBuffer& buffer) { return t.pitch ? t.pitch : t.width * texel_of(t, buffer).bytes(); }

uint64_t mode_of(const Texture& t, const Texel& texel) {
  uint64_t mode = (t.filter == Texture::Filter::linear ? 1u : 0u) | (t.is_normalised ? 2u : 0u) | (t.reads_floats ? 4u : 0u) | (t.is_surface ? 8u : 0u) | (t.pitch ? 1u << 10 : 0u);
  for (size_t axis = 0; axis < 3; ++axis) mode |= address_bits(t, axis) << (4 + 2 * axis);
  return mode | format_of(texel.scalar).value_or(4) << 12 | uint64_t{texel.lanes} << 16;
}

// From the first byte to the end of the last row; none: more than any memory has.
std::optional<uint64_t> extent_of(const Texture& t, const DeviceBuffer& buffer) {
  const uint64_t pitch = pitch_of(t, buffer), row = t.width * texel_of(t, buffer).bytes();
  if (t.width > most_texels_a_side || t.height > most_texels_a_side || t.depth > most_texels_a_side || pitch > uint64_t{1} << 40 || uint64_t{t.height} * t.depth > uint64_t{1} << 40) return std::nullopt;
  const uint64_t rows = uint64_t{t.height} * t.depth - 1;
  if (rows && pitch > (uint64_t{1} << 62) / rows) return std::nullopt;
  return rows * pitch + row;
}

std::optional<Finding> check_size(const Texture& t, const DeviceBuffer& buffer, const std::string& name) {
  const Texel texel = texel_of(t, buffer);
  if (t.width == 0 || t.height == 0 || t.depth == 0) return invalid_launch(name + "has no texels along one side", "give each side at least one");
  if (t.byte_offset % texel.bytes() != 0 || pitch_of(t, buffer) % texel.bytes() != 0)
    return invalid_launch(name + "has rows that begin within a texel of " + texel.name(), "let offset and pitch be multiples of a texel's size");
  if (pitch_of(t, buffer) < t.width * texel.bytes()) return invalid_launch(name + "has rows that are wider than its pitch", "let the pitch be at least a row");
  const std::optional<uint64_t> extent = extent_of(t, buffer);
  if (extent && t.byte_offset <= buffer.byte_count() && *extent <= buffer.byte_count() - t.byte_offset) return std::nullopt;
  return invalid_launch(name + "has " + std::to_string(t.width) + " x " + std::to_string(t.height) + " x " + std::to_string(t.depth) + " texels, and its buffer `" + buffer.name + "` has " +
                            std::to_string(buffer.element_count()) + " elements", "make the texture smaller or the buffer larger");
}

std::optional<Finding> check_reading(const Texture& t, const Texel& texel, const std::string& name) {
  const auto format = format_of(texel.scalar);
  if (t.reads_floats && *format > 3) return invalid_launch(name + "reads " + texel.name() + " as floats between 0 and 1, which only texels of 8 and 16 bits can", "read elements");
  if (t.filter == Texture::Filter::linear && !t.reads_floats && texel.scalar != ScalarKind::float_ && texel.scalar != ScalarKind::half)
    return invalid_launch(name + "filters " + texel.name() + " linearly, which only texels that are read as floats can be", "read normalised floats, or filter by point");
  return std::nullopt;
}

}  // namespace

std::vector<TextureWords> texture_words(const KernelLaunch& launch) {
  std::vector<TextureWords> all;
  for (uint32_t i = 0; i < launch.textures.size(); ++i) {
    const Texture& t = launch.textures[i];
    const DeviceBuffer& buffer = launch.buffers[t.buffer];
    const Texel texel = texel_of(t, buffer);
    const uint32_t number = texture_number(launch.textures, i);
    if (all.size() < number) all.resize(number, no_texture);
    all[number - 1] = {make_pointer(t.buffer, static_cast<int64_t>(t.byte_offset)), t.width, t.height, t.depth, mode_of(t, texel), pitch_of(t, buffer), texel.bytes()};
  }
  return all;
}

std::optional<Finding> check_textures(const KernelLaunch& launch) {
  std::set<uint32_t> numbers;
  for (uint32_t i = 0; i < launch.textures.size(); ++i) {
    const Texture& t = launch.textures[i];
    const std::string name = (t.is_surface ? "surface `" : "texture `") + t.name + "` ";
    const uint32_t number = texture_number(launch.textures, i);
    if (number > most_texture_numbers || !numbers.insert(number).second) return invalid_launch(name + "has a number that it cannot have", "leave the number out");
    if (t.buffer >= launch.buffers.size()) return invalid_launch(name + "is over a buffer that the launch does not have", "name one of its buffers");
    const DeviceBuffer& buffer = launch.buffers[t.buffer];
    const Texel texel = texel_of(t, buffer);
    if (!format_of(texel.scalar) || (texel.lanes != 1 && texel.lanes != 2 && texel.lanes != 4))
      return invalid_launch(name + "is over a buffer of " + texel.name() + ", and texels are 1, 2 or 4 numbers of 8, 16 or 32 bits", "use such a type");
    if (auto wrong = check_size(t, buffer, name)) return wrong;
    if (auto wrong = t.is_surface ? std::nullopt : check_reading(t, texel, name)) return wrong;
  }
  return std::nullopt;
}

}  // namespace wb
