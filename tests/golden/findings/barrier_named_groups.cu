// Two groups of two warps, each with a barrier and a part of the array of its own. The bug: a thread reads the other group's part.
//@ block 128
//@ output int out[128]
__global__ void bug(int* out) {
  __shared__ int part[128];
  const int group = threadIdx.x / 64, i = threadIdx.x % 64;
  part[threadIdx.x] = threadIdx.x;
  __barrier_sync_count(group + 1, 64);
  out[threadIdx.x] = part[(1 - group) * 64 + 63 - i];
}
__global__ void mended(int* out) {
  __shared__ int part[128];
  const int group = threadIdx.x / 64, i = threadIdx.x % 64;
  for (int round = 0; round < 3; round++) {
    part[threadIdx.x] = threadIdx.x + round;
    __barrier_sync_count(group + 1, 64);
    out[threadIdx.x] = part[group * 64 + 63 - i];
    __barrier_sync_count(group + 1, 64);
  }
}
