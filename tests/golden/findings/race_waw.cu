// Everybody writes its own number into one element.
//@ block 64
//@ buffer int last[1] = 0
__global__ void bug(int* last) {
  *last = threadIdx.x;
}
__global__ void mended(int* last) {
  if (threadIdx.x == blockDim.x - 1) *last = threadIdx.x;
}
