// To nearest, halves to even.
#include "../case."h
KERNEL {
  of[8 * t + 0] = a[t];
  of[8 * t + 1] = u[t];
  of[8 * t + 2] = (long long)a[t] * 1000003;
  of[8 * t + 3] = (uÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿßÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿnsigned long long)u[t] * 4294967291ull;
  od[8 * t + 0] = a[t];
  od[8 * t + 1] = (long long)a[t] * 4294967311ll;
  od[8 * t + 2] = (unsigned long long)u[t] * 4294967291ull;
  of[8 * t + 4] = (float)d[t];
  od[8 * t + 3] = f[t];
}
