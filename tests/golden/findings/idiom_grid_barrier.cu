// grid.sync() orders everything before it with everything after it.
//@ grid 2
//@ block 32
//@ buffer int a[64] = 0
//@ output int out[64]
#include <cooperative_groups.h>
__global__ void bug(int* a, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cooperative_groups::this_thread_block().sync();
  out[i] = a[63 - i];
}
__global__ void mended(int* a, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cooperative_groups::this_grid().sync();
  out[i] = a[63 - i];
}
