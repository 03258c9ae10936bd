// Loops of which the lanes of a warp make other numbers of passes, known to each lane as it comes to them: rows of a list, columns, lengths, strides.
#include <cuda_runtime.h>

constexpr int size = 1 << 14;
#define ARRAYS const int *row, const int *len, const int *in, const float *f, int *out, float *o, int n, int m
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

__global__ void floats_of_a_length(ARRAYS) {
  INDEX;
  int l = len[i];
  float v = 0;
  for (int k = 0; k < l; ++k) v += f[i * 13 + k];
  o[i] = v;
}
__global__ void numbers_of_a_length(ARRAYS) {
  INDEX;
  int l = len[i];
  int v = 0;
  for (int k = 0; k < l; ++k) v += in[i * 13 + k];
  out[i] = v;
}
__global__ void floats_of_a_row(ARRAYS) {
  INDEX;
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) v += f[k];
  o[i] = v;
}
__global__ void numbers_of_a_row(ARRAYS) {
  INDEX;
  int l = row[i + 1];
  int v = 0;
  for (int k = row[i]; k < l; ++k) v += in[k];
  out[i] = v;
}
__global__ void row_times_vector(ARRAYS) {
  INDEX;
  float v = 0;
  for (int k = row[i]; k < row[i + 1]; ++k) v += f[k] * f[in[k]];
  o[i] = v;
}
__global__ void row_times_vector_from_zero(ARRAYS) {
  INDEX;
  float v = 0;
  int b = row[i], l = row[i + 1] - b;
  for (int k = 0; k < l; ++k) v += f[b + k] * f[in[b + k]];
  o[i] = v;
}
__global__ void column_of_a_length(ARRAYS) {
  INDEX;
  int l = len[i];
  float v = 0;
  for (int k = 0; k < l; ++k) v += f[i + k * n];
  o[i] = v;
}
__global__ void column_times_vector(ARRAYS) {
  INDEX;
  int l = len[i];
  float v = 0;
  for (int k = 0; k < l; ++k) v += f[i + k * n] * f[in[i + k * n]];
  o[i] = v;
}
__global__ void doubled_by_length(ARRAYS) {
  INDEX;
  int l = len[i];
  float v = 0;
  for (int k = 0; k < l; ++k) o[i * 71 + k] = f[i * 71 + k] * 2;
}
__global__ void doubled_by_columns(ARRAYS) {
  INDEX;
  int l = len[i];
  float v = 0;
  for (int k = 0; k < l; ++k) o[i + n * k] = f[i + n * k] * 2;
}
__global__ void doubled_by_rows(ARRAYS) {
  INDEX;
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) o[k] = f[k] * 2;
}
__global__ void rows_filled(ARRAYS) {
  INDEX;
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) out[k] = i;
}
__global__ void columns_filled(ARRAYS) {
  INDEX;
  int l = len[i];
  float v = 0;
  for (int k = 0; k < l; ++k) out[k * n + i] = i;
}
__global__ void neighbours_counted(ARRAYS) {
  INDEX;
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) atomicAdd(&out[in[k]], 1);
}
__global__ void odd_ones_of_a_row(ARRAYS) {
  INDEX;
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) if (in[k] & 1) v += f[k];
  o[i] = v;
}
__global__ void odd_ones_counted(ARRAYS) {
  INDEX;
  int l = row[i + 1];
  int v = 0;
  for (int k = row[i]; k < l; ++k) if (in[k] & 1) v++;
  out[i] = v;
}
__global__ void best_of_a_row(ARRAYS) {
  INDEX;
  int at = -1;
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) if (f[k] > v) v = f[k], at = k;
  o[i] = v;
  out[i] = at;
}
__global__ void greatest_of_a_column(ARRAYS) {
  INDEX;
  int l = len[i];
  float v = 0;
  for (int k = 0; k < l; ++k) v = fmaxf(v, f[i + 128 * k]);
  o[i] = v;
}
__global__ void exponentials_of_a_row(ARRAYS) {
  INDEX;
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) v += expf(f[k]);
  o[i] = v;
}
__global__ void quotients_of_a_row(ARRAYS) {
  INDEX;
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) v += m / f[k];
  o[i] = v;
}
__global__ void roots_of_a_row(ARRAYS) {
  INDEX;
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) v += sqrtf(f[k]);
  o[i] = v;
}
__global__ void sum_and_squares_of_a_row(ARRAYS) {
  INDEX;
  float w = 0;
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) { v += f[k]; w += f[k] * f[k]; }
  o[i] = v * w;
}
__global__ void three_arrays_of_a_row(ARRAYS) {
  INDEX;
  float w = 1;
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) { float a = f[k], b = f[k + 100], c = f[k + 200]; v += a * b + c; w = w * a - b; }
  o[i] = v * w;
}
__global__ void three_arrays_and_much_work(ARRAYS) {
  INDEX;
  float w = 1;
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) { float a = f[k], b = f[k + 100], c = f[k + 200]; v += a * b + c; w = w * a - b; v = v * c - w * a + b * 3; w += a * a - v * b; v = v * v - c; }
  o[i] = v * w;
}
__global__ void every_32nd_summed(ARRAYS) {
  INDEX;
  float v = 0;
  for (int k = threadIdx.x; k < n + 70; k += 32) v += f[k];
  o[i] = v;
}
__global__ void every_32nd_normed(ARRAYS) {
  INDEX;
  float v = 0;
  for (int k = i; k < n + 75; k += 32) v += f[k];
  for (int k = i; k < n + 75; k += 32) o[k] = f[k] / v;
}
__global__ void every_32nd_number(ARRAYS) {
  INDEX;
  int v = 0;
  for (int k = threadIdx.x; k < n + 70; k += 32) v += in[k];
  out[i] = v;
}
__global__ void row_from_its_end(ARRAYS) {
  INDEX;
  float v = 0;
  for (int k = row[i + 1] - 1; k >= row[i]; k--) v += f[k];
  o[i] = v;
}
__global__ void column_from_its_end(ARRAYS) {
  INDEX;
  float v = 0;
  int k = len[i];
  while (k--) v += f[k * n + i];
  o[i] = v;
}
__global__ void every_other_of_a_row(ARRAYS) {
  INDEX;
  float v = 0;
  int l = row[i + 1];
  for (int k = row[i]; k < l; k += 2) v += f[k];
  o[i] = v;
}
__global__ void three_rows_of_a_lane(ARRAYS) {
  INDEX;
  float v = 0;
  for (int j = 0; j < m; ++j) { int l = row[i + j + 1]; for (int k = row[i + j]; k < l; ++k) v += f[k]; }
  o[i] = v;
}
__global__ void one_length_three_times(ARRAYS) {
  INDEX;
  float v = 0;
  int l = len[i];
  for (int j = 0; j < m; ++j) for (int k = 0; k < l; ++k) v += f[k * n + j];
  o[i] = v;
}
__global__ void triangle_of_a_lane(ARRAYS) {
  INDEX;
  float v = 0;
  for (int k = 0; k < i; ++k) v += f[i * n + k];
  o[i] = v;
}
__global__ void shared_of_a_length(ARRAYS) {
  INDEX;
  __shared__ float s[160];
  for (int k = 0; k < 5; ++k) s[k * 32 + i] = f[k * 32 + i];
  __syncthreads();
  int l = len[i];
  float v = 0;
  for (int k = 0; k < l; ++k) v += s[i + k];
  o[i] = v;
}
__global__ void shared_filled(ARRAYS) {
  INDEX;
  __shared__ float s[160];
  int l = i + len[i];
  for (int k = i; k < l; ++k) s[k] = i;
  __syncthreads();
  o[i] = s[i];
}
__global__ void row_times_vector_onto(ARRAYS) {
  INDEX;
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) o[i] += f[k] * f[in[k]];
}
__global__ void three_by_three(ARRAYS) {
  INDEX;
  int l = len[i];
  float v = 0;
  for (int k = 0; k < l; ++k) v += f[k * 3] * f[i] + f[k * 3 + 1] * f[i + 1] + f[k * 3 + 2];
  o[i] = v;
}
__global__ void bins_of_a_row(ARRAYS) {
  INDEX;
  __shared__ int s[64];
  s[i] = 0;
  s[i + 32] = 0;
  __syncthreads();
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) atomicAdd(&s[in[k] & 63], 1);
  __syncthreads();
  out[i] = s[i];
}
__global__ void threes_among_neighbours(ARRAYS) {
  INDEX;
  int v = 0;
  int l = row[i + 1];
  for (int k = row[i]; k < l; ++k) { int u = in[k]; if (out[u] == 3) v += u; }
  out[i + 2000] = v;
}
__global__ void threes_passed_on(ARRAYS) {
  INDEX;
  int l = row[i + 1];
  float v = 0;
  for (int k = row[i]; k < l; ++k) { int u = in[k]; if (out[u] == 3) out[u + 3000] = i; }
}
__global__ void threes_passed_on_to_the_end(ARRAYS) {
  INDEX;
  for (int k = row[i]; k < row[i + 1]; ++k) { int u = in[k]; if (out[u] == 3) out[u + 3000] = i; }
}

