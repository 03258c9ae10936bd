// Who waits has to arrive, too.
//@ grid 2
//@ block 4
//@ output int out[8]
__global__ void __cluster_dims__(2, 1, 1) bug(int* out) {
  if (threadIdx.x == 0) __cluster_barrier_arrive();
  out[blockIdx.x * 4 + threadIdx.x] = blockIdx.x;
  __cluster_barrier_wait();
}
__global__ void __cluster_dims__(2, 1, 1) mended(int* out) {
  __cluster_barrier_arrive();
  out[blockIdx.x * 4 + threadIdx.x] = blockIdx.x;
  __cluster_barrier_wait();
}
