// Nor does one whose copies bring more bytes than it was told to expect.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[64]
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__device__ void copy(const int* in, int* out, int bytes) {
  __shared__ alignas(16) int s[64];
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, 64);
    cuda::device::experimental::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(s, in, cuda::aligned_size_t<16>(sizeof s), bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, bytes);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void bug(const int* in, int* out) { copy(in, out, 128); }
__global__ void mended(const int* in, int* out) { copy(in, out, 256); }
