// Pointers to functions: tables of them, parameters, template arguments, calls that part the lanes.
#include <doctest.h>

#include <functional>

#include "tests/unit/machine/run_kernel.h"

namespace {

using namespace wb;
using namespace wb::test;

void check64(const std::string& text, const std::function<int(int)>& expected) {
  for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::random}) {
    CAPTURE(text);
    Kernel k(text, "k");
    REQUIRE(k.compiled.ok());
    k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).run(schedule, 3);
    CHECK(k.kinds() == "");
    const auto out = k.get<int32_t>(0);
    int wrong = 0;
    for (int i = 0; i < 64; ++i) wrong += out[static_cast<size_t>(i)] != expected(i);
    CHECK(wrong == 0);
  }
}

const std::string operations = R"(typedef int (*op_t)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int sub(int a, int b) { return a - b; }
__device__ int mul(int a, int b) { return a * b; }
)";
int operation(int which, int a, int b) { return which == 0 ? a + b : which == 1 ? a - b : a * b; }

}  // namespace

TEST_CASE("function pointers: tables in every memory, lanes part by target") {
  const auto expected = [](int i) { return operation(i % 3, i, 3); };
  check64(operations + "__device__ op_t table[3] = {add, &sub, mul}; __global__ void k(int* out) { int i = threadIdx.x; out[i] = table[i % 3](i, 3); }", expected);
  check64(operations + "__constant__ op_t table[] = {add, sub, mul}; __global__ void k(int* out) { int i = threadIdx.x; op_t f = table[i % 3]; out[i] = (*f)(i, 3); }", expected);
  check64(operations + "__global__ void k(int* out) { int i = threadIdx.x; op_t table[3] = {add, sub, mul}; out[i] = (*table[i % 3])(i, 3); }", expected);
  check64(operations + "__global__ void k(int* out) { __shared__ op_t f[3]; int i = threadIdx.x; if (i == 0) { f[0] = add; f[1] = sub; f[2] = mul; } __syncthreads(); out[i] = f[i % 3](i, 3); }",
          expected);
  check64(operations + "struct Ops { op_t f; int n; }; __global__ void k(int* out) { int i = threadIdx.x; Ops o; o.n = 3; o.f = i % 3 == 0 ? add : sub; if (i % 3 == 2) o.f = mul; out[i] = o.f(i, o.n); }",
          expected);
}

TEST_CASE("function pointers: declarators") {
  const auto twice = [](int i) { return 2 * i; };
  const std::string f = "__device__ int twice(int x) { return 2 * x; } ";
  check64(f + "__global__ void k(int* out) { int (*p)(int) = twice; out[threadIdx.x] = p(threadIdx.x); }", twice);
  check64(f + "using fn = int (*)(int); __global__ void k(int* out) { fn p = &twice; out[threadIdx.x] = p(threadIdx.x); }", twice);
  check64(f + "using fn = int(int); __device__ int run(fn* p, int x) { return p(x); } __global__ void k(int* out) { out[threadIdx.x] = run(twice, threadIdx.x); }", twice);
  check64(f + "typedef int fn(int); __device__ int run(fn p, int x) { return p(x); } __global__ void k(int* out) { out[threadIdx.x] = run(twice, threadIdx.x); }", twice);
  check64(f + "__device__ int run(int (*p)(int), int x) { return p(x); } __global__ void k(int* out) { out[threadIdx.x] = run(twice, threadIdx.x); }", twice);
  check64(f + "__device__ int run(int p(int), int x) { return p(x); } __global__ void k(int* out) { out[threadIdx.x] = run(&twice, threadIdx.x); }", twice);
  check64(f + "__device__ int run(int (&p)(int), int x) { return p(x); } __global__ void k(int* out) { out[threadIdx.x] = run(twice, threadIdx.x); }", twice);
  check64(f + "__global__ void k(int* out) { auto p = twice; int (*q[2])(int) = {p, p}; out[threadIdx.x] = q[1](threadIdx.x); }", twice);
  check64(f + "__device__ int (*choose(int))(int); __device__ int (*choose(int i))(int) { return twice; } __global__ void k(int* out) { out[threadIdx.x] = choose(1)(threadIdx.x); }", twice);
}

