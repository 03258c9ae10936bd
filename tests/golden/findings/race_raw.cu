// A neighbour's element is read before anybody has waited for its writer.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[64]
__global__ void bug(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[t ^ 32];
}
__global__ void mended(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 32];
}
