// A histogram over the shared memory of two blocks: the place in the other block's part is the bin itself, and not what is left of it.
//@ grid 2
//@ block 4
//@ buffer int in[8] = iota
//@ output int out[8]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) bug(const int* in, int* out) {
  __shared__ int bins[4];
  cg::cluster_group cluster = cg::this_cluster();
  bins[threadIdx.x] = 0;
  cluster.sync();
  const int bin = in[7 - (blockIdx.x * 4 + threadIdx.x)];
  atomicAdd(cluster.map_shared_rank(bins, bin / 4) + bin, 1);
  cluster.sync();
  out[blockIdx.x * 4 + threadIdx.x] = bins[threadIdx.x];
}
__global__ void __cluster_dims__(2, 1, 1) mended(const int* in, int* out) {
  __shared__ int bins[4];
  cg::cluster_group cluster = cg::this_cluster();
  bins[threadIdx.x] = 0;
  cluster.sync();
  const int bin = in[7 - (blockIdx.x * 4 + threadIdx.x)];
  atomicAdd(cluster.map_shared_rank(bins, bin / 4) + bin % 4, 1);
  cluster.sync();
  out[blockIdx.x * 4 + threadIdx.x] = bins[threadIdx.x];
}
