// The divisor of the first thread is zero.
//@ block 32
//@ output int out[32]
__global__ void bug(int* out) {
  int t = threadIdx.x;
  out[t] = 100 / t;
}
__global__ void mended(int* out) {
  int t = threadIdx.x;
  out[t] = t ? 100 / t : 0;
}
