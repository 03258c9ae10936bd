#pragma once
// What the machine knows of a texture or a surface: where its texels are, and how coordinates are read. The access itself is device code
// (library/include/texture_functions.inc and surface_functions.inc), which asks for these words by the handle.
//
//   0 data     pointer to the first texel; null for a handle that names nothing
//   1 width  2 height  3 depth
//   4 mode     bit 0 linear filter, 1 normalised coordinates, 2 reads floats in [0, 1] or [-1, 1] from small integers, 3 a surface;
//              2 bits an axis from bit 4 on: clamp, border, wrap, mirror; bit 10 rows in plain memory; from bit 12: the format of a component
//              (8 bits, signed 8 bits, 16, signed 16, 32, half); from bit 16: how many components a texel has
//   5 pitch    bytes from row to row
//   6 texel    bytes
#include <array>
#include <optional>
#include <vector>

#include "simulator/analysis/finding.h"
#include "simulator/simulator.h"

namespace wb {

using TextureWords = std::array<uint64_t, 7>;
// By number, from 1 on (texture_handle()); numbers that no texture has are `no_texture`.
std::vector<TextureWords> texture_words(const KernelLaunch& launch);
inline constexpr TextureWords no_texture{0, 1, 1, 1, uint64_t{4} << 12 | uint64_t{1} << 16, 4, 4};
// A launch.invalid finding for the first texture that cannot be.
std::optional<Finding> check_textures(const KernelLaunch& launch);

}  // namespace wb
