// A relaxed arrival at the barrier of the cluster tells of nothing but what a fence before it has made known.
//@ grid 2
//@ block 32
//@ output int out[64]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) bug(int* out) {
  __shared__ int tile[32];
  cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = blockIdx.x + threadIdx.x;
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[threadIdx.x];
  cluster.sync();
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* out) {
  __shared__ int tile[32];
  cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = blockIdx.x + threadIdx.x;
  asm volatile("fence.acq_rel.cluster;" ::: "memory");
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[threadIdx.x];
  cluster.sync();
}
