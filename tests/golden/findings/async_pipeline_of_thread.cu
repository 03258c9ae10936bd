// A pipeline of each thread, two stages ahead. consumer_wait() waits for the oldest stage alone.
//@ block 64
//@ buffer int in[512] = iota
//@ output int out[64]
#include <cuda/pipeline>
__global__ void bug(const int* in, int* out) {
  __shared__ int s[2][64];
  int t = threadIdx.x, sum = 0;
  auto pipe = cuda::make_pipeline();
  for (int i = 0; i < 8; i++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&s[i % 2][t], &in[i * 64 + t], sizeof(int), pipe);
    pipe.producer_commit();
    if (i == 0) continue;
    pipe.consumer_wait();
    sum += s[i % 2][t];  // of the stage that has just been begun
    pipe.consumer_release();
  }
  out[t] = sum;
}
__global__ void mended(const int* in, int* out) {
  __shared__ int s[2][64];
  int t = threadIdx.x, sum = 0;
  auto pipe = cuda::make_pipeline();
  for (int i = 0; i < 8; i++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&s[i % 2][t], &in[i * 64 + t], sizeof(int), pipe);
    pipe.producer_commit();
    if (i == 0) continue;
    pipe.consumer_wait();
    sum += s[(i - 1) % 2][t];
    pipe.consumer_release();
  }
  pipe.consumer_wait();
  out[t] = sum + s[1][t];
  pipe.consumer_release();
}
