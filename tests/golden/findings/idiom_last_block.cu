// The last block to finish adds up what all have left: each block fences before it counts itself.
//@ grid 4
//@ block 64
//@ buffer int in[256] = iota
//@ buffer int part[4] = 0
//@ buffer int done[1] = 0
//@ output int sum[1]
__global__ void bug(const int* in, int* part, int* done, int* sum) {
  __shared__ int s;
  __shared__ bool is_last;
  int t = threadIdx.x;
  if (t == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, in[blockIdx.x * blockDim.x + t]);
  __syncthreads();
  if (t == 0) {
    part[blockIdx.x] = s;
    is_last = atomicAdd(done, 1) == gridDim.x - 1;
    if (is_last) {
      sum[0] = part[0] + part[1] + part[2] + part[3];
      *done = 0;
    }
  }
}
__global__ void mended(const int* in, int* part, int* done, int* sum) {
  __shared__ int s;
  __shared__ bool is_last;
  int t = threadIdx.x;
  if (t == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, in[blockIdx.x * blockDim.x + t]);
  __syncthreads();
  if (t == 0) {
    part[blockIdx.x] = s;
    __threadfence();
    is_last = atomicAdd(done, 1) == gridDim.x - 1;
    if (is_last) {
      __threadfence();
      sum[0] = part[0] + part[1] + part[2] + part[3];
      *done = 0;
    }
  }
}
