// The copying thread waits until its bulk copy has read, but nothing puts the others behind that.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[64]
//@ output int next[64]
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void bug(const int* in, int* out, int* next) {
  __shared__ alignas(16) int s[64];
  int t = threadIdx.x;
  s[t] = in[t] * 2;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (t == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, s, 256);
    ptx::cp_async_bulk_commit_group();
  }
  __syncthreads();
  if (t == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  s[t] = in[t] + 1;
  __syncthreads();
  next[t] = s[63 - t];
}
__global__ void mended(const int* in, int* out, int* next) {
  __shared__ alignas(16) int s[64];
  int t = threadIdx.x;
  s[t] = in[t] * 2;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (t == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, s, 256);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
  __syncthreads();
  s[t] = in[t] + 1;
  __syncthreads();
  next[t] = s[63 - t];
}
