// Threads that have nothing to do leave between the two halves of the block's barrier; they may leave before both.
//@ block 64
//@ output int out[40]
//@ number 40
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void bug(int* out, int n) {
  cg::thread_block block = cg::this_thread_block();
  auto token = block.barrier_arrive();
  if (threadIdx.x >= n) return;
  out[threadIdx.x] = 1;
  block.barrier_wait(static_cast<cg::thread_block::arrival_token&&>(token));
}
__global__ void mended(int* out, int n) {
  if (threadIdx.x >= n) return;
  cg::thread_block block = cg::this_thread_block();
  auto token = block.barrier_arrive();
  out[threadIdx.x] = 1;
  block.barrier_wait(static_cast<cg::thread_block::arrival_token&&>(token));
}
