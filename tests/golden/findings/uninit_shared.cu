// A halo that nobody loads.
//@ block 64
//@ buffer int in[66] = iota
//@ output int out[64]
__global__ void bug(const int* in, int* out) {
  __shared__ int s[66];
  int t = threadIdx.x;
  s[t + 1] = in[t + 1];
  __syncthreads();
  out[t] = s[t] + s[t + 2];
}
__global__ void mended(const int* in, int* out) {
  __shared__ int s[66];
  int t = threadIdx.x;
  s[t + 1] = in[t + 1];
  if (t == 0) { s[0] = in[0]; s[65] = in[65]; }
  __syncthreads();
  out[t] = s[t] + s[t + 2];
}
