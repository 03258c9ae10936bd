#pragma once
// Kernels that once went wrong, made small and kept: NAME.cu with a first line that says how it is launched, NAME.txt with what a GPU gave.
//   // grid 1, block 64x1, seed 4711            and ", contract" where nvcc's default contraction was on
#include <string>
#include <vector>

#include "tests/fuzz/differential/generator.h"

namespace wb::fuzz {

struct KeptKernel {
  std::string name, text, expected;
  Index3 grid{1, 1, 1}, block{64, 1, 1};
  bool contract = false;
  GeneratedKernel as_generated() const;
};

std::string kept_header(const GeneratedKernel& kernel, bool contract);
std::vector<KeptKernel> kept_kernels(const std::string& folder);  // in order of name; the kernel is called `k`

}  // namespace wb::fuzz
