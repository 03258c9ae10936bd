#pragma once
// What one thread computes: the tests of the language write declarations and the body of `__global__ void k(int* out, int n)`, with n = 5.
#include "tests/unit/machine/run_kernel.h"

namespace wb::test {

inline std::string kernel_of(const std::string& declarations, const std::string& body) { return declarations + "\n__global__ void k(int* out, int n) {\n" + body + "\n}"; }

// The ints that it writes to out[0], out[1] ...; empty: it does not compile.
inline std::vector<int> values(const std::string& declarations, const std::string& body, size_t count = 1) {
  Kernel k(kernel_of(declarations, body), "k");
  if (!k.errors.empty()) return {};
  k.shape({1, 1, 1}, {1, 1, 1}).out<int32_t>(count).value(int32_t{5}).run();
  CHECK(k.kinds() == "");
  return k.get<int32_t>(0);
}

// One expression's; -12345: it does not compile.
inline int value(const std::string& declarations, const std::string& expression) {
  const std::vector<int> all = values(declarations, "out[0] = " + expression + ";");
  return all.empty() ? -12345 : all[0];
}

// The codes of its errors, with a space between them.
inline std::string errors(const std::string& declarations, const std::string& body) {
  const CompileResult compiled = compile("k.cu", kernel_of(declarations, body), "k", {});
  std::string all;
  for (const Diagnostic& d : compiled.diagnostics)
    if (d.severity == Severity::error) all += (all.empty() ? "" : " ") + std::string(code_info(d.code).name);
  return all;
}

}  // namespace wb::test
