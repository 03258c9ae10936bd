// A thread that ends must have waited until its bulk copies have read their sources; a group that is not closed is not waited for.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[64]
#include <cuda/barrier>
namespace cde = cuda::device::experimental;
__global__ void bug(const int* in, int* out) {
  __shared__ alignas(16) int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_shared_to_global(out, s, sizeof s);
    cde::cp_async_bulk_wait_group_read<0>();
  }
}
__global__ void mended(const int* in, int* out) {
  __shared__ alignas(16) int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_shared_to_global(out, s, sizeof s);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}
