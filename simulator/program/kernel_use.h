#pragma once
// What a kernel's code says about the launch that it is made for: which axes of the grid and the block it asks for, the shapes of its
// arrays in shared memory, which pointers lead to data that it reads. For a proposal where no host code is there to ask.
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "simulator/program/program.h"
#include "simulator/program/table_use.h"

namespace wb {

struct KernelUse {
  std::array<bool, 3> thread_axis{}, block_axis{};  // threadIdx.x, y, z and blockIdx.x, y, z
  bool takes_tickets = false;                       // a block's work is the next piece that atomicAdd(&next, 1) hands out, and not told by blockIdx
  std::vector<std::vector<uint64_t>> shared_arrays; // shapes, slowest axis first
  bool has_dynamic_shared = false;
  uint32_t max_threads = 0;                         // __launch_bounds__; 0: not given
  std::array<uint32_t, 3> cluster{1, 1, 1};         // __cluster_dims__: the grid is made of whole ones
  std::set<std::string> inputs;                     // pointers that are read as they stand, by no atomic and through no volatile type: data, not flags
  std::set<std::string> stored;                     // pointers through which something may be stored
  std::set<std::string> sought;                     // whole numbers among the parameters that an element is asked to be equal to, and that bound nothing
  std::set<int64_t> compared;                       // whole numbers that something is asked to be equal to, but no index of a thread or a block
  TableUse tables;                                  // of pointers to data with marks: EMPTY, -1
  std::set<std::string> guards;                     // whole numbers among the parameters that an index of the whole grid is to lie below: i < n. Of a kernel without blockIdx: an index of the block
  std::set<std::string> places;                     // whole numbers that such an index is asked to be equal to: `j == k` of step k
  uint32_t named_threads = 0;                       // the most that a barrier with a number is said to be for; 0: none is
  std::map<std::string, std::string> bounded;       // pointers of which every element is asked for by such an index alone, a[i], and its guard
};

KernelUse use_of(const Program& program);

}  // namespace wb
