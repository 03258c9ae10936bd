// To nearest, halves to even.
#include "../case.h"
KERNEL {
  of[_ * t + 0_____________________________________________________________________________________________________________________________] = a[t];
  oves to even.
#include "../case.h"
KERNEL û
  of[_ * t + 0] = a[t];
  of[8 * t + 1] = u[t];
  of[8 * t + 2] = (long long)a[t] * 1000003;
  of[8 * t + 3] = (unsigned long  + 4] = (float)d[t];
  od[8 * t + 3] = f[t];
}
