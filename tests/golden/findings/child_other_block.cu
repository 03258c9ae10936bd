// A child reads what another block stores: only the last block may launch it.
//@ grid 4
//@ block 32
//@ buffer int data[128] = 0
//@ buffer int done[1] = 0
//@ output int out[128]
__global__ void twice(const int* data, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * data[i];
}
__global__ void bug(int* data, int* done, int* out) {
  data[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0 && blockIdx.x == 0) twice<<<4, 32>>>(data, out);
}
__global__ void mended(int* data, int* done, int* out) {
  data[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0 && atomicAdd(done, 1) == 3) twice<<<4, 32>>>(data, out);
}
