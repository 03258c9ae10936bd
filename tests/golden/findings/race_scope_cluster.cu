// Two clusters count in one word, by an atomic of PTX that is for the cluster alone.
//@ grid 4
//@ block 32
//@ buffer int total[1] = 0
__global__ void __cluster_dims__(2, 1, 1) bug(int* total) {
  if (threadIdx.x == 0) asm volatile("red.relaxed.cluster.global.add.s32 [%0], %1;" ::"l"(total), "r"(1) : "memory");
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* total) {
  if (threadIdx.x == 0) asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(total), "r"(1) : "memory");
}
