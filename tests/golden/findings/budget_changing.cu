// A loop whose variable goes on changing, but never to what ends it: that is not known, and the budget ends it.
//@ block 32
//@ buffer int a[32] = iota
//@ budget 40000
__global__ void bug(int* a) {
  unsigned k = a[threadIdx.x];
  while (k != 0xffffffff) k = k * 3 + 2 * (k & 1);
  a[threadIdx.x] = k;
}
__global__ void mended(int* a) {
  unsigned k = a[threadIdx.x];
  for (int i = 0; i < 40 && k != 0xffffffff; i++) k = k * 3 + 2 * (k & 1);
  a[threadIdx.x] = k;
}
