// Temporaries: bound to a reference, in arms that are not evaluated, as arguments.
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
__device__ int look(const T& t) { return t.v; }
KERNEL {
  long long* l = oi + 8 * t;
  const T& r = T(7, l);
  T&& s = T(5, l);
  s.v += 1;
  l[6] = r.v > (t & 7) && look(T(t & 7, l)) > 3;
  l[7] = t & 1 ? look(T(1, l)) : look(T(2, l)) + look(T(3, l));
}
