// All blocks of a cluster add their sums to one word of the first block's shared memory, with no atomic.
//@ grid 4
//@ block 32
//@ buffer int in[128] = iota
//@ output int out[1]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(4, 1, 1) bug(const int* in, int* out) {
  __shared__ int sum;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) sum = 0;
  cluster.sync();
  const int of_warp = __reduce_add_sync(0xffffffff, in[blockIdx.x * 32 + threadIdx.x]);
  if (threadIdx.x == 0) *cluster.map_shared_rank(&sum, 0) += of_warp;
  cluster.sync();
  if (cluster.thread_rank() == 0) *out = sum;
}
__global__ void __cluster_dims__(4, 1, 1) mended(const int* in, int* out) {
  __shared__ int sum;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) sum = 0;
  cluster.sync();
  const int of_warp = __reduce_add_sync(0xffffffff, in[blockIdx.x * 32 + threadIdx.x]);
  if (threadIdx.x == 0) atomicAdd(cluster.map_shared_rank(&sum, 0), of_warp);
  cluster.sync();
  if (cluster.thread_rank() == 0) *out = sum;
}