__global__ void filled_for_lengths(float* f, int* in, int* out, float* o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  f[i] = (i * 37 % 101) * 0.01f + 0.5f, in[i] = i * 29 % 211, out[i] = i % 7, o[i] = 1;
}
__global__ void lengths_and_rows(int* len, int* row) {
  int i = threadIdx.x;
  len[i] = i * 37 % 71 / (i % 3 + 1);
  __syncthreads();
  if (i == 0) for (int k = 0; k < 63; ++k) row[k + 1] = row[k] + len[k];
}
int main() {
  float *f, *o;
  int *row, *len, *in, *out;
  cudaMalloc(&f, size * 4), cudaMalloc(&o, size * 4), cudaMalloc(&in, size * 4), cudaMalloc(&out, size * 4), cudaMalloc(&row, 256), cudaMalloc(&len, 256);
  cudaMemset(row, 0, 256);
  filled_for_lengths<<<size / 256, 256>>>(f, in, out, o);
  lengths_and_rows<<<1, 64>>>(len, row);
  floats_of_a_length<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  numbers_of_a_length<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  floats_of_a_row<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  numbers_of_a_row<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  row_times_vector<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  row_times_vector_from_zero<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  column_of_a_length<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  column_times_vector<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  doubled_by_length<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  doubled_by_columns<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  doubled_by_rows<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  rows_filled<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  columns_filled<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  neighbours_counted<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  odd_ones_of_a_row<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  odd_ones_counted<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  best_of_a_row<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  greatest_of_a_column<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  exponentials_of_a_row<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  quotients_of_a_row<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  roots_of_a_row<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  sum_and_squares_of_a_row<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  three_arrays_of_a_row<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  three_arrays_and_much_work<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  every_32nd_summed<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  every_32nd_normed<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  every_32nd_number<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  row_from_its_end<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  column_from_its_end<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  every_other_of_a_row<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  three_rows_of_a_lane<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  one_length_three_times<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  triangle_of_a_lane<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  shared_of_a_length<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  shared_filled<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  row_times_vector_onto<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  three_by_three<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  bins_of_a_row<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  threes_among_neighbours<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  threes_passed_on<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  threes_passed_on_to_the_end<<<1, 32>>>(row, len, in, f, out, o, 128, 3);
  return cudaDeviceSynchronize();
}
