// A stencil over two blocks: each puts its edge into the other's halo while it works inside, and waits behind that. The one that comes to its edge too early reads a halo
// that the other may not have filled.
//@ grid 2
//@ block 8
//@ buffer int in[16] = iota
//@ output int out[16]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) bug(const int* in, int* out) {
  __shared__ int tile[10];
  cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x, left = cluster.block_rank() == 0;
  cluster.sync();
  tile[t + 1] = in[blockIdx.x * 8 + t];
  if (t == 0) tile[left ? 0 : 9] = 0;
  int* other = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  if (t == (left ? 7 : 0)) other[left ? 0 : 9] = in[blockIdx.x * 8 + t];
  __cluster_barrier_arrive();
  __syncthreads();
  out[blockIdx.x * 8 + t] = tile[t] + tile[t + 2];
  __cluster_barrier_wait();
}
__global__ void __cluster_dims__(2, 1, 1) mended(const int* in, int* out) {
  __shared__ int tile[10];
  cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x, left = cluster.block_rank() == 0;
  cluster.sync();
  tile[t + 1] = in[blockIdx.x * 8 + t];
  if (t == 0) tile[left ? 0 : 9] = 0;
  int* other = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  if (t == (left ? 7 : 0)) other[left ? 0 : 9] = in[blockIdx.x * 8 + t];
  __cluster_barrier_arrive();
  __syncthreads();
  const int inside = tile[t + 1];
  __cluster_barrier_wait();
  out[blockIdx.x * 8 + t] = tile[t] + tile[t + 2] + 0 * inside;
}
