// Each half of a warp adds up for itself; but the first half names all lanes, and the second half gives another mask.
//@ block 32
//@ output int out[32]
__global__ void bug(int* out) {
  int t = threadIdx.x, v = t;
  unsigned mask = t < 16 ? 0xffffffff : 0xffff0000;
  for (int d = 8; d > 0; d /= 2) v += __shfl_xor_sync(mask, v, d);
  out[t] = v;
}
__global__ void mended(int* out) {
  int t = threadIdx.x, v = t;
  unsigned mask = t < 16 ? 0x0000ffff : 0xffff0000;
  for (int d = 8; d > 0; d /= 2) v += __shfl_xor_sync(mask, v, d);
  out[t] = v;
}
