// C++17: the right side of an assignment first; side effects of ++ and compound assignment.
#include "../case.h"
KERNEL {
  int x[4] = {1, 2, 3, 4};
  int i = t % 3;
  x[i] = i++;
  oi[8 * t + 0] = x[0] * 1000 + x[1] * 100 + x[2] * 10 + x[3];
  oi[8 * t + 1] = i;
  int k = t;
  int m = k++ + 2;
  oi[8 * t + 2] = k * 1000 + m;
  k = t;
  k += k++ * 2;
  oi[8 * t + 3] = k;
  k = 5;
  int r = (t > 100 && k++ > 0) || (t < 200 && ++k > 0);
  oi[8 * t + 4] = r * 100 + k;
  k = 10;
  oi[8 * t + 5] = (k -= 3) *= 2;
}
