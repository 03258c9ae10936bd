// Whoever of the cluster comes first to the counter of block 0 does the work: what goes wrong when that is block 0 only another order shows.
//@ grid 2
//@ block 32
//@ output int out[64]
//@ others
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) bug(int* out) {
  __shared__ int counter;
  __shared__ int sums[32];
  cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x, rank = cluster.block_rank();
  if (t == 0) counter = 0;
  sums[t] = 0;
  cluster.sync();
  int* sum = cluster.map_shared_rank(sums, 0);
  const int before = atomicAdd(cluster.map_shared_rank(&counter, 0), 1);
  if (rank == 0 && before == 0) sum[0] = t;
  else atomicAdd(&sum[t], 1);
  cluster.sync();
  out[blockIdx.x * 32 + t] = sum[t];
  cluster.sync();
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* out) {
  __shared__ int counter;
  __shared__ int sums[32];
  cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x, rank = cluster.block_rank();
  if (t == 0) counter = 0;
  sums[t] = 0;
  cluster.sync();
  int* sum = cluster.map_shared_rank(sums, 0);
  const int before = atomicAdd(cluster.map_shared_rank(&counter, 0), 1);
  if (rank == 0 && before == 0) atomicAdd(&sum[0], t);
  else atomicAdd(&sum[t], 1);
  cluster.sync();
  out[blockIdx.x * 32 + t] = sum[t];
  cluster.sync();
}
