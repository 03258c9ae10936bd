// The last block of a row has no right neighbour; asked for it, the cluster has none either.
//@ grid 2
//@ block 4
//@ output int out[8]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) bug(int* out) {
  __shared__ int mine[4];
  cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = blockIdx.x;
  cluster.sync();
  int* right = cluster.map_shared_rank(mine, cluster.block_rank() + 1);
  out[blockIdx.x * 4 + threadIdx.x] = right[threadIdx.x];
  cluster.sync();
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* out) {
  __shared__ int mine[4];
  cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = blockIdx.x;
  cluster.sync();
  int* right = cluster.map_shared_rank(mine, (cluster.block_rank() + 1) % cluster.num_blocks());
  out[blockIdx.x * 4 + threadIdx.x] = right[threadIdx.x];
  cluster.sync();
}
