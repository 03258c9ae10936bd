// A warp tells two others by barrier 1 that the tile is full. The bug: it says so before it writes.
//@ block 96
//@ buffer int in[32] = iota
//@ output int out[64]
__global__ void bug(const int* in, int* out) {
  __shared__ int tile[32];
  if (threadIdx.x < 32) {
    asm volatile("bar.arrive 1, 96;" ::: "memory");
    tile[threadIdx.x] = in[threadIdx.x];
  } else {
    asm volatile("bar.sync 1, 96;" ::: "memory");
    out[threadIdx.x - 32] = tile[threadIdx.x % 32];
  }
}
__global__ void mended(const int* in, int* out) {
  __shared__ int tile[32];
  if (threadIdx.x < 32) {
    tile[threadIdx.x] = in[threadIdx.x];
    asm volatile("bar.arrive 1, 96;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 96;" ::: "memory");
    out[threadIdx.x - 32] = tile[threadIdx.x % 32];
  }
}
