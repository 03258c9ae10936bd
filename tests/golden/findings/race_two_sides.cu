// Two sides of a branch are not in order even in lockstep: an error.
//@ block 32
//@ output int out[32]
__global__ void bug(int* out) {
  __shared__ int a[32];
  int t = threadIdx.x;
  if (t % 2 == 0) a[t] = t;
  else a[t - 1] += t;
  __syncthreads();
  out[t] = a[t & ~1];
}
__global__ void mended(int* out) {
  __shared__ int a[32];
  int t = threadIdx.x;
  if (t % 2 == 0) a[t] = t;
  __syncthreads();
  if (t % 2) a[t - 1] += t;
  __syncthreads();
  out[t] = a[t & ~1];
}
