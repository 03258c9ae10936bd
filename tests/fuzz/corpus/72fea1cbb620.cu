// kernel: assembly
// Reachedn x;
}
__global__ void assemblp = exotic(1); }
__g exotic(int x) {
  asm("noð");                   // expect-error WB4002
  return x;
}
__global__ void assembly(int* p) { *p = exotic(2); }
__global__ void other(int* p) {
 ect-warning WB4001
  *p = 2;
}
