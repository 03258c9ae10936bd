// switch with fall-through and default, do, while, for, break, continue, nested.
#include "../case.h"
KERNEL {
  int n = 0;
  switch (t % 5) {
    case 0: n += 1;
    case 1: n += 10; break;
    case 2: { n += 100; break; }
    default: n += 1000;
    case 4: n += 10000;
  }
  oi[8 * t + 0] = n;
  int k = 0, steps = 0;
  do { k += t % 3 + 1; steps++; } while (k < t);
  oi[8 * t + 1] = steps;
  int odd = 0;
  for (int i = 0; i < t; i++) {
    if (i % 2 == 0) continue;
    if (i > 40) break;
    for (int j = 0; j < 3; ++j) { if (j == 2) break; odd += i * j; }
  }
  oi[8 * t + 2] = odd;
  unsigned long long collatz = t + 1;
  int length = 0;
  while (collatz != 1) { collatz = collatz % 2 ? 3 * collatz + 1 : collatz / 2; length++; }
  oi[8 * t + 3] = length;
  oi[8 * t + 4] = t < 10 ? 1 : t < 20 ? 2 : 3;
  oi[8 * t + 5] = (n = 7, n + t);
  oi[8 * t + 6] = t > 5 && t < 20 || t == 30;
}
