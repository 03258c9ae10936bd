// Generic lambdas: deduced parameters, packs, references, results by decltype, lambdas that take lambdas.
// compiler: nvcc
#include "../case.h"
template <class F, class... As> __device__ auto call(F&& f, As&&... as) { return f(as...); }
KERNEL {
  int i = a[t] & 1023;
  auto plus = [](auto x, auto y) { return x + y; };
  auto size = [](auto... xs) { return (int)sizeof...(xs); };
  auto sum = [](auto first, auto... rest) { return (first + ... + rest); };
  auto swap = [](auto& x, auto& y) { auto z = x; x = y; y = z; };
  auto twice = [](auto f, auto x) { return f(f(x)); };
  auto add = [i](auto x) { return x + i; };
  int p = t, q = i;
  swap(p, q);
  oi[8 * t] = plus(t, i) + plus((short)t, 'a') + size() + size(1, 2.0f, 'c') * 10;
  oi[8 * t + 1] = sum(1, t, i) + p * 3 - q;
  oi[8 * t + 2] = twice(add, t) + twice([](auto x) { return x * 2; }, i);
  oi[8 * t + 3] = call([](auto x, auto y) -> long long { return (long long)x * y; }, 1 << 20, 1 << 15);
  oi[8 * t + 4] = call([&](int& x) { x += 5; return x; }, p) + p;
  of[8 * t] = plus(t, 0.5f) + sum(1.5f, t);
  od[8 * t] = plus(0.25, f[t & 3]) + twice(add, 0.125);
}
