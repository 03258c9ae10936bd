#include "../case.h"
template <class... Ts> __device__ int count(Ts... xs) { return sizeof...(Ts) * 10 + sizeof...(xs); }
template <class T> __device__ T total(T x) { return x; }
template <class T, class... Rest> __device__ T total(T x, Rest... rest) { return x + total(rest...); }
template <class... Ts> __device__ auto fold_sum(Ts... xs) { return (xs + ...); }
template <class... Ts> __device__ int fold_left(Ts... xs) { return (... - xs); }
template <class... Ts> __device__ int fold_right(Ts... xs) { return (xs - ...); }
template <class... Ts> __device__ int fold_init(Ts... xs) { return (100 - ... - xs); }
template <class... Ts> __device__ bool all(Ts... xs) { return (... && xs); }
template <int... Ns> struct List { static constexpr int size = sizeof...(Ns); static constexpr int sum = (0 + ... + Ns); };
template <int... Ns> __device__ int pick(List<Ns...>, int i) { int v[] = {Ns..., -1}; return v[i % (sizeof...(Ns) + 1)]; }
template <class... Ts> struct Tuple {};
template <class T, class... Rest> struct Tuple<T, Rest...> { T head; Tuple<Rest...> tail; };
template <int I, class T, class... R> __device__ auto get(const Tuple<T, R...>& x) { if constexpr (I == 0) return x.head; else return get<I - 1>(x.tail); }
template <class... Ts> struct Size;
template <> struct Size<> { static constexpr int value = 0; };
template <class T, class... R> struct Size<T, R...> { static constexpr int value = sizeof(T) + Size<R...>::value; };
template <class F, class... Args> __device__ auto call(F f, Args&&... args) { return f(args...); }
template <class... Ts> __device__ void store(long long* p, Ts... xs) { int i = 0; ((p[i++] = xs), ...); }
template <class... Ts> __device__ int squares(Ts... xs) { return fold_sum(xs * xs...); }
struct A1 { int a; }; struct B1 { float b; };
template <class... Bases> struct Joined : Bases... { int own; };
template <int W, int... Is> struct Make : Make<W - 1, W - 1, Is...> {};
template <int... Is> struct Make<0, Is...> { using type = List<Is...>; };
template <int... Is> __device__ int weighted(const int* p, List<Is...>) { return ((p[Is] * (Is + 1)) + ...); }
KERNEL {
  int i = a[t] & 1023;
  oi[8 * t] = count() + count(1) * 100 + count(1, 2.0f, 'c') * 10000;
  oi[8 * t + 1] = total(i, t, 3) + fold_left(i, t, 3) * 7 + fold_right(i, t, 3);
  oi[8 * t + 2] = fold_init(i, t) + all(t > 3, i > 5, true) * 5000 + all();
  oi[8 * t + 3] = List<1, 2, 3, 4>::sum + List<>::size + pick(List<5, 6, 7>{}, t);
  Tuple<int, float, double> x{t, {1.5f * t, {0.25 * t, {}}}};
  oi[8 * t + 4] = get<0>(x) + Size<int, double, char>::value * 100;
  of[8 * t] = get<1>(x) + fold_sum(1.0f, (float)t, 2.0f);
  od[8 * t] = get<2>(x) + fold_sum(1, 2.5, 3.0f);
  oi[8 * t + 5] = call([](int p, int q, int r) { return p * q - r; }, t, i, 3) + squares(t, 2, 3);
  Joined<A1, B1> j;
  j.a = t; j.b = 2.0f; j.own = 3;
  int w[4] = {t, i, 2, 1};
  oi[8 * t + 6] = j.a + (int)j.b * 10 + j.own * 100 + weighted(w, Make<4>::type{});
  long long s[3];
  store(s, t, 2 * t, i);
  oi[8 * t + 7] = s[0] + s[1] * 3 + s[2] * 5;
}
