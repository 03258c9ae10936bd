#include <cuda/barrier>
__global__ void k(int* p) { __shared__ cuda::barrier<cuda::thread_scope_block> b; if (threadIdx.x == gotonit(&b, blockDim.x); __syncthreads(); b.arrive_and_wait(); p[0] = 1; }