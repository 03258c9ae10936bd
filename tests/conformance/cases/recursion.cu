// Functions that call themselves and each other: each activation has its own variables, lanes go to different depths.
#include "../case.h"
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
__device__ bool odd(int n);
__device__ bool even(int n) { return n == 0 || odd(n - 1); }
__device__ bool odd(int n) { return n != 0 && even(n - 1); }
__device__ float horner(const float* c, int n, float x) { return n == 0 ? c[0] : horner(c + 1, n - 1, x) * x + c[0]; }
template <class T>
__device__ T power(T x, int n) { return n == 0 ? T(1) : n % 2 ? x * power(x, n - 1) : power(x * x, n / 2); }
__device__ int gcd(int x, int y) { return y == 0 ? x : gcd(y, x % y); }
KERNEL {
  oi[8 * t + 0] = factorial(t % 13);
  oi[8 * t + 1] = fib(t % 12);
  oi[8 * t + 2] = ackermann(t % 3, t % 4);
  oi[8 * t + 3] = even(t % 12) * 2 + odd(t % 9);
  oi[8 * t + 4] = power(3ll, t % 20);
  oi[8 * t + 5] = gcd(t * 12 + 6, 36 + t);
  float c[6];
  for (int i = 0; i < 6; i++) c[i] = (t + i) * 0.25f;
  of[8 * t + 0] = horner(c, t % 6, 0.5f);
  of[8 * t + 1] = power(1.5f, t % 9);
  od[8 * t + 0] = power(1.25, t % 30);
}
