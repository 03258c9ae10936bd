// An atomic for the block alone, on an element that several blocks change.
//@ grid 2
//@ block 32
//@ buffer int count[2] = 0
__global__ void bug(int* count) {
  atomicAdd_block(&count[0], 1);
}
__global__ void mended(int* count) {
  atomicAdd_block(&count[blockIdx.x], 1);
}
