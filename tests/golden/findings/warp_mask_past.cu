// Lanes with nothing to add go past the shuffle, which names them, and end. In the mended kernel they leave in front of it.
//@ block 64
//@ buffer int in[64] = iota
//@ output int out[40]
//@ number 40
__global__ void bug(const int* in, int* out, int n) {
  int t = threadIdx.x;
  if (t < n) {
    int v = in[t];
    v += __shfl_sync(0xffffffff, v, 0);
    out[t] = v;
  }
}
__global__ void mended(const int* in, int* out, int n) {
  int t = threadIdx.x;
  if (t >= n) return;
  int v = in[t];
  v += __shfl_sync(0xffffffff, v, 0);
  out[t] = v;
}
