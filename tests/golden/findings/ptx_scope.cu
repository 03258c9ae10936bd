// An arrival counter by inline PTX that tells no more than its own block: the other block may not see the data.
//@ grid 2
//@ block 32
//@ buffer int data[1] = 0
//@ buffer int count[1] = 0
//@ output int out[1]
__global__ void bug(int* data, int* count, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 5;
    asm volatile("fence.acq_rel.cta;\n\t"
                 "red.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(count) : "memory");
  } else {
    int seen = 0;
    while (seen == 0) asm volatile("atom.acquire.gpu.global.or.b32 %0, [%1], 0;" : "=r"(seen) : "l"(count) : "memory");
    out[0] = data[0];
  }
}
__global__ void mended(int* data, int* count, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 5;
    asm volatile("{ fence.acq_rel.gpu;\n\t"
                 "red.relaxed.gpu.global.add.s32 [%0], 1; }" ::"l"(count) : "memory");
  } else {
    int seen = 0;
    while (seen == 0) asm volatile("atom.acquire.gpu.global.or.b32 %0, [%1], 0;" : "=r"(seen) : "l"(count) : "memory");
    out[0] = data[0];
  }
}
