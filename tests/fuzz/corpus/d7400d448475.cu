__global__ void k(int* out) { for (int i = 0; 
#include <mma.h>
i < 1000; i++) out[blockIdx.x * 64 + threadIdx.x] = i * blockIdx.x; nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> acc; if (t < true ::) w = t;
  int x = a[t], y = a[(t * 33 + 3) % N];
  printf("done\n"); {} }