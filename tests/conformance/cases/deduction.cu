#include "../case.h"
template <class T, class U> struct is_same { static constexpr bool value = false; };
template <class T> struct is_same<T, T> { static constexpr bool value = true; };
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <class...> using void_t = void;
template <class T> struct is_pointer { static constexpr bool value = false; };
template <class T> struct is_pointer<T*> { static constexpr bool value = true; };
template <class T> struct remove_reference { using type = T; };
template <class T> struct remove_reference<T&> { using type = T; };
template <class T> struct remove_reference<T&&> { using type = T; };
template <class T> __device__ T&& declval();
template <class T, enable_if_t<is_pointer<T>::value, int> = 0> __device__ int which(T) { return 1; }
template <class T, enable_if_t<!is_pointer<T>::value, int> = 0> __device__ int which(T) { return 2; }
template <class T> __device__ enable_if_t<sizeof(T) == 8, int> wide(T) { return 8; }
template <class T> __device__ typename enable_if<sizeof(T) != 8, int>::type wide(T) { return 4; }
template <class T, class = void> struct has_size { static constexpr bool value = false; };
template <class T> struct has_size<T, void_t<decltype(declval<T>().size())>> { static constexpr bool value = true; };
struct WithSize { int n; __device__ int size() const { return n; } };
template <class T> __device__ auto measure(const T& x, int) -> decltype(x.size()) { return x.size(); }
template <class T> __device__ int measure(const T&, long) { return -1; }
template <class T> __device__ int order(T) { return 1; }
template <class T> __device__ int order(T*) { return 2; }
template <class T> __device__ int order(const T*) { return 3; }
template <class T, int W> __device__ int order_array(T (&)[W]) { return 4 + W; }
template <class T> __device__ int forward_kind(T&&) { return is_same<T, int&>::value ? 1 : is_same<T, const int&>::value ? 2 : is_same<T, int>::value ? 3 : 4; }
template <class T> __device__ int const_kind(const T&) { return is_same<T, int>::value; }
template <class R, class T> __device__ R convert(T x) { return (R)x; }
template <class T = float, int W = 4> __device__ T fill(int x) { return (T)(x + W); }
template <class T> struct identity { using type = T; };
template <class T> __device__ T clamp_to(T x, typename identity<T>::type lo, typename identity<T>::type hi) { return x < lo ? lo : x > hi ? hi : x; }
template <class T, class U> __device__ auto add(T x, U y) -> decltype(x + y) { return x + y; }
template <class T> __device__ int special(T) { return 0; }
template <> __device__ int special<double>(double) { return 1; }
template <> __device__ int special(char) { return 2; }
template <class T> struct Wrap { T v; };
template <class T> __device__ int depth(T) { return 0; }
template <class T> __device__ int depth(Wrap<T> w) { return 1 + depth(w.v); }
template <class T, int R, int C> __device__ int area(T (&m)[R][C]) { return R * 100 + C; }
namespace shapes { struct Disc { float r; }; __device__ float area_of(Disc d) { return d.r * d.r; } template <class T> __device__ float area_of(Wrap<T> w) { return area_of(w.v); } }
template <class T> __device__ float twice_area(T x) { return 2 * area_of(x); }
struct Base { int b; }; template <class T> struct Mid : Wrap<T> { int m; };
template <class T> __device__ T from_base(const Wrap<T>& w) { return w.v; }
template <class T, int W> struct Mat { T v[W]; Mat() = default; };
template <class T> struct Pair { T x, y; __device__ Pair(T p, T q) : x(p), y(q) {} };
KERNEL {
  int i = a[t] & 255; const int ci = 3; int arr[6] = {t}; float m[2][5]; m[0][0] = 0;
  oi[8 * t] = which(&i) + which(i) * 10 + wide(1.0) * 100 + wide('c') * 1000 + has_size<int>::value * 10000 + has_size<WithSize>::value * 100000;
  oi[8 * t + 1] = measure(WithSize{t}, 0) * 10 + measure(i, 0) + order(i) * 1000 + order(&i) * 10000 + order(&ci) * 100000 + order_array(arr) * 1000000;
  oi[8 * t + 2] = forward_kind(i) + forward_kind(ci) * 10 + forward_kind(5) * 100 + forward_kind(2.0f) * 1000 + const_kind(i) * 10000 + const_kind(ci) * 100000;
  oi[8 * t + 3] = convert<long long>(t) + (int)fill(t) + fill<int>(t) + fill<double, 9>(t) + clamp_to(t, 3.7, 20u) + special(1) + special(1.0) * 10 + special('c') * 100;
  od[8 * t] = add(t, 0.5) + add(1.5f, 2);
  oi[8 * t + 4] = depth(Wrap<Wrap<int>>{{t}}) + area(m);
  of[8 * t] = twice_area(shapes::Disc{(float)t});
  Mid<int> mid; mid.v = t; mid.m = 2;
  Pair p(t, 3); Pair q{1.5f, 2.5f};
  oi[8 * t + 5] = from_base(mid) + p.x + p.y + sizeof(q);
  of[8 * t + 1] = q.x + q.y;
}
