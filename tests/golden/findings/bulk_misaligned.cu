// Bulk copies go in whole pieces of 16 bytes.
//@ block 64
//@ buffer int in[80] = iota
//@ output int out[64]
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__device__ void copy(const int* in, int* out, unsigned bytes, unsigned expected) {
  __shared__ alignas(16) int s[64];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) ptx::mbarrier_init(&bar, 1);
  s[threadIdx.x] = 0;
  ptx::fence_proxy_async();
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, expected);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, in, bytes, &bar);
  }
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) { }
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void bug(const int* in, int* out) { copy(in, out, 100, 100); }
__global__ void mended(const int* in, int* out) { copy(in + 4, out, 112, 112); }
