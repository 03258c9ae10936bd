// A pipeline of the block, whose first warp fills stages for the second: who consumes waits for the stage first.
//@ block 64
//@ buffer int in[128] = iota
//@ output int out[32]
#include <cooperative_groups.h>
#include <cuda/pipeline>
using State = cuda::pipeline_shared_state<cuda::thread_scope_block, 2>;
__global__ void bug(const int* in, int* out) {
  __shared__ State state;
  __shared__ int s[2][32];
  auto block = cooperative_groups::this_thread_block();
  const auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  int sum = 0, lane = threadIdx.x % 32;
  for (int i = 0; i < 4; i++) {
    if (role == cuda::pipeline_role::producer) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[i % 2][lane], &in[32 * i + lane], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      sum += s[i % 2][31 - lane];
      pipe.consumer_release();
    }
  }
  if (role == cuda::pipeline_role::consumer) out[lane] = sum;
}
__global__ void mended(const int* in, int* out) {
  __shared__ State state;
  __shared__ int s[2][32];
  auto block = cooperative_groups::this_thread_block();
  const auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  int sum = 0, lane = threadIdx.x % 32;
  for (int i = 0; i < 4; i++) {
    if (role == cuda::pipeline_role::producer) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[i % 2][lane], &in[32 * i + lane], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += s[i % 2][31 - lane];
      pipe.consumer_release();
    }
  }
  if (role == cuda::pipeline_role::consumer) out[lane] = sum;
}
