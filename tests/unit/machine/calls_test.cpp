// Functions that are called, not inlined: recursion, its stack, lanes that recurse to different depths.
#include <doctest.h>

#include <algorithm>
#include <functional>

#include "tests/unit/machine/run_kernel.h"

namespace {

using namespace wb;
using namespace wb::test;

// out[i] of 64 threads.
std::vector<int32_t> run64(const std::string& text, const std::string& kinds = "", Schedule schedule = Schedule::in_order) {
  Kernel k(text, "k");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).run(schedule, 7);
  CHECK(k.kinds() == kinds);
  return k.get<int32_t>(0);
}

void check64(const std::string& text, const std::function<int(int)>& expected) {
  for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial}) {
    const std::vector<int32_t> out = run64(text, "", schedule);
    CAPTURE(text);
    CAPTURE(static_cast<int>(schedule));
    int wrong = 0;
    for (int i = 0; i < 64; ++i) wrong += out[static_cast<size_t>(i)] != expected(i);
    CHECK(wrong == 0);
  }
}

int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }

}  // namespace

TEST_CASE("recursion: lanes recurse to different depths and meet again") {
  check64("__device__ int f(int n) { return n < 2 ? 1 : n * f(n - 1); } __global__ void k(int* out) { int i = threadIdx.x; out[i] = f(i % 11); }",
          [](int i) { int f = 1; for (int n = i % 11; n > 1; --n) f *= n; return f; });
  check64("__device__ int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); } __global__ void k(int* out) { int i = threadIdx.x; out[i] = fib(i % 9); }",
          [](int i) { return fib(i % 9); });
  check64(R"(__device__ int odd(int n);
    __device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
    __device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
    __global__ void k(int* out) { int i = threadIdx.x; out[i] = even(i) * 2 + odd(i); })",
          [](int i) { return i % 2 ? 1 : 2; });
  check64(R"(__device__ int a(int m, int n) { if (m == 0) return n + 1; if (n == 0) return a(m - 1, 1); return a(m - 1, a(m, n - 1)); }
    __global__ void k(int* out) { int i = threadIdx.x; out[i] = a(i % 3, i % 4); })",
          [](int i) { return ackermann(i % 3, i % 4); });
}

TEST_CASE("recursion: in arguments, in conditions, in both arms, in loops") {
  check64("__device__ int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); } __global__ void k(int* out) { int i = threadIdx.x; out[i] = f(i + 60); }",
          [](int i) { std::function<int(int)> f = [&](int n) { return n > 100 ? n - 10 : f(f(n + 11)); }; return f(i + 60); });
  check64(R"(__device__ int paths(int x, int y) { int sum = 0; if (x == 0 && y == 0) return 1; if (x > 0) sum += paths(x - 1, y); if (y > 0) sum += paths(x, y - 1); return sum; }
    __global__ void k(int* out) { int i = threadIdx.x; out[i] = paths(i % 4, i / 16); })",
          [](int i) { std::function<int(int, int)> p = [&](int x, int y) { return x == 0 || y == 0 ? 1 : p(x - 1, y) + p(x, y - 1); }; return p(i % 4, i / 16); });
  check64(R"(__device__ int f(int n) { int s = 1; for (int j = 0; j < n; j++) s += f(j) && j % 2 ? j : 1; return s; }
    __global__ void k(int* out) { int i = threadIdx.x; out[i] = f(i % 6); })",
          [](int i) { std::function<int(int)> f = [&](int n) { int s = 1; for (int j = 0; j < n; j++) s += f(j) && j % 2 ? j : 1; return s; }; return f(i % 6); });
  check64(R"(__device__ void hanoi(int n, int from, int to, int via, int& moves) { if (n == 0) return; hanoi(n - 1, from, via, to, moves); moves = moves * 3 + from - to; hanoi(n - 1, via, to, from, moves); }
    __global__ void k(int* out) { int i = threadIdx.x, moves = 0; hanoi(i % 5, 0, 1, 2, moves); out[i] = moves; })",
          [](int i) {
            int moves = 0;
            std::function<void(int, int, int, int)> h = [&](int n, int from, int to, int via) { if (n == 0) return; h(n - 1, from, via, to); moves = moves * 3 + from - to; h(n - 1, via, to, from); };
            h(i % 5, 0, 1, 2);
            return moves;
          });
}

