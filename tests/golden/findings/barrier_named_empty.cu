// A producer's warp and two consumers' share a tile, round after round: barrier 1 says that it is full, barrier 2 that it is empty again. The bug:
// nobody says so, and the producer writes while the consumers still read.
//@ block 96
//@ buffer int in[128] = iota
//@ output int out[64]
__device__ void wait_at(int id, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); }
__device__ void arrive_at(int id, int threads) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory"); }
__global__ void bug(const int* in, int* out) {
  __shared__ int tile[32];
  if (threadIdx.x < 32) {
    for (int round = 0; round < 4; round++) {
      tile[threadIdx.x] = in[32 * round + threadIdx.x];
      arrive_at(1, 96);
    }
  } else {
    int sum = 0;
    for (int round = 0; round < 4; round++) {
      wait_at(1, 96);
      sum += tile[(threadIdx.x + round) % 32];
    }
    out[threadIdx.x - 32] = sum;
  }
}
__global__ void mended(const int* in, int* out) {
  __shared__ int tile[32];
  if (threadIdx.x < 32) {
    for (int round = 0; round < 4; round++) {
      wait_at(2, 96);
      tile[threadIdx.x] = in[32 * round + threadIdx.x];
      arrive_at(1, 96);
    }
    wait_at(2, 96);
  } else {
    int sum = 0;
    arrive_at(2, 96);
    for (int round = 0; round < 4; round++) {
      wait_at(1, 96);
      sum += tile[(threadIdx.x + round) % 32];
      arrive_at(2, 96);
    }
    out[threadIdx.x - 32] = sum;
  }
}
