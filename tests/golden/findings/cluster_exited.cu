// A block reads its neighbour's shared memory behind the last barrier: by then the neighbour has left.
//@ grid 2
//@ block 4
//@ output int out[8]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) bug(int* out) {
  __shared__ int mine[4];
  cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = blockIdx.x * 4 + threadIdx.x;
  cluster.sync();
  const int* other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 4 + threadIdx.x] = other[threadIdx.x];
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* out) {
  __shared__ int mine[4];
  cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = blockIdx.x * 4 + threadIdx.x;
  cluster.sync();
  const int* other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 4 + threadIdx.x] = other[threadIdx.x];
  cluster.sync();
}
