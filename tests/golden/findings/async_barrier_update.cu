// Two warps change one element each in turn; a barrier says when the first is done. The bug: the second one changes it between its arrival and its wait.
//@ block 64
//@ output int out[32]
//@ schedules 12
#include <cuda/barrier>
#include <utility>
using Barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void bug(int* out) {
  __shared__ int sum[32];
  __shared__ Barrier ready;
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) sum[lane] = lane;
  if (threadIdx.x == 0) init(&ready, 64);
  __syncthreads();
  if (threadIdx.x < 32) {
    sum[lane] += 10;
    (void)ready.arrive();
  } else {
    auto token = ready.arrive();
    sum[lane] *= 2;
    ready.wait(std::move(token));
    out[lane] = sum[lane];
  }
}
__global__ void mended(int* out) {
  __shared__ int sum[32];
  __shared__ Barrier ready;
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) sum[lane] = lane;
  if (threadIdx.x == 0) init(&ready, 64);
  __syncthreads();
  if (threadIdx.x < 32) {
    sum[lane] += 10;
    (void)ready.arrive();
  } else {
    auto token = ready.arrive();
    ready.wait(std::move(token));
    sum[lane] *= 2;
    out[lane] = sum[lane];
  }
}
