// Memory counters against a profiler's on an H200 (compute capability 9.0): the same source and launch must give the same figures. The
// figures were read with the metrics that counters.h names; the accesses are ones that the compiler leaves alone.
#include <doctest/doctest.h>

#include "simulator/simulator.h"

using namespace wb;

namespace {

struct Case {
  const char* name;
  const char* source;  // one kernel
  Index3 grid, block;
  ScalarKind scalar;
  uint64_t elements;   // of both buffers
  std::vector<int64_t> values;
  Counters expected;   // of the fields below
};

constexpr uint64_t million = 1u << 20;
constexpr Index3 blocks_of_256{4096, 1, 1}, threads_256{256, 1, 1}, tiles_32{32, 32, 1}, threads_32x8{32, 8, 1};

Counters global(uint64_t load_requests, uint64_t load_sectors, uint64_t store_requests, uint64_t store_sectors) {
  return {.global_load_requests = load_requests, .global_load_sectors = load_sectors, .global_store_requests = store_requests, .global_store_sectors = store_sectors};
}

const char* strided = R"(__global__ void k(const float* in, float* out, int stride, int n)
{ int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride; if (i < n) out[i] = in[i]; })";
const char* transpose = R"(__global__ void k(const float* in, float* out)
{ int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[x * 1024 + y + j] = in[(y + j) * 1024 + x]; })";

const Case cases[] = {
    {"copy of floats", "__global__ void k(const float* in, float* out)\n{ int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i]; }",
     blocks_of_256, threads_256, ScalarKind::float_, million, {}, global(32768, 131072, 32768, 131072)},
    {"copy at i + 1, guarded",
     "__global__ void k(const float* in, float* out, int n)\n{ int i = blockIdx.x * blockDim.x + threadIdx.x + 1; if (i < n) out[i] = in[i]; }",
     blocks_of_256, threads_256, ScalarKind::float_, million, {million}, global(32768, 163839, 32768, 163839)},
    {"stride 2", strided, blocks_of_256, threads_256, ScalarKind::float_, million, {2, million}, global(16384, 131072, 16384, 131072)},
    {"stride 8", strided, blocks_of_256, threads_256, ScalarKind::float_, million, {8, million}, global(4096, 131072, 4096, 131072)},
    {"stride 32", strided, blocks_of_256, threads_256, ScalarKind::float_, million, {32, million}, global(1024, 32768, 1024, 32768)},
    {"copy of doubles", "__global__ void k(const double* in, double* out)\n{ int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i]; }",
     blocks_of_256, threads_256, ScalarKind::double_, million, {}, global(32768, 262144, 32768, 262144)},
    {"copy of float4", "__global__ void k(const float* in, float* out)\n{ int i = blockIdx.x * blockDim.x + threadIdx.x; ((float4*)out)[i] = ((const float4*)in)[i]; }",
     {1024, 1, 1}, threads_256, ScalarKind::float_, million, {}, global(8192, 131072, 8192, 131072)},
    {"transpose without a tile", transpose, tiles_32, threads_32x8, ScalarKind::float_, million, {}, global(32768, 131072, 32768, 1048576)},
    {"7 x 5 blocks over rows of 140",
     "__global__ void k(const float* in, float* out)\n{ int i = (blockIdx.y * 5 + threadIdx.y) * 140 + blockIdx.x * 7 + threadIdx.x; out[i] = in[i]; }",
     {20, 20, 1}, {7, 5, 1}, ScalarKind::float_, 14000, {}, global(800, 3850, 800, 3850)},
};

std::string tiled_transpose(int pitch) {
  return "__global__ void k(const float* in, float* out)\n{ __shared__ float tile[32][" + std::to_string(pitch) + R"(];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * 1024 + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * 1024 + x] = tile[threadIdx.x][threadIdx.y + j]; })";
}

