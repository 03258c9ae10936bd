// The token of the first arrival is never waited for.
//@ block 64
//@ output int out[64]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void bug(int* out) {
  cg::thread_block block = cg::this_thread_block();
  auto token = block.barrier_arrive();
  out[threadIdx.x] = 1;
  token = block.barrier_arrive();
  block.barrier_wait(static_cast<cg::thread_block::arrival_token&&>(token));
}
__global__ void mended(int* out) {
  cg::thread_block block = cg::this_thread_block();
  auto token = block.barrier_arrive();
  out[threadIdx.x] = 1;
  block.barrier_wait(static_cast<cg::thread_block::arrival_token&&>(token));
  token = block.barrier_arrive();
  block.barrier_wait(static_cast<cg::thread_block::arrival_token&&>(token));
}
