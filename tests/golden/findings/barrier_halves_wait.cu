// All threads wait, but only the first warp has arrived.
//@ block 64
//@ output int out[64]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void bug(int* out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block::arrival_token token;
  if (threadIdx.x < 32) token = block.barrier_arrive();
  out[threadIdx.x] = 1;
  block.barrier_wait(static_cast<cg::thread_block::arrival_token&&>(token));
}
__global__ void mended(int* out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block::arrival_token token = block.barrier_arrive();
  out[threadIdx.x] = 1;
  block.barrier_wait(static_cast<cg::thread_block::arrival_token&&>(token));
}