TEST_CASE("recursion: records, wide values and results that are records") {
  check64(R"(struct Pair { int a; double b; };
    __device__ Pair f(Pair p, long long n) { if (n == 0) return p; Pair q = {p.a + (int)n, p.b * 2}; Pair r = f(q, n - 1); r.a += p.a; return r; }
    __global__ void k(int* out) { int i = threadIdx.x; Pair p = f(Pair{i, 1.0}, i % 7); out[i] = p.a + (int)p.b; })",
          [](int i) {
            struct Pair { int a; double b; };
            std::function<Pair(Pair, long long)> f = [&](Pair p, long long n) { if (n == 0) return p; Pair r = f(Pair{p.a + static_cast<int>(n), p.b * 2}, n - 1); r.a += p.a; return r; };
            const Pair p = f(Pair{i, 1.0}, i % 7);
            return p.a + static_cast<int>(p.b);
          });
}

TEST_CASE("recursion: every activation has its own memory") {
  // A local array and a local whose address goes down; the pointers of the outer activations stay good.
  check64(R"(__device__ int sum(const int* above, int n) {
      int own[3]; own[0] = n; own[1] = above ? above[0] : 0; own[2] = own[0] * 10 + own[1];
      if (n == 0) return own[2];
      int below = sum(own, n - 1);
      return below * 3 + own[2] + own[1];
    }
    __global__ void k(int* out) { int i = threadIdx.x; out[i] = sum(0, i % 8); })",
          [](int i) {
            std::function<int(const int*, int)> sum = [&](const int* above, int n) -> int {
              int own[3]; own[0] = n; own[1] = above ? above[0] : 0; own[2] = own[0] * 10 + own[1];
              return n == 0 ? own[2] : sum(own, n - 1) * 3 + own[2] + own[1];
            };
            return sum(nullptr, i % 8);
          });
  check64(R"(__device__ void sort(int* a, int low, int high) {
      if (low >= high) return;
      int pivot = a[high], m = low;
      for (int j = low; j < high; j++) if (a[j] < pivot) { int t = a[j]; a[j] = a[m]; a[m] = t; m++; }
      int t = a[m]; a[m] = a[high]; a[high] = t;
      sort(a, low, m - 1); sort(a, m + 1, high);
    }
    __global__ void k(int* out) { int i = threadIdx.x, a[12]; for (int j = 0; j < 12; j++) a[j] = (j * 7 + i * 5) % 23; sort(a, 0, 11); int h = 0; for (int j = 0; j < 12; j++) h = h * 5 + a[j]; out[i] = h; })",
          [](int i) {
            std::vector<int> a;
            for (int j = 0; j < 12; j++) a.push_back((j * 7 + i * 5) % 23);
            std::sort(a.begin(), a.end());
            uint32_t h = 0;
            for (int x : a) h = h * 5 + static_cast<uint32_t>(x);
            return static_cast<int>(h);
          });
}

TEST_CASE("recursion: methods, templates, a tree in memory") {
  check64(R"(struct Node { int value, left, right; };
    struct Tree { const Node* nodes; __device__ int sum(int at) const { return at < 0 ? 0 : nodes[at].value + sum(nodes[at].left) + sum(nodes[at].right); } };
    template <class T> __device__ T power(T x, int n) { return n == 0 ? T(1) : n % 2 ? x * power(x, n - 1) : power(x * x, n / 2); }
    __constant__ Node nodes[5] = {{1, 1, 2}, {2, 3, -1}, {3, -1, 4}, {4, -1, -1}, {5, -1, -1}};
    __global__ void k(int* out) { int i = threadIdx.x; Tree t = {nodes}; out[i] = t.sum(i % 5) * 1000 + power(2, i % 9) + (int)power(1.5f, 2); })",
          [](int i) { const int sums[] = {15, 6, 8, 4, 5}; return sums[i % 5] * 1000 + (1 << (i % 9)) + 2; });
}

