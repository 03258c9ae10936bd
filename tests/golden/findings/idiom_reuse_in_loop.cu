// A tile that is used again in the next pass needs a barrier behind its readers, too.
//@ block 64
//@ buffer int in[256] = iota
//@ output int out[64]
__global__ void bug(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x, sum = 0;
  for (int base = 0; base < 256; base += 64) {
    tile[t] = in[base + t];
    __syncthreads();
    sum += tile[63 - t];
  }
  out[t] = sum;
}
__global__ void mended(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x, sum = 0;
  for (int base = 0; base < 256; base += 64) {
    tile[t] = in[base + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  out[t] = sum;
}
