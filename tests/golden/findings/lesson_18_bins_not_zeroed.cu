// Bins in shared memory do not start at zero.
//@ block 64
//@ buffer uchar in[64] = iota
//@ output int out[64]
__global__ void bug(const unsigned char* in, int* out) {
  __shared__ int bins[64];
  int t = threadIdx.x;
  atomicAdd(&bins[in[t]], 1);
  __syncthreads();
  out[t] = bins[t];
}
__global__ void mended(const unsigned char* in, int* out) {
  __shared__ int bins[64];
  int t = threadIdx.x;
  bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t]], 1);
  __syncthreads();
  out[t] = bins[t];
}
