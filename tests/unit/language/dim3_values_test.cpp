// A dim3 that nothing else starts is (1, 1, 1), wherever it stands: CUDA gives it a constructor.
#include <doctest/doctest.h>

#include "tests/unit/language/host_program_launches.h"
#include "tests/unit/language/one_thread.h"

using namespace wb;
using namespace wb::test;

namespace {

std::vector<uint32_t> grid_of(const std::string& before, const std::string& body) {
  const auto all = launches_in("int* a; cudaMalloc(&a, 4096); " + body, before);
  if (all.size() != 1 || !all[0].is_seen || !all[0].grid) return {};
  return {all[0].grid->begin(), all[0].grid->end()};
}

}  // namespace

TEST_CASE("a dim3 in a kernel starts with ones, alone, in an array and in an object") {
  CHECK(value("", "([] { dim3 d; d.y = 3; return (int)(d.x * 100 + d.y * 10 + d.z); })()") == 131);
  CHECK(values("struct S { int n; dim3 g; };", "S s; s.g.x = 4; out[0] = s.g.x * 100 + s.g.y * 10 + s.g.z;") == std::vector<int>{411});
  CHECK(values("struct S { dim3 g; }; struct T { S s[2]; int n; };", "T t; out[0] = t.s[1].g.x + t.s[0].g.z;") == std::vector<int>{2});
  CHECK(values("", "dim3 d[3]; d[1].x = 5; out[0] = d[1].x * 100 + d[1].y * 10 + d[2].z;") == std::vector<int>{511});
  CHECK(values("struct S { dim3 g; __device__ S() {} };", "S s; out[0] = s.g.x + s.g.y;") == std::vector<int>{2});
  CHECK(values("__device__ dim3 d; __device__ dim3 e[2]; __constant__ dim3 c;", "out[0] = d.x + 10 * e[1].y + 100 * c.z;") == std::vector<int>{111});
  CHECK(errors("struct S { dim3 g; };", "__shared__ dim3 d; __shared__ S s; d.x = n; s.g.y = n; __syncthreads(); out[0] = d.x + s.g.y;") == "");  // nvcc: plain there
}

TEST_CASE("a dim3 of the host's starts with ones, too") {
  const std::vector<uint32_t> three{3, 1, 1};
  CHECK(grid_of("dim3 cudaGrid, cudaBlock;", "cudaGrid.x = 3; cudaBlock.x = 32; count<<<cudaGrid, cudaBlock>>>(a, 96);") == three);
  CHECK(grid_of("static dim3 grids[2];", "grids[1].x = 3; count<<<grids[1], grids[0]>>>(a, 96);") == three);
  CHECK(grid_of("struct Config { int cudaThreads; dim3 cudaGrid; }; Config cudaConfig;", "cudaConfig.cudaGrid.x = 3; cudaConfig.cudaThreads = 32; count<<<cudaConfig.cudaGrid, cudaConfig.cudaThreads>>>(a, 96);") == three);
  CHECK(grid_of("struct Config { int threads; dim3 grid; };", "Config c; c.grid.x = 3; c.threads = 32; count<<<c.grid, c.threads>>>(a, 96);") == three);
  CHECK(grid_of("struct Config { int threads; dim3 grid; };", "Config* c = new Config; c->grid.x = 3; c->threads = 32; count<<<c->grid, c->threads>>>(a, 96);") == three);
  CHECK(grid_of("class Runner { public: void set(int n) { cudaGrid.x = n; } dim3 cudaGrid; };", "Runner r; r.set(3); count<<<r.cudaGrid, 32>>>(a, 96);") == three);
}
