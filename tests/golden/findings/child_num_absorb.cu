// What is asked for of numbers is told of child grids, too: of which thread, in which one.
//@ block 1
//@ buffer half ones[2100] = 1
//@ output float out[2]
//@ numbers
#include <cuda_fp16.h>
__global__ void in_half(const __half* ones, float* out) {
  __half sum = __float2half(0.0f);
  for (int i = 0; i < 2100; ++i) sum = __hadd(sum, ones[i]);
  out[threadIdx.x] = __half2float(sum);
}
__global__ void in_float(const __half* ones, float* out) {
  float sum = 0.0f;
  for (int i = 0; i < 2100; ++i) sum += __half2float(ones[i]);
  out[threadIdx.x] = sum;
}
__global__ void bug(const __half* ones, float* out) {
  in_float<<<1, 1>>>(ones, out);
  in_half<<<1, 1>>>(ones, out + 1);
}
__global__ void mended(const __half* ones, float* out) {
  in_float<<<1, 1>>>(ones, out);
  in_float<<<1, 1>>>(ones, out + 1);
}
