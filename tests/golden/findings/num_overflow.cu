// The largest half is 65,504; the largest int about 2.1e9.
//@ block 32
//@ buffer float in[32] = 300
//@ output float out[32]
//@ numbers
#include <cuda_fp16.h>
__global__ void bug(const float* in, float* out) {
  int i = threadIdx.x;
  __half square = __hmul(__float2half(in[i]), __float2half(in[i]));
  int whole = (int)(in[i] * 1e9f);
  out[i] = __half2float(square) + (whole > 0);
}
__global__ void mended(const float* in, float* out) {
  int i = threadIdx.x;
  float square = in[i] * in[i];
  int whole = (int)(in[i] * 1e6f);
  out[i] = square + (whole > 0);
}
