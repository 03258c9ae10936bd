#pragma once
// Numbers of a block's barriers: 0 to 15 are PTX's own (bar.sync). Tiles of cooperative groups that are wider than a warp meet at barriers of their own, which
// their header (library/include/cooperative_groups.h) asks for by numbers that no program uses.
#include <cstdint>
#include <string>

namespace wb {

inline constexpr uint32_t ptx_barriers = 16, tile_barriers = 32;
inline constexpr uint32_t first_tile_barrier = 0x10000;  // as the header asks for that of tile 0
// As they are counted here: from 16 on those of tiles. `number`: one that a program may ask for, or the header.
constexpr bool is_barrier_number(uint32_t number) { return number < ptx_barriers || number - first_tile_barrier < tile_barriers; }
constexpr uint32_t barrier_index(uint32_t number) { return number - first_tile_barrier < tile_barriers ? ptx_barriers + (number - first_tile_barrier) : number % ptx_barriers; }
constexpr bool is_of_tile(uint32_t index) { return index >= ptx_barriers && index < ptx_barriers + tile_barriers; }
// "barrier 3", "the barrier of tile 2"
inline std::string barrier_words(uint32_t index) { return is_of_tile(index) ? "the barrier of tile " + std::to_string(index - ptx_barriers) : "barrier " + std::to_string(index); }

}  // namespace wb
