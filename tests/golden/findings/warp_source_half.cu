// Half a warp adds up with the default width. Lanes 8 to 15 take values from lanes that take no part: lane 0 has nothing of them, the others have.
//@ block 32
//@ output int out[16]
__global__ void bug(int* out) {
  int t = threadIdx.x, sum = t;
  if (t < 16) {
    for (int d = 8; d > 0; d /= 2) sum += __shfl_down_sync(0x0000ffff, sum, d);
    out[t] = sum;
  }
}
__global__ void mended(int* out) {
  int t = threadIdx.x, sum = t;
  if (t < 16) {
    for (int d = 8; d > 0; d /= 2) sum += __shfl_down_sync(0x0000ffff, sum, d);
    sum = __shfl_sync(0x0000ffff, sum, 0);
    out[t] = sum;
  }
}
