// Two buffers save a barrier a pass, if each pass writes the one that the last pass has read.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[64]
__global__ void bug(const int* in, int* out) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  s[0][t] = in[t];
  __syncthreads();
  for (int pass = 0; pass < 4; ++pass) {
    s[0][t] = s[0][(t + 1) % 64] + 1;
    __syncthreads();
  }
  out[t] = s[0][t];
}
__global__ void mended(const int* in, int* out) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  s[0][t] = in[t];
  __syncthreads();
  for (int pass = 0; pass < 4; ++pass) {
    s[1 - pass % 2][t] = s[pass % 2][(t + 1) % 64] + 1;
    __syncthreads();
  }
  out[t] = s[0][t];
}
