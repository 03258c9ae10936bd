// A warp waits for a flag that would be set behind a barrier, where the others wait for this warp.
//@ grid 2
//@ block 64
//@ output int out[128]
__global__ void bug(int* out) {
  __shared__ int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    while (atomicAdd(&ready, 0) == 0) {}
    __syncthreads();
  } else {
    __syncthreads();
    if (threadIdx.x == 32) atomicExch(&ready, 1);
  }
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
__global__ void mended(int* out) {
  __shared__ int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    while (atomicAdd(&ready, 0) == 0) {}
  } else {
    if (threadIdx.x == 32) atomicExch(&ready, 1);
  }
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
