// Read, change, write: of two updates at once one is lost.
//@ block 64
//@ buffer int count[1] = 0
__global__ void bug(int* count) {
  *count += 1;
}
__global__ void mended(int* count) {
  atomicAdd(count, 1);
}
