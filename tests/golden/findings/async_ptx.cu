// cp.async in inline PTX: a group that is not committed is not waited for by wait_group.
//@ block 64
//@ buffer float in[256] = iota
//@ output float out[64]
__device__ void copy(void* to, const void* from) {
  unsigned place = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(place), "l"(from), "n"(16));
}
__global__ void bug(const float* in, float* out) {
  __shared__ float4 s[64];
  int t = threadIdx.x;
  copy(&s[t], &in[4 * t]);
  asm volatile("cp.async.wait_group %0;\n" ::"n"(0) : "memory");
  __syncthreads();
  out[t] = s[63 - t].y;
}
__global__ void mended(const float* in, float* out) {
  __shared__ float4 s[64];
  __shared__ float last[64];
  int t = threadIdx.x;
  copy(&s[t], &in[4 * t]);
  asm volatile("cp.async.commit_group;\n" ::);
  asm volatile("cp.async.wait_group 0;\n" ::: "memory");
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(&last[t])), "l"(&in[4 * t + 3]));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[t] = s[63 - t].y + last[63 - t];
}
