// Block 1 waits for a flag in its shared memory, and block 0 means to set it behind a barrier to which block 1 does not come.
//@ grid 4
//@ block 32
//@ output int out[4]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) bug(int* out) {
  __shared__ int flag;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) flag = 0;
  cluster.sync();
  if (cluster.block_rank() == 0) {
    cluster.sync();
    if (threadIdx.x == 0) atomicExch(cluster.map_shared_rank(&flag, 1), 1);
  } else {
    while (atomicAdd(&flag, 0) == 0) {}
    cluster.sync();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = 1;
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* out) {
  __shared__ int flag;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) flag = 0;
  cluster.sync();
  if (cluster.block_rank() == 0) {
    if (threadIdx.x == 0) atomicExch(cluster.map_shared_rank(&flag, 1), 1);
    cluster.sync();
  } else {
    while (atomicAdd(&flag, 0) == 0) {}
    cluster.sync();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = 1;
}
