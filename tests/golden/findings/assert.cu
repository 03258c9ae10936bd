// An assertion that does not hold ends the launch.
//@ block 32
//@ buffer int a[32] = iota
#include <cassert>
__global__ void bug(int* a) {
  assert(a[threadIdx.x] < 20);
  a[threadIdx.x] = 0;
}
__global__ void mended(int* a) {
  assert(a[threadIdx.x] < 32);
  a[threadIdx.x] = 0;
}
