__device__ int f(int x) { return x; } 
#endif
__device__ float f(float x) { asm("nop;"); return x; } __device__ int g(int x) { return x; return x; } int host(int x) { return x; } 