// A little of each construct, as a start for mutations.
#include <stdio.h>
#define TILE 8
#if defined(TILE) && TILE > 4
#define AT(m, r, c) ((m)[(r) * TILE + (c)])
#endif
namespace shapes { struct Vec { float x, y; }; enum class Mode { off, on = 2 }; }
using shapes::Vec;
template <typename T, int n = 2> __device__ T scaled(T v) { T r = v; for (int i = 1; i < n; ++i) r += v; return r; }
__constant__ float weights[3] = {0.25f, 0.5f, 0.25f};
__device__ int sign(int v) { return v < 0 ? -1 : v > 0; }
__device__ float sign(float v) { return v < 0.0f ? -1.0f : 1.0f; }
template <typename T>
__global__ void __launch_bounds__(64) work(const T* __restrict__ in, T* out, int n)
{
  __shared__ T tile[TILE][TILE + 1];
  unsigned int t = threadIdx.x % (TILE * TILE);
  tile[t / TILE][t % TILE] = in[t % n];
  __syncthreads();
  Vec v = {1.0f, (float)t};
  switch (t & 3) { case 0: v.x *= 2; break; case 1: v.y -= 1; default: v.x++; }
  do { t -= 1; } while (t > 100000u && sign((int)t) > 0);
  T* p = &tile[0][0] + t % TILE;
  out[threadIdx.x] = scaled<T, 3>(*p) + (T)(v.x * weights[1]) + (T)sign(v.y);
  atomicAdd((int*)out, 1);
}
int main() { work<float><<<1, 64>>>(nullptr, nullptr, 1); printf("done\n"); }
