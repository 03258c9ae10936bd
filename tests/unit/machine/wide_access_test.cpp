// Vector types move in one access: values, counters, and what the checks see of it.
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using wb::test::Kernel;

namespace {

template <class T>
std::vector<T> counting(size_t count) {
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<T>(i);
  return values;
}

}  // namespace

TEST_CASE("a copy of vectors is one request for each warp") {
  struct Row {
    const char* type;
    uint64_t requests, sectors;  // of 256 threads, loads
  };
  constexpr Row rows[] = {{"float4", 8, 128}, {"float2", 8, 64}, {"uchar4", 8, 32}, {"short4", 8, 64}, {"double2", 8, 128}, {"longlong2", 8, 128},
                          {"ushort2", 8, 32}, {"char2", 8, 16},  {"int3", 24, 288}, {"double4_16a", 16, 512}, {"float1", 8, 32}};
  for (const Row& row : rows) {
    CAPTURE(row.type);
    Kernel k("__global__ void copy(const int* in, int* out) { int i = threadIdx.x; ((" + std::string(row.type) + "*)out)[i] = ((const " + row.type + "*)in)[i]; }");
    k.shape({1, 1, 1}, {256, 1, 1}).in(counting<int32_t>(2048)).in(std::vector<int32_t>(2048)).run();
    CHECK(k.kinds() == "");
    CHECK(k.result.counters.global_load_requests == row.requests);
    CHECK(k.result.counters.global_load_sectors == row.sectors);
    CHECK(k.result.counters.global_store_requests == row.requests);
    const size_t bytes = k.result.counters.global_load_bytes;
    CHECK(std::memcmp(k.result.buffers[1].bytes.data(), k.result.buffers[0].bytes.data(), bytes) == 0);
  }
}

TEST_CASE("a record of small numbers as large as one access is one, whatever is done to its members") {
  struct Row {
    const char *record, *element;
    size_t count;  // of its elements
  };
  constexpr Row rows[] = {{"struct alignas(16) R { short m[8]; };", "short", 8},       {"struct alignas(16) R { unsigned char m[16]; };", "unsigned char", 16},
                          {"struct alignas(8) R { unsigned char m[8]; };", "unsigned char", 8}, {"struct alignas(4) R { short m[2]; };", "short", 2},
                          {"struct alignas(2) R { signed char m[2]; };", "signed char", 2}};
  for (const Row& row : rows) {
    CAPTURE(row.record);
    const std::string n = std::to_string(row.count);
    Kernel k(std::string(row.record) + "\n__global__ void f(const R* in, R* out) { R a = in[threadIdx.x], b; for (int i = 0; i < " + n + "; ++i) b.m[i] = a.m[" + n + " - 1 - i] + 1; out[threadIdx.x] = b; }");
    k.shape({1, 1, 1}, {32, 1, 1}).in(counting<uint8_t>(512)).in(std::vector<uint8_t>(512)).run();
    CHECK(k.kinds() == "");
    CHECK(k.result.counters.global_load_requests == 1);
    CHECK(k.result.counters.global_store_requests == 1);
    const size_t bytes = k.result.counters.global_load_bytes / 32, each = bytes / row.count;
    const std::vector<uint8_t> in = k.get<uint8_t>(0), out = k.get<uint8_t>(1);
    const auto element = [&](const std::vector<uint8_t>& of, size_t i) { return of[i * each] | (each == 2 ? of[i * each + 1] << 8 : 0); };
    const int most = each == 2 ? 0xFFFF : 0xFF;
    for (size_t t = 0; t < 32; ++t)
      for (size_t i = 0; i < row.count; ++i) CHECK(element(out, t * row.count + i) == ((element(in, t * row.count + row.count - 1 - i) + 1) & most));
  }
}

TEST_CASE("every schedule and a partial mask give the same bytes") {
  for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::random}) {
    Kernel k("__global__ void f(const float4* in, float4* out) { int i = threadIdx.x; if (i % 3) { float4 v = in[(i * 7) % 64]; v.y += 1; out[i] = v; } }");
    k.shape({1, 1, 1}, {64, 1, 1}).in(counting<float>(256)).in(std::vector<float>(256)).run(schedule, 3);
    CHECK(k.kinds() == "");
    const std::vector<float> out = k.get<float>(1);
    for (size_t i = 0; i < 64; ++i)
      for (size_t m = 0; m < 4; ++m) CHECK(out[4 * i + m] == (i % 3 ? static_cast<float>(4 * (i * 7 % 64) + m) + (m == 1 ? 1.0f : 0.0f) : 0.0f));
  }
}

TEST_CASE("a vector access that is not aligned, out of bounds or of unset memory is found") {
  const auto kinds = [](const char* text, size_t floats) {
    Kernel k(text);
    k.shape({1, 1, 1}, {32, 1, 1}).in(counting<float>(floats)).in(std::vector<float>(256)).run();
    return k.kinds();
  };
  CHECK(kinds("__global__ void f(const float* in, float4* out) { out[threadIdx.x] = *(const float4*)(in + 1); }", 64) == "memory.misaligned");
  CHECK(kinds("__global__ void f(const float* in, float4* out) { out[threadIdx.x] = *(const float4*)(in + 4); }", 64) == "");
  CHECK(kinds("__global__ void f(const float4* in, float4* out) { out[threadIdx.x] = in[threadIdx.x]; }", 126) == "oob.read");
  CHECK(kinds("__global__ void f(const float4* in, float4* out) { __shared__ float4 s[64]; s[threadIdx.x] = in[threadIdx.x]; __syncthreads(); out[threadIdx.x] = s[threadIdx.x + 1]; }", 128) == "uninit.shared");
  CHECK(kinds("__global__ void f(const float4* in, float4* out) { __shared__ float4 s[32]; s[threadIdx.x] = in[threadIdx.x]; __syncthreads(); out[threadIdx.x] = s[31 - threadIdx.x]; }", 128) == "");
}