TEST_CASE("function pointers: templates and overloads") {
  const auto twice = [](int i) { return 2 * i; };
  const std::string f = "__device__ int twice(int x) { return 2 * x; } __device__ float twice(float x) { return 3 * x; } ";
  check64(f + "__global__ void k(int* out) { int (*p)(int) = twice; out[threadIdx.x] = p(threadIdx.x); }", twice);
  check64(f + "__device__ int run(int (*p)(int), int x) { return p(x); } __global__ void k(int* out) { out[threadIdx.x] = run(twice, threadIdx.x); }", twice);
  check64(f + "__global__ void k(int* out) { auto p = static_cast<int (*)(int)>(twice); out[threadIdx.x] = p(threadIdx.x); }", twice);
  const std::string one = "__device__ int twice(int x) { return 2 * x; } ";
  check64(one + "template <int (*F)(int)> __device__ int run(int x) { return F(x); } __global__ void k(int* out) { out[threadIdx.x] = run<twice>(threadIdx.x); }", twice);
  check64(one + "template <class F> __device__ int run(F f, int x) { return f(x); } __global__ void k(int* out) { out[threadIdx.x] = run(twice, threadIdx.x); }", twice);
  check64(one + "typedef int (*op)(int); template <op F> struct Apply { __device__ int operator()(int x) const { return F(x); } }; __global__ void k(int* out) { Apply<twice> a; out[threadIdx.x] = a(threadIdx.x); }",
          twice);
  check64("template <class T> __device__ T twice(T x) { return 2 * x; } __global__ void k(int* out) { int (*p)(int) = twice<int>; out[threadIdx.x] = p(threadIdx.x); }", twice);
  check64("template <class T> __device__ T twice(T x) { return 2 * x; } __global__ void k(int* out) { int (*p)(int) = twice; out[threadIdx.x] = p(threadIdx.x); }", twice);
  check64("template <class R, class A> __device__ R run(R (*f)(A), A x) { return f(x); } __device__ int twice(int x) { return 2 * x; } __global__ void k(int* out) { out[threadIdx.x] = run(twice, (int)threadIdx.x); }",
          twice);
  check64("struct S { static __device__ int twice(int x) { return 2 * x; } }; __global__ void k(int* out) { int (*p)(int) = S::twice; out[threadIdx.x] = p(threadIdx.x); }", twice);
}

TEST_CASE("function pointers: comparison, conditions, recursion through pointers, records") {
  check64(operations + "__global__ void k(int* out) { int i = threadIdx.x; op_t f = i % 2 ? add : nullptr; out[i] = (f == add) + 2 * (f != nullptr) + 4 * !f + (f ? 8 : 16); }",
          [](int i) { return i % 2 ? 11 : 20; });
  check64(R"(typedef int (*step_t)(int);
    __device__ int down(int n); __device__ step_t next = down;
    __device__ int down(int n) { int own = n; return n == 0 ? 0 : own + next(n - 1); }
    __global__ void k(int* out) { int i = threadIdx.x; out[i] = down(i % 9); })",
          [](int i) { return (i % 9) * (i % 9 + 1) / 2; });
  check64(R"(struct V { float x; int y; double z; };
    __device__ V f(V a, V b) { return V{a.x + b.x, a.y * b.y, a.z}; } __device__ V g(V a, V b) { return V{a.x - b.x, a.y, b.z}; }
    __global__ void k(int* out) { int i = threadIdx.x; V (*p)(V, V) = i & 1 ? f : g; V v = p(V{2.f, i, 1.0}, V{1.f, 3, 5.0}); out[i] = (int)(v.x + v.z) + v.y; })",
          [](int i) { return i & 1 ? 4 + 3 * i : 6 + i; });
  check64("__device__ void set(int& x) { x = 7; } __device__ void add(int& x) { x += 5; } __global__ void k(int* out) { int i = threadIdx.x, x = i; void (*p)(int&) = i % 2 ? set : add; p(x); out[i] = x; }",
          [](int i) { return i % 2 ? 7 : i + 5; });
}

TEST_CASE("function pointers: a null or wild one is reported and ends the thread") {
  for (const char* value : {"0", "(op_t)123456789", "(op_t)0xFFFFFF00000000F1ull"}) {
    Kernel k(operations + "__global__ void k(int* out) { int i = threadIdx.x; op_t f = i == 5 ? " + value + " : add; out[i] = f(i, 1); }", "k");
    REQUIRE(k.compiled.ok());
    k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).run();
    CHECK(k.kinds() == "memory.null coverage");
    CHECK(k.get<int32_t>(0)[6] == 7);
  }
}

TEST_CASE("function pointers: a table that only the host fills") {
  Kernel k(operations + "__device__ op_t table[3]; __device__ op_t one = add; __global__ void k(int* out) { out[threadIdx.x] = table[1](1, 2); }", "k");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {32, 1, 1}).out<int32_t>(32).run();
  CHECK(k.kinds() == "memory.null coverage");
}

TEST_CASE("function pointers: mistakes are said at their place") {
  const auto errors = [](const std::string& text) {
    Kernel k(text, "k");
    return k.errors.empty() ? std::string() : k.errors[0];
  };
  const std::string f = "__device__ int f(int x) { return x; } __device__ float f(float x) { return x; } __device__ int g(int x) { return x; } int host(int x) { return x; } ";
  CHECK(errors(f + "__global__ void k(int* out) { auto p = f; out[0] = 1; }") == "WB3120");
  CHECK(errors(f + "__global__ void k(int* out) { double (*p)(double) = f; out[0] = 1; }") == "WB3120");
  CHECK(errors(f + "__global__ void k(int* out) { float (*p)(float) = g; out[0] = 1; }") == "WB3008");
  CHECK(errors(f + "__global__ void k(int* out) { int (*p)(int) = g; out[0] = p(1, 2); }") == "WB3010");
  CHECK(errors(f + "__global__ void k(int* out) { int (*p)(int) = host; out[0] = p(1); }") == "WB3022");
  CHECK(errors("__global__ void k(int* out) { float (*p)(float) = sinf; out[0] = p(1); }") == "WB4001");
  CHECK(errors(f + "__global__ void k(int* out) { int (*p)(int) = g; out[0] = p + 1 == p; }") != "");
}
