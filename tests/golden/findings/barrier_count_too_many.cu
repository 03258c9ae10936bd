// More threads than the block has: nobody ever gets on.
//@ block 64
//@ output int out[64]
__global__ void bug(int* out) {
  __barrier_sync_count(2, 128);
  out[threadIdx.x] = 1;
}
__global__ void mended(int* out) {
  __barrier_sync_count(2, 64);
  out[threadIdx.x] = 1;
}