SimulationResult run(const std::string& source, Index3 grid, Index3 block, ScalarKind scalar, uint64_t elements, const std::vector<int64_t>& values) {
  CompileResult compiled = compile("case.cu", source, "k");
  REQUIRE(compiled.ok());
  KernelLaunch launch{.grid = grid, .block = block};
  for (const char* name : {"in", "out"}) {
    DeviceBuffer buffer{.name = name, .scalar = scalar, .shape = {elements}};
    buffer.bytes.assign(elements * info(scalar).bytes, 0);
    launch.arguments.push_back(BufferArgument{static_cast<uint32_t>(launch.buffers.size())});
    launch.buffers.push_back(std::move(buffer));
  }
  for (int64_t value : values) launch.arguments.push_back(value);
  return simulate(compiled.program, launch);
}

}  // namespace

TEST_CASE("global requests and sectors are the profiler's") {
  for (const Case& c : cases) {
    CAPTURE(c.name);
    Counters counters = run(c.source, c.grid, c.block, c.scalar, c.elements, c.values).counters;
    CHECK(counters.global_load_requests == c.expected.global_load_requests);
    CHECK(counters.global_load_sectors == c.expected.global_load_sectors);
    CHECK(counters.global_store_requests == c.expected.global_store_requests);
    CHECK(counters.global_store_sectors == c.expected.global_store_sectors);
  }
}

TEST_CASE("a tile of pitch 32 puts a column into one bank; one of pitch 33 does not") {
  Counters narrow = run(tiled_transpose(32), tiles_32, threads_32x8, ScalarKind::float_, million, {}).counters;
  CHECK(narrow.shared_load_requests == 32768);
  CHECK(narrow.shared_load_wavefronts == 1048576);
  CHECK(narrow.shared_load_conflicts == 1015808);
  CHECK(narrow.global_store_sectors == 131072);
  Counters padded = run(tiled_transpose(33), tiles_32, threads_32x8, ScalarKind::float_, million, {}).counters;
  CHECK(padded.shared_load_requests == 32768);
  CHECK(padded.shared_load_wavefronts == 32768);
  CHECK(padded.shared_load_conflicts == 0);
}

TEST_CASE("wavefronts of vectors read from shared memory are the profiler's") {
  struct Row {
    const char *name, *type, *index;
    uint64_t wavefronts, conflicts;  // of a warp's request
  };
  const Row rows[] = {{"float2, backwards", "float2", "255 - t", 2, 0}, {"float4, backwards", "float4", "255 - t", 4, 0}, {"float2, stride 2", "float2", "t * 2", 4, 2},
                      {"float4, stride 2", "float4", "t * 2", 8, 4}, {"float2, one for all", "float2", "5", 1, 0}, {"float2, pairs", "float2", "t >> 1", 1, 0},
                      {"float4, one for all", "float4", "5", 2, 0}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const std::string type = row.type;
    const std::string source = "__global__ void k(const float* in, float* out)\n{ __shared__ " + type + " s[512]; int t = threadIdx.x; s[t] = ((const " + type +
                               "*)in)[t]; s[t + 256] = s[t]; __syncthreads(); ((" + type + "*)out)[t] = s[" + row.index + "]; }";
    SimulationResult result = run(source, {1, 1, 1}, threads_256, ScalarKind::float_, 2048, {});
    const AccessCounters* last = nullptr;
    for (const AccessCounters& a : result.accesses)
      if (a.space == Space::shared && a.kind == AccessKind::load) last = &a;
    REQUIRE(last);
    CHECK(last->requests == 8);
    CHECK(last->wavefronts == 8 * row.wavefronts);
    CHECK(last->conflicts == 8 * row.conflicts);
  }
}

TEST_CASE("wavefronts of 128 strided shared reads are the profiler's") {
  const std::pair<int, uint64_t> rows[] = {{1, 128}, {2, 256}, {3, 128}, {4, 512}, {8, 1024}, {16, 2048}, {32, 4096}};
  std::string source = R"(__global__ void k(const float* in, float* out, int stride)
{ __shared__ float s[2048]; int t = threadIdx.x;
  for (int i = t; i < 2048; i += 256) s[i] = in[i];
  __syncthreads();
  out[blockIdx.x * 256 + t] = s[(t * stride) & 2047]; })";
  for (auto [stride, wavefronts] : rows) {
    CAPTURE(stride);
    Counters counters = run(source, {16, 1, 1}, threads_256, ScalarKind::float_, 4096, {stride}).counters;
    CHECK(counters.shared_load_requests == 128);
    CHECK(counters.shared_load_wavefronts == wavefronts);
  }
}
