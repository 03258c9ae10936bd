// grid.sync() waits for every block; one of them has left.
//@ grid 2
//@ block 32
//@ buffer int a[64] = 0
#include <cooperative_groups.h>
__global__ void bug(int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  if (blockIdx.x == 1) return;
  cooperative_groups::this_grid().sync();
}
__global__ void mended(int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cooperative_groups::this_grid().sync();
}
