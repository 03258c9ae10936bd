// Device functions: default arguments, references, early returns, nested calls, static tables.
#include "../case.h"
__device__ int clamp_to(int x, int low = 0, int high = 255) { if (x < low) return low; if (x > high) return high; return x; }
__device__ void split(int x, int& quotient, int& rest) { quotient = x / 10; rest = x % 10; }
__device__ int gcd(int x, int y) { while (y) { int r = x % y; x = y; y = r; } return x; }
__device__ inline float mix(float x, float y, float s) { return x * (1 - s) + y * s; }
KERNEL {
  oi[8 * t + 0] = clamp_to(t * 10 - 100);
  oi[8 * t + 1] = clamp_to(t, 10, 20);
  int q, r;
  split(t * 7, q, r);
  oi[8 * t + 2] = q * 100 + r;
  oi[8 * t + 3] = gcd(t + 1, 48) * 100 + gcd(gcd(360, t + 24), 12);
  of[8 * t + 0] = mix(1.0f, 3.0f, 0.25f * (t % 4));
}
