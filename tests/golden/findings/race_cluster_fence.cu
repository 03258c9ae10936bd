// A block fills its neighbour's shared memory and sets a flag there. The fence is for the own block alone.
//@ grid 2
//@ block 32
//@ output int out[32]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) bug(int* out) {
  __shared__ int box[32];
  __shared__ int flag;
  cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x;
  if (t == 0) flag = 0;
  cluster.sync();
  if (cluster.block_rank() == 0) {
    cluster.map_shared_rank(box, 1)[t] = 3 * t;
    __threadfence_block();
    __syncthreads();
    if (t == 0) atomicExch(cluster.map_shared_rank(&flag, 1), 1);
  } else {
    if (t == 0) while (atomicAdd(&flag, 0) == 0) {}
    __threadfence();
    __syncthreads();
    out[t] = box[t];
  }
  cluster.sync();
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* out) {
  __shared__ int box[32];
  __shared__ int flag;
  cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x;
  if (t == 0) flag = 0;
  cluster.sync();
  if (cluster.block_rank() == 0) {
    cluster.map_shared_rank(box, 1)[t] = 3 * t;
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
    __syncthreads();
    if (t == 0) atomicExch(cluster.map_shared_rank(&flag, 1), 1);
  } else {
    if (t == 0) while (atomicAdd(&flag, 0) == 0) {}
    __threadfence();
    __syncthreads();
    out[t] = box[t];
  }
  cluster.sync();
}
