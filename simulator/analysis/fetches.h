#pragma once
// What a texture unit serves a warp's fetch by, or its access to a surface. It takes lanes that are neighbours together: four at a time, or
// eight where the place has one or two plain coordinates (tex1Dfetch of up to 8 bytes, surfaces of one and two dimensions).
//
//     lanes      0 1 2 3 | 4 5 6 7 | 8 ...
//     requests   \__1__/   \__1__/              one for each such group with an active lane
//     sectors    32 bytes, each once in a request. In plain memory they lie in a row; in an array they are 16 bytes of two rows:
//
//                     columns  0..15   16..31   bytes
//                row 0        [   a   |   b   ]
//                row 1        [   a   |   b   ]
//                row 2        [   c   |   d   ]
//
// A fetch between texels reads up to eight, those whose weight is not 0; behind a border the nearest ones. Of plain memory what lies outside is
// not asked for. So an H200 counts (tests/fidelity/textures.cu, surfaces.cu); not so the sectors between texels of a volume, which it does not join:
// l1tex__t_requests_pipe_tex_mem_texture.sum, ..._surface_op_ld.sum, ..._surface_op_st.sum, and the same of t_sectors. None of this goes
// through the pipe of plain loads and stores, whose counters leave it out.
#include <array>
#include <cstdint>

#include "simulator/analysis/events.h"

namespace wb {

// The words that device code hands over for each lane (library/include/texture_functions.inc):
//   columns  the first texel's first byte within its row (plain memory: from a multiple of 32 on), bits 32 on the second one's
//   rows     the first texel's row, bits 32 on the second one's
//   rest     bits 0..15 the first slice or layer, 16..31 the second; 32..39 which corners are read (bit 0: second column, bit 1: second row,
//            bit 2: second slice); 40 eight lanes are taken together, else four; 48 plain memory; 49 a surface; 50 a store
struct Fetch {
  uint32_t site = 0;
  LaneMask active = 0;
  const uint64_t *columns = nullptr, *rows = nullptr, *rest = nullptr;  // [32], valid where `active`
};
enum class FetchWay : uint8_t { texture, surface_load, surface_store };

struct FetchUse {
  FetchWay way{};
  uint32_t requests = 0, sectors = 0;
};
// Lanes of one warp fetch by one line of the library: in one way, so many together.
FetchUse fetch_use(const Fetch& fetch);

}  // namespace wb
