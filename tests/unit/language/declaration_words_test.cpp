// The words of a declaration in every order that nvcc takes: execution spaces behind a result type, among pointer operators, attributes.
#include "tests/unit/machine/run_kernel.h"

using wb::test::Kernel;

namespace {

struct WordCase {
  const char* declaration;
  const char* use;
  int expected;
};

constexpr WordCase functions[] = {
    {"template <class T> typename id<T>::type __device__ f(T x) { return x + 1; }", "f(1)", 2},
    {"template <class T> static __device__ typename id<T>::type f(T x) { return x + 2; }", "f(1)", 3},
    {"template <class T> __host__ __device__ inline typename id<T>::type f(T x) { return x + 3; }", "f(1)", 4},
    {"template <class T> typename id<T>::type __host__ __device__ __forceinline__ f(T x) { return x + 4; }", "f(1)", 5},
    {"template <class T> typename id<T>::type static constexpr __device__ f(T x) { return x + 5; }", "f(1)", 6},
    {"template <class T> T __device__ __host__ f(T x) { return x; }", "f(7)", 7},
    {"template <class T> T* __device__ f(T* x) { return x + 1; }", "*f(out)", 40},
    {"template <class T> const T& __host__ __device__ f(const T& x) { return x; }", "f(9)", 9},
    {"template <class T> T* __device__ __forceinline__ f(T* x) { return x; }", "*f(out + 1)", 40},
    {"template <class T> __device__ auto f(T x) -> typename id<T>::type { return x; }", "f(3)", 3},
    {"int __device__ f(int x) { return x; }", "f(2)", 2},
    {"int static inline __device__ f(int x) { return x; }", "f(2)", 2},
    {"unsigned __device__ int f(unsigned x) { return x; }", "f(2)", 2},
    {"const int* __device__ f(const int* x) { return x; }", "*f(out + 1)", 40},
    {"int* __device__ __noinline__ f(int* x) { return x + 1; }", "*f(out)", 40},
    {"id<int>::type __device__ f(int x) { return x; }", "f(2)", 2},
    {"[[nodiscard]] __device__ int f(int x) { return x; }", "f(2)", 2},
    {"__device__ [[nodiscard]] int f(int x) { return x; }", "f(2)", 2},
    {"__attribute__((always_inline)) inline __device__ int f(int x) { return x; }", "f(2)", 2},
    {"__device__ __attribute__((noinline)) int f(int x) { return x; }", "f(2)", 2},
    {"__device__ int __attribute__((noinline)) f(int x) { return x; }", "f(2)", 2},
    {"__device__ int f(int x) __attribute__((noinline));\n__device__ int f(int x) { return x; }", "f(2)", 2},
    {"__device__ __noinline__ int f(int x) { return x; }", "f(2)", 2},
    {"int __noinline__ __device__ f(int x) { return x; }", "f(2)", 2},
    {"struct S { int __device__ m() const { return 1; } template <class T> typename id<T>::type __device__ g(T x) { return x; } static int __device__ __host__ s() { return 2; } };", "S().m() + S().g(3) + S::s()", 6},
    {"int* const __device__ nowhere[2] = {nullptr, nullptr};", "(nowhere[1] == nullptr)", 1},
};

constexpr const char* kernels[] = {
    "extern \"C\" __global__ void k(int* p)",
    "extern \"C\" void __global__ k(int* p)",
    "__global__ __launch_bounds__(256) void k(int* p)",
    "__global__ void __launch_bounds__(256, 2) k(int* p)",
    "void __global__ __launch_bounds__(128) k(int* p)",
    "__launch_bounds__(128) __global__ void k(int* p)",
    "static __global__ void k(int* p)",
    "__attribute__((unused)) static __global__ void k(int* p)",
    "template <int N = 32> __global__ void __launch_bounds__(N) k(int* p)",
};

}  // namespace

TEST_CASE("functions: the words around the result type stand in any order") {
  for (const WordCase& c : functions) {
    CAPTURE(c.declaration);
    Kernel k(std::string("template <class T> struct id { typedef T type; };\n") + c.declaration + "\n__global__ void k(int* out) { out[1] = 40; out[0] = " + c.use + "; }", "k");
    CHECK(k.errors.empty());
    if (!k.errors.empty()) continue;
    k.shape({1, 1, 1}, {1, 1, 1}).out<int32_t>(2).run();
    CHECK(k.get<int32_t>(0)[0] == c.expected);
  }
}

TEST_CASE("kernels: launch bounds, linkage and attributes stand in any order") {
  for (const char* declaration : kernels) {
    CAPTURE(declaration);
    Kernel k(std::string(declaration) + " { p[threadIdx.x] = 3; }", "k");
    CHECK(k.errors.empty());
    if (!k.errors.empty()) continue;
    k.shape({1, 1, 1}, {2, 1, 1}).out<int32_t>(2).run();
    CHECK(k.get<int32_t>(0) == std::vector<int32_t>{3, 3});
  }
}
