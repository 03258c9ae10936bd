// The programming guide's histogram in distributed shared memory, without its first cluster.sync(): a block may count before the other one has cleared its bins.
//@ grid 2
//@ block 32
//@ buffer int in[64] = iota
//@ buffer int bins[64] = 0
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) bug(const int* in, int* bins) {
  __shared__ int smem[32];
  cg::cluster_group cluster = cg::this_cluster();
  smem[threadIdx.x] = 0;
  __syncthreads();
  const int bin = in[63 - (blockIdx.x * 32 + threadIdx.x)];
  atomicAdd(cluster.map_shared_rank(smem, bin / 32) + bin % 32, 1);
  cluster.sync();
  atomicAdd(&bins[cluster.block_rank() * 32 + threadIdx.x], smem[threadIdx.x]);
}
__global__ void __cluster_dims__(2, 1, 1) mended(const int* in, int* bins) {
  __shared__ int smem[32];
  cg::cluster_group cluster = cg::this_cluster();
  smem[threadIdx.x] = 0;
  cluster.sync();
  const int bin = in[63 - (blockIdx.x * 32 + threadIdx.x)];
  atomicAdd(cluster.map_shared_rank(smem, bin / 32) + bin % 32, 1);
  cluster.sync();
  atomicAdd(&bins[cluster.block_rank() * 32 + threadIdx.x], smem[threadIdx.x]);
}
