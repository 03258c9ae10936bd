// More threads than a block can have.
//@ block 32 32
//@ bug block 32 33
//@ buffer int a[1056] = 0
__global__ void bug(int* a) {
  a[threadIdx.y * 32 + threadIdx.x] = 1;
}
__global__ void mended(int* a) {
  a[threadIdx.y * 32 + threadIdx.x] = 1;
}
