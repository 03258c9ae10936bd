// A bulk copy that leaves its array is told by the element where it does so.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[64]
#include <cuda/ptx>
namespace ptx = cuda::ptx;
template <int Size>
__device__ void copy(const int* in, int* out, unsigned bytes) {
  __shared__ alignas(16) int s[Size];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) ptx::mbarrier_init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, bytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, in, bytes, &bar);
  }
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) { }
  out[threadIdx.x] = s[threadIdx.x % 32];
}
__global__ void bug(const int* in, int* out) { copy<32>(in, out, 256); }
__global__ void mended(const int* in, int* out) { copy<64>(in, out, 256); }
