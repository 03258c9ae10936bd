// Everybody writes the same: the result is certain, the language promises nothing. A note.
//@ block 64
//@ buffer int in[64] = iota
//@ buffer int found[1] = 0
__global__ void bug(const int* in, int* found) {
  if (in[threadIdx.x] > 40) *found = 1;
}
__global__ void mended(const int* in, int* found) {
  if (in[threadIdx.x] > 40) atomicExch(found, 1);
}
