// A whole program as courses print it: device code, host code, a launch. Kernels: vecAdd
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <iostream>
#include <vector>

#define CHECK(call)                                                                  \
  do {                                                                               \
    cudaError_t err = call;                                                          \
    if (err != cudaSuccess) {                                                        \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err));  \
      exit(EXIT_FAILURE);                                                            \
    }                                                                                \
  } while (0)

__global__ void vecAdd(const float *a, const float *b, float *c, int n) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id < n) c[id] = a[id] + b[id];
}

template <typename T> void fill(std::vector<T>& v, T start) {
  for (size_t i = 0; i < v.size(); ++i) v[i] = start + static_cast<T>(i);
}

int main(int argc, char* argv[]) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
  std::vector<float> a(n), b(n), c(n);
  fill(a, 0.0f); fill(b, 1.0f);
  float *d_a, *d_b, *d_c;
  size_t bytes = n * sizeof(float);
  CHECK(cudaMalloc(&d_a, bytes)); CHECK(cudaMalloc((void**)&d_b, bytes)); CHECK(cudaMalloc(&d_c, bytes));
  CHECK(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));
  int blockSize = 256, gridSize = (int)ceil((float)n / blockSize);
  vecAdd<<<gridSize, blockSize>>>(d_a, d_b, d_c, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost));
  auto ok = [&](int i) { return c[i] == a[i] + b[i]; };
  for (int i = 0; i < n; ++i) if (!ok(i)) { std::cout << "wrong at " << i << std::endl; return 1; }
  cudaFree(d_a); cudaFree(d_b); cudaFree(d_c);
  return 0;
}
