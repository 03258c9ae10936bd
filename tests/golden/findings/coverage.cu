// The grid does not cover the output.
//@ grid 3
//@ block 32
//@ buffer int in[100] = iota
//@ output int out[100]
//@ number 100
__global__ void bug(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void mended(const int* in, int* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}
