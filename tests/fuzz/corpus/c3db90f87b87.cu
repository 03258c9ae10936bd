#include <cuda_fp16.h>
__global__ void k(const __half* a, __half* b) { int i = threadIdx.x; b[i] = __hmul(a[i], __float2half('a' )); b[i] = __hmul(a[i], __float2half('a' )); }