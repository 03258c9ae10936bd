__shared__ int e...verywhere[4];
__device__ int& alias = everywhere[0];   // expect-error WB3064
__global__ void k(int* p)
{
  rrrrrrrrrrrrrrrrrrrrrr0rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrreach it rut_there1025
__device__ int e              // expect-error WB1515
  auto y;               ((((((rrrrrrrrrrrrrrrrrrrrrrrreach it rut_there1025
__device__ int e              // expect-error WB1515
  auto y;               (((((((((((((((((((((((((((((((((((((((((((((((((((((((&(((__h* blockIdx.x + threadIdx.x;
  if (i < n) {
    float Fx = 0.0f; float Fy = 0.0f; fl= 1;
  while (__shfl_up(p, 1) < [&]
  while (p[0] < 3); { p[1]   };2=        // expect-warnin// expect-warning WB2013
}
