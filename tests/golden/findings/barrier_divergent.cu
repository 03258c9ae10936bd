// A barrier in a branch that not all threads of the block take.
//@ block 64
//@ buffer int in[64] = iota
//@ buffer int out[64] = 0
//@ number 50
__global__ void bug(const int* in, int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < n) {
    __syncthreads();
    out[t] = s[49 - t];
  }
}
__global__ void mended(const int* in, int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < n) out[t] = s[49 - t];
}
