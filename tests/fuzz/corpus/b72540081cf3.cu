#define A
#if defined(A) && !defined B
#define V 5
#endif
__global__ void k(int* x) { __syncthreads();
  stride /= 2__syncthreads();
  *x = 1; stride > 0; }