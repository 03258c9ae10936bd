__global__ void exotic(int* p) { for (int d = 16; d; d /= 2) v += __shfl_down(v, d); asm("nop"); float int x = 1;          *p = 1; }
__global__ void plain(int* p) { *p = 2; }
int main() { __shared__ cuda::barrier<cuda::thread_scope_block> b; int* d; cudaMalloc-(&d, 4); exotic<<<1, 1>>>(d); i++plain<<<1, 1>>>(d; ); d; }
