// Mistakes with packs, folds, lambdas, partial specialisations and structured bindings, each beside what is right.
struct Three { int a, b, c; };
template <class T, class U> struct Both { static constexpr int value = 0; };
template <class T> struct Both<T, int> { static constexpr int value = 1; };
template <class U> struct Both<int, U> { static constexpr int value = 2; };
template <class... Ts> __device__ int count(Ts... xs) { return sizeof...(Ts) + sizeof...(xs); }
template <class... Ts> __device__ int bare(Ts... xs) { return count(xs); }  // expect-error WB3082
template <class T> __device__ int no_pack(T x) { return sizeof...(x); }  // expect-error WB3079
template <class T> __device__ int nothing(T x) { return count(x...); }  // expect-error WB3077
template <class... Ts> __device__ auto sum(Ts... xs) { return (xs + ...); }  // expect-error WB3080
template <class... Ts> __device__ auto sum_from_zero(Ts... xs) { return (0 + ... + xs); }
template <class... A> struct Pack { template <class... B> static __device__ int zip(B... b) { return count((A)b...); } };  // expect-error WB3078
template <class T> __device__ T broken(T x) { return x.missing; }  // expect-error WB3043
template <class T> __device__ T calls_broken(T x) { return broken(x); }
__global__ void k(int* out, int n) {
  int local = n;
  auto ok = [=](int x) { return x + local; };
  auto bad = [](int x) { return x + local; };  // expect-error WB3075
  auto global = [k](int x) { return x; };  // expect-error WB3076
  out[0] = ok(1) + count(1, 2) + count() + sum_from_zero() + sum(1, 2);
  out[1] = bare(1);
  out[2] = no_pack(1);
  out[3] = nothing(1);
  out[4] = sum();
  out[5] = Pack<int, int>::zip(1) + Pack<int>::zip(1);
  out[6] = Both<int, float>::value + Both<float, int>::value + Both<float, float>::value + Both<int, int>::value;  // expect-error WB3081
  auto [a, b] = Three{1, 2, 3};  // expect-error WB3083
  auto [c, d, e] = Three{1, 2, 3};
  out[7] = c + d + e;
  out[8] = calls_broken(n);
}
