// compiler: nvcc
// curand's Philox4_32_10: seeds, subsequences, offsets, skips, four at a time; whole and uniform numbers bit for bit.
#include <curand_kernel.h>
#include "../case.h"
KERNEL {
  curandStatePhilox4_32_10_t state;
  curand_init(1234ull, t, t & 3, &state);
  oi[8 * t + 0] = curand(&state);
  uint4 four = curand4(&state);
  oi[8 * t + 1] = four.x ^ four.y;
  oi[8 * t + 2] = four.z ^ four.w;
  float4 units = curand_uniform4(&state);
  of[8 * t + 0] = units.x;
  of[8 * t + 1] = units.w;
  of[8 * t + 2] = curand_uniform(&state);
  od[8 * t + 0] = curand_uniform_double(&state);
  double2 pair = curand_uniform2_double(&state);
  od[8 * t + 1] = pair.x;
  od[8 * t + 2] = pair.y;
  curand_init((unsigned long long)u[t] << 20, (unsigned long long)u[t] * u[t], (unsigned long long)u[(t + 1) & 63] << 11, &state);
  oi[8 * t + 3] = curand(&state);
  skipahead(1000003ull, &state);
  oi[8 * t + 4] = curand(&state);
  skipahead_sequence(77ull, &state);
  oi[8 * t + 5] = curand(&state);
}
