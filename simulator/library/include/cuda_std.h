// <cuda/std/...>: the standard library's names for device code.
#define WB_STD_FN __host__ __device__ constexpr
namespace cuda::std {
#include "traits.inc"

template <class T> WB_STD_FN const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <class T> WB_STD_FN const T& max(const T& a, const T& b) { return a < b ? b : a; }
template <class T> __host__ __device__ void swap(T& a, T& b) {
  T old = a;
  a = b;
  b = old;
}
template <class A, class B> struct pair {
  A first;
  B second;
};
template <class A, class B> __host__ __device__ pair<A, B> make_pair(A a, B b) { return pair<A, B>{a, b}; }
template <class T, unsigned long N> struct array {
  T elements[N];
  __host__ __device__ T& operator[](unsigned long i) { return elements[i]; }
  __host__ __device__ const T& operator[](unsigned long i) const { return elements[i]; }
  __host__ __device__ constexpr static unsigned long size() { return N; }
  __host__ __device__ T* data() { return elements; }
  __host__ __device__ T* begin() { return elements; }
  __host__ __device__ T* end() { return elements + N; }
  __host__ __device__ const T* begin() const { return elements; }
  __host__ __device__ const T* end() const { return elements + N; }
  __host__ __device__ T& front() { return elements[0]; }
  __host__ __device__ T& back() { return elements[N - 1]; }
  __host__ __device__ void fill(const T& value) {
    for (unsigned long i = 0; i < N; i++) elements[i] = value;
  }
};
}
