// A flag is set by an atomic behind a barrier of the warp, and no fence keeps the data in front of it.
//@ block 64
//@ output int out[32]
__global__ void bug(int* out) {
  __shared__ int data[32], flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x;
    __syncwarp();
    if (threadIdx.x == 0) atomicExch(&flag, 1);
  } else {
    if (threadIdx.x == 32) while (atomicAdd(&flag, 0) == 0) { }
    __syncwarp();
    out[threadIdx.x - 32] = data[0];
  }
}
__global__ void mended(int* out) {
  __shared__ int data[32], flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x;
    __syncwarp();
    __threadfence_block();
    if (threadIdx.x == 0) atomicExch(&flag, 1);
  } else {
    if (threadIdx.x == 32) {
      while (atomicAdd(&flag, 0) == 0) { }
      __threadfence_block();
    }
    __syncwarp();
    out[threadIdx.x - 32] = data[0];
  }
}
