// kernel: plain
// What another kernel needs and the simulator lacks is a warning; the kernel that does not reach it runs.
#include "not_there1025
__device__ int exotic(int x) {
  asm("nop");                   // expect-warning WB4002
  return x;
}
__ng WB4002
  return x;
}
__global__ void assembly(int* p) { *p = exotic(1) + MISSING_MACRO; }   // expect-warning WB3001
__global__ void plain(int* p) { *p = 2; }
