// Fold expressions over every kind of operator, empty packs, packs of values.
#include "../case.h"
template <class... T> __device__ auto sum(T... x) { return (0 + ... + x); }
template <class... T> __device__ auto product(T... x) { return (x * ... * 1); }
template <class... T> __device__ bool all(T... x) { return (... && x); }
template <class... T> __device__ bool any(T... x) { return (x || ...); }
template <class... T> __device__ unsigned bits(T... x) { return (0u | ... | x); }
template <class... T> __device__ int shifts(T... x) { return (... << x); }
template <class... T> __device__ int rshift(T... x) { return (x >> ...); }
template <class... T> __device__ int minus_left(T... x) { return (... - x); }
template <class... T> __device__ int minus_right(T... x) { return (x - ...); }
template <class... T> __device__ int last(T... x) { return (x, ...); }
template <class... T> __device__ void add_to(int& s, T... x) { ((s += x), ...); }
template <class... T> __device__ void assign_all(int v, T&... x) { (x = ... = v); }
template <class T, class... R> __device__ bool one_of(T x, R... r) { return ((x == r) || ...); }
template <class T, class... R> __device__ T biggest(T x, R... r) { ((x = r > x ? r : x), ...); return x; }
template <int... Ns> __device__ int polynomial(int x) { int s = 0; ((s = s * x + Ns), ...); return s; }
template <bool... B> constexpr int count_true = (0 + ... + (B ? 1 : 0));
KERNEL {
  int i = a[t] & 63;
  oi[8 * t] = sum() + sum(t, i, 3) + product(t, 2, 3);
  oi[8 * t + 1] = all() + any() * 2 + all(t > 1, i > 2) * 4 + any(t > 60, i > 60) * 8;
  oi[8 * t + 2] = bits(1u << (t & 7), 256u) + shifts(1, 2, 3) * 1000 + rshift(4096, 9, 2);
  oi[8 * t + 3] = minus_left(t, i, 3) * 100 + minus_right(t, i, 3) + last(1, 2, t);
  int s = 1, p = 0, q = 0;
  add_to(s, t, i, 5);
  assign_all(t, p, q);
  oi[8 * t + 4] = s + p * 10 + q * 100;
  oi[8 * t + 5] = one_of(t, 3, 5, 7) + biggest(t, i, 17) * 10;
  oi[8 * t + 6] = polynomial<3, 0, -2, 1>(t & 7) + count_true<true, false, true> + count_true<>;
  of[8 * t] = sum(0.5f, f[t & 3], 2.0f);
  od[8 * t] = product(0.5, d[t & 3]);
}
