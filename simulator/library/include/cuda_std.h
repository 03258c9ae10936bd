// <cuda/std/...>: the standard library's names for device code.
#define WB_STD_FN __host__ __device__ constexpr
namespace cuda::std {
#include "traits.inc"
#include "sequences.inc"
#include "concepts.inc"

#include "values.inc"
#include "tuple.inc"

template <class T> __host__ __device__ void swap(T& a, T& b) {
  T old = a;
  a = b;
  b = old;
}
template <class T> struct span {  // of any length; one that is fixed by the type is not known
  using element_type = T;
  T* first_element = nullptr;
  unsigned long count = 0;
  span() = default;
  WB_STD_FN span(T* from, unsigned long n) : first_element(from), count(n) {}
  template <unsigned long N> WB_STD_FN span(T (&all)[N]) : first_element(all), count(N) {}
  __host__ __device__ T& operator[](unsigned long i) const { return first_element[i]; }
  WB_STD_FN unsigned long size() const { return count; }
  WB_STD_FN unsigned long size_bytes() const { return count * sizeof(T); }
  WB_STD_FN bool empty() const { return count == 0; }
  __host__ __device__ T* data() const { return first_element; }
  __host__ __device__ T* begin() const { return first_element; }
  __host__ __device__ T* end() const { return first_element + count; }
  __host__ __device__ T& front() const { return first_element[0]; }
  __host__ __device__ T& back() const { return first_element[count - 1]; }
  __host__ __device__ span first(unsigned long n) const { return span(first_element, n); }
  __host__ __device__ span last(unsigned long n) const { return span(first_element + (count - n), n); }
  __host__ __device__ span subspan(unsigned long from) const { return span(first_element + from, count - from); }
  __host__ __device__ span subspan(unsigned long from, unsigned long n) const { return span(first_element + from, n); }
};
template <class T> WB_STD_FN typename remove_reference<T>::type&& move(T&& value) { return static_cast<typename remove_reference<T>::type&&>(value); }
template <class T> WB_STD_FN T&& forward(typename remove_reference<T>::type& value) { return static_cast<T&&>(value); }
template <class T, class U> __host__ __device__ T exchange(T& place, U value) {
  T old = place;
  place = value;
  return old;
}

#include "functors.inc"
#include "bits.inc"
#include "optional.inc"
#define WB_COMPLEX_FN __host__ __device__
#include "complex.inc"
}
namespace cuda {
// <cuda/cmath>
template <class T, class U> WB_STD_FN T ceil_div(T a, U b) { return (T)(a / b + (a % b != 0 ? 1 : 0)); }
template <class T, class U> WB_STD_FN T round_up(T a, U b) { return (T)(ceil_div(a, b) * b); }
template <class T, class U> WB_STD_FN T round_down(T a, U b) { return (T)(a / b * b); }
template <class T> WB_STD_FN bool is_power_of_two(T v) { return v > 0 && (v & (v - 1)) == 0; }
template <class T> WB_STD_FN T next_power_of_two(T v) { return cuda::std::bit_ceil(v); }
template <class T> WB_STD_FN T prev_power_of_two(T v) { return cuda::std::bit_floor(v); }
template <class T> WB_STD_FN int ilog2(T v) { return cuda::std::bit_width((unsigned long)v) - 1; }
template <class T = void> struct maximum { __host__ __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; } };
template <> struct maximum<void> { template <class T> __host__ __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; } };
template <class T = void> struct minimum { __host__ __device__ T operator()(const T& a, const T& b) const { return b < a ? b : a; } };
template <> struct minimum<void> { template <class T> __host__ __device__ T operator()(const T& a, const T& b) const { return b < a ? b : a; } };
}
