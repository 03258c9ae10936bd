#pragma once
// Grid and block for a kernel that no host code launches, from what its own code asks for.
#include <array>
#include <cstdint>
#include <string_view>

#include "simulator/program/kernel_use.h"

namespace wb {

using Shape = std::array<uint64_t, 3>;

// As use_of(), but for axes that only cooperative groups ask for: the rank of a thread in its grid is of all three, whatever the kernel is made for.
KernelUse use_in(const Program& program, std::string_view source);

// 16 x 16 for a kernel that uses threadIdx.y, 256 for one that does not; the size of a tile in shared memory where there is one.
Shape assumed_block(const KernelUse& use);

// Blocks enough for `elements` threads along the axes that the kernel uses.
Shape assumed_grid(const KernelUse& use, const Shape& block, uint64_t elements);

}  // namespace wb
