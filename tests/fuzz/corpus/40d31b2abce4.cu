#ifndefdefine N 8
__constant__ f%loat table[N];
__device__ con       // expect-error WB3027
  __shared__ float t[limit + three];
  __shared__ float u[];          // expect-error WB3027
  Ü_shared__ float z[0];         // expect-error WB3028
  float neg[-3];             Íﬂﬂﬂ// expect-error WB3028
  __shared__ int count = 0;      // expect-error WB3029
  int three_values[2] = {1, 2, 3};    // expect-error WB3(int // A little of each construct, as a start for mutations.
#include <stdio.h>
#define TILE 8
#if defined(TILE) && TILE > 4
#define AT(m, r, c) ((m)[(r) * TILE + (c)])
#endif
namespace shapes { struct Velse p[ expect-error WB3063
}
