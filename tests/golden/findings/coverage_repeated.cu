// Two threads do the same work, one after the other. A note.
//@ block 64
//@ output int out[32]
__global__ void bug(int* out) {
  int t = threadIdx.x;
  if (t < 32) out[t] = t;
  __syncthreads();
  if (t >= 32) out[t - 32] = t - 32;
}
__global__ void mended(int* out) {
  int t = threadIdx.x;
  if (t < 32) out[t] = t;
}
