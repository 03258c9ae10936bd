// A value that must not come ends the whole launch.
//@ block 32
//@ buffer int in[32] = iota
//@ buffer int out[32] = 0
__global__ void bug(const int* in, int* out) {
  int t = threadIdx.x;
  if (in[t] > 29) __trap();
  out[t] = 1 << in[t];
}
__global__ void mended(const int* in, int* out) {
  int t = threadIdx.x;
  if (in[t] > 29) return;
  out[t] = 1 << in[t];
}
