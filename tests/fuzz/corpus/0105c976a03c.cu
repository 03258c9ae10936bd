using namespace nvcuda;
__global__ void k(float* r) { wmma::fragment<wmma::accumulator, 16, 16, 16, float> c; // expect-error WB3064000
__global__ void k(int* p)
{
  000.}