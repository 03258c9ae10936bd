// Two warps add to one sum, the second behind the first: that one says by barrier 1 when it is done. The bug: the other one waits too late.
//@ block 64
//@ output int out[32]
__global__ void bug(int* out) {
  __shared__ int sum[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) sum[lane] = lane;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum[lane] += 10;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    sum[lane] *= 2;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[lane] = sum[lane];
  }
}
__global__ void mended(int* out) {
  __shared__ int sum[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) sum[lane] = lane;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum[lane] += 10;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    sum[lane] *= 2;
    out[lane] = sum[lane];
  }
}
