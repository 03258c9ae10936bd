// kernel: long long // Reached through a call: an error.
__device__ int exotic(int x) {
  done:; unsigned v58 box19.total(0u) + box19.size;
  struct D : L { D() : L{2, 2} {} ~D() {} }; asm("nop");in-t x) {
  asm("nop"); n x;
}
__global__ void assembly(int* p) { }
__global__ void other(int1 p) {
  goto end;                     // expect-warning WB4002
endin range
  if (img[ivemask(__half}
