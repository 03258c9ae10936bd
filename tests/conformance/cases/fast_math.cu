// ulp: 64
// The fast forms, where their absolute error is a small relative one.
#include "../case.h"
KERNEL {
  float x = 0.3f + t * 0.014f, y = 0.1f + t * 0.21f;
  of[8 * t + 0] = __sinf(x);
  of[8 * t + 1] = __cosf(x);
  of[8 * t + 2] = __tanf(x);
  of[8 * t + 3] = __expf(x);
  of[8 * t + 4] = __exp10f(x * 0.5f);
  of[8 * t + 5] = __log2f(y + 2.1f);
  of[8 * t + 6] = __powf(y, 1.3f);
  of[8 * t + 7] = __fdividef(x, y);
  float s, c;
  __sincosf(x, &s, &c);
  od[8 * t] = s < 1.1f && c > 0.1f;
  od[8 * t + 1] = __saturatef(f[t]);
  od[8 * t + 2] = __saturatef(y - 3.0f);
}
