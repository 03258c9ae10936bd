// char, short and bool become int before anything is computed; results narrow only when they are stored.
#include "../case.h"
KERNEL {
  signed char c = (signed char)a[t];
  unsigned char uc = (unsigned char)a[t];
  short s = (short)u[t];
  unsigned short us = (unsigned short)u[t];
  bool b = a[t] > 0;
  oi[8 * t + 0] = c + uc;
  oi[8 * t + 1] = uc * uc;
  oi[8 * t + 2] = s * us;
  oi[8 * t + 3] = -us;
  oi[8 * t + 4] = ~uc;
  oi[8 * t + 5] = b + b;
  uc += 200;
  oi[8 * t + 6] = uc;
  s -= 30000;
  oi[8 * t + 7] = s;
}
