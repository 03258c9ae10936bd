// Function templates: deduced and explicit arguments, type, int and bool parameters, overloads by type.
#include "../case.h"
template <typename T> __device__ T twice(T x) { return x + x; }
template <int n, typename T> __device__ T power(T x) { T r = 1; for (int i = 0; i < n; i++) r *= x; return r; }
template <bool up> __device__ int next(int x) { return up ? x + 1 : x - 1; }
__device__ int which(int) { return 1; }
__device__ int which(unsigned) { return 2; }
__device__ int which(float) { return 3; }
__device__ int which(double) { return 4; }
__device__ int which(const int*) { return 5; }
template <typename T> __device__ T largest(const T* x, int n) { T best = x[0]; for (int i = 1; i < n; i++) if (x[i] > best) best = x[i]; return best; }
KERNEL {
  oi[8 * t + 0] = twice((unsigned char)200) + twice(t);
  oi[8 * t + 1] = power<3>(t) + power<2, long long>(100000);
  oi[8 * t + 2] = next<true>(t) * 1000 + next<false>(t);
  oi[8 * t + 3] = which(t) * 10000 + which(u[t]) * 1000 + which(f[t]) * 100 + which(d[t]) * 10 + which(a);
  oi[8 * t + 4] = which((short)t) * 100 + which('x') * 10 + which(1.0f * t);
  oi[8 * t + 5] = largest(a, 10);
  of[8 * t + 0] = twice(f[t]);
}
