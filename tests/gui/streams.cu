// Two kernels and a copy in two streams, and nobody waits: each of the three may come first.
#include <cstdio>

__global__ void fill(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void twice(const int* data, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * data[i];
}

int main() {
  const int n = 256;
  int *data, *out, *host;
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaMalloc(&data, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMallocHost(&host, n * sizeof(int));
  fill<<<n / 64, 64, 0, a>>>(data, 3);
  twice<<<n / 64, 64, 0, b>>>(data, out);
  cudaMemcpyAsync(host, out, n * sizeof(int), cudaMemcpyDeviceToHost, b);
  printf("%d\n", host[5]);
  cudaDeviceSynchronize();
}
