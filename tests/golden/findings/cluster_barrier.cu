// The token of the first arrival is never waited for.
//@ grid 2
//@ block 4
//@ output int out[8]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) bug(int* out) {
  cg::cluster_group cluster = cg::this_cluster();
  auto token = cluster.barrier_arrive();
  out[blockIdx.x * 4 + threadIdx.x] = blockIdx.x;
  cluster.sync();
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* out) {
  cg::cluster_group cluster = cg::this_cluster();
  auto token = cluster.barrier_arrive();
  out[blockIdx.x * 4 + threadIdx.x] = blockIdx.x;
  cluster.barrier_wait(static_cast<cg::cluster_group::arrival_token&&>(token));
  cluster.sync();
}
