// Bulk copies read shared memory by a way of their own: a barrier alone does not show them what threads have stored.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[64]
#include <cuda/barrier>
namespace cde = cuda::device::experimental;
__global__ void bug(const int* in, int* out) {
  __shared__ alignas(16) int s[64];
  int t = threadIdx.x;
  cde::fence_proxy_async_shared_cta();
  s[t] = in[t] * 2;
  __syncthreads();
  if (t == 0) {
    cde::cp_async_bulk_shared_to_global(out, s, sizeof s);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}
__global__ void mended(const int* in, int* out) {
  __shared__ alignas(16) int s[64];
  int t = threadIdx.x;
  s[t] = in[t] * 2;
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (t == 0) {
    cde::cp_async_bulk_shared_to_global(out, s, sizeof s);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}
