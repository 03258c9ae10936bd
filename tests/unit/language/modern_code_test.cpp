// C++14 to C++20 as kernels use it: each feature is run, and meets what must stay refused. The values are those of a GPU.
#include "tests/unit/machine/run_kernel.h"

using wb::test::Kernel;

namespace {

// The ints that a kernel of one thread (n = 5) writes to out[0], out[1] ...; empty: it does not compile.
std::vector<int> values(const std::string& declarations, const std::string& body, size_t count = 1) {
  Kernel k(declarations + "\n__global__ void k(int* out, int n) {\n" + body + "\n}", "k");
  if (!k.errors.empty()) return {};
  k.shape({1, 1, 1}, {1, 1, 1}).out<int32_t>(count).value(int32_t{5}).run();
  CHECK(k.kinds() == "");
  return k.get<int32_t>(0);
}

int value(const std::string& declarations, const std::string& expression) {
  const std::vector<int> all = values(declarations, "out[0] = " + expression + ";");
  return all.empty() ? -12345 : all[0];
}

std::string errors(const std::string& declarations, const std::string& body) {
  const wb::CompileResult compiled = wb::compile("k.cu", declarations + "\n__global__ void k(int* out, int n) {\n" + body + "\n}", "k", {});
  std::string all;
  for (const wb::Diagnostic& d : compiled.diagnostics)
    if (d.severity == wb::Severity::error) all += (all.empty() ? "" : " ") + std::string(wb::code_info(d.code).name);
  return all;
}

}  // namespace

TEST_CASE("__VA_OPT__ stays where there are further arguments") {
  CHECK(value("#define SUM(a, ...) (a __VA_OPT__(+ (__VA_ARGS__)))\n#define CALL(f, ...) f(n __VA_OPT__(,) __VA_ARGS__)\n__device__ int f(int a, int b = 2) { return a * b; }\n",
              "SUM(1) + SUM(2, 3) + CALL(f) + CALL(f, 4)") == 1 + 5 + 10 + 20);
}
