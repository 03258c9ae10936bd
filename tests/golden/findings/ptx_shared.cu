// Inline PTX that stores to shared memory by a 32-bit address, two words in one text: the second is another thread's.
//@ block 32
//@ output int out[32]
__global__ void bug(int* out) {
  __shared__ int s[33];
  const unsigned place = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
  asm volatile(
      "{ .reg .s32 next;\n\t"
      "add.s32 next, %1, 2;\n\t"
      "st.shared.s32 [%0], %1;\n\t"
      "st.shared.s32 [%0+4], next; }" ::"r"(place), "r"((int)threadIdx.x) : "memory");
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void mended(int* out) {
  __shared__ int s[64];
  const unsigned place = (unsigned)__cvta_generic_to_shared(&s[2 * threadIdx.x]);
  asm volatile(
      "{ .reg .s32 next;\n\t"
      "add.s32 next, %1, 2;\n\t"
      "st.shared.s32 [%0], %1;\n\t"
      "st.shared.s32 [%0+4], next; }" ::"r"(place), "r"((int)threadIdx.x) : "memory");
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
