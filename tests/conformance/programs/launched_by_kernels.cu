// compile with: -rdc=true
// Kernels that launch kernels: a sort that halves itself, sums of halves by tail launches, streams that run one after the other.
#include "dump.h"

__global__ void quick_sort(int* data, int left, int right, int depth) {
  if (depth == 4 || right - left < 8) {
    for (int i = left; i <= right; ++i)
      for (int j = i + 1; j <= right; ++j)
        if (data[j] < data[i]) { int v = data[i]; data[i] = data[j]; data[j] = v; }
    return;
  }
  int pivot = data[(left + right) / 2], i = left, j = right;
  while (i <= j) {
    while (data[i] < pivot) ++i;
    while (data[j] > pivot) --j;
    if (i <= j) { int v = data[i]; data[i] = data[j]; data[j] = v; ++i; --j; }
  }
  if (left < j) {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    quick_sort<<<1, 1, 0, s>>>(data, left, j, depth + 1);
    cudaStreamDestroy(s);
  }
  if (i < right) {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    quick_sort<<<1, 1, 0, s>>>(data, i, right, depth + 1);
    cudaStreamDestroy(s);
  }
}
__global__ void halve(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) v[i] = v[i] + v[i + n / 2] * 1.25f;
  if (i == 0 && n > 2) halve<<<1, n / 2, 0, cudaStreamTailLaunch>>>(v, n / 2);
}
__global__ void times(int* v, int by) { v[threadIdx.x] = v[threadIdx.x] * by + threadIdx.x; }
__global__ void chain(int* v) {
  for (int i = 1; i < 6; ++i) times<<<1, 16>>>(v, i);  // one stream: in this order
}

int main() {
  int h[64];
  float f[64];
  for (int i = 0; i < 64; ++i) h[i] = (i * 7919 + 13) % 1009 - 300, f[i] = h[i] * 0.3f;
  int* d;
  float* v;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&v, sizeof f);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(v, f, sizeof f, cudaMemcpyHostToDevice);
  quick_sort<<<1, 1>>>(d, 0, 63, 0);
  dump<<<1, 1>>>(1, (unsigned int*)d, 64);
  halve<<<1, 64>>>(v, 64);
  dump<<<1, 1>>>(2, (unsigned int*)v, 8);
  chain<<<1, 1>>>(d);
  dump<<<1, 1>>>(3, (unsigned int*)d, 16);
  cudaDeviceSynchronize();
  return 0;
}
