// Loads from shared memory, and stores to it, that the compiler joins into wider ones: said at the access, with what the hardware counts. The forms are those of
// tests/fidelity/neighbours.cu.
#include <doctest/doctest.h>

#include "kernel_run.h"

using namespace wb;
using wb::test::KernelRun;

namespace {

// "bytes:requests/wavefronts" of each shared load or store that is joined, in the order of the text; the body begins with `t`, and s[512] filled. One warp.
std::string joined(const std::string& body, const std::string& arrays = "__shared__ float s[512];") {
  KernelRun run("__global__ void f(const float* in, float* out, int k) { " + arrays + " const int t = threadIdx.x;\n"
                "for (int at = t; at < 512; at += 32) s[at] = in[at];\n__syncthreads();\n" + body + "\n}", {1, 1, 1}, {32, 1, 1});
  run.floats("in", 512).floats("out", 512).number(3);
  const SimulationResult result = run.run();
  std::string all;
  for (const AccessCounters& access : result.accesses)
    if (access.joined_bytes)
      all += std::to_string(access.joined_bytes) + ":" + std::to_string(access.left_requests) + "/" + std::to_string(access.left_wavefronts) + " ";
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
  CHECK(joined("float v = s[2 * t]; if (t < k) v = 1 - v; out[t] = v + s[2 * t + 1];") == "8:1/2 8:0/0 ");  // no branch is made of it
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

TEST_CASE("numbers without a sign, bits put in or cut off and pointers leave neighbours what they are") {
  CHECK(joined("const unsigned at = 2 * threadIdx.x; out[t] = s[at] + s[at + 1];") == "8:1/2 8:0/0 ");
  CHECK(joined("const unsigned at = 4 * threadIdx.x; out[t] = s[at] + s[at + 1] + s[at + 2] + s[at + 3];") == "16:1/4 16:0/0 16:0/0 16:0/0 ");
  CHECK(joined("out[t] = s[2 * t] + s[2 * t | 1];") == "8:1/2 8:0/0 ");
  CHECK(joined("const int at = 2 * t & 30; out[t] = s[at] + s[at + 1];") == "8:1/2 8:0/0 ");
  CHECK(joined("const int at = t & 30; out[t] = s[at] + s[at + 1];") == "8:1/1 8:0/0 ");
  CHECK(joined("const unsigned at = 2 * threadIdx.x % 64; out[t] = s[at] + s[at + 1];") == "8:1/2 8:0/0 ");
  CHECK(joined("const float* p = s + 2 * t; out[t] = p[0] + p[1];") == "8:1/2 8:0/0 ");
  CHECK(joined("const float* p = s + 2 * t; float v = *p++; out[t] = v + *p;") == "8:1/2 8:0/0 ");
  CHECK(joined("const unsigned at = 2 * threadIdx.x + 1; out[t] = s[at] + s[at + 1];").empty());
  CHECK(joined("out[t] = s[t] + s[t | 1];").empty());
  CHECK(joined("const float* p = s + t; out[t] = p[0] + p[1];").empty());
}

TEST_CASE("stores of neighbours that come one after the other are one store") {
  CHECK(joined("s[2 * t] = 1; s[2 * t + 1] = 2;") == "8:1/2 8:0/0 ");
  CHECK(joined("s[2 * t + 1] = 1; s[2 * t] = 2;") == "8:0/0 8:1/2 ");
  CHECK(joined("for (int j = 0; j < 8; ++j) s[8 * t + j] = k;") == "16:2/16 ");
  CHECK(joined("s[4 * t] = 1; s[4 * t + 1] = 2; s[4 * t + 2] = 3;") == "8:1/4 8:0/0 ");  // no fourth is stored with them
  CHECK(joined("s[2 * t] = 1; out[t] = 3; s[2 * t + 1] = 2;") == "8:1/2 8:0/0 ");        // a store elsewhere
  CHECK(joined("float a = s[2 * t], b = s[2 * t + 1]; s[2 * t] = b; s[2 * t + 1] = a;") == "8:1/2 8:0/0 8:1/2 8:0/0 ");
}

TEST_CASE("stores with another access to shared memory between them stay as they are") {
  CHECK(joined("s[t] = 1; s[t + 1] = 2;").empty());
  CHECK(joined("s[4 * t] = 1; s[4 * t + 2] = 2;").empty());
  CHECK(joined("s[4 * t + 1] = 1; s[4 * t + 2] = 2;").empty());
  CHECK(joined("s[2 * t] = 1; const float v = s[t + 300]; s[2 * t + 1] = v;").empty());
  CHECK(joined("s[2 * t] = 1; s[t + 300] = 3; s[2 * t + 1] = 2;").empty());
  CHECK(joined("s[2 * t] = 1; s[2 * t + 256] = 3; s[2 * t + 1] = 2; s[2 * t + 257] = 4;").empty());
  CHECK(joined("s[2 * t] = 1; r[t] = 3; s[2 * t + 1] = 2;", "__shared__ float s[512], r[512];").empty());
  CHECK(joined("s[2 * t] = 1; __syncthreads(); s[2 * t + 1] = 2;").empty());
  CHECK(joined("s[2 * t] = 1; __syncwarp(); s[2 * t + 1] = 2;").empty());
  CHECK(joined("s[2 * t] = 1; if (t < k) s[2 * t + 1] = 2;").empty());
  CHECK(joined("volatile float* p = s; p[2 * t] = 1; p[2 * t + 1] = 2;").empty());
  CHECK(joined("struct Two { float x, y; }; ((Two*)s)[t] = ((const Two*)in)[t];").empty());  // a record that is copied whole
}

namespace {

// "bytes:requests/sectors" of each load of members of records in global memory that is joined. One warp.
std::string members(const std::string& record, const std::string& body) {
  KernelRun run("struct " + record + ";\n__global__ void f(const R* __restrict__ q, const R* p, float* out, int n) { const int i = threadIdx.x; " + body + " }", {1, 1, 1}, {32, 1, 1});
  run.floats("q", 1024).floats("p", 1024).floats("out", 1024).number(3);
  const SimulationResult result = run.run();
  std::string all;
  for (const AccessCounters& access : result.accesses)
    if (access.joined_bytes)
      all += std::to_string(access.joined_bytes) + ":" + std::to_string(access.left_requests) + "/" + std::to_string(access.left_sectors) + " ";
  return all;
}
const std::string four = "__align__(16) R { float x, y, z, w; }", pair = "__align__(8) R { float x; int y; }";

}  // namespace

TEST_CASE("members of an aligned record in global memory are one load") {
  CHECK(members(pair, "out[i] = p[i].x + p[i].y;") == "8:1/8 8:0/0 ");
  CHECK(members(four, "out[i] = p[i].x + p[i].y;") == "8:1/16 8:0/0 ");
  CHECK(members(four, "out[i] = p[i].z + p[i].w;") == "8:1/16 8:0/0 ");
  CHECK(members(four, "out[i] = p[i].x + p[i].y + p[i].z + p[i].w;") == "16:1/16 16:0/0 16:0/0 16:0/0 ");
  CHECK(members(four, "out[i] = p[i].x + p[i].y + p[i].z;") == "16:1/16 16:0/0 16:0/0 ");
  CHECK(members(four, "out[i] = p[i].x + p[i].y + p[i].w;") == "16:1/16 16:0/0 16:0/0 ");
  CHECK(members(four, "out[i] = p[i].y + p[i].z + p[i].w;") == "8:1/16 8:0/0 ");  // the last two
  CHECK(members("__align__(16) R { double a, b; }", "out[i] = p[i].a + p[i].b;") == "16:1/16 16:0/0 ");
  CHECK(members("R { float x; float2 b; float y; }", "out[i] = p[i].x + p[i].b.x + p[i].b.y + p[i].y;") == "8:1/24 8:0/0 ");
  CHECK(members(pair, "const R& r = p[i]; out[i] = r.x + r.y;") == "8:1/8 8:0/0 ");
  CHECK(members(pair, "out[i] = q[i].x; out[i + 64] = q[i].y;") == "8:1/8 8:0/0 ");  // nothing is stored there
  CHECK(members(pair, "float s = 0; for (int k = 0; k < n; ++k) s += p[k].x * p[i].x + p[k].y * p[i].y; out[i] = s;") == "8:3/3 8:1/8 8:0/0 8:0/0 ");
}

TEST_CASE("members that are not aligned, have gaps or a store between are loads of their own") {
  CHECK(members("R { float x, y; }", "out[i] = p[i].x + p[i].y;").empty());
  CHECK(members(four, "out[i] = p[i].y + p[i].z;").empty());
  CHECK(members(four, "out[i] = p[i].x + p[i].z;").empty());
  CHECK(members(four, "out[i] = p[i].x + p[i + 1].y;").empty());
  CHECK(members("__align__(16) R { float a[4]; }", "out[i] = p[i].a[0] + p[i].a[1];").empty());
  CHECK(members("__align__(16) R { float a; }", "const float* f = (const float*)p; out[i] = f[4 * i] + f[4 * i + 1];").empty());
  CHECK(members(pair, "out[i] = p[i].x; out[i + 64] = p[i].y;").empty());
  CHECK(members(pair, "float s = p[i].x; if (s > n) s += p[i].y; out[i] = s;").empty());
  CHECK(members(pair, "float s = q[i].x; __syncthreads(); out[i] = s + q[i].y;").empty());
}

TEST_CASE("stores to members of an aligned record are joined, and loads go past them") {
  CHECK(members(pair, "((R*)p)[i].x = 1; ((R*)p)[i].y = 2;") == "8:1/8 8:0/0 ");
  CHECK(members(four, "((R*)p)[i].x = 1; ((R*)p)[i].y = 2; ((R*)p)[i].z = 3;") == "8:1/16 8:0/0 ");  // and one
  CHECK(members(pair, "((R*)p)[i].x += n; ((R*)p)[i].y += n;") == "8:1/8 8:1/8 8:0/0 8:0/0 ");
  CHECK(members(pair, "((R*)p)[i].x = 1; out[i] = 3; ((R*)p)[i].y = 2;").empty());
  CHECK(members(pair, "((R*)p)[i].x = 1; float v = out[i]; ((R*)p)[i].y = v;").empty());
  CHECK(members(pair, "((R*)p)[i].x = 1; ((R*)p)[i + 1].y = 2;").empty());
  CHECK(members("R { float x, y; }", "((R*)p)[i].x = 1; ((R*)p)[i].y = 2;").empty());
  CHECK(members(pair, "((R*)p)[i].x = q[i].x; ((R*)p)[i].y = q[i].y;") == "8:1/8 8:1/8 8:0/0 8:0/0 ");
  CHECK(members(pair, "((R*)p)[i].x = 1; ((R*)p)[i ^ 9].x = 2; ((R*)p)[i].y = 3;").empty());  // may be the same
  CHECK(members(pair, "((R*)p)[i].x = 1; ((R*)p)[i ^ 9].y = 2; ((R*)p)[i].y = 3;").empty());
}

TEST_CASE("of a loop whose passes nobody counts four are written out, and their neighbours joined") {
  const auto sum = [](const std::string& loop) { return "float v = 0; " + loop + " out[t] = v;"; };
  CHECK(joined(sum("for (int j = 0; j < 10 * k; ++j) v += s[j];")) == "16:9/16 ");  // seven of four, and two
  CHECK(joined(sum("for (unsigned j = 4; j < 10 * k; ++j) v += s[j];")) == "16:8/14 ");
  CHECK(joined(sum("for (int j = 0; j <= 10 * k; ++j) v += s[j];")) == "16:10/17 ");
  CHECK(joined(sum("for (int j = 0; j < 100; ++j) v += s[j];")) == "16:25/50 ");
  CHECK(joined(sum("for (int j = 0; j < 10 * k; ++j) if (s[j] > v) v = s[j];")) == "16:9/16 ");
  CHECK(joined(sum("for (int j = 0; j < 10 * k; ++j) v += expf(s[j]) * rsqrtf(v);")) == "16:9/16 ");
  CHECK(joined(sum("for (int j = 0; j < blockDim.x; ++j) v += s[j] * s[j + 256];")) == "16:8/16 16:8/16 ");
  CHECK(joined(sum("for (int j = 0; j < 10 * k; ++j) v += s[j] * s[t];")) == "16:9/16 ");
  CHECK(joined(sum("int end = min(64, 10 * k); for (int j = 0; j < end; ++j) v += s[j];")) == "16:9/16 ");
  CHECK(joined(sum("for (int m = 0; m < k; ++m) { for (int j = 0; j < 10 * k; ++j) v += s[j] * m; out[m] = v; }")) == "16:24/48 ");  // the rest is one
}

TEST_CASE("so are those of passes that load three neighbours and move by three") {
  const auto sum = [](const std::string& loop) { return "float v = 0; " + loop + " out[t] = v;"; };
  CHECK(joined(sum("for (int j = 0; j < 10 * k; ++j) v += s[3 * j] * s[3 * j + 1] + s[3 * j + 2];")) == "16:9/16 16:9/16 16:9/16 ");
  CHECK(joined(sum("for (int j = 0; j < 100; ++j) v += s[3 * j] * s[3 * j + 1] + s[3 * j + 2];")).empty());
  CHECK(joined(sum("for (int j = 0; j < 10 * k; ++j) v += s[3 * j] * s[3 * j + 1];")).empty());                                  // a gap
  CHECK(joined(sum("for (int j = 0; j < 10 * k; ++j) v += s[3 * j] * s[3 * j + 1] + s[3 * j + 2] + s[j + 128];")).empty());
}

TEST_CASE("two shorts are stored as a word, four as two") {
  const std::string shorts = "__shared__ float s[512]; __shared__ short h[128];", bytes = "__shared__ float s[512]; __shared__ unsigned char h[128];";
  CHECK(joined("h[2 * t] = t; h[2 * t + 1] = k; __syncthreads(); out[t] = h[t];", shorts) == "4:1/1 4:0/0 ");
  CHECK(joined("h[4 * t] = t; h[4 * t + 1] = k; h[4 * t + 2] = 1; h[4 * t + 3] = 2; __syncthreads(); out[t] = h[t];", shorts) ==
        "8:1/2 8:0/0 8:0/0 8:0/0 ");
  CHECK(joined("h[4 * t] = t; h[4 * t + 1] = k; h[4 * t + 2] = 1; __syncthreads(); out[t] = h[t];", shorts) == "4:1/2 4:0/0 ");
  CHECK(joined("h[2 * t + 1] = t; h[2 * t + 2] = k; __syncthreads(); out[t] = h[t];", shorts).empty());
  CHECK(joined("out[t] = h[2 * t] + h[2 * t + 1];", shorts).empty());                                      // loads stay
  CHECK(joined("h[2 * t] = t; h[2 * t + 1] = k; __syncthreads(); out[t] = h[t];", bytes).empty());
}

TEST_CASE("a loop with barriers that each pass comes to is written out") {
  const std::string step = "if (2 * d * t < 32) s[2 * d * t] += s[2 * d * t + d];";
  CHECK(joined("for (int d = 1; d < 32; d *= 2) { " + step + " __syncthreads(); } out[t] = s[t];") == "8:4/4 8:5/5 ");
  CHECK(joined("int d = 1; for (int left = 16; left > 0; left >>= 1) { " + step + " d *= 2; __syncthreads(); } out[t] = s[t];") == "8:4/4 8:5/5 ");
  CHECK(joined("for (int d = 1; d < 8 * k; d *= 2) { " + step + " __syncthreads(); } out[t] = s[t];").empty());
  CHECK(joined("for (int d = 1; d < 32; d *= 2) { " + step + " if (k) __syncthreads(); } out[t] = s[t];").empty());
}

TEST_CASE("what nvcc leaves alone in such loops, or joins in another way, is not said") {
  const auto sum = [](const std::string& loop) { return "float v = 0; " + loop + " out[t] = v;"; };
  for (const char* loop :
       {"for (int j = 1; j < 10 * k; ++j) v += s[j];", "for (int j = 0; j < 10 * k; ++j) v += s[j + k];", "for (int j = 0; j < t; ++j) v += s[j];",
        "for (int j = 0; j < 10 * k; ++j) v += s[t * 16 + j];", "for (int j = 0; j < 10 * k; ++j) if (j != t) v += s[j];",
        "for (int j = 0; j < 10 * k; j += 2) v += s[j];", "for (int j = 0; j < 10 * k; ++j) { if (s[j] > 1e30f) break; v += s[j]; }",
        "for (int j = 0; j < 10 * k; ++j) { v += s[j]; s[256 + t] = v; }", "for (int j = 0; j < 10 * k; ++j) v += s[j] / (v + 1);",
        "for (int j = 10 * k; j >= 0; --j) v += s[j];", "for (int j = 0; j < 10 * k; ++j) v += s[j] * s[j + 1];",
        "for (int j = 0; j < 10 * k; ++j) v += s[j] * s[j + t];", "for (unsigned j = 0; j < 10 * k; ++j) v += s[j] * s[j + 1];",
        "for (unsigned j = 0; j <= 10 * k; ++j) v += s[j];", "for (int j = 0; j <= blockDim.x; ++j) v += s[j];",
        "for (int j = 0; j < 10 * k; ++j) { v += s[j]; __syncthreads(); }", "\n#pragma unroll 8\nfor (int j = 0; j < 10 * k; ++j) v += s[j];",
        "for (int j = 0; j < 10 * k; ++j) v += sinf(s[j]);", "for (int j = 0; j < 10 * k; ++j) { v += s[j]; ++j; }"})
    CHECK_MESSAGE(joined(sum(loop)).empty(), loop);
  std::string terms;
  for (int i = 1; i < 8; ++i) terms += " v += s[j] * in[t + j * " + std::to_string(3 * i) + "];";
  CHECK(joined(sum("for (int j = 0; j < 10 * k; ++j) {" + terms + " }")).empty());  // too long: two are written out
}

TEST_CASE("figures of such loads never fall below nothing, whatever lanes a schedule parts") {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    KernelRun run("__global__ void f(const float* in, float* out, int k) { __shared__ float s[32]; int t = threadIdx.x; s[t] = in[t]; __syncthreads();\n"
                  "float v = 0; for (int j = 0; j < 8 * k; ++j) { v += s[j]; } out[t] = v; for (int j = 0; j < 5 * k; ++j) out[t] += in[j]; }", {1, 1, 1}, {32, 1, 1});
    run.floats("in", 512).floats("out", 512).number(3);
    run.options.schedule = Schedule::adversarial, run.options.seed = seed;
    for (const AccessCounters& access : run.run().accesses) CHECK(access.left_requests <= access.requests);
  }
}
