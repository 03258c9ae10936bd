// Blocks 0 and 1 are a cluster, 2 and 3 another one. A fence and an atomic of cluster scope hand a row on to the next block: right within a cluster, and
// wrong from block 1 to block 2.
//@ grid 4
//@ block 32
//@ buffer int out[128] = 0
#include <cooperative_groups.h>
__device__ int rows[4 * 32];
__device__ int ready[4];
__device__ void hand_on(int* flag) { asm volatile("fence.acq_rel.cluster;\n\tred.relaxed.cluster.global.add.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory"); }
__device__ void take_over(int* flag) {
  int seen;
  do asm volatile("ld.acquire.cluster.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
  while (seen == 0);
}
__global__ void __cluster_dims__(2, 1, 1) bug(int* out) {
  const int b = blockIdx.x, t = threadIdx.x;
  rows[b * 32 + t] = 100 * b + t;
  __syncthreads();
  if (t == 0) hand_on(&ready[b]);
  if (b == 0) return;
  if (t == 0) take_over(&ready[b - 1]);
  __syncthreads();
  out[b * 32 + t] = rows[(b - 1) * 32 + t];
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* out) {
  const int b = blockIdx.x, t = threadIdx.x;
  rows[b * 32 + t] = 100 * b + t;
  __syncthreads();
  if (t == 0) hand_on(&ready[b]);
  if (b % 2 == 0) return;
  if (t == 0) take_over(&ready[b - 1]);
  __syncthreads();
  out[b * 32 + t] = rows[(b - 1) * 32 + t];
}
