// Conversion functions that are defined outside of their class.
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

TEST_CASE("conversions that a class declares may be defined behind it, of class templates too") {
  Kernel k(R"(
namespace m { struct A { int v; __device__ A(int x) : v(x) {} __device__ operator int() const; __device__ operator float(); }; }
__device__ m::A::operator int() const { return v + 1; }
__device__ m::A::operator float() { return v * 0.5f; }
template <class T> struct B { T v; using Pointer = T*; __device__ operator T() const; __device__ explicit operator bool() const; __device__ operator Pointer(); };
template <class T> __device__ B<T>::operator T() const { return v; }
template <class T> __device__ B<T>::operator bool() const { return v != 0; }
template <class T> __device__ B<T>::operator Pointer() { return &v; }
struct F; struct G { int g; }; struct F { __device__ operator G() const; };
__device__ F::operator G() const { return G{9}; }
__global__ void k(int* out) {
  const m::A a(3);
  out[0] = a;
  m::A changes(5);
  float half = changes;
  out[1] = (int)(half * 10);
  B<int> b{7};
  const B<double> c{2.5};
  int* q = b;
  *q += 1;
  double d = c;
  out[2] = *q + (int)(d * 10);
  out[3] = (b ? 1 : 0) + (B<int>{0} ? 2 : 0);
  F f;
  G g = f;
  out[4] = g.g;
})");
  k.shape({1, 1, 1}, {1, 1, 1}).out<int>(5).run();
  CHECK(k.kinds() == "");
  CHECK(k.get<int>(0) == std::vector<int>{4, 25, 33, 1, 9});
}

TEST_CASE("a conversion without a definition is named, and one that no class declares is none") {
  Kernel missing("struct A { __device__ operator int() const; }; __global__ void k(int* p) { A a; p[0] = a; }");
  CHECK(!missing.compiled.ok());
  CHECK(missing.errors == std::vector<std::string>{"WB3060"});
}
