// A grid-stride loop with the stride of one block: blocks overlap.
//@ grid 4
//@ block 32
//@ buffer float x[256] = 1
//@ number 256
__global__ void bug(float* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) x[i] = 5 * x[i];
}
__global__ void mended(float* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = 5 * x[i];
}
