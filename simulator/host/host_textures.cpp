#include "simulator/host/host_textures.h"

#include <array>
#include <cstring>

namespace wb {
namespace {

// cudaChannelFormatDesc: bits of a component, and its kind. None: no texture has such texels.
std::optional<ScalarKind> component_of(uint64_t bits, uint64_t format) {
  if (format == 2) return bits == 32 ? std::optional(ScalarKind::float_) : bits == 16 ? std::optional(ScalarKind::half) : std::nullopt;
  if (format > 1) return std::nullopt;
  const bool is_signed = format == 0;
  switch (bits) {
    case 8: return is_signed ? ScalarKind::schar : ScalarKind::uchar;
    case 16: return is_signed ? ScalarKind::short_ : ScalarKind::ushort;
    case 32: return is_signed ? ScalarKind::int_ : ScalarKind::uint;
    default: return std::nullopt;
  }
}

// cudaAddressModeWrap, Clamp, Mirror, Border
constexpr Texture::Address addresses[] = {Texture::Address::wrap, Texture::Address::clamp, Texture::Address::mirror, Texture::Address::border};

}  // namespace

uint64_t HostTextures::make(uint64_t words, uint64_t bytes) {
  enum : size_t { data, width, height, depth, pitch, bits, channels, format, axes, filter, reads_floats, is_normalised, is_surface, count };
  std::array<uint64_t, count> w{};
  const auto read = bytes == sizeof w ? memory_.read(words, bytes) : std::nullopt;
  if (!read || made_.size() >= most_texture_numbers) return 0;
  std::memcpy(w.data(), read->bytes.data(), sizeof w);
  const auto place = HostMemory::place_of(w[data]);
  const auto scalar = component_of(w[bits], w[format]);
  if (!place || !scalar || w[channels] == 3) return 0;
  HostTexture t;
  while (made_.contains(++t.number)) {}
  t.allocation = memory_.allocation_at(*place);
  t.offset = *place;
  t.width = static_cast<uint32_t>(std::min<uint64_t>(w[width], UINT32_MAX));
  t.height = static_cast<uint32_t>(std::min<uint64_t>(w[height], UINT32_MAX));
  t.depth = static_cast<uint32_t>(std::min<uint64_t>(w[depth], UINT32_MAX));
  t.pitch = w[pitch];
  t.scalar = *scalar;
  t.lanes = static_cast<uint32_t>(w[channels]);
  for (size_t axis = 0; axis < 3; ++axis) t.address[axis] = static_cast<uint8_t>(addresses[w[axes] >> 8 * axis & 3]);
  t.is_linear = w[filter] == 1;
  t.is_normalised = w[is_normalised] != 0;
  t.reads_floats = w[reads_floats] != 0;
  t.is_surface = w[is_surface] != 0;
  if (!lies_in_memory(t)) return 0;
  made_[t.number] = t;
  return texture_handle(t.number);
}

// Its texels are in an allocation that is still there.
bool HostTextures::lies_in_memory(const HostTexture& t) const {
  if (t.allocation < 0 || memory_[t.allocation].is_freed || t.width == 0 || t.height == 0 || t.depth == 0) return false;
  const HostAllocation& a = memory_[t.allocation];
  const uint64_t row = uint64_t{t.width} * info(t.scalar).bytes * t.lanes, rows = uint64_t{t.height} * t.depth, pitch = t.pitch ? t.pitch : row;
  const uint64_t from = t.offset - a.begin;
  return from <= a.size && row <= a.size - from && (rows == 1 || (pitch >= row && pitch <= a.size && rows - 1 <= (a.size - from - row) / pitch));
}

void HostTextures::drop(uint64_t handle) { made_.erase(static_cast<uint32_t>(handle - first_texture_handle + 1)); }

void HostTextures::find(std::span<const uint8_t> bytes, std::set<uint32_t>& found) const {
  for (size_t at = 0; at + 8 <= bytes.size(); at += 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    const uint64_t index = word - first_texture_handle;
    if (index >= most_texture_numbers) continue;
    const auto t = made_.find(static_cast<uint32_t>(index + 1));
    if (t != made_.end() && lies_in_memory(t->second)) found.insert(t->first);
  }
}

std::vector<Texture> HostTextures::over_arena(uint32_t buffer) const {
  std::vector<Texture> all;
  for (const auto& [number, t] : made_)
    if (lies_in_memory(t)) all.push_back(texture_of(t, buffer, t.offset));
  return all;
}

Texture texture_of(const HostTexture& t, uint32_t buffer, uint64_t offset) {
  Texture made;
  made.name = "texture_" + std::to_string(t.number);
  made.number = t.number;
  made.buffer = buffer;
  made.byte_offset = offset;
  made.width = t.width, made.height = t.height, made.depth = t.depth;
  made.pitch = t.pitch;
  made.scalar = t.scalar, made.lanes = t.lanes;
  for (size_t axis = 0; axis < 3; ++axis) made.address[axis] = static_cast<Texture::Address>(t.address[axis]);
  made.filter = t.is_linear ? Texture::Filter::linear : Texture::Filter::point;
  made.is_normalised = t.is_normalised;
  made.reads_floats = t.reads_floats;
  made.is_surface = t.is_surface;
  return made;
}

}  // namespace wb
