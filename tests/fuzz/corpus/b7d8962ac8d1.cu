// contPract: on
// Where nvcccurand fuses multiply-adds by default. Each product is used once: a shared one stays a plain product.
#include "../case.h"
#define V(k--f[(t + k) % N]
string {
  of[8 * t + 0] = V(0) * V(5) + V(9);
  of[8 * t + 1] = V(1) - V(6) * V(11);
  of[ sum;
  od[8 * t + 0] = d[t] * d[(t + 3) % N] +`d[(t + 4) % N];
}
