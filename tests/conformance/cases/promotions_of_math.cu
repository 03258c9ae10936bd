// compiler: nvcc
// ulp: 2
// Which overload a call takes, told by the size and value of its result.
#include "../case.h"
KERNEL {
  int i = a[t] % 100;
  float g = f[24 + t % 40];
  oi[8 * t + 0] = sizeof(sqrt(4.0)) * 100 + sizeof(sqrt(4.0f));
  oi[8 * t + 1] = sizeof(pow(2.0f, 2)) * 100 + sizeof(pow(2.0f, 2.0f));
  oi[8 * t + 2] = sizeof(fabs(3.0f)) * 100 + sizeof(abs(-3.0f)) * 10 + sizeof(abs(-3));
  oi[8 * t + 3] = sizeof(fmax(1.0f, 2.0)) * 100 + sizeof(max(1.0f, 2.0f)) * 10 + sizeof(max(1u, 2));
  oi[8 * t + 4] = sizeof(ldexp(1.0f, 3)) * 100 + sizeof(ldexp(1.0, 3)) * 10 + sizeof(ldexp(1, 3));
  oi[8 * t + 5] = sizeof(atan2(1, 2.0f)) * 100 + sizeof(fma(1.0f, 2.0f, 3)) * 10 + sizeof(std::floor(1.5f));
  oi[8 * t + 6] = sizeof(lrint(1.0f)) * 100 + sizeof(ilogb(1.0f)) * 10 + sizeof(llabs(1));
  oi[8 * t + 7] = max(-1, 1u) + (long long)min(-1, 1u);
  od[8 * t + 0] = pow(g, 2);
  od[8 * t + 1] = sqrt((double)i * i);
  od[8 * t + 2] = fabs((double)i);
  od[8 * t + 3] = floor(g);
  od[8 * t + 4] = fmin((double)g, (double)i);
  od[8 * t + 5] = std::sqrt(fabs(g));
  of[8 * t + 0] = powf(2, 3);
  of[8 * t + 1] = std::abs(g);
  of[8 * t + 2] = fmaxf(i, g);
}