TEST_CASE("recursion: a barrier behind it and inside it") {
  check64(R"(__device__ int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
    __global__ void k(int* out) { __shared__ int s[64]; int i = threadIdx.x; s[i] = depth(i % 13); __syncthreads(); out[i] = s[63 - i]; })",
          [](int i) { return (63 - i) % 13; });
  check64(R"(__shared__ int s[64];
    __device__ void reduce(int n) { if (n == 0) return; if (threadIdx.x < n) s[threadIdx.x] += s[threadIdx.x + n]; __syncthreads(); reduce(n / 2); }
    __global__ void k(int* out) { int i = threadIdx.x; s[i] = i; __syncthreads(); reduce(32); out[i] = s[0]; })",
          [](int) { return 64 * 63 / 2; });
}

TEST_CASE("recursion: faults and races inside are found") {
  run64(R"(__device__ int f(int n) { int a[2]; a[0] = n; if (n == 0) return a[1]; return f(n - 1) + a[0]; }
    __global__ void k(int* out) { out[threadIdx.x] = f(3); })", "uninit.local");
  run64(R"(__device__ int f(int n) { int a[2] = {n, n}; if (n == 0) return 0; int r = f(n - 1); return r + a[n - n + threadIdx.x / 62]; }
    __global__ void k(int* out) { out[threadIdx.x] = f(3); })", "");
  run64(R"(__device__ int f(int n, int at) { int a[2] = {n, n}; if (n == 0) return 0; int r = f(n - 1, at); return r + a[at]; }
    __global__ void k(int* out) { int i = threadIdx.x; out[i] = f(3, i == 5 ? 2 : 1); })", "oob.read");
  run64(R"(__device__ int f(int n) { int x; if (n > 2) x = 1; if (n == 0) return 0; int r = f(n - 1); return r + x; }
    __global__ void k(int* out) { out[threadIdx.x] = f(3); })", "uninit.local");
  run64(R"(__device__ void f(int n, int* out) { if (n == 0) { out[threadIdx.x] = 1; return; } out[threadIdx.x / 2] = n; f(n - 1, out); }
    __global__ void k(int* out) { f(2, out); })", "race.waw race.waw");
}

TEST_CASE("endless recursion: the stack's end is reported and the lane is done") {
  Kernel k("__device__ int f(int n) { return n % 7 == 9 ? 1 : n + f(n + 1); } __global__ void k(int* out) { int i = threadIdx.x; out[i] = i == 3 ? f(i) : i; }");
  k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).run();
  CHECK(k.kinds() == "stack.overflow coverage");
  REQUIRE(k.result.findings.size() == 2);
  CHECK(k.result.findings[0].message.find("inside each other") != std::string::npos);
  CHECK(k.result.findings[0].places[0].thread.x == 3);
  CHECK(k.get<int32_t>(0)[4] == 4);
}

TEST_CASE("programs without recursion have no calls") {
  Kernel k("__device__ int f(int n) { return n + 1; } __global__ void k(int* out) { out[threadIdx.x] = f(f(1)); }");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).run();
  CHECK(k.get<int32_t>(0)[5] == 3);
}

TEST_CASE("many calls of a large function: it is called, not inlined each time") {
  std::string text = "__device__ float f0(float x) { return x * x + 1; }\n";
  for (int i = 1; i <= 6; ++i) {
    const std::string inner = "f" + std::to_string(i - 1);
    text += "__device__ float f" + std::to_string(i) + "(float x) { return " + inner + "(x)";
    for (int j = 1; j < 9; ++j) text += " + " + inner + "(x + " + std::to_string(j) + ")";
    text += "; }\n";
  }
  text += "__global__ void k(int* out) { out[threadIdx.x] = f6(0.f) > 0.f ? 1 : 0; }";
  Kernel k(text);
  REQUIRE(k.compiled.ok());
}

TEST_CASE("a long chain of calls") {
  std::string text = "__device__ int f0(int x) { return x; }\n";
  for (int i = 1; i <= 250; ++i) text += "__device__ int f" + std::to_string(i) + "(int x) { return f" + std::to_string(i - 1) + "(x + 1); }\n";
  check64(text + "__global__ void k(int* out) { out[threadIdx.x] = f250(threadIdx.x); }", [](int i) { return i + 250; });
}
