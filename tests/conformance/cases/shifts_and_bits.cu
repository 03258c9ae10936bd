// Shifts: arithmetic on signed, logical on unsigned; the left operand decides the type.
#include "../case.h"
KERNEL {
  int x = a[t];
  unsigned v = u[t];
  int s = t % 32;
  long long wide = (long long)x * 65537;
  oi[8 * t + 0] = x >> s;
  oi[8 * t + 1] = v >> s;
  oi[8 * t + 2] = v << s;
  oi[8 * t + 3] = (x & 0xff) | (~x ^ 0x0f0f);
  oi[8 * t + 4] = wide >> (t % 64);
  oi[8 * t + 5] = (unsigned long long)wide >> (t % 64);
  oi[8 * t + 6] = 1ull << (t % 64);
  oi[8 * t + 7] = (unsigned char)(v << 3) >> 1;
}
