// The same for the writes, and an index below zero.
//@ block 32
//@ buffer int in[32] = iota
//@ buffer int out[32] = 0
__global__ void bug(const int* in, int* out) {
  int i = threadIdx.x;
  out[i - 1] = in[i];
}
__global__ void mended(const int* in, int* out) {
  int i = threadIdx.x;
  if (i > 0) out[i - 1] = in[i];
}
