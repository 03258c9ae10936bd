// The store comes behind the arrival, which therefore says nothing of it to those who wait.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[64]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void bug(const int* in, int* out) {
  __shared__ int s[64];
  cg::thread_block block = cg::this_thread_block();
  int t = threadIdx.x;
  auto token = block.barrier_arrive();
  s[t] = in[t];
  int v = t * t % 7;
  block.barrier_wait(static_cast<cg::thread_block::arrival_token&&>(token));
  out[t] = v + s[63 - t];
}
__global__ void mended(const int* in, int* out) {
  __shared__ int s[64];
  cg::thread_block block = cg::this_thread_block();
  int t = threadIdx.x;
  s[t] = in[t];
  auto token = block.barrier_arrive();
  int v = t * t % 7;
  block.barrier_wait(static_cast<cg::thread_block::arrival_token&&>(token));
  out[t] = v + s[63 - t];
}
