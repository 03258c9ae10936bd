// One thread uses what the others check: the first read is not only a guess.
//@ block 64
//@ buffer int in[64] = iota
//@ buffer int most[1] = 0
//@ output int out[1]
__global__ void bug(const int* in, int* most, int* out) {
  int t = threadIdx.x, old = *most, assumed;
  if (t == 50) {
    out[0] = old;
    return;
  }
  do {
    assumed = old;
    old = atomicCAS(most, assumed, max(assumed, in[t]));
  } while (assumed != old);
}
__global__ void mended(const int* in, int* most, int* out) {
  int t = threadIdx.x, old = atomicAdd(most, 0), assumed;
  if (t == 50) {
    out[0] = old;
    return;
  }
  do {
    assumed = old;
    old = atomicCAS(most, assumed, max(assumed, in[t]));
  } while (assumed != old);
}
