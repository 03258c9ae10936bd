// A half holds 11 bits: from 2048 on, adding one changes nothing.
//@ block 1
//@ buffer half ones[2100] = 1
//@ output float out[1]
//@ numbers
#include <cuda_fp16.h>
__global__ void bug(const __half* ones, float* out) {
  __half sum = __float2half(0.0f);
  for (int i = 0; i < 2100; ++i) sum = __hadd(sum, ones[i]);
  out[0] = __half2float(sum);
}
__global__ void mended(const __half* ones, float* out) {
  float sum = 0.0f;
  for (int i = 0; i < 2100; ++i) sum += __half2float(ones[i]);
  out[0] = sum;
}
