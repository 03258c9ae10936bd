// Shared memory of another block is another memory: here nobody has written it.
//@ grid 2
//@ block 32
//@ buffer int in[64] = iota
//@ output int out[64]
__global__ void bug(const int* in, int* out) {
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  out[i] = s[63 - i];
}
__global__ void mended(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i];
  __syncthreads();
  out[i] = s[31 - t];
}
