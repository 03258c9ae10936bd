// A loop that never ends.
//@ block 32
//@ buffer int a[32] = iota
//@ budget 20000
__global__ void bug(int* a) {
  int k = a[threadIdx.x];
  while (k >= 0) k = k % 7;
  a[threadIdx.x] = k;
}
__global__ void mended(int* a) {
  int k = a[threadIdx.x];
  while (k >= 7) k = k - 7;
  a[threadIdx.x] = k;
}
