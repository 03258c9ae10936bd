// A block that all threads share is given back by one of them, and another one writes to it once more.
//@ block 64
//@ buffer int out[64] = 0
__global__ void bug(int* out) {
  __shared__ int* sums;
  if (threadIdx.x == 0) sums = new int[64];
  __syncthreads();
  sums[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = sums[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) delete[] sums;
  __syncthreads();
  if (threadIdx.x == 40) sums[40] = 0;
}
__global__ void mended(int* out) {
  __shared__ int* sums;
  if (threadIdx.x == 0) sums = new int[64];
  __syncthreads();
  sums[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = sums[threadIdx.x];
  if (threadIdx.x == 40) sums[40] = 0;
  __syncthreads();
  if (threadIdx.x == 0) delete[] sums;
}
