// gridDim.x in the place of blockDim.x: some elements twice, some never.
//@ grid 4
//@ block 8
//@ output int out[32]
__global__ void bug(int* out) {
  int i = blockIdx.x * gridDim.x + threadIdx.x;
  out[i] = blockIdx.x;
}
__global__ void mended(int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = blockIdx.x;
}
