// GNU's extensions that nvcc takes: run, and beside each what must stay as it is.
#include "tests/unit/language/one_thread.h"

using wb::test::values, wb::test::value, wb::test::errors;

TEST_CASE("a ?: b is a where that holds, and looks at it once") {
  CHECK(value("", "(n ?: 7) * 10 + ((n - 5) ?: 7)") == 57);
  CHECK(values("__device__ int calls; __device__ int next(int v) { ++calls; return v; }", "calls = 0; out[0] = next(3) ?: 9; out[1] = next(0) ?: 9; out[2] = calls;", 3) == std::vector<int>{3, 9, 2});
  CHECK(values("", "int* p = nullptr; int* q = p ?: out; q[0] = 4; float f = 0.5f ?: 2.0f; out[1] = (int)(f * 10);", 2) == std::vector<int>{4, 5});
  CHECK(values("template <class T> __device__ T first(T a, T b) { return a ?: b; }", "out[0] = first(0, 3) + first(2, 3) * 10;") == std::vector<int>{23});
  CHECK(value("", "n ? 1 : 2") == 1);
  CHECK(errors("struct S { int v; };", "S s{1}; out[0] = (s ?: s).v;") != "");
}

TEST_CASE("statements in brackets are worth what their last one is") {
  CHECK(value("", "({ int t = n * 2; t + 1; })") == 11);
  CHECK(values("#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })\n", "out[0] = MAX(n, 3) + MAX(MAX(1, 2), n * 2);") == std::vector<int>{15});
  CHECK(values("", "int s = 0; ({ for (int i = 0; i < n; ++i) s += i; }); out[0] = s;") == std::vector<int>{10});
  CHECK(values("", "int s = ({ int t = 0; if (n > 2) { t = 4; } t; }); out[0] = s;") == std::vector<int>{4});
  CHECK(values("struct P { int a, b; }; __device__ int sum(P p) { return p.a + p.b; }", "out[0] = sum({n, 2});") == std::vector<int>{7});  // a list
  CHECK(errors("", "out[0] = ({ if (n > 2) return; 3; });") != "");
}

TEST_CASE("typeof is the type of a variable or a value, never a reference") {
  CHECK(values("", "typeof(n) a = 3; __typeof__(out[0]) b = a; b = 9; __typeof(float) c = 2.5f; typeof(out) d = out; d[0] = a + b + (int)(c * 2);") == std::vector<int>{17});
  CHECK(value("__device__ int typeof_(int v) { return v; }", "typeof_(n)") == 5);
}

TEST_CASE("a bound on registers changes nothing; the size of a member needs no object") {
  CHECK(value("struct P { char c; double d; int e[3]; }; __global__ void __maxnreg__(64) other(int* p) { *p = 1; }", "(int)(sizeof(P::d) + sizeof(P::e)) + (int)sizeof(decltype(P::c))") == 21);
  CHECK(errors("struct P { int a; };", "out[0] = P::a;") == "WB2018");
}

TEST_CASE("built-in functions of GNU that nvcc takes in device code") {
  CHECK(value("", "__builtin_popcount(0xF0F) * 1000 + __builtin_clz(n) + __builtin_ffs(8) + __builtin_abs(-n) + __builtin_popcountll(7ull << 40)") == 8041);
  CHECK(values("", "float f = 1.5f; __builtin_memcpy(out, &f, 4); out[0] = out[0] == __float_as_int(1.5f);") == std::vector<int>{1});
  CHECK(value("", "(int)__builtin_fmaf(2.0f, 3.0f, 1.0f) + (int)__builtin_sqrtf(9.0f) + (__builtin_inff() > 3e38f) + __builtin_constant_p(n)") == 11);
}
