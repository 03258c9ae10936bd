// cooperative_groups::memcpy_async without cooperative_groups::wait.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[64]
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void bug(const int* in, int* out) {
  __shared__ int s[64];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(int) * 64);
  block.sync();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void mended(const int* in, int* out) {
  __shared__ int s[64];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(int) * 64);
  cg::wait(block);
  out[threadIdx.x] = s[63 - threadIdx.x];
}
