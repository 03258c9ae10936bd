// malloc, free, new and delete in a kernel.
#include <doctest.h>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

std::vector<int32_t> run(const std::string& before, const std::string& body, Index3 grid = {1, 1, 1}, Index3 block = {64, 1, 1}) {
  Kernel k(before + "__global__ void k(int* r) { int t = blockIdx.x * blockDim.x + threadIdx.x; " + body + " }");
  if (!k.compiled.ok()) return {};
  k.shape(grid, block).out<int32_t>(grid.x * block.x).run();
  CHECK(k.kinds() == "");
  return k.get<int32_t>(0);
}

}  // namespace

TEST_CASE("every thread's memory is its own, and given back it is used again") {
  const auto r = run("", "int s = 0; for (int i = 1; i < 6; i++) { int* p = (int*)malloc(i * 4); for (int j = 0; j < i; j++) p[j] = t + j; for (int j = 0; j < i; j++) s += p[j]; free(p); } r[t] = s;",
                     {3, 1, 1});
  REQUIRE(r.size() == 192);
  for (int t = 0; t < 192; ++t) CHECK(r[static_cast<size_t>(t)] == 15 * t + 20);
}

TEST_CASE("one who frees goes on for ever, one who does not is told so") {
  CHECK(run("", "int n = 0; for (int i = 0; i < 40; i++) { char* p = (char*)malloc(1000000); if (p) n++; free(p); } r[t] = n;", {1, 1, 1}, {1, 1, 1}) == std::vector<int32_t>{40});
  CHECK(run("", "int n = 0; for (int i = 0; i < 40; i++) n += malloc(1000000) != nullptr; r[t] = n;", {1, 1, 1}, {1, 1, 1}) == std::vector<int32_t>{7});
  CHECK(run("", "r[t] = malloc(1ull << 40) == nullptr; free(nullptr);", {1, 1, 1}, {1, 1, 1}) == std::vector<int32_t>{1});
}

TEST_CASE("objects are made and destroyed") {
  const std::string node = "__device__ int alive; struct Node { int v; Node* next; __device__ Node(int a = 3, Node* n = nullptr) : v(a), next(n) { atomicAdd(&alive, 1); } __device__ ~Node() { atomicAdd(&alive, -1); } };\n";
  CHECK(run(node, "Node* a = new Node(5, new Node); r[t] = 10 * a->v + a->next->v + 100 * alive; delete a->next; delete a; if (alive) r[t] = -1;", {1, 1, 1}, {1, 1, 1}) == std::vector<int32_t>{253});
  CHECK(run(node, "Node* a = new Node[4]; r[t] = a[0].v + a[3].v + 10 * alive; delete[] a; if (alive) r[t] = -1;", {1, 1, 1}, {1, 1, 1}) == std::vector<int32_t>{46});
  CHECK(run("", "int* a = new int[3](); float* b = new float(2.5f); long* c = new long[2]; c[1] = 4; r[t] = a[0] + a[2] + (int)(2 * *b) + (int)c[1]; delete[] a; delete b; delete[] c; ::delete (int*)nullptr;",
            {1, 1, 1}, {1, 1, 1}) == std::vector<int32_t>{9});
}
