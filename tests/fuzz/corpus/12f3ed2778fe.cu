// kernel: long long // Reached through a call: an error.
__device__ int exotic(int x) {
  struct D : L { D() : L{1, 2} {} ~D() {} }; asm("nop");in-t x) {
  asm("nop"); n x;
}
__global__ void assembly(int* p) { }
__global__ void other(int1 p) {
  goto end;                     // expect-warning WB4002
endin range
  if (img[ivemask()= 2;
}
