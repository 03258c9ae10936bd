// After a barrier what atomics have gathered may be read plainly.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[4]
__global__ void bug(const int* in, int* out) {
  __shared__ int bins[4];
  int t = threadIdx.x;
  if (t < 4) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t] % 4], 1);
  if (t < 4) out[t] = bins[t];
}
__global__ void mended(const int* in, int* out) {
  __shared__ int bins[4];
  int t = threadIdx.x;
  if (t < 4) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t] % 4], 1);
  __syncthreads();
  if (t < 4) out[t] = bins[t];
}
