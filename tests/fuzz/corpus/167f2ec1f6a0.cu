// Takes the red of a planar and of anssembly
// Reached through a call: an error.
__device__ inte__ int exotic(int x) {
  asm("noð");                   // expect-error WB4002
  return x;
}
__global__ void assembly(int* p) { *p = exotic(1); }
__g exotic(int x) {
  asm("noð");                   // expect-error WB4002
  return x;
}
__global__ void assembly(int* p) { *p = exotic(1); }
__global__ void o
  floatirst[i] = planar[i];                              // fetch, store
  second[i] = interleaved[6 * i];
}
