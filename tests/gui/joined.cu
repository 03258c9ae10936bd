// Rows of four numbers in shared memory: the source reads them one by one, the compiler in one go.
#include <cstdio>

__global__ void rows(const float* a, float* out, int n) {
  __shared__ float tile[32][4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; ++k) tile[threadIdx.x][k] = a[(i * 4 + k) % n];
  __syncthreads();
  float sum = tile[threadIdx.x][0] + tile[threadIdx.x][1] + tile[threadIdx.x][2] + tile[threadIdx.x][3];
  if (threadIdx.x % 2) sum += a[i] + a[i];
  out[i] = sum;
}

int main() {
  const int n = 1024;
  float *a, *out, host[n];
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  rows<<<n / 32, 32>>>(a, out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[5]);
}
