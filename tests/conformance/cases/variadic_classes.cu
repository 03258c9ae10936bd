// Class templates with packs: a tuple by recursion, index lists, bases from a pack, packs in the middle of argument lists.
#include "../case.h"
template <class... Ts> struct Tuple { static constexpr int size = 0; };
template <class T, class... R> struct Tuple<T, R...> { T head; Tuple<R...> tail; static constexpr int size = 1 + Tuple<R...>::size; };
template <int I, class T, class... R> __device__ auto& get(Tuple<T, R...>& x) { if constexpr (I == 0) return x.head; else return get<I - 1>(x.tail); }
template <int... I> struct Indices {};
template <int M, int... I> struct MakeIndices : MakeIndices<M - 1, M - 1, I...> {};
template <int... I> struct MakeIndices<0, I...> { using type = Indices<I...>; };
template <class... Ts, int... I> __device__ int total(Tuple<Ts...>& x, Indices<I...>) { return ((int)get<I>(x) + ... + 0); }
template <class T, class... R> struct First { using type = T; };
template <class... Ts> using first_of = typename First<Ts...>::type;
template <int I, class T, class... R> struct At { using type = typename At<I - 1, R...>::type; };
template <class T, class... R> struct At<0, T, R...> { using type = T; };
struct Red { int r; __device__ int red() const { return r; } };
struct Blue { int b; __device__ int blue() const { return b * 2; } };
template <class... Mixins> struct Paint : Mixins... { int own; __device__ Paint(int o) : own(o) {} };
template <class T, T... Vs> struct Values { static constexpr T sum = (T(0) + ... + Vs); static constexpr int count = sizeof...(Vs); };
template <class... Fs> struct Chain;
template <> struct Chain<> { __device__ int operator()(int x) const { return x; } };
template <class F, class... R> struct Chain<F, R...> { F f; Chain<R...> rest; __device__ int operator()(int x) const { return rest(f(x)); } };
struct AddOne { __device__ int operator()(int x) const { return x + 1; } };
struct Double { __device__ int operator()(int x) const { return x * 2; } };
template <class... A> __device__ int table(A... x) { const int v[sizeof...(A)] = {x...}; int s = 0; for (int e : v) s = s * 3 + e; return s; }
KERNEL {
  int i = a[t] & 255;
  Tuple<int, float, char> x{t, {i + 0.5f, {'c', {}}}};
  get<0>(x) += 5;
  oi[8 * t] = get<0>(x) + (int)get<1>(x) + get<2>(x) + Tuple<int, float, char>::size;
  oi[8 * t + 1] = total(x, MakeIndices<3>::type{});
  oi[8 * t + 2] = sizeof(first_of<double, char>) + sizeof(At<2, char, int, short, double>::type) * 10;
  Paint<Red, Blue> p(t);
  p.r = 3;
  p.b = i;
  oi[8 * t + 3] = p.red() + p.blue() + p.own + sizeof(p);
  oi[8 * t + 4] = Values<long long, 1, 2, 1ll << 40>::sum + Values<int>::count + Values<char, 'a', 'b'>::sum;
  Chain<AddOne, Double, AddOne> c{};
  oi[8 * t + 5] = c(t);
  oi[8 * t + 6] = table(t, i, 2) + table('a');
}
