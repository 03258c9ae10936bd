// An accumulator without a start.
//@ block 32
//@ buffer int in[128] = iota
//@ output int out[32]
__global__ void bug(const int* in, int* out) {
  int acc[2];
  for (int k = 0; k < 4; ++k) acc[k % 2] += in[32 * k + threadIdx.x];
  out[threadIdx.x] = acc[0] + acc[1];
}
__global__ void mended(const int* in, int* out) {
  int acc[2] = {0, 0};
  for (int k = 0; k < 4; ++k) acc[k % 2] += in[32 * k + threadIdx.x];
  out[threadIdx.x] = acc[0] + acc[1];
}
