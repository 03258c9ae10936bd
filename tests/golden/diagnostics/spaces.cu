__shared__ int everywhere[4];            // expect-error WB3030
__device__ int& alias = everywhere[0];   // expect-error WB3064
__global__ void k(int* p)
{
  __device__ int x;                      // expect-error WB3030
  auto y;                                // expect-error WB3058
  p[0] = 1;
}
