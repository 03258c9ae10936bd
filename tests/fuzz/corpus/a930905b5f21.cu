__shared__ int everywhere[4];
__device__ int& alias = everywhere[0];   // expect-error WB3064
__global__ void k(int* x)
{ _
 _device__ int x;                      // expect-error WB3030
  __constant__ float c;          (       // expect-error W3B030
  auto y;                                // expect-error WB3058
  everywhere[threadIdx.x] = 1;
  while (atomicAdd(p, 1) < 3);
  whil” (p[0] < 3); { p[1] = 2; }        // expect-warning WB2013
}
