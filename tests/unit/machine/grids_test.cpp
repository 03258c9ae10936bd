// Grids that device code launches: what they are given, in which order they run, how launches fail.
#include <algorithm>
#include <numeric>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

constexpr Schedule all_schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};

}  // namespace

TEST_CASE("a kernel that launches itself prints from the outside in") {
  Kernel k(R"(
    __global__ void hello(int size, int depth) {
      printf("depth %d thread %d block %d of %d\n", depth, threadIdx.x, blockIdx.x, gridDim.x);
      if (size == 1) return;
      if (threadIdx.x == 0) hello<<<1, size / 2>>>(size / 2, depth + 1);
    })");
  k.shape({2, 1, 1}, {2, 1, 1}).value(int64_t{2}).value(int64_t{0}).run();
  CHECK(k.result.console == "depth 0 thread 0 block 0 of 2\ndepth 0 thread 1 block 0 of 2\ndepth 0 thread 0 block 1 of 2\ndepth 0 thread 1 block 1 of 2\n"
                            "depth 1 thread 0 block 0 of 1\ndepth 1 thread 0 block 0 of 1\n");
  REQUIRE(k.result.children.size() == 1);
  CHECK(k.result.children[0].kernel == "hello");
  CHECK(k.result.children[0].grids == 2);
  CHECK(k.result.children[0].blocks == 2);
  CHECK(k.result.children[0].deepest == 1);
}

TEST_CASE("a sort that launches itself sorts under every schedule, with and without checks") {
  const char* text = R"(
    __global__ void sort(unsigned* data, int left, int right, int depth) {
      if (depth >= 20 || right - left <= 3) {
        for (int i = left; i <= right; ++i)
          for (int j = i + 1; j <= right; ++j)
            if (data[j] < data[i]) { unsigned x = data[i]; data[i] = data[j]; data[j] = x; }
        return;
      }
      unsigned *l = data + left, *r = data + right, pivot = data[(left + right) / 2];
      while (l <= r) {
        while (*l < pivot) ++l;
        while (*r > pivot) --r;
        if (l <= r) { unsigned x = *l; *l++ = *r; *r-- = x; }
      }
      cudaStream_t a, b;
      cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
      cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
      if (left < r - data) sort<<<1, 1, 0, a>>>(data, left, r - data, depth + 1);
      if (l - data < right) sort<<<1, 1, 0, b>>>(data, l - data, right, depth + 1);
      cudaStreamDestroy(a);
      cudaStreamDestroy(b);
    })";
  std::vector<uint32_t> data(300), sorted;
  for (uint32_t i = 0; i < data.size(); ++i) data[i] = i * 7919 % 311;
  sorted = data;
  std::sort(sorted.begin(), sorted.end());
  for (const Schedule schedule : all_schedules)
    for (const bool checks : {true, false}) {
      CAPTURE(schedule_name(schedule));
      CAPTURE(checks);
      Kernel k(text);
      k.options.checks = checks;
      k.in(data).value(int64_t{0}).value(int64_t{299}).value(int64_t{0}).run(schedule, 7);
      CHECK(k.get<uint32_t>(0) == sorted);
      CHECK(k.kinds() == "");
      REQUIRE(k.result.children.size() == 1);
      CHECK(k.result.children[0].grids > 50);
      CHECK(k.result.children[0].deepest > 4);
    }
}

TEST_CASE("a child gets its arguments as any kernel does: small numbers, records, templates, a shape in three dimensions, dynamic shared memory") {
  Kernel k(R"(
    struct Item { char c; short s; double d; float* p; int list[2]; };
    template <class T, int N> __global__ void child(Item item, T x, signed char small, bool flag, float* out) {
      extern __shared__ float tile[];
      int i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
      tile[i] = i;
      __syncthreads();
      int block = blockIdx.x + gridDim.x * blockIdx.y;
      item.s += 1;  // its own copy
      if (i == 23) { item.p[block] = item.c + item.s + item.d + item.list[1] + x + N + small + flag; out[block] = tile[i]; }
    }
    __global__ void k(float* p, float* out, int n) {
      Item item{(char)-3, 1000, 0.5, p, {7, 9}};
      child<float, 5><<<dim3(2, 2), dim3(2, 3, 4), 24 * sizeof(float)>>>(item, 2, n - 260, n > 3, out);
    })", "k");
  k.in(std::vector<float>(4)).in(std::vector<float>(4)).value(int64_t{250}).run();
  CHECK(k.kinds() == "");
  CHECK(k.get<float>(0) == std::vector<float>(4, -3 + 1001 + 0.5f + 9 + 2 + 5 - 10 + 1));
  CHECK(k.get<float>(1) == std::vector<float>(4, 23));
}

TEST_CASE("streams keep their order under every schedule; a tail launch comes last; the parent's blocks come first") {
  const char* text = R"(
    __device__ int place;
    __global__ void note(int* log, int who) { log[who] = atomicAdd(&place, 1); }
    __global__ void middle(int* log) {
      note<<<1, 1, 0, cudaStreamTailLaunch>>>(log, 3);
      note<<<1, 1>>>(log, 2);
    }
    __global__ void k(int* log) {
      if (blockIdx.x == 1) { log[6] = atomicAdd(&place, 1); return; }
      note<<<1, 1, 0, cudaStreamTailLaunch>>>(log, 5);
      note<<<1, 1>>>(log, 0);
      note<<<1, 1, 0, cudaStreamFireAndForget>>>(log, 1);
      middle<<<1, 1>>>(log);
      note<<<1, 1>>>(log, 4);
    })";
  for (const Schedule schedule : all_schedules)
    for (uint64_t seed = 0; seed < 5; ++seed) {
      CAPTURE(schedule_name(schedule));
      CAPTURE(seed);
      Kernel k(text, "k");
      k.shape({2, 1, 1}, {1, 1, 1}).in(std::vector<int32_t>(7, -1)).run(schedule, seed);
      const std::vector<int32_t> log = k.get<int32_t>(0);
      CHECK(k.kinds() == "");
      CHECK(log[6] == 0);
      CHECK(log[0] < log[2]);
      CHECK(log[2] < log[3]);
      CHECK(log[3] < log[4]);
      CHECK(log[5] == 6);
    }
}

