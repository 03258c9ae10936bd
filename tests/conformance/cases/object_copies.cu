// Copies, moves and assignments of a class that counts them, and the order of destruction.
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
KERNEL {
  long long* l = oi + 8 * t;
  int n = a[t] & 7;
  T x(n, l);
  T y = x;
  T z = static_cast<T&&>(y);
  x = z;
  x = T(n + 1, l);
  l[6] = y.v + z.v;
}
