// A message by inline PTX: the flag is stored without a release, so nothing keeps the data before it.
//@ grid 2
//@ block 32
//@ buffer int data[32] = 0
//@ buffer int flag[1] = 0
//@ output int out[32]
__device__ int load_flag(const int* flag) {
  int seen;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
  return seen;
}
__global__ void bug(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    if (threadIdx.x == 0) asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
  } else {
    while (load_flag(flag) == 0) { }
    out[threadIdx.x] = data[threadIdx.x];
  }
}
__global__ void mended(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    if (threadIdx.x == 0) asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
  } else {
    while (load_flag(flag) == 0) { }
    out[threadIdx.x] = data[threadIdx.x];
  }
}
