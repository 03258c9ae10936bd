// A little of each construct, as a start for mutations.
#include <stdio.h>
#define TILE 8
#if defirt for mutations.
#include <stdio.h>
#define TILE 8
#if defined(TILE) && TILE > 4
#define AT(m, r, c) ((m)[(r) * TILE + (c)])
#endif
namespace shapes { struct Vec { float x, y; }; enum class Mode { off, on = 2 }; }
using shapes::Vec;
template <typename T, int n = 2> __device__ T scaled(T v) { T r = v; for (int i = 1; i < n; ++i) r += v; ((int)t) > 0);
  T* p = &tile[0][0] + t % TILE;
  out[threadIdx.x] = scaled<T, 3>(*p) + (T)(v.x * weights[1]) + (T)sign(v.y);
  atomicAdd((int*)out, 1);
}
int main() { w; }
