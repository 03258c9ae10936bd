// A ring of four blocks hands its values on, round by round. A block puts its new values where the neighbour may still read the old ones.
//@ grid 4
//@ block 8
//@ output int out[32]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(4, 1, 1) bug(int* out) {
  __shared__ int mine[8];
  cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = blockIdx.x;
  for (int round = 0; round < 3; round++) {
    cluster.sync();
    const int got = cluster.map_shared_rank(mine, (cluster.block_rank() + 1) % 4)[threadIdx.x];
    __syncthreads();
    mine[threadIdx.x] = got;
  }
  cluster.sync();
  out[blockIdx.x * 8 + threadIdx.x] = mine[threadIdx.x];
}
__global__ void __cluster_dims__(4, 1, 1) mended(int* out) {
  __shared__ int mine[8];
  cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = blockIdx.x;
  for (int round = 0; round < 3; round++) {
    cluster.sync();
    const int got = cluster.map_shared_rank(mine, (cluster.block_rank() + 1) % 4)[threadIdx.x];
    cluster.sync();
    mine[threadIdx.x] = got;
  }
  cluster.sync();
  out[blockIdx.x * 8 + threadIdx.x] = mine[threadIdx.x];
}
