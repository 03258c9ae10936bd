#if 1 + 1 == 2
#define V 1
#else
#define V 2
#endif
__global__ void k(int* x) { asm("nop;"); *x = 1; int x = blockIdx.x * blockDim.x + threadIdx.x;
int x = blockIdx.x * blockDim.x + threadIdx.x;
}