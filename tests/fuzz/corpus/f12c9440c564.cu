using namespace nvcuda;
__global__ void k(float* r) { wmma::fragment<wmma::accumulator, 16, 16, 16, float> c; // expect-error WB3064000
__global__ void k(int* p)
{
  __device__ int operator()(int x, int y) const { return x > y ? x : y; } 000.}