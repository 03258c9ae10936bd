// The blocks of a cluster meet round after round until something is found, and whoever finds it leaves without a word to the others.
//@ grid 2
//@ block 32
//@ buffer int found[1] = 0
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) bug(int* found) {
  cg::cluster_group cluster = cg::this_cluster();
  int place = blockIdx.x * blockDim.x + threadIdx.x;
  do {
    if (place == 45) return;
    cluster.sync();
  } while (atomicAdd(found, 0) == 0);
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* found) {
  cg::cluster_group cluster = cg::this_cluster();
  int place = blockIdx.x * blockDim.x + threadIdx.x;
  do {
    if (place == 45) atomicExch(found, 1);
    cluster.sync();
  } while (atomicAdd(found, 0) == 0);
}
