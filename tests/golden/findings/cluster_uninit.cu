// Each block fills the first half of its tile, and its neighbour reads all of it.
//@ grid 2
//@ block 8
//@ output int out[16]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) bug(int* out) {
  __shared__ int tile[8];
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 4) tile[threadIdx.x] = threadIdx.x;
  cluster.sync();
  out[blockIdx.x * 8 + threadIdx.x] = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[threadIdx.x];
  cluster.sync();
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* out) {
  __shared__ int tile[8];
  cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = threadIdx.x;
  cluster.sync();
  out[blockIdx.x * 8 + threadIdx.x] = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[threadIdx.x];
  cluster.sync();
}
