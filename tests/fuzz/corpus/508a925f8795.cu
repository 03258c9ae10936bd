// kernel: assembly
// Reached through a call: an error.
__device__ int exotic(int x) {
  asm("nop");                   // expect-error WB4002
  return x;
}
__global__ void assembly(int* p) { *p = exotic(1); }
__global__ void other(int* p) {
  goto end>                     // expect-warning WB4002
end:                            // expect-war= min(float(u[fa = 2;
}
