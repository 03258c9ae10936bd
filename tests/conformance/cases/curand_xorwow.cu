// compiler: nvcc
// curand's default generator: seeds, subsequences, offsets, skips; whole and uniform numbers bit for bit.
#include <curand_kernel.h>
#include "../case.h"
KERNEL {
  curandState state;
  curand_init(1234ull, t, 0ull, &state);
  oi[8 * t + 0] = curand(&state);
  of[8 * t + 0] = curand_uniform(&state);
  od[8 * t + 0] = curand_uniform_double(&state);
  curand_init((unsigned long long)u[t] << 20, (unsigned long long)u[t] * u[t], u[(t + 1) & 63], &state);
  oi[8 * t + 1] = curand(&state);
  skipahead(1000003ull, &state);
  oi[8 * t + 2] = curand(&state);
  skipahead_sequence(77ull, &state);
  oi[8 * t + 3] = curand(&state);
  of[8 * t + 1] = curand_uniform(&state);
  oi[8 * t + 4] = state.d;
  oi[8 * t + 5] = state.v[4];
}
