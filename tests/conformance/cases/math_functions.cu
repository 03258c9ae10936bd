// ulp: 4
// Transcendental functions, within the bounds of the programming guide's table.
#include "../case.h"
KERNEL {
  float x = (t - 32) * 0.37f, y = t * 0.11f + 0.01f;
  of[8 * t + 0] = expf(x * 0.5f);
  of[8 * t + 1] = logf(y);
  of[8 * t + 2] = sinf(x);
  of[8 * t + 3] = cosf(x);
  of[8 * t + 4] = tanhf(x);
  of[8 * t + 5] = rsqrtf(y);
  of[8 * t + 6] = atan2f(x, y);
  of[8 * t + 7] = powf(y, 1.7f);
  od[8 * t + 0] = exp((double)x);
  od[8 * t + 1] = log((double)y);
  od[8 * t + 2] = sin((double)x);
  od[8 * t + 3] = pow((double)y, 1.7);
}
