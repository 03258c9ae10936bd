#pragma once
// What a kernel's code says about the launch that it is made for: which axes of the grid and the block it asks for, and the shapes of its
// arrays in shared memory. For a proposal where no host code is there to ask.
#include <array>
#include <cstdint>
#include <vector>

#include "simulator/program/program.h"

namespace wb {

struct KernelUse {
  std::array<bool, 3> thread_axis{}, block_axis{};  // threadIdx.x, y, z and blockIdx.x, y, z
  std::vector<std::vector<uint64_t>> shared_arrays; // shapes, slowest axis first
  bool has_dynamic_shared = false;
  uint32_t max_threads = 0;                         // __launch_bounds__; 0: not given
};

KernelUse use_of(const Program& program);

}  // namespace wb
