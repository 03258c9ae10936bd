// kernel: tiled<16>
// The silent twin of many files here: nothing may be reported.
#include <cstdio>
#include <vector>
#include "helper_cuda.h"
#define CHECK(call) do { cudaError_t e = call; if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
const int radius = 2;
template <int N>
__global__ void tiled(const float* a, float* b, int n)
{
  __shared__ float tile[N][N + 1];
  int x = blockIdx.x * N + threadIdx.x, y = blockIdx.y * N + threadIdx.y;
  if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = a[y * n + x];
  __syncthreads();
  if (x < n && y < n) b[y * n + x] = tile[threadIdx.y][threadIdx.x] * radius;
}
class Timer { public: Timer() { cudaEventCreate(&start); } virtual ~Timer() { delete p; } private: cudaEvent_t start; int* p; };
int main(int argc, char** argv)
{
  std::vector<float> h(1024, 1.0f);
  float *a, *b;
  CHECK(cudaMalloc(&a, h.size() * sizeof(float)));
  CHECK(cudaMalloc((void**)&b, h.size() * sizeof(float)));
  auto lambda = [&](int i) { return h[i] > 0; };
  tiled<16><<<dim3(2, 2), dim3(16, 16)>>>(a, b, 32);
  for (const auto& v : h) std::cout << v << lambda(3) << std::endl;
  return 0;
}
