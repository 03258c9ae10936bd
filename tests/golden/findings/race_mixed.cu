// Looked at plainly, changed atomically: the look is in no order with the change.
//@ block 64
//@ buffer int in[64] = iota
//@ buffer int best[1] = 0
__global__ void bug(const int* in, int* best) {
  int v = in[threadIdx.x];
  if (*best < v) atomicExch(best, v);
}
__global__ void mended(const int* in, int* best) {
  atomicMax(best, in[threadIdx.x]);
}
