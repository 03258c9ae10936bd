// Who calls must be in the mask.
//@ block 32
//@ output int out[32]
__global__ void bug(int* out) {
  int t = threadIdx.x;
  out[t] = __ballot_sync(0x0000ffff, t % 2);
}
__global__ void mended(int* out) {
  int t = threadIdx.x;
  out[t] = __ballot_sync(0xffffffff, t % 2);
}
