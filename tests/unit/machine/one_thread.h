#pragma once
// Kernels of one thread that write their results into ints.
#include "tests/unit/machine/run_kernel.h"

namespace wb::test {

// Runs `void k(int* out)`; the first `count` results. There must be no finding above a note.
inline std::vector<int32_t> results(const std::string& text, size_t count) {
  Kernel k(text);
  k.shape({1, 1, 1}, {1, 1, 1}).in(std::vector<int32_t>(64)).run();
  CHECK(k.kinds() == "");
  std::vector<int32_t> all = k.get<int32_t>(0);
  all.resize(count);
  return all;
}

}  // namespace wb::test
