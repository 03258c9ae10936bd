// A scan in place with one barrier a pass.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[64]
__global__ void bug(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int k = 1; k < 64; k *= 2) {
    if (t >= k) s[t] += s[t - k];
    __syncthreads();
  }
  out[t] = s[t];
}
__global__ void mended(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int k = 1; k < 64; k *= 2) {
    int before = t >= k ? s[t - k] : 0;
    __syncthreads();
    s[t] += before;
    __syncthreads();
  }
  out[t] = s[t];
}
