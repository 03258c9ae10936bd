#pragma once
// "i = 2*8 + 3 = 19": the index declarations of a kernel with a thread's own numbers filled in. Read from the source's text, so it
// works for any kernel that says who it is in the usual words; a declaration that uses anything else (memory, calls) is left out.
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/recording/recording.h"

namespace wb {

struct IndexFormula {
  std::string name;         // "i"
  std::string expression;   // as in the source: "blockIdx.x * blockDim.x + threadIdx.x"
  std::string substituted;  // "2*8 + 3"
  int64_t value = 0;        // 19
  uint32_t line = 0;        // of the declaration, 1-based in the whole text
  std::string sentence() const;  // "i = 2*8 + 3 = 19"; "i = 3" where nothing is computed
};

// The names of the kernel's parameters, in order, as its text has them; empty when it cannot be found. `kernel`: "matmul<16>" means matmul.
std::vector<std::string> parameter_names(std::string_view source, std::string_view kernel);

// In the order of their declarations; only those that depend on the thread. `values`: names known besides (parameters, constants).
std::vector<IndexFormula> index_formulas(std::string_view source, std::string_view kernel, const LaunchShape& shape, ThreadRef thread,
                                         const std::map<std::string, double>& values, size_t limit = 4);

}  // namespace wb
