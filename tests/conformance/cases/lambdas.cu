// Lambdas: captures by value, by reference, with initialisers, of arrays, of this and *this; mutable, generic, nested, invoked in place.
// compiler: nvcc
#include "../case.h"
struct Scaler {
  int factor;
  __device__ int scale(int x) const { return factor * x; }
  __device__ int run(int x) const {
    auto by = [this](int y) { return scale(y) + factor; };
    auto copy = [*this](int y) { return factor - y; };
    auto both = [=](int y) { return scale(y) * 2; };
    return by(x) * 1000 + copy(x) + both(x);
  }
};
template <class F> __device__ int apply(F f, int x) { return f(x); }
template <class F> __device__ int apply_ref(const F& f, int x) { return f(x) + f(x + 1); }
template <class F> __device__ void apply_mut(F& f) { f(); f(); }
template <class F, class G> __device__ auto compose(F f, G g) { return [=](auto x) { return f(g(x)); }; }
KERNEL {
  int i = a[t], k = t * 3 + 1;
  auto none = [](int x) { return x * x; };
  auto by_value = [=](int x) { return x + k; };
  auto by_name = [k](int x) -> long long { return x - k; };
  int sum = 0;
  auto by_reference = [&](int x) { sum += x; };
  for (int r = 0; r < 4; ++r) by_reference(r * k);
  auto init = [m = k * 2, &s = sum](int x) { s += m; return x * m; };
  auto counter = [n = 0]() mutable { return ++n; };
  counter();
  counter();
  int arr[4] = {k, k + 1, k + 2, k + 3};
  auto with_array = [arr](int x) { return arr[x & 3]; };
  arr[0] = 99;
  auto nested = [=](int x) { auto inner = [=](int y) { return x * y + k; }; return inner(x + 1); };
  auto generic = [](auto x, auto y) { return x + y; };
  const int c = 7;
  auto constant = [](int x) { int local[c]; local[c - 1] = x; return local[c - 1] + c; };
  oi[8 * t] = none(k) + by_value(i & 255);
  oi[8 * t + 1] = by_name(k * 3) + sum;
  oi[8 * t + 2] = init(3) + sum;
  oi[8 * t + 3] = counter();
  oi[8 * t + 4] = with_array(t) + with_array(0) * 1000 + nested(t);
  oi[8 * t + 5] = apply([=](int x) { return x ^ k; }, t) + apply_ref(by_value, t) + generic(t, 2) + constant(t);
  oi[8 * t + 6] = Scaler{k}.run(t) + [&] { return k + sum; }();
  apply_mut(counter);
  oi[8 * t + 7] = counter() + compose(none, by_value)(t);
  of[8 * t] = generic(1.5f, (float)t);
  od[8 * t] = generic(t, 0.25);
  of[8 * t + 1] = [](float x, float y = 2.0f) { return x * y; }((float)t);
}
