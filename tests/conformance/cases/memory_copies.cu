// compiler: nvcc
// memcpy and memset in device code, on locals, shared and global memory.
#include "../case.h"
KERNEL {
  struct Pair { int number; float value; } one = {a[t], f[t]}, other;
  memcpy(&other, &one, sizeof one);
  oi[8 * t + 0] = other.number;
  of[8 * t + 0] = other.value;
  unsigned int bits;
  memcpy(&bits, &f[t], 4);
  oi[8 * t + 1] = bits;
  double e = d[t];
  unsigned long long word;
  memcpy(&word, &e, sizeof(word));
  oi[8 * t + 2] = (long long)word;
  memset(&other, 0x11, sizeof other);
  oi[8 * t + 3] = other.number;
  __shared__ int s[N];
  if (t == 0) memset(s, 0, sizeof(s));
  __syncthreads();
  memcpy((char *)&s[t] + 1, (const char *)&a[t] + 1, 1 + t % 3);
  oi[8 * t + 4] = s[t];
  memcpy(od + 8 * t, d + t, t % 2 * sizeof(double));
}
