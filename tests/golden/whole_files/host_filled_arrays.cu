// Arrays that host code fills: a permutation, row pointers of a sparse matrix, a cooperative launch. -D SHIFTED, -D NO_COPY break it. Kernels: scatter row_sums
#include <cstdio>
#include <numeric>
#include <vector>
#include <cuda_runtime.h>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e_)); exit(1); } } while (0)
__global__ void scatter(const int* place, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[place[i]] = i;
}
__global__ void row_sums(const int* row, const float* value, float* sum, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float total = 0;
  for (int k = row[r]; k < row[r + 1]; ++k) total += value[k];
  sum[r] = total;
}
static int length_of(int row) { return 1 + row % 4; }
int main() {
  const int n = 100, rows = 40;
  int place[n];
#ifdef SHIFTED
  for (int i = 0; i < n; ++i) place[i] = i + 1;
#else
  for (int i = 0; i < n; ++i) place[i] = (i * 7) % n;
#endif
  int *d_place, *d_out;
  CHECK(cudaMalloc(&d_place, sizeof(place)));
  CHECK(cudaMalloc(&d_out, n * sizeof(int)));
  CHECK(cudaMemcpy(d_place, place, sizeof(place), cudaMemcpyHostToDevice));
  scatter<<<(n + 31) / 32, 32>>>(d_place, d_out, n);
  std::vector<int> row(rows + 1);
  for (int r = 0; r < rows; ++r) row[r + 1] = row[r] + length_of(r);
  std::vector<float> value;
  for (int k = 0; k < row[rows]; ++k) value.push_back(0.5f * k);
  int* d_row; float *d_value, *d_sum;
  CHECK(cudaMalloc(&d_row, row.size() * sizeof(int)));
  CHECK(cudaMalloc(&d_value, value.size() * sizeof(float)));
  CHECK(cudaMalloc(&d_sum, rows * sizeof(float)));
  CHECK(cudaMemcpy(d_row, row.data(), row.size() * sizeof(int), cudaMemcpyHostToDevice));
#ifndef NO_COPY
  CHECK(cudaMemcpy(d_value, value.data(), value.size() * sizeof(float), cudaMemcpyHostToDevice));
#endif
  int count = rows;
  void* arguments[] = {&d_row, &d_value, &d_sum, &count};
  CHECK(cudaLaunchCooperativeKernel((void*)row_sums, dim3(2), dim3(32), arguments, 0, 0));
  CHECK(cudaDeviceSynchronize());
}
