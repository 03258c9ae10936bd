// Loads whose value the compiler still has: said at the access, and only there where nothing can have changed it.
#include <doctest/doctest.h>

#include "kernel_run.h"

using namespace wb;
using wb::test::KernelRun;

namespace {

// The lines of kept loads, each with the line that they are kept from, as "3<2 4<4 "; the body begins in line 2, with `i` and room for `s`.
std::string kept(const std::string& body, const std::string& in = "const int* in") {
  KernelRun run("__global__ void k(" + in + ", int* out, int n) { __shared__ int s[64]; int i = threadIdx.x;\n" + body + "\n}", {1, 1, 1}, {64, 1, 1});
  run.ints("in", 1024, 3).ints("out", 1024, 1).number(3);
  const SimulationResult result = run.run();
  std::string all;
  for (const AccessCounters& access : result.accesses)
    if (access.kept_from.end) all += std::to_string(run.sources->start(access.span).line) + "<" + std::to_string(run.sources->start(access.kept_from).line) + " ";
  return all;
}

}  // namespace

TEST_CASE("an element that is read again is kept") {
  CHECK(kept("out[i] = in[i] * in[i];") == "2<2 ");
  CHECK(kept("int a = in[i + 1];\nint b = in[i + 2];\nout[i] = a + b + in[1 + i];") == "4<2 ");
  CHECK(kept("int a = in[i + 1];\nint b = in[i + 2];\nout[i] = a + b + in[i + 1];") == "4<2 ");
  CHECK(kept("if (in[i] < 2) return;\nif (in[i] > 8) { out[i] = 8; return; }\nout[i] = in[i];") == "3<2 4<2 ");
  CHECK(kept("int v = in[i];\nif (v > 1) v = in[i + 3];\nout[i] = v + in[i];") == "4<2 ");
  CHECK(kept("for (int k = 0; k < 4; ++k) s[i] = in[i] + k;\nout[i] = s[i];") == "2<2 3<2 ");
  CHECK(kept("int c[4] = {};\nfor (int k = 0; k < 4; ++k) c[(in[i] >> k) & 3]++;\nout[i] = c[in[i + 1] & 3];") == "3<3 ");  // local memory is none of it
}

TEST_CASE("a store hands its value on, and ends what was known of its space") {
  CHECK(kept("out[i] = in[i];\nout[i] = out[i] + 1;") == "3<2 ");
  CHECK(kept("s[i] = in[i];\nout[i] = s[i];") == "3<2 ");
  CHECK(kept("int a = in[i];\nout[i] = a;\nout[i + 64] = in[i];").empty());            // `out` may be `in`
  CHECK(kept("int a = in[i];\ns[i] = a;\nout[i] = in[i];") == "4<2 ");                 // shared memory is none of it
  CHECK(kept("int a = in[i];\natomicAdd(&out[0], a);\nout[i + 64] = in[i];").empty());
  CHECK(kept("s[i] = in[i];\n__syncthreads();\nout[i] = s[i];").empty());
  CHECK(kept("int a = in[i];\n__syncwarp();\nout[i] = a + in[i];").empty());
  CHECK(kept("int a = in[i];\na += __shfl_xor_sync(~0u, a, 1);\nout[i] = a + in[i];") == "4<2 ");
  CHECK(kept("volatile int* v = out;\nint a = v[i];\nin = out;\nout[i] = a + v[i];").empty());
}

TEST_CASE("nothing is stored where a restricted parameter to constants leads") {
  const std::string body = "int a = in[i];\nout[i] = a;\nout[i + 64] = in[i];";
  CHECK(kept(body, "const int* __restrict__ in") == "4<2 ");
  CHECK(kept(body, "int* __restrict__ in").empty());
  CHECK(kept("out[i] = in[i];\n__syncthreads();\nout[i + 64] = in[i];", "const int* __restrict__ in").empty());
  CHECK(kept("const int* p = in;\nout[i] = p[i];\np = out;\nout[i + 64] = p[i];", "const int* __restrict__ in").empty());
}

TEST_CASE("what only some ways have read is not kept, nor what a loop changes") {
  CHECK(kept("int v = 0;\nif (i & 1) v = in[i];\nout[i] = v + in[i];").empty());
  CHECK(kept("int v = 0;\nif (i & 1) v = in[i];\nelse v = -in[i];\nout[i] = v + in[i];").empty());  // from two places: not claimed
  CHECK(kept("int at = in[i], k = 0;\nwhile (k < n) { at = in[at]; ++k; }\nout[i] = at;").empty());
  CHECK(kept("int a = in[i];\nfor (int k = 0; k < n; ++k) out[i] += k;\nout[i] = a + in[i];").empty());
  CHECK(kept("int a = in[i];\nfor (int k = 0; k < n; ++k) a += k;\nout[i] = a + in[i];") == "4<2 ");
  CHECK(kept("int j = i;\nint a = in[j];\nfor (int k = 0; k < n; ++k) j += k;\nout[i] = a + in[j];").empty());
}
