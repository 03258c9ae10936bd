// A shuffle under a condition, with a mask that names the lanes that stayed away: they wait elsewhere.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[64]
//@ number 40
__global__ void bug(const int* in, int* out, int n) {
  int t = threadIdx.x, v = in[t];
  if (t < n) v = __shfl_xor_sync(0xffffffff, v, 1);
  __syncthreads();
  out[t] = v;
}
__global__ void mended(const int* in, int* out, int n) {
  int t = threadIdx.x, v = in[t];
  unsigned mask = __ballot_sync(0xffffffff, t < n);
  if (t < n) v = __shfl_xor_sync(mask, v, 1);
  __syncthreads();
  out[t] = v;
}
