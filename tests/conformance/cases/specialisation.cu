#include "../case.h"
template <class T> struct Kind { static constexpr int value = 1; };
template <class T> struct Kind<T*> { static constexpr int value = 10 + Kind<T>::value; };
template <class T> struct Kind<const T> { static constexpr int value = 100 + Kind<T>::value; };
template <class T> struct Kind<const T*> { static constexpr int value = 1000; };
template <class T, int W> struct Kind<T[W]> { static constexpr int value = W; };
template <> struct Kind<float> { static constexpr int value = 7; };
template <class A, class B> struct Same { static constexpr bool value = false; };
template <class A> struct Same<A, A> { static constexpr bool value = true; };
template <class A, class B> constexpr bool same = Same<A, B>::value;
template <class T> constexpr T pi = T(3.14159265358979);
template <> constexpr int pi<int> = 3;
template <class T> constexpr int size_in_bits = sizeof(T) * 8;
template <class T> constexpr int size_in_bits<T*> = -1;
template <int W, bool Even = (W % 2 == 0)> struct Steps { static constexpr int value = 1 + Steps<W / 2>::value; };
template <int W> struct Steps<W, false> { static constexpr int value = 2 + Steps<W - 1>::value; };
template <> struct Steps<0, true> { static constexpr int value = 0; };
template <class T, int W> struct Vec {
  T v[W];
  using value_type = T;
  static constexpr int size = W;
  __device__ T& operator[](int i) { return v[i]; }
  __device__ const T& operator[](int i) const { return v[i]; }
  __device__ T sum() const;
  template <class U> __device__ Vec<U, W> cast() const;
  template <class F> __device__ void each(F f) { for (int i = 0; i < W; ++i) f(v[i]); }
  static __device__ Vec all(T x) { Vec r; for (int i = 0; i < W; ++i) r.v[i] = x; return r; }
  friend __device__ Vec operator+(const Vec& a, const Vec& b) { Vec r; for (int i = 0; i < W; ++i) r.v[i] = a.v[i] + b.v[i]; return r; }
};
template <class T, int W> __device__ T Vec<T, W>::sum() const { T s = 0; for (int i = 0; i < W; ++i) s += v[i]; return s; }
template <class T, int M> template <class U> __device__ Vec<U, M> Vec<T, M>::cast() const { Vec<U, M> r; for (int i = 0; i < M; ++i) r[i] = (U)v[i]; return r; }
template <class T> using Vec3 = Vec<T, 3>;
template <class T, int W> __device__ T dot(const Vec<T, W>& a, const Vec<T, W>& b) { T s = 0; for (int i = 0; i < W; ++i) s += a[i] * b[i]; return s; }
template <template <class, int> class C, class T, int W> __device__ int shape(const C<T, W>&) { return W * sizeof(T); }
template <template <class> class C, class T> struct Apply { typename C<T>::type value; };
template <class T> struct Wider { using type = long long; };
template <> struct Wider<float> { using type = double; };
template <class T> struct Traits { using type = T; template <class U> using rebind = U*; };
enum Mode { add_mode, mul_mode };
template <Mode M> __device__ int run(int x, int y) { if constexpr (M == add_mode) return x + y; else return x * y; }
template <auto V> __device__ auto constant() { return V; }
template <char C, bool B, long long L> struct Mixed { static constexpr long long value = C + B + L; };
template <int (*F)(int)> __device__ int through(int x) { return F(x) + 1; }
__device__ int twice(int x) { return 2 * x; }
template <class T> struct Node { T value; Node* next; __device__ Node(T v) : value(v), next(nullptr) {} __device__ int depth() const { return next ? 1 + next->value : 0; } };
template <class T> struct Box { T x; __device__ Box(T v) : x(v) {} template <class U> __device__ Box(const Box<U>& o) : x((T)o.x) {} };
KERNEL {
  int i = a[t] & 255;
  oi[8 * t] = Kind<int>::value + Kind<int*>::value * 10 + Kind<int**>::value + Kind<const double>::value + Kind<const char*>::value + Kind<short[5]>::value + Kind<float*>::value;
  oi[8 * t + 1] = Same<int, int>::value + 2 * Same<int, unsigned>::value + 4 * same<float, float> + 8 * Steps<37>::value + pi<int> + size_in_bits<short> + size_in_bits<int*>;
  of[8 * t] = pi<float> * t;
  od[8 * t] = pi<double> + t;
  Vec3<int> p{{t, i, 2}}, q = Vec3<int>::all(3);
  oi[8 * t + 2] = dot(p, q) + (p + q).sum() * 3 + p.cast<long long>().sum() + shape(p);
  int s = 0;
  p.each([&](int& x) { s += x; x *= 2; });
  oi[8 * t + 3] = s * 10 + p[1] + Vec3<float>::size;
  Apply<Wider, int> w{1ll << 40};
  Apply<Wider, float> dd{0.1};
  oi[8 * t + 4] = w.value + run<add_mode>(t, 3) + run<mul_mode>(t, 3);
  od[8 * t + 1] = dd.value;
  Traits<float>::rebind<int> ip = &s;
  typename Traits<Vec3<int>>::type::value_type z = 4;
  oi[8 * t + 5] = *ip + z + constant<5>() + constant<'a'>() + Mixed<'b', true, 1ll << 33>::value + through<twice>(t);
  Node<int> n1(t), n2(5);
  n1.next = &n2;
  Box<int> bi(7);
  Box<float> bf(bi);
  oi[8 * t + 6] = n1.depth() + n2.depth() + (int)bf.x;
}
