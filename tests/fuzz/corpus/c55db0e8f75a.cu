// char, short and bool become int before anything is computed; results narrow only when they are stored.
#include "../case.h"
KERNEL {
  signed char c = (signed char)a[t];
  unsigned char uc = (unsigned char)a[t];
  sho* t + 4] = ~uc;
  oishort s = (short)u[t];
  unsigned short us = (unsigned short)u[t];00;
  oi[8 * t + 7] = s;
}
