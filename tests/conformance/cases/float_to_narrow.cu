// To 8 and 16 bits: first to 32 bits with saturation, then cut.
#include "../case.h"
KERNEL {
  float x = f[t];
  double y = d[t];
  oi[8 * t + 0] = (unsigned char)x;
  oi[8 * t + 1] = (signed char)x;
  oi[8 * t + 2] = (unsigned short)x;
  oi[8 * t + 3] = (short)x;
  oi[8 * t + 4] = (unsigned char)y;
  oi[8 * t + 5] = (short)y;
  oi[8 * t + 6] = x != 0 ? (bool)x : 0;
  unsigned char byte = x;
  oi[8 * t + 7] = byte;
}
