// Groups of two warps go round with a barrier and a part of the array of their own. The bug: they wait once in each round, so that a warp writes
// for the next round while the other one still reads.
//@ block 128
//@ output int out[128]
__global__ void bug(int* out) {
  __shared__ int part[128];
  const int group = threadIdx.x / 64, i = threadIdx.x % 64;
  int sum = 0;
  for (int round = 0; round < 3; round++) {
    part[threadIdx.x] = threadIdx.x + round;
    __barrier_sync_count(group + 1, 64);
    sum += part[group * 64 + 63 - i];
  }
  out[threadIdx.x] = sum;
}
__global__ void mended(int* out) {
  __shared__ int part[128];
  const int group = threadIdx.x / 64, i = threadIdx.x % 64;
  int sum = 0;
  for (int round = 0; round < 3; round++) {
    part[threadIdx.x] = threadIdx.x + round;
    __barrier_sync_count(group + 1, 64);
    sum += part[group * 64 + 63 - i];
    __barrier_sync_count(group + 1, 64);
  }
  out[threadIdx.x] = sum;
}
