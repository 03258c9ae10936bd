// Templates without an instance: their own mistakes are reported, and nothing that an argument may put right.
#include <doctest/doctest.h>

#include "simulator/simulator.h"
#include "simulator/source/diagnostic_codes.h"

namespace {

std::string errors(const std::string& declarations) {
  wb::CompileResult compiled = wb::compile("k.cu", declarations + "\n__global__ void k(int* out) { out[0] = 1; }", "k", {});
  std::string all;
  for (const wb::Diagnostic& d : compiled.diagnostics)
    if (d.severity == wb::Severity::error) all += (all.empty() ? "" : " ") + std::string(wb::code_info(d.code).name);
  return all;
}

struct UnusedCase {
  const char* name;
  const char* declarations;
  const char* expected;
};

// Each verdict is nvcc's.
constexpr UnusedCase cases[] = {
    {"a missing semicolon", "template <class T> __global__ void f(T* p) { p[0] = 1 p[1] = 2; }", "WB2002"},
    {"a missing operand", "template <class T> __device__ T f(T x) { return x + ; }", "WB2004"},
    {"a name that nobody declares", "template <class T> __global__ void f(T* p) { p[0] = undefined_name + 1; }", "WB3001"},
    {"a misspelt builtin variable", "template <class T> __global__ void f(T* p) { p[blockidx.x] = 1; }", "WB3002"},
    {"a call without arguments", "template <class T> __global__ void f(T* p) { _syncthreads(); p[0] = 1; }", "WB3002"},
    {"two mistakes", "template <int N> __global__ void f(float* p) { p[0] = one; p[1] = two; }", "WB3001 WB3001"},
    {"a method of a class template", "template <class T> struct S { T v; __device__ T f() { return v + nothing; } };", "WB3001"},
    {"a template that is used reports once", "template <class T> __device__ T f(T x) { return x + nowhere; }\n__global__ void g(int* p) { p[0] = f(1); }", "WB3001"},
    {"what an argument decides", "template <class T> __device__ void f(T* p) { p->foo(helper(*p)); typename T::type x = p->template get<int>(); T::stat(x); for (auto& e : *p) e.f(); }", ""},
    {"a function of the arguments' namespace", "template <class T> __device__ void f(T x) { somewhere(x); }", ""},
    {"operators that float lacks", "template <class T> __device__ T f(T x) { return x << 3 & 5 ^ (x % 2); }", ""},
    {"members that float lacks, and a mistake behind them", "template <class T> __device__ T f(T x) { return x.v + x.w; }", ""},
    {"sizes that the argument makes positive", "template <int B> __global__ void f(float* p) { float a[B - 64]; static_assert(B % 64 == 0, \"x\"); a[0] = p[0]; }", ""},
    {"template template parameters and packs", "template <template <class> class C, class... A> __device__ void f(C<A>... c) { (c.f(), ...); }", ""},
    {"defaults", "template <class T = float, int N = 4> __global__ void f(T* p) { p[0] = N; }", ""},
    {"host templates", "template <class T> void f(T x) { std::vector<T> v; v.push_back(undefined_name); }", ""},
};

}  // namespace

TEST_CASE("a template that nobody uses reports what is wrong for any argument") {
  for (const UnusedCase& c : cases) {
    CAPTURE(c.name);
    CHECK(errors(c.declarations) == c.expected);
  }
}

TEST_CASE("trying a template leaves nothing behind") {
  wb::CompileResult compiled = wb::compile("k.cu", "template <class T> __global__ void f(T* p) { __shared__ T s[4]; s[0] = p[0]; p[0] = s[0]; }\n__global__ void k(int* out) { out[0] = 1; }", "k", {});
  CHECK(compiled.diagnostics.empty());
  REQUIRE(compiled.ok());
  CHECK(compiled.static_shared_bytes == 0);
}
