// Scopes that are left by break, continue and return destroy what they hold.
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
__device__ int leave(long long* l, int n) { T a(1, l); { T b(2, l); if (n & 1) return a.v + b.v; } T c(3, l); return c.v; }
KERNEL {
  long long* l = oi + 8 * t;
  for (int i = 0; i < 5; ++i) {
    T loop(i + 1, l);
    if (i == (t & 3)) continue;
    if (i == 3) break;
  }
  l[6] = leave(l, t);
  switch (t & 3) {
    case 0: { T a(6, l); break; }
    case 1: { T b(7, l); }
    default: l[7]++;
  }
}
