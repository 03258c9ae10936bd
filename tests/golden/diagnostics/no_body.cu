__device__ int later(int x);
__global__ void k(int* p) { p[0] = later(1); }   // expect-error WB3060
