// One warp hands a tile to another by a barrier. The bug: it arrives before it has written.
//@ block 64
//@ output int out[32]
#include <cuda/barrier>
using Barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void bug(int* out) {
  __shared__ int tile[32];
  __shared__ Barrier full;
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) init(&full, 64);
  __syncthreads();
  if (threadIdx.x < 32) {
    (void)full.arrive();
    tile[lane] = lane;
  } else {
    full.arrive_and_wait();
    out[lane] = tile[31 - lane];
  }
}
__global__ void mended(int* out) {
  __shared__ int tile[32];
  __shared__ Barrier full;
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) init(&full, 64);
  __syncthreads();
  if (threadIdx.x < 32) {
    tile[lane] = lane;
    (void)full.arrive();
  } else {
    full.arrive_and_wait();
    out[lane] = tile[31 - lane];
  }
}
