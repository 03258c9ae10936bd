// Operators of classes: members and free ones, prefix and postfix, subscript, call, arrow, conversions.
#include "../case.h"
struct V {
  int x, y;
  __device__ V(int a = 0, int b = 0) : x(a), y(b) {}
  __device__ V operator+(const V& o) const { return V(x + o.x, y + o.y); }
  __device__ V operator-() const { return V(-x, -y); }
  __device__ V& operator+=(const V& o) { x += o.x; y += o.y; return *this; }
  __device__ V& operator++() { ++x; return *this; }
  __device__ V operator++(int) { V old = *this; ++y; return old; }
  __device__ int& operator[](int i) { return i ? y : x; }
  __device__ int operator[](int i) const { return 100 + (i ? y : x); }
  __device__ int operator()(int a, int b) const { return a * x + b * y; }
  __device__ bool operator==(const V& o) const { return x == o.x && y == o.y; }
  __device__ explicit operator bool() const { return x || y; }
  __device__ operator long long() const { return x * 1000ll + y; }
};
__device__ V operator*(int s, const V& v) { return V(s * v.x, s * v.y); }
__device__ V operator*(const V& v, int s) { return s * v; }
__device__ bool operator<(const V& a, const V& b) { return a.x < b.x; }
struct Pointer { V* v; __device__ V* operator->() const { return v; } __device__ V& operator*() const { return *v; } };
KERNEL {
  int n = a[t] & 31;
  V p(n, 2), q = 3;
  const V c(4, 5);
  V r = p + q * 2 + -c;
  oi[8 * t + 0] = r.x * 1000 + r.y;
  (r += c) += p;
  oi[8 * t + 1] = (r++).y * 100 + (++r).x + r.y;
  p[1] = 9;
  oi[8 * t + 2] = p[0] * 10000 + p[1] * 1000 + c[1];
  oi[8 * t + 3] = c(2, 3) + (p == q) + 2 * (q < p);
  Pointer to{&p};
  to->x += 5;
  (*to).y = 3;
  oi[8 * t + 4] = p;
  oi[8 * t + 5] = p ? 1 : 2;
  long long w = 2 * c;
  oi[8 * t + 6] = w + !V();
}
