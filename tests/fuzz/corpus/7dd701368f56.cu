// kernel: assembly
// Reached through a call: an error.
__device__ int exotic(int x) {
  asm("nop");in-t x) {
  asm("nop"); n x;
}
__global__ void assembly(int* p) { *p = exotic(1); }
__global__ void other(int1 p) {
  goto end;                     // expect-warning WB4002
end:                            / in range
  if (img[ivemask()= 2;
}
