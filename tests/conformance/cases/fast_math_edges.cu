// compiler: nvcc
// Where the fast forms give another kind of result: NaNs, zeros and infinities.
#include "../case.h"
KERNEL {
  float g = f[t], h = f[(t * 7 + 3) % N];
  oi[8 * t + 0] = isnan(__powf(-fabsf(g) - 1, 2.0f));
  oi[8 * t + 1] = isnan(__powf(0.0f, 0.0f));
  oi[8 * t + 2] = __fdividef(1.0f, 1.5e38f) == 0.0f;
  oi[8 * t + 3] = isnan(__fdividef(INFINITY, 2e38f));
  oi[8 * t + 4] = isnan(__logf(-1.0f - fabsf(g)));
  oi[8 * t + 5] = isinf(__logf(0.0f));
  oi[8 * t + 6] = __float_as_int(__saturatef(g));
  oi[8 * t + 7] = isinf(__expf(500.0f)) + 2 * (__expf(-500.0f) == 0.0f);
  of[8 * t + 0] = __fdividef(2.0f, -2.5e38f);
  of[8 * t + 1] = __saturatef(h);
}
