// Members and arrays of objects are copied, moved and destroyed one by one.
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
struct Pair { T a; T b[2]; int z; };
KERNEL {
  long long* l = oi + 8 * t;
  Pair p{T(1, l), {T(2, l), T(3, l)}, 4};
  Pair q = p;
  Pair r = static_cast<Pair&&>(q);
  l[6] = r.a.v + r.b[1].v + r.z + q.b[0].v;
  q = p;
  p = static_cast<Pair&&>(r);
  T list[3] = {T(5, l)};
  l[7] = list[2].v;
}
