// The last block of the cluster collects the others' sums. In this run they are still there; nothing keeps them from leaving before.
//@ grid 4
//@ block 4
//@ buffer int in[16] = iota
//@ output int out[1]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(4, 1, 1) bug(const int* in, int* out) {
  __shared__ int sum;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[blockIdx.x * 4 + threadIdx.x]);
  cluster.sync();
  if (cluster.thread_rank() == cluster.num_threads() - 1) {
    int all = 0;
    for (unsigned int rank = 0; rank < cluster.num_blocks(); rank++) all += *cluster.map_shared_rank(&sum, rank);
    *out = all;
  }
}
__global__ void __cluster_dims__(4, 1, 1) mended(const int* in, int* out) {
  __shared__ int sum;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[blockIdx.x * 4 + threadIdx.x]);
  cluster.sync();
  if (cluster.thread_rank() == cluster.num_threads() - 1) {
    int all = 0;
    for (unsigned int rank = 0; rank < cluster.num_blocks(); rank++) all += *cluster.map_shared_rank(&sum, rank);
    *out = all;
  }
  cluster.sync();
}
