// One warp waits for the cluster, the other one for its block.
//@ grid 2
//@ block 64
//@ output int out[128]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) bug(int* out) {
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 32) cluster.sync();
  else __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* out) {
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
