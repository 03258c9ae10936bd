// A copy that is bound to a barrier is there when the phase is over, not when this thread has arrived.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[64]
//@ schedules 12
#include <cuda/barrier>
__global__ void bug(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  cuda::memcpy_async(&s[t], &in[t], sizeof(int), bar);
  auto token = bar.arrive();
  out[t] = s[63 - t];
  bar.wait(std::move(token));
}
__global__ void mended(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  cuda::memcpy_async(&s[t], &in[t], sizeof(int), bar);
  auto token = bar.arrive();
  bar.wait(std::move(token));
  out[t] = s[63 - t];
}
