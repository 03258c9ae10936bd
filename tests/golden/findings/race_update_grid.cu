// The same between blocks.
//@ grid 4
//@ block 1
//@ buffer int count[1] = 0
__global__ void bug(int* count) {
  int old = *count;
  *count = old + 1;
}
__global__ void mended(int* count) {
  atomicAdd(count, 1);
}
