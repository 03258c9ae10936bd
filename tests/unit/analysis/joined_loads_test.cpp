// Loads from shared memory that the compiler joins into wider ones: said at the access, with what the hardware counts. The forms are those of
// tests/fidelity/neighbours.cu.
#include <doctest/doctest.h>

#include "kernel_run.h"

using namespace wb;
using wb::test::KernelRun;

namespace {

// "bytes:requests/wavefronts" of each shared load that is joined, in the order of the text; the body begins with `t`, and s[512] filled. One warp.
std::string joined(const std::string& body, const std::string& arrays = "__shared__ float s[512];") {
  KernelRun run("__global__ void f(const float* in, float* out, int k) { " + arrays + " const int t = threadIdx.x;\n"
                "for (int at = t; at < 512; at += 32) s[at] = in[at];\n__syncthreads();\n" + body + "\n}", {1, 1, 1}, {32, 1, 1});
  run.floats("in", 512).floats("out", 512).number(3);
  const SimulationResult result = run.run();
  std::string all;
  for (const AccessCounters& access : result.accesses)
    if (access.joined_bytes)
      all += std::to_string(access.joined_bytes) + ":" + std::to_string(access.joined_requests) + "/" + std::to_string(access.joined_wavefronts) + " ";
  return all;
}

}  // namespace

TEST_CASE("neighbours of an aligned pair or four are one load, counted at the first") {
  CHECK(joined("out[t] = s[2 * t] + s[2 * t + 1];") == "8:1/2 8:0/0 ");
  CHECK(joined("out[t] = s[2 * t + 1] + s[2 * t];") == "8:0/0 8:1/2 ");
  CHECK(joined("const int at = t << 1; out[t] = s[at] + s[at + 1];") == "8:1/2 8:0/0 ");
  CHECK(joined("out[t] = s[2 * (t + k)] + s[2 * (t + k) + 1];") == "8:1/2 8:0/0 ");
  CHECK(joined("out[t] = s[6] + s[7];") == "8:1/1 8:0/0 ");
  CHECK(joined("out[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3];") == "16:1/4 16:0/0 16:0/0 16:0/0 ");
  CHECK(joined("out[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2];") == "16:1/4 16:0/0 16:0/0 ");
  CHECK(joined("out[t] = s[4 * t + 2] + s[4 * t + 3];") == "8:1/4 8:0/0 ");
  CHECK(joined("float v = 0; for (int j = 0; j < 8; ++j) v += s[8 * t + j]; out[t] = v;") == "16:2/16 ");
  CHECK(joined("float v = 0; for (int j = 0; j < 16; ++j) v += s[t / 16 * 16 + j]; out[t] = v;") == "16:4/8 ");
}

TEST_CASE("what is not known to be aligned, has gaps or is not of one stretch stays as it is") {
  CHECK(joined("out[t] = s[t] + s[t + 1];").empty());
  CHECK(joined("out[t] = s[2 * t + 1] + s[2 * t + 2];").empty());
  CHECK(joined("out[t] = s[3 * t] + s[3 * t + 1];").empty());
  CHECK(joined("out[t] = s[2 * t + k] + s[2 * t + k + 1];").empty());
  CHECK(joined("const int at = 2 * t % 64; out[t] = s[at] + s[at + 1];").empty());
  CHECK(joined("out[t] = s[4 * t] + s[4 * t + 2];").empty());
  CHECK(joined("out[t] = s[4 * t + 1] + s[4 * t + 2];").empty());
  CHECK(joined("float v = s[2 * t]; __syncthreads(); out[t] = v + s[2 * t + 1];").empty());
  CHECK(joined("float v = s[2 * t]; __syncwarp(); out[t] = v + s[2 * t + 1];").empty());
  CHECK(joined("float v = s[2 * t]; s[k] = v; out[t] = v + s[2 * t + 1];").empty());
  CHECK(joined("float v = s[2 * t]; out[t] = v; out[t + 32] = s[2 * t + 1];") == "8:1/2 8:0/0 ");  // a store elsewhere
  CHECK(joined("volatile float* p = s; out[t] = p[2 * t] + p[2 * t + 1];").empty());
  CHECK(joined("float v = 0; for (int j = 0; j < 16; ++j) v += s[t / 16 * 17 + j]; out[t] = v;").empty());
  CHECK(joined("out[t] = s[2 * t] + s[2 * t + 1];", "__shared__ float other[33]; __shared__ float s[512]; other[threadIdx.x] = 0;").empty());  // where does s begin?
}

TEST_CASE("a number behind unroll says how much is written out, and then passes are not joined") {
  CHECK(joined("float v = 0;\n#pragma unroll\nfor (int j = 0; j < 8; ++j) v += s[j];\nout[t] = v;") == "16:2/4 ");
  CHECK(joined("float v = 0;\n#pragma unroll 1\nfor (int j = 0; j < 8; ++j) v += s[j];\nout[t] = v;").empty());
  CHECK(joined("float v = 0;\n#pragma unroll 1\nfor (int j = 0; j < 8; j += 2) v += s[j] * s[j + 1];\nout[t] = v;") == "8:4/4 8:0/0 ");
  CHECK(joined("float v = 0;\n_Pragma(\"unroll 1\") for (int j = 0; j < 8; ++j) v += s[j];\nout[t] = v;").empty());
  CHECK(joined("\n#define TWICE(...) __VA_ARGS__ __VA_ARGS__\nfloat v = 0;\nTWICE(_Pragma(\"unroll 1\") for (int j = 0; j < 8; ++j) v += s[j];)\nout[t] = v;").empty());
}
