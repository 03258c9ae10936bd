// ld.relaxed and a fence behind it acquire what a fence and st.relaxed before it release, all in inline PTX. The fence of the block is too narrow.
//@ grid 2
//@ block 32
//@ buffer int data[1] = 0
//@ buffer int flag[1] = 0
//@ output int out[1]
__device__ int wait_for(const int* flag, const int* data) {
  int seen = 0;
  while (seen == 0) asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  return data[0];
}
__global__ void bug(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 5;
    asm volatile("fence.acq_rel.cta; st.relaxed.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
  } else {
    out[0] = wait_for(flag, data);
  }
}
__global__ void mended(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 5;
    asm volatile("fence.acq_rel.gpu; st.relaxed.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
  } else {
    out[0] = wait_for(flag, data);
  }
}