TEST_CASE("vectors in shared memory race as what they cover") {
  const char* source = "__global__ void f(const float4* in, float* out) { __shared__ float4 s[64]; s[threadIdx.x] = in[threadIdx.x]; BARRIER out[threadIdx.x] = ((float*)s)[255 - threadIdx.x]; }";
  const auto run = [&](const char* barrier) {
    std::string text = source;
    text.replace(text.find("BARRIER"), 7, barrier);
    Kernel k(text);
    k.shape({1, 1, 1}, {64, 1, 1}).in(counting<float>(256)).in(std::vector<float>(64)).run();
    return k.kinds();
  };
  CHECK(run("__syncthreads();") == "");
  CHECK(run("").find("race") != std::string::npos);
}

TEST_CASE("results through pointers are stores that the checks see") {
  const auto kinds = [](const char* text) {
    Kernel k(text);
    k.shape({1, 1, 1}, {32, 1, 1}).in(counting<float>(32)).in(std::vector<float>(32)).run();
    return k.kinds();
  };
  CHECK(kinds("__global__ void f(const float* in, float* out) { float s, c; sincosf(in[threadIdx.x], &s, &c); out[threadIdx.x] = s * c; }") == "");
  CHECK(kinds("__global__ void f(const float* in, float* out) { float s; sincosf(in[threadIdx.x], &s, out + 32); out[threadIdx.x] = s; }").find("oob.write") != std::string::npos);
  CHECK(kinds("__global__ void f(const float* in, float* out) { float whole; out[threadIdx.x] = modff(in[threadIdx.x], &whole); out[0] = whole; }").find("race") != std::string::npos);
}

TEST_CASE("copies of bytes are checked as loads and stores") {
  const auto kinds = [](const char* text) {
    Kernel k(text);
    k.shape({1, 1, 1}, {32, 1, 1}).in(counting<float>(64)).in(std::vector<float>(64)).run();
    return k.kinds();
  };
  CHECK(kinds("__global__ void f(const float* in, float* out) { memcpy(out + 2 * threadIdx.x, in + 2 * threadIdx.x, 8); }") == "");
  CHECK(kinds("__global__ void f(const float* in, float* out) { memcpy(out + 2 * threadIdx.x, in + 2 * threadIdx.x + 2, 8); }") == "oob.read");
  CHECK(kinds("__global__ void f(const float* in, float* out) { if (threadIdx.x == 0) memset(out, 0, 65 * sizeof(float)); }") == "oob.write");
  CHECK(kinds("__global__ void f(const float* in, float* out) { memset(out, threadIdx.x, 8); }").find("race") != std::string::npos);
}

TEST_CASE("a record goes in parts as large as its alignment; pairs of halves each by themselves") {
  struct Row {
    const char *record, *headers;
    uint64_t requests;  // of a warp that copies one each: loads, and stores
  };
  constexpr Row rows[] = {{"struct alignas(16) R { short m[16]; };", "", 2},
                          {"struct alignas(8) R { short m[8]; };", "", 2},
                          {"struct alignas(4) R { unsigned char m[12]; };", "", 3},
                          {"struct R { short m[4]; };", "", 4},
                          {"struct alignas(16) R { int a; short b, c; float d; unsigned char e[4]; };", "", 1},
                          {"struct alignas(16) R { float4 v; short s[4]; int i, j; };", "", 2},
                          {"struct alignas(8) R { short s[2]; int i; };", "", 1},
                          {"struct alignas(16) R { __half m[8]; };", "#include <cuda_fp16.h>\n", 1},
                          {"struct alignas(16) R { __half2 m[4]; };", "#include <cuda_fp16.h>\n", 4},
                          {"struct alignas(16) R { __nv_bfloat162 m[4]; };", "#include <cuda_bf16.h>\n", 4}};
  for (const Row& row : rows) {
    CAPTURE(row.record);
    Kernel k(row.headers + std::string(row.record) + "\n__global__ void f(const R* in, R* out) { out[threadIdx.x] = in[threadIdx.x]; }");
    k.shape({1, 1, 1}, {32, 1, 1}).in(counting<uint8_t>(1024)).in(std::vector<uint8_t>(1024)).run();
    CHECK(k.kinds() == "");
    CHECK(k.result.counters.global_load_requests == row.requests);
    CHECK(k.result.counters.global_store_requests == row.requests);
    const size_t bytes = k.result.counters.global_load_bytes;
    CHECK(k.result.counters.global_store_bytes == bytes);
    CHECK(std::memcmp(k.result.buffers[1].bytes.data(), k.result.buffers[0].bytes.data(), bytes) == 0);
  }
}
