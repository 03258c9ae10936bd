// A flag that is read plainly is no flag.
//@ grid 2
//@ block 32
//@ buffer int flag[1] = 0
//@ output int out[1]
__global__ void bug(int* flag, int* out) {
  if (threadIdx.x) return;
  if (blockIdx.x == 0) { __threadfence(); atomicExch(flag, 1); }
  else { while (*flag == 0) { } out[0] = 1; }
}
__global__ void mended(int* flag, int* out) {
  if (threadIdx.x) return;
  if (blockIdx.x == 0) { __threadfence(); atomicExch(flag, 1); }
  else { while (atomicAdd(flag, 0) == 0) { } __threadfence(); out[0] = 1; }
}
