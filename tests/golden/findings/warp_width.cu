// Groups of 12 lanes: a width that shuffles do not have.
//@ block 24
//@ output int out[24]
__global__ void bug(int* out) {
  int t = threadIdx.x;
  out[t] = __shfl_sync(0x00ffffff, t, 0, 12);
}
__global__ void mended(int* out) {
  int t = threadIdx.x;
  out[t] = __shfl_sync(0x00ffffff, t, t / 12 * 12);
}
