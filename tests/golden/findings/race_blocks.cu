// What another block writes may not be there yet; a barrier stops only its own block.
//@ grid 2
//@ block 32
//@ buffer int in[64] = iota
//@ buffer int a[64] = 0
//@ output int out[64]
__global__ void bug(const int* in, int* a, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = in[i];
  __syncthreads();
  out[i] = a[63 - i];
}
__global__ void mended(const int* in, int* a, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = in[i];
  __syncthreads();
  out[i] = a[(blockIdx.x + 1) * blockDim.x - 1 - threadIdx.x];
}