TEST_CASE("another schedule runs what is in no order in another order") {
  const char* text = R"(
    __device__ int place;
    __global__ void note(int* log, int who) { log[who] = atomicAdd(&place, 1); }
    __global__ void k(int* log) { for (int i = 0; i < 8; ++i) note<<<1, 1, 0, cudaStreamFireAndForget>>>(log, i); })";
  std::vector<std::vector<int32_t>> seen;
  for (const Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::random}) {
    Kernel k(text, "k");
    k.in(std::vector<int32_t>(8, -1)).run(schedule, 1);
    seen.push_back(k.get<int32_t>(0));
  }
  CHECK(seen[0] == std::vector<int32_t>{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(seen[1] == std::vector<int32_t>{7, 6, 5, 4, 3, 2, 1, 0});
  CHECK(seen[2] != seen[0]);
}

TEST_CASE("a launch that fails tells its thread, and only that") {
  Kernel k(R"(
    __global__ void child(int* p) { p[0] = 1; }
    __global__ void k(int* p) {
      child<<<1, 0>>>(p + 8 * threadIdx.x);
      if (threadIdx.x == 0) child<<<1, 2000>>>(p);
      p[2 + 8 * threadIdx.x] = cudaPeekAtLastError();
      p[3 + 8 * threadIdx.x] = cudaGetLastError();
      p[4 + 8 * threadIdx.x] = cudaGetLastError();
      child<<<1, 1>>>(p + 8 * threadIdx.x);
      p[5 + 8 * threadIdx.x] = cudaGetLastError();
      if (threadIdx.x == 0) printf("%s\n", cudaGetErrorString(9));
    })", "k");
  k.shape({1, 1, 1}, {2, 1, 1}).in(std::vector<int32_t>(16)).run();
  CHECK(k.kinds() == "launch.invalid launch.invalid");
  CHECK(k.get<int32_t>(0) == std::vector<int32_t>{1, 0, 9, 9, 0, 0, 0, 0, 1, 0, 9, 9, 0, 0, 0, 0});
  CHECK(k.result.console == "invalid configuration argument\n");
}

TEST_CASE("a recursion without an end meets the limit of 24, and its launch says so") {
  Kernel k(R"(
    __global__ void k(int* p, int depth) {
      p[depth] = 1;
      k<<<1, 1>>>(p, depth + 1);
      if (cudaGetLastError() == cudaErrorLaunchMaxDepthExceeded) p[30] = depth;
    })");
  k.in(std::vector<int32_t>(40)).value(int64_t{0}).run();
  CHECK(k.kinds() == "launch.invalid");
  CHECK(k.get<int32_t>(0)[30] == 24);
}

TEST_CASE("a bomb of launches ends") {
  Kernel k(R"(__global__ void k(int* p) { k<<<1, 32>>>(p); k<<<1, 32>>>(p); })");
  k.options.instruction_budget = 200'000;
  k.shape({4, 1, 1}, {64, 1, 1}).in(std::vector<int32_t>(1)).run();
  CHECK(k.kinds() != "");
  CHECK(k.result.counters.warp_instructions <= 200'000);
}

TEST_CASE("functions out of line, locals and the heap are the child's own; variables and blocks of the heap are everybody's") {
  Kernel k(R"(
    __device__ int total;
    __device__ int* kept;
    __device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    __global__ void child(int n, int* out) {
      int mine[4] = {n, n + 1, n + 2, n + 3};
      int x = fib(n);
      atomicAdd(&total, mine[n & 3] + x);
      if (n == 6) { out[0] = total; out[1] = kept[2]; free(kept); }
    }
    __global__ void k(int* out) {
      kept = (int*)malloc(3 * sizeof(int));
      kept[2] = fib(9);
      child<<<1, 1>>>(5, out);
      child<<<1, 1>>>(6, out);
    })", "k");
  k.in(std::vector<int32_t>(2)).run();
  CHECK(k.kinds() == "");
  CHECK(k.get<int32_t>(0) == std::vector<int32_t>{6 + 5 + 8 + 8, 34});
}

TEST_CASE("a child may have more warps than its parent, wait at barriers and shuffle") {
  Kernel k(R"(
    __global__ void sum(const int* data, int* out) {
      __shared__ int part[8];
      int x = data[blockIdx.x * blockDim.x + threadIdx.x];
      for (int d = 16; d; d /= 2) x += __shfl_down_sync(0xffffffff, x, d);
      if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = x;
      __syncthreads();
      if (threadIdx.x == 0) { for (int i = 1; i < 8; ++i) x += part[i]; atomicAdd(out, x); }
    }
    __global__ void k(const int* data, int* out) { if (threadIdx.x == 5) sum<<<4, 256>>>(data, out); })", "k");
  std::vector<int32_t> data(1024);
  std::iota(data.begin(), data.end(), 0);
  for (const Schedule schedule : all_schedules) {
    CAPTURE(schedule_name(schedule));
    Kernel run = k;
    run.shape({1, 1, 1}, {7, 1, 1}).in(data).in(std::vector<int32_t>(1)).run(schedule, 3);
    CHECK(run.kinds() == "");
    CHECK(run.get<int32_t>(1)[0] == 1023 * 512);
  }
}

TEST_CASE("a recording holds the launch's own grid; results and findings are those of the whole family") {
  const char* text = R"(
    __global__ void child(int* p) { p[threadIdx.x] = p[threadIdx.x] + 1; }
    __global__ void k(int* p) { if (threadIdx.x == 0) { child<<<2, 64>>>(p); p[3] = 5; } })";
  Kernel plain(text, "k"), recorded(text, "k");
  recorded.options.record = true;
  for (Kernel* k : {&plain, &recorded}) k->shape({1, 1, 1}, {32, 1, 1}).in(std::vector<int32_t>(64)).run();
  CHECK(plain.kinds() != "");
  CHECK(recorded.kinds() == plain.kinds());
  CHECK(recorded.get<int32_t>(0) == plain.get<int32_t>(0));
  CHECK(recorded.result.counters.warp_instructions == plain.result.counters.warp_instructions);
  REQUIRE(recorded.result.recording);
  CHECK(recorded.result.recording->end() < recorded.result.counters.warp_instructions);
}

TEST_CASE("what nobody launches costs nothing: the program of a kernel without launches has no other kernels") {
  Kernel k("__global__ void other(int* p) { p[0] = 1; } __global__ void k(int* p) { p[0] = 2; }", "k");
  k.in(std::vector<int32_t>(1)).run();
  CHECK(k.get<int32_t>(0)[0] == 2);
  CHECK(k.result.children.empty());
}
