// A block writes into its neighbour's shared memory before anybody has made sure that the neighbour runs.
//@ grid 2
//@ block 4
//@ output int out[8]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) bug(int* out) {
  __shared__ int from_left[4];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.map_shared_rank(from_left, cluster.block_rank() ^ 1)[threadIdx.x] = threadIdx.x;
  cluster.sync();
  out[blockIdx.x * 4 + threadIdx.x] = from_left[threadIdx.x];
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* out) {
  __shared__ int from_left[4];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  cluster.map_shared_rank(from_left, cluster.block_rank() ^ 1)[threadIdx.x] = threadIdx.x;
  cluster.sync();
  out[blockIdx.x * 4 + threadIdx.x] = from_left[threadIdx.x];
}
