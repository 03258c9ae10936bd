// A warp barrier orders the lanes that it names, and no others.
//@ block 32
//@ output int out[32]
__global__ void bug(int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  unsigned half = t < 16 ? 0x0000ffffu : 0xffff0000u;
  s[t] = t;
  __syncwarp(half);
  out[t] = s[31 - t];
}
__global__ void mended(int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  unsigned half = t < 16 ? 0x0000ffffu : 0xffff0000u;
  s[t] = t;
  __syncwarp(half);
  out[t] = s[t ^ 15];
}
