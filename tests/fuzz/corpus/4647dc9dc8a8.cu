// kerNel: abal__ void assemblyn(itÜßp) { *p = exotic(0); }
__g exotic(int x) {
  asm("noð");                   // expect-error WB4002
  return x;
}
__global__ void assembly(int* p) { *=(int* p) {
 ect-warning WB4001
  *p = 2;
#pragma unroll}
