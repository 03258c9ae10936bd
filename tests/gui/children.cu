// Kernels that launch kernels: a picture is made of quarters of quarters, each by a grid of its own, as far down as there is something to tell apart.
#include <cstdio>

constexpr int width = 64;

__global__ void count(int* seen, int size) {
  if (threadIdx.x < size) seen[0] = seen[0] + 1;   // every thread of both blocks: a race
}

__global__ void quarter(int* out, int* seen, int x, int y, int size) {
  int i = threadIdx.x % size, j = threadIdx.x / size + blockIdx.x * (blockDim.x / size);
  if (j < size) out[(y + j) * width + x + i] = size;
  if (size > 8 && blockIdx.x == 0 && threadIdx.x < 4) {
    int half = size / 2;
    int to_x = x + half * (threadIdx.x & 1), to_y = y + half * (threadIdx.x >> 1);
    if (to_x >= to_y) quarter<<<half * half / 64, 64, 0, cudaStreamTailLaunch>>>(out, seen, to_x, to_y, half);
  }
  if (size == 8 && threadIdx.x == 0) count<<<2, 32>>>(seen, size);
}

int main() {
  int *out, *seen;
  cudaMalloc(&out, width * width * sizeof(int));
  cudaMalloc(&seen, sizeof(int));
  cudaMemset(seen, 0, sizeof(int));
  quarter<<<width * width / 64, 64>>>(out, seen, 0, 0, width);
  int result = 0;
  cudaMemcpy(&result, seen, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);
}
