// Two warps count, a third one reads what they have counted: barrier 2 says when. The bug: they come there before they count.
//@ block 96
//@ buffer int in[64] = iota
//@ output int out[4]
__global__ void bug(const int* in, int* out) {
  __shared__ int count[4];
  if (threadIdx.x < 4) count[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x < 64) {
    asm volatile("bar.arrive 2, 96;" ::: "memory");
    atomicAdd(&count[in[threadIdx.x] % 4], 1);
  } else {
    asm volatile("bar.sync 2, 96;" ::: "memory");
    if (threadIdx.x < 68) out[threadIdx.x - 64] = count[threadIdx.x - 64];
  }
}
__global__ void mended(const int* in, int* out) {
  __shared__ int count[4];
  if (threadIdx.x < 4) count[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x < 64) {
    atomicAdd(&count[in[threadIdx.x] % 4], 1);
    asm volatile("bar.arrive 2, 96;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 96;" ::: "memory");
    if (threadIdx.x < 68) out[threadIdx.x - 64] = count[threadIdx.x - 64];
  }
}
