// cuda::barrier between producer and consumer warps, memcpy_async, and a thread's own pipeline with two stages.
// compiler: nvcc
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cooperative_groups.h>
#include "../case.h"
#pragma nv_diag_suppress static_var_with_dynamic_init

using barrier = cuda::barrier<cuda::thread_scope_block>;

KERNEL {
  auto block = cooperative_groups::this_thread_block();
  __shared__ barrier ready, filled[2], freed[2];
  __shared__ int stage[2][32], copied[N];
  if (t == 0) {
    init(&ready, blockDim.x);
    for (int i = 0; i < 2; i++) {
      init(&filled[i], blockDim.x);
      init(&freed[i], blockDim.x);
    }
  }
  block.sync();
  if (t >= 32) {
    freed[0].arrive();
    freed[1].arrive();
  }
  int sum = 0;
  for (int round = 0; round < 6; round++) {
    const int s = round % 2;
    if (t < 32) {
      freed[s].arrive_and_wait();
      stage[s][t] = (a[t] & 255) + round;
      auto token = filled[s].arrive();
    } else {
      filled[s].arrive_and_wait();
      sum = sum * 3 + stage[s][t - 32] + stage[s][63 - t];
      auto token = freed[s].arrive();
    }
  }
  oi[t * 8] = sum;

  cuda::memcpy_async(block, copied, a, cuda::aligned_size_t<4>(sizeof(int) * N), ready);
  barrier::arrival_token token = ready.arrive();
  ready.wait(std::move(token));
  oi[t * 8 + 1] = copied[N - 1 - t];
  ready.arrive_and_wait();
  cuda::memcpy_async(&copied[t], &a[N - 1 - t], sizeof(int), ready);
  ready.arrive_and_wait();
  oi[t * 8 + 2] = copied[t ^ 1];

  __shared__ int ring[2][N];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&ring[0][t], &a[t], sizeof(int), pipe);
  pipe.producer_commit();
  int total = 0;
  for (int i = 0; i < 4; i++) {
    if (i < 3) {
      pipe.producer_acquire();
      cuda::memcpy_async(&ring[(i + 1) % 2][t], &a[(t + i + 1) % N], sizeof(int), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    total = total * 5 + (ring[i % 2][t] & 1023);
    pipe.consumer_release();
  }
  oi[t * 8 + 3] = total;

  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int tile[2][N];
  auto shared_pipe = cuda::make_pipeline(block, &state);
  int seen = 0;
  for (int i = 0; i < 5; i++) {
    shared_pipe.producer_acquire();
    cuda::memcpy_async(block, tile[i % 2], a, sizeof(int) * N, shared_pipe);
    shared_pipe.producer_commit();
    shared_pipe.consumer_wait();
    seen = seen * 3 + (tile[i % 2][(t + i) % N] & 255);
    shared_pipe.consumer_release();
  }
  oi[t * 8 + 4] = seen;
}
