// A block has 16 barriers.
//@ block 64
//@ output int out[64]
__global__ void bug(int* out) {
  __barrier_sync_count(16, 64);
  out[threadIdx.x] = 1;
}
__global__ void mended(int* out) {
  __barrier_sync_count(15, 64);
  out[threadIdx.x] = 1;
}
