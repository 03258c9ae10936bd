// Results are built in place; arguments live to the end of the full expression.
#include "../case.h"
struct T {
  int v; long long* log;
  __device__ T() : v(1), log(nullptr) {}
  __device__ T(int x, long long* l) : v(x), log(l) { log[0]++; }
  __device__ T(const T& o) : v(o.v), log(o.log) { if (log) log[1]++; }
  __device__ T(T&& o) : v(o.v), log(o.log) { o.v = -1; if (log) log[2]++; }
  __device__ T& operator=(const T& o) { v = o.v; log = o.log; if (log) log[3]++; return *this; }
  __device__ T& operator=(T&& o) { v = o.v; log = o.log; if (log) log[4]++; return *this; }
  __device__ ~T() { if (log) log[5] = log[5] * 10 + (v & 7); }
};
__device__ T make(int x, long long* l) { T t(x, l); t.v += 1; return t; }
__device__ T make_or(int x, long long* l) { if (x > 3) { T t(x, l); return t; } T u(x + 1, l); return u; }
__device__ int use(T t) { return t.v; }
__device__ int look(const T& t) { return t.v; }
KERNEL {
  long long* l = oi + 8 * t;
  int n = a[t] & 7;
  T m = make(n, l);
  T k = T(T(n, l));
  l[6] = use(m) + use(make(2, l)) + look(T(3, l));
  T o = make_or(n, l);
  l[7] = o.v;
}
