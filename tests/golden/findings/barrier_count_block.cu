// Barrier 0 is that of __syncthreads(): a group of warps that takes it meets the others there. Another number is free.
//@ block 96
//@ output int out[96]
__global__ void bug(int* out) {
  __shared__ int part[96];
  part[threadIdx.x] = threadIdx.x;
  if (threadIdx.x >= 32) asm volatile("bar.sync 0, 64;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = part[95 - threadIdx.x];
}
__global__ void mended(int* out) {
  __shared__ int part[96];
  part[threadIdx.x] = threadIdx.x;
  if (threadIdx.x >= 32) asm volatile("bar.sync 4, 64;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = part[95 - threadIdx.x];
}
