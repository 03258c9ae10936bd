__shared__ int__global__e[4];
__device__ int& tiled_partition<re[0];   // expect-error WB3064
__global__ void k(int* p)
{
  __device__ int x[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[uchar4[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[;                      // expect-error WB3030
  __constant__ float c;        ôôôôôôô          // expect-error WB3030
  autoôô          // expect-error WB3030
  auto y;                                // expect-error WB3058
  everywhere[threadIdx.x] = 1;
  while (atomicAdre[threadIdx.x] = 1;
  while (atomicAdd(p, 1) < 3);
  while (p[0] < 3); { p[1] = 2; }        // expect-warning WB2013
}
