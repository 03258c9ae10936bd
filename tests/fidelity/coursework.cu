// Kernels as students hand them in and teachers show them: puzzles, labs, PolyBench, Rodinia, SHOC, Parboil and HeCBench in small. No counter depends on the order of threads.
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cfloat>
#include <cstdio>
#include <vector>

#include "inputs.h"

namespace cg = cooperative_groups;

// ======== 1: first weeks
__global__ void add_two_sections(const float* a, const float* b, float* c, int n) {
  int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
  i += blockDim.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void add_two_neighbours(const float* a, const float* b, float* c, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  if (i < n) c[i] = a[i] + b[i];
  if (i + 1 < n) c[i + 1] = a[i + 1] + b[i + 1];
}

__global__ void broadcast_add(float* out, const float* row, const float* column, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = row[x] + column[y];
}

__global__ void pool_of_three_puzzle(float* out, const float* a, int size) {
  extern __shared__ float shared[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int local_i = threadIdx.x;
  if (i < size) {
    shared[local_i] = a[i];
    __syncthreads();
    if (i == 0)
      out[i] = shared[local_i];
    else if (i == 1)
      out[i] = shared[local_i - 1] + shared[local_i];
    else if (local_i >= 2)
      out[i] = shared[local_i - 2] + shared[local_i - 1] + shared[local_i];
    else
      out[i] = a[i - 2] + a[i - 1] + a[i];
  }
}

__global__ void axis_sum_puzzle(float* out, const float* a, int size) {
  __shared__ float cache[32];
  int local_i = threadIdx.x, batch = blockIdx.y;
  cache[local_i] = local_i < size ? a[batch * size + local_i] : 0.0f;
  __syncthreads();
  for (int k = 0; k < 5; k++) {
    int p = 1 << k;
    if (local_i % (p * 2) == 0 && local_i + p < 32) cache[local_i] = cache[local_i] + cache[local_i + p];
    __syncthreads();
  }
  if (local_i == 0) out[batch] = cache[0];
}

__global__ void conv_1d_puzzle(float* out, const float* a, const float* b, int a_size, int b_size) {
  __shared__ float a_cache[64 + 8];
  __shared__ float b_cache[8];
  int i = blockIdx.x * blockDim.x + threadIdx.x, local_i = threadIdx.x;
  a_cache[local_i] = i < a_size ? a[i] : 0;
  if (local_i < b_size) b_cache[local_i] = b[local_i];
  if (local_i < b_size) a_cache[local_i + 64] = i + 64 < a_size ? a[i + 64] : 0;
  __syncthreads();
  float acc = 0;
  for (int k = 0; k < b_size; k++)
    if (i + k < a_size) acc += a_cache[local_i + k] * b_cache[k];
  if (i < a_size) out[i] = acc;
}

__global__ void mod_table(int* table, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= n) return;
  table[row * n + col] = col == 0 ? 0 : row % col;
}

__global__ void rotate_array(const int* in, int* out, int n, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[(i + by) % n] = in[i];
}

__global__ void reverse_in_blocks(int* d, int n) {
  extern __shared__ int s[];
  int first = blockIdx.x * blockDim.x;
  int size = min((int)blockDim.x, n - first);
  int t = threadIdx.x;
  if (t < size) s[t] = d[first + t];
  __syncthreads();
  if (t < size) d[first + t] = s[size - t - 1];
}

__global__ void swap_ends(float* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) {
    float x = d[i];
    d[i] = d[n - 1 - i];
    d[n - 1 - i] = x;
  }
}

__global__ void planes_to_pixels(const unsigned char* r, const unsigned char* g, const unsigned char* b, uchar3* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = make_uchar3(r[i], g[i], b[i]);
}

__global__ void clamp_and_count(const float* in, float* out, int* low, int* high, float lo, float hi, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = in[i];
  if (v < lo) {
    v = lo;
    atomicAdd(low, 1);
  } else if (v > hi) {
    v = hi;
    atomicAdd(high, 1);
  }
  out[i] = v;
}

__global__ void prime_sieve_check(const int* candidates, unsigned char* is_prime, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int v = candidates[i];
    unsigned char ok = v > 1;
    for (int d = 2; d * d <= v; ++d)
      if (v % d == 0) {
        ok = 0;
        break;
      }
    is_prime[i] = ok;
  }
}

__global__ void pi_by_rectangles(double* partial, int steps) {
  __shared__ double s[128];
  int t = threadIdx.x, all = gridDim.x * blockDim.x;
  double step = 1.0 / steps, sum = 0.0;
  for (int i = blockIdx.x * blockDim.x + t; i < steps; i += all) {
    double x = (i + 0.5) * step;
    sum += 4.0 / (1.0 + x * x);
  }
  s[t] = sum;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0] * step;
}

static void first_weeks() {
  add_two_sections<<<groups(3000, 256), 128>>>(floats(3000), floats(3000, 5), zeros<float>(3000), 3000);
  add_two_neighbours<<<groups(2999, 256), 128>>>(floats(2999), floats(2999, 5), zeros<float>(2999), 2999);
  broadcast_add<<<dim3(5, 7), dim3(16, 8)>>>(zeros<float>(70 * 50), floats(70), floats(50), 70, 50);
  pool_of_three_puzzle<<<10, 96, 96 * sizeof(float)>>>(zeros<float>(960), floats(960), 960);
  axis_sum_puzzle<<<dim3(1, 20), 32>>>(zeros<float>(20), floats(20 * 27), 27);
  conv_1d_puzzle<<<groups(600, 64), 64>>>(zeros<float>(600), floats(600), floats(7), 600, 7);
  mod_table<<<dim3(5, 5), dim3(16, 16)>>>(zeros<int>(70 * 70), 70);
  rotate_array<<<groups(2100, 256), 256>>>(ints(2100, 1000), zeros<int>(2100), 2100, 777);
  reverse_in_blocks<<<groups(1000, 192), 192, 192 * sizeof(int)>>>(ints(1000, 1000), 1000);
  swap_ends<<<groups(1250, 128), 128>>>(floats(2501), 2501);
  planes_to_pixels<<<groups(1900, 128), 128>>>(bytes(1900), bytes(1900, 256, 5), bytes(1900, 256, 6), zeros<uchar3>(1900), 1900);
  clamp_and_count<<<groups(2000, 128), 128>>>(floats(2000), zeros<float>(2000), zeros<int>(1), zeros<int>(1), 0.2f, 0.75f, 2000);
  prime_sieve_check<<<groups(900, 128), 128>>>(ints(900, 5000), zeros<unsigned char>(900), 900);
  pi_by_rectangles<<<6, 128>>>(zeros<double>(6), 5000);
}

// ======== 2: matrices
#define MT 16
__global__ void matmul_other_tile_order(const float* A, const float* B, float* C, int n) {
  __shared__ float As[MT][MT], Bs[MT][MT];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.x * MT + tx, col = blockIdx.y * MT + ty;  // the wrong way round, as often handed in
  float sum = 0.0f;
  for (int m = 0; m < n / MT; ++m) {
    As[tx][ty] = A[row * n + m * MT + ty];
    Bs[tx][ty] = B[(m * MT + tx) * n + col];
    __syncthreads();
    for (int k = 0; k < MT; ++k) sum += As[tx][k] * Bs[k][ty];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

__global__ void matmul_transposed_left(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[MT][MT + 1], Bs[MT][MT];
  int tx = threadIdx.x, ty = threadIdx.y;
  int m0 = blockIdx.y * MT, n0 = blockIdx.x * MT;
  float acc = 0.0f;
  for (int k0 = 0; k0 < K; k0 += MT) {
    As[ty][tx] = k0 + ty < K && m0 + tx < M ? A[(k0 + ty) * M + m0 + tx] : 0.0f;
    Bs[ty][tx] = k0 + ty < K && n0 + tx < N ? B[(k0 + ty) * N + n0 + tx] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < MT; ++k) acc += As[k][ty] * Bs[k][tx];
    __syncthreads();
  }
  if (m0 + ty < M && n0 + tx < N) C[(m0 + ty) * N + n0 + tx] = acc;
}

template <int BM, int BN, int BK, int TM>
__global__ void sgemm_blocktiling_1d(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C) {
  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];
  const int threadCol = threadIdx.x % BN, threadRow = threadIdx.x / BN;
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  const int innerColA = threadIdx.x % BK, innerRowA = threadIdx.x / BK;
  const int innerColB = threadIdx.x % BN, innerRowB = threadIdx.x / BN;
  float threadResults[TM] = {0.0f};
  for (int bk = 0; bk < K; bk += BK) {
    As[innerRowA * BK + innerColA] = A[innerRowA * K + innerColA];
    Bs[innerRowB * BN + innerColB] = B[innerRowB * N + innerColB];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int dot = 0; dot < BK; ++dot) {
      float b = Bs[dot * BN + threadCol];
      for (int r = 0; r < TM; ++r) threadResults[r] += As[(threadRow * TM + r) * BK + dot] * b;
    }
    __syncthreads();
  }
  for (int r = 0; r < TM; ++r) C[(threadRow * TM + r) * N + threadCol] = alpha * threadResults[r] + beta * C[(threadRow * TM + r) * N + threadCol];
}

__global__ void int8_matmul_of_fours(const char4* A, const char4* B, int* C, int M, int N, int K4) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= M || col >= N) return;
  int sum = 0;
  for (int k = 0; k < K4; ++k) {
    char4 a = A[row * K4 + k], b = B[col * K4 + k];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  C[row * N + col] = sum;
}

__global__ void trmm_lower(int m, int n, float alpha, const float* A, const float* B, float* out) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float v = B[i * n + j];
    for (int k = i + 1; k < m; k++) v += A[k * m + i] * B[k * n + j];
    out[i * n + j] = alpha * v;
  }
}

__global__ void two_mm_first(int ni, int nj, int nk, double alpha, double* tmp, const double* A, const double* B) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < ni && j < nj) {
    tmp[i * nj + j] = 0;
    for (int k = 0; k < nk; k++) tmp[i * nj + j] += alpha * A[i * nk + k] * B[k * nj + j];
  }
}

__global__ void syr2k_step(int n, int m, float alpha, float beta, const float* a, const float* b, float* c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    c[i * n + j] *= beta;
    for (int k = 0; k < m; k++) c[i * n + j] += alpha * a[i * m + k] * b[j * m + k] + alpha * b[i * m + k] * a[j * m + k];
  }
}

__global__ void gemver_rank_two(int n, double* a, const double* v1, const double* v2, const double* u1, const double* u2) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) a[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
}

__global__ void matvec_chunks_of_x(const float* A, const float* x, float* y, int rows, int cols) {
  __shared__ float xs[64];
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int c0 = 0; c0 < cols; c0 += 64) {
    if (c0 + threadIdx.x < cols) xs[threadIdx.x] = x[c0 + threadIdx.x];
    __syncthreads();
    int end = min(64, cols - c0);
    if (row < rows)
      for (int c = 0; c < end; ++c) sum += A[row * cols + c0 + c] * xs[c];
    __syncthreads();
  }
  if (row < rows) y[row] = sum;
}

__global__ void vecmat_by_block_columns(const float* __restrict__ A, const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
  __shared__ float part[8][33];
  int col = blockIdx.x * 32 + threadIdx.x;
  float sum = 0.0f;
  if (col < cols)
    for (int r = threadIdx.y; r < rows; r += 8) sum += A[r * cols + col] * x[r];
  part[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y == 0 && col < cols) {
    for (int k = 1; k < 8; ++k) sum += part[k][threadIdx.x];
    y[col] = sum;
  }
}

__global__ void transpose_four_rows_each(float* odata, const float* idata, int width, int height) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < height && y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transpose_half2_pairs(const __half2* in, __half2* out, int n) {
  __shared__ __half tile[32][34];
  int tx = threadIdx.x, ty = threadIdx.y;  // 16 by 32
  int bx = blockIdx.x * 32, by = blockIdx.y * 32;
  __half2 v = in[((by + ty) * n + bx) / 2 + tx];
  tile[ty][2 * tx] = __low2half(v);
  tile[ty][2 * tx + 1] = __high2half(v);
  __syncthreads();
  out[((bx + ty) * n + by) / 2 + tx] = __halves2half2(tile[2 * tx][ty], tile[2 * tx + 1][ty]);
}

__global__ void trisolve_columns(const float* L, float* b, int n, int systems) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems) return;
  for (int i = 0; i < n; i++) {
    float sum = b[i * systems + s];
    for (int j = 0; j < i; j++) sum -= L[i * n + j] * b[j * systems + s];
    b[i * systems + s] = sum / L[i * n + i];
  }
}

__global__ void gauss_jordan_in_block(double* matrices) {
  __shared__ double a[8][17];
  double* m = matrices + blockIdx.x * 64;
  int r = threadIdx.y, c = threadIdx.x;  // 16 by 8
  a[r][c] = c < 8 ? m[r * 8 + c] : (c - 8 == r ? 1.0 : 0.0);
  __syncthreads();
  for (int p = 0; p < 8; ++p) {
    double pivot = a[p][p];
    __syncthreads();
    if (r == p) a[r][c] /= pivot;
    __syncthreads();
    double f = a[r][p];
    __syncthreads();
    if (r != p) a[r][c] -= f * a[p][c];
    __syncthreads();
  }
  if (c >= 8) m[r * 8 + c - 8] = a[r][c];
}

static void matrices() {
  matmul_other_tile_order<<<dim3(4, 4), dim3(MT, MT)>>>(floats(64 * 64), floats(64 * 64, 5), zeros<float>(64 * 64), 64);
  matmul_transposed_left<<<dim3(4, 3), dim3(MT, MT)>>>(floats(53 * 45), floats(53 * 60), zeros<float>(45 * 60), 45, 60, 53);
  sgemm_blocktiling_1d<32, 32, 8, 4><<<dim3(2, 2), 256>>>(64, 64, 64, 1.5f, floats(64 * 64), floats(64 * 64, 5), 0.5f, floats(64 * 64, 6));
  int8_matmul_of_fours<<<dim3(3, 5), dim3(16, 8)>>>((char4*)bytes(40 * 52), (char4*)bytes(44 * 52), zeros<int>(40 * 44), 40, 44, 13);
  trmm_lower<<<dim3(2, 6), dim3(32, 8)>>>(45, 50, 1.5f, floats(45 * 45), floats(45 * 50), zeros<float>(45 * 50));
  two_mm_first<<<dim3(2, 5), dim3(32, 8)>>>(37, 51, 22, 1.5, zeros<double>(37 * 51), doubles(37 * 22), doubles(22 * 51));
  syr2k_step<<<dim3(2, 6), dim3(32, 8)>>>(46, 19, 1.5f, 0.5f, floats(46 * 19), floats(46 * 19, 5), floats(46 * 46));
  gemver_rank_two<<<dim3(2, 7), dim3(32, 8)>>>(54, doubles(54 * 54), doubles(54), doubles(54, 5), doubles(54, 6), doubles(54, 7));
  matvec_chunks_of_x<<<groups(150, 64), 64>>>(floats(150 * 170), floats(170), zeros<float>(150), 150, 170);
  vecmat_by_block_columns<<<groups(100, 32), dim3(32, 8)>>>(floats(77 * 100), floats(77), zeros<float>(100), 77, 100);
  transpose_four_rows_each<<<dim3(3, 2), dim3(32, 8)>>>(zeros<float>(90 * 50), floats(90 * 50), 90, 50);
  transpose_half2_pairs<<<dim3(2, 2), dim3(16, 32)>>>((__half2*)ints(64 * 32, 30000), zeros<__half2>(64 * 32), 64);
  trisolve_columns<<<groups(100, 32), 32>>>(floats(14 * 14), floats(14 * 100), 14, 100);
  gauss_jordan_in_block<<<7, dim3(16, 8)>>>(doubles(7 * 64));
}

// ======== 3: grids, images, signals
__global__ void conv2d_polybench(int ni, int nj, const float* A, float* B) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  float c11 = +0.2f, c21 = +0.5f, c31 = -0.8f, c12 = -0.3f, c22 = +0.6f, c32 = -0.9f, c13 = +0.4f, c23 = +0.7f, c33 = +0.10f;
  if (i < ni - 1 && j < nj - 1 && i > 0 && j > 0) {
    B[i * nj + j] = c11 * A[(i - 1) * nj + (j - 1)] + c21 * A[(i - 1) * nj + (j + 0)] + c31 * A[(i - 1) * nj + (j + 1)] + c12 * A[(i + 0) * nj + (j - 1)] +
                    c22 * A[(i + 0) * nj + (j + 0)] + c32 * A[(i + 0) * nj + (j + 1)] + c13 * A[(i + 1) * nj + (j - 1)] + c23 * A[(i + 1) * nj + (j + 0)] +
                    c33 * A[(i + 1) * nj + (j + 1)];
  }
}

__global__ void heat3d_polybench(int n, const double* A, double* B) {
  int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int i = blockIdx.z + 1;
  if (j >= n - 1 || k >= n - 1) return;
#define AT(i, j, k) A[((i) * n + (j)) * n + (k)]
  B[(i * n + j) * n + k] = 0.125 * (AT(i + 1, j, k) - 2.0 * AT(i, j, k) + AT(i - 1, j, k)) + 0.125 * (AT(i, j + 1, k) - 2.0 * AT(i, j, k) + AT(i, j - 1, k)) +
                           0.125 * (AT(i, j, k + 1) - 2.0 * AT(i, j, k) + AT(i, j, k - 1)) + AT(i, j, k);
}

__global__ void fdtd2d_step_ex(int nx, int ny, const float* hz, float* ex, float* ey, const float* fict, int t) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < nx && j < ny) {
    if (i == 0)
      ey[i * ny + j] = fict[t];
    else
      ey[i * ny + j] = ey[i * ny + j] - 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
    if (j > 0) ex[i * ny + j] = ex[i * ny + j] - 0.5f * (hz[i * ny + j] - hz[i * ny + (j - 1)]);
  }
}

__global__ void jacobi1d_in_shared(float* a, int n, int steps) {
  __shared__ float now[130], next[130];
  int t = threadIdx.x + 1;
  int base = blockIdx.x * 128;
  now[t] = a[base + threadIdx.x];
  if (threadIdx.x == 0) {
    now[0] = 0.0f;
    now[129] = 0.0f;
    next[0] = 0.0f;
    next[129] = 0.0f;
  }
  __syncthreads();
  float *from = now, *to = next;
  for (int s = 0; s < steps; ++s) {
    to[t] = (from[t - 1] + from[t] + from[t + 1]) / 3.0f;
    __syncthreads();
    float* other = from;
    from = to;
    to = other;
  }
  a[base + threadIdx.x] = from[t];
}

__global__ void stencil2d_nine_weighted(const float* __restrict__ in, float* __restrict__ out, int pitch, float center, float cardinal, float diagonal) {
  __shared__ float sh[18][18];
  int gx = blockIdx.x * 16 + threadIdx.x, gy = blockIdx.y * 16 + threadIdx.y;
  for (int y = threadIdx.y; y < 18; y += 16)
    for (int x = threadIdx.x; x < 18; x += 16) sh[y][x] = in[(blockIdx.y * 16 + y) * pitch + blockIdx.x * 16 + x];
  __syncthreads();
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  float c = sh[y][x];
  float n = sh[y - 1][x] + sh[y + 1][x] + sh[y][x - 1] + sh[y][x + 1];
  float d = sh[y - 1][x - 1] + sh[y - 1][x + 1] + sh[y + 1][x - 1] + sh[y + 1][x + 1];
  out[(gy + 1) * pitch + gx + 1] = center * c + cardinal * n + diagonal * d;
}

__global__ void gaussian_blur_from_shared_mask(const unsigned char* in, unsigned char* out, const float* mask, int width, int height) {
  __shared__ float m[25];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  if (t < 25) m[t] = mask[t];
  __syncthreads();
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0.0f;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      int xx = min(max(x + dx, 0), width - 1), yy = min(max(y + dy, 0), height - 1);
      sum += m[(dy + 2) * 5 + dx + 2] * in[yy * width + xx];
    }
  out[y * width + x] = (unsigned char)sum;
}

__global__ void gamma_by_table(uchar4* image, const unsigned char* table, int n) {
  __shared__ unsigned char lut[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) lut[i] = table[i];
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    uchar4 p = image[i];
    p.x = lut[p.x];
    p.y = lut[p.y];
    p.z = lut[p.z];
    image[i] = p;
  }
}

__global__ void rotate_image_nearest(const unsigned* src, unsigned* dst, int w, int h, float c, float s) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float fx = x - w * 0.5f, fy = y - h * 0.5f;
  int sx = (int)(c * fx + s * fy + w * 0.5f), sy = (int)(c * fy - s * fx + h * 0.5f);
  unsigned v = 0;
  if (sx >= 0 && sx < w && sy >= 0 && sy < h) v = src[sy * w + sx];
  dst[y * w + x] = v;
}

__global__ void flip_both_ways(const float3* in, float3* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[(h - 1 - y) * w + (w - 1 - x)] = in[y * w + x];
}

__global__ void local_binary_pattern(const unsigned char* img, unsigned char* codes, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= w - 1 || y >= h - 1) return;
  unsigned char c = img[y * w + x];
  unsigned code = 0;
  code |= (img[(y - 1) * w + x - 1] >= c) << 7;
  code |= (img[(y - 1) * w + x] >= c) << 6;
  code |= (img[(y - 1) * w + x + 1] >= c) << 5;
  code |= (img[y * w + x + 1] >= c) << 4;
  code |= (img[(y + 1) * w + x + 1] >= c) << 3;
  code |= (img[(y + 1) * w + x] >= c) << 2;
  code |= (img[(y + 1) * w + x - 1] >= c) << 1;
  code |= (img[y * w + x - 1] >= c) << 0;
  codes[y * w + x] = (unsigned char)code;
}

__global__ void nonmax_suppressed(const float* mag, const unsigned char* dir, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  int i = y * w + x;
  float a, b, m = mag[i];
  switch (dir[i]) {
    case 0: a = mag[i - 1]; b = mag[i + 1]; break;
    case 1: a = mag[i - w + 1]; b = mag[i + w - 1]; break;
    case 2: a = mag[i - w]; b = mag[i + w]; break;
    default: a = mag[i - w - 1]; b = mag[i + w + 1]; break;
  }
  out[i] = m >= a && m >= b ? m : 0.0f;
}

__constant__ float fir_taps[16];
__global__ void fir_from_constant(const float* x, float* y, int n) {
  __shared__ float s[128 + 15];
  int base = blockIdx.x * 128;
  for (int i = threadIdx.x; i < 128 + 15; i += 128) s[i] = base + i < n + 15 ? x[base + i] : 0.0f;
  __syncthreads();
  float acc = 0.0f;
#pragma unroll
  for (int k = 0; k < 16; ++k) acc += fir_taps[k] * s[threadIdx.x + 15 - k];
  if (base + threadIdx.x < n) y[base + threadIdx.x] = acc;
}

__global__ void iir_biquad_channels(const float* in, float* out, const float* coeffs, int channels, int samples) {
  int ch = blockIdx.x * blockDim.x + threadIdx.x;
  if (ch >= channels) return;
  float b0 = coeffs[0], b1 = coeffs[1], b2 = coeffs[2], a1 = coeffs[3], a2 = coeffs[4];
  float z1 = 0.0f, z2 = 0.0f;
  for (int s = 0; s < samples; ++s) {
    float x = in[ch * samples + s];
    float y = b0 * x + z1;
    z1 = b1 * x - a1 * y + z2;
    z2 = b2 * x - a2 * y;
    out[ch * samples + s] = y;
  }
}

__global__ void naive_dft(const float* re, const float* im, float2* out, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  float sr = 0.0f, si = 0.0f;
  for (int t = 0; t < n; ++t) {
    float angle = -6.2831853f * t * k / n, c = __cosf(angle), s = __sinf(angle);
    sr += re[t] * c - im[t] * s;
    si += re[t] * s + im[t] * c;
  }
  out[k] = make_float2(sr, si);
}

static void grids() {
  conv2d_polybench<<<dim3(2, 7), dim3(32, 8)>>>(54, 60, floats(54 * 60), zeros<float>(54 * 60));
  heat3d_polybench<<<dim3(1, 3, 20), dim3(32, 8)>>>(22, doubles(22 * 22 * 22), zeros<double>(22 * 22 * 22));
  fdtd2d_step_ex<<<dim3(2, 6), dim3(32, 8)>>>(43, 57, floats(43 * 57), floats(43 * 57, 5), floats(43 * 57, 6), floats(10), 3);
  jacobi1d_in_shared<<<8, 128>>>(floats(1024), 1024, 5);
  stencil2d_nine_weighted<<<dim3(3, 3), dim3(16, 16)>>>(floats(50 * 50), zeros<float>(50 * 50), 50, 0.25f, 0.15f, 0.05f);
  gaussian_blur_from_shared_mask<<<dim3(5, 6), dim3(16, 8)>>>(bytes(70 * 45), zeros<unsigned char>(70 * 45), floats(25), 70, 45);
  gamma_by_table<<<5, 128>>>((uchar4*)bytes(1500 * 4), bytes(256, 256, 9), 1500);
  rotate_image_nearest<<<dim3(4, 6), dim3(16, 8)>>>((unsigned*)ints(60 * 45, 60000), zeros<unsigned>(60 * 45), 60, 45, 0.8660254f, 0.5f);
  flip_both_ways<<<dim3(3, 5), dim3(16, 8)>>>((float3*)floats(44 * 37 * 3), zeros<float3>(44 * 37), 44, 37);
  local_binary_pattern<<<dim3(4, 6), dim3(16, 8)>>>(bytes(61 * 45), zeros<unsigned char>(61 * 45), 61, 45);
  nonmax_suppressed<<<dim3(2, 6), dim3(32, 8)>>>(floats(57 * 43), bytes(57 * 43, 4), zeros<float>(57 * 43), 57, 43);
  std::vector<float> taps(16);
  for (int i = 0; i < 16; ++i) taps[i] = 0.0625f * i;
  cudaMemcpyToSymbol(fir_taps, taps.data(), 16 * sizeof(float));
  fir_from_constant<<<groups(1100, 128), 128>>>(floats(1100 + 15), zeros<float>(1100), 1100);
  iir_biquad_channels<<<groups(70, 32), 32>>>(floats(70 * 37), zeros<float>(70 * 37), floats(5), 70, 37);
  naive_dft<<<groups(90, 32), 32>>>(floats(90), floats(90, 5), zeros<float2>(90), 90);
}

// ======== 4: reductions, scans, sorting, histograms, text
__global__ void sum_float4_block_atomic(const float4* in, float* total, int n4) {
  __shared__ float warp_sums[8];
  float s = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
    float4 v = in[i];
    s += v.x + v.y + v.z + v.w;
  }
  for (int o = 16; o > 0; o >>= 1) s += __shfl_down_sync(0xffffffff, s, o);
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane == 0) warp_sums[warp] = s;
  __syncthreads();
  if (warp == 0) {
    s = lane < blockDim.x / 32 ? warp_sums[lane] : 0.0f;
    for (int o = 4; o > 0; o >>= 1) s += __shfl_down_sync(0xffffffff, s, o);
    if (lane == 0) atomicAdd(total, s);
  }
}

__global__ void min_max_both(const float* in, float* mins, float* maxs, int n) {
  __shared__ float lo[128], hi[128];
  int t = threadIdx.x;
  float a = FLT_MAX, b = -FLT_MAX;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
    a = fminf(a, in[i]);
    b = fmaxf(b, in[i]);
  }
  lo[t] = a;
  hi[t] = b;
  __syncthreads();
  for (int s = 64; s > 0; s >>= 1) {
    if (t < s) {
      lo[t] = fminf(lo[t], lo[t + s]);
      hi[t] = fmaxf(hi[t], hi[t + s]);
    }
    __syncthreads();
  }
  if (t == 0) {
    mins[blockIdx.x] = lo[0];
    maxs[blockIdx.x] = hi[0];
  }
}

__global__ void argmin_struct_reduce(const float* in, int2* out, int n) {
  struct Best {
    float value;
    int index;
  };
  __shared__ Best best[64];
  int t = threadIdx.x;
  Best mine{FLT_MAX, -1};
  for (int i = t; i < n; i += 64) {
    float v = in[blockIdx.x * n + i];
    if (v < mine.value) mine = Best{v, i};
  }
  best[t] = mine;
  __syncthreads();
  for (int s = 32; s > 0; s >>= 1) {
    if (t < s && best[t + s].value < best[t].value) best[t] = best[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = make_int2(__float_as_int(best[0].value), best[0].index);
}

__global__ void mean_of_each_column_2d(const float* m, float* mean, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < cols) {
    mean[c] = 0.0f;
    for (int r = 0; r < rows; r++) mean[c] += m[r * cols + c];
    mean[c] /= (float)rows;
  }
}

__global__ void center_and_scale(float* data, const float* mean, const float* stddev, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols) {
    data[r * cols + c] -= mean[c];
    data[r * cols + c] /= sqrtf((float)rows) * stddev[c];
  }
}

__global__ void inclusive_scan_hillis_double(const int* in, int* out, int* sums) {
  __shared__ int buf[2][256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t, side = 0;
  buf[0][t] = in[i];
  __syncthreads();
  for (int d = 1; d < 256; d <<= 1) {
    side = 1 - side;
    if (t >= d)
      buf[side][t] = buf[1 - side][t] + buf[1 - side][t - d];
    else
      buf[side][t] = buf[1 - side][t];
    __syncthreads();
  }
  out[i] = buf[side][t];
  if (t == 255) sums[blockIdx.x] = buf[side][t];
}

__global__ void scan_warps_then_block(const int* in, int* out, int n) {
  __shared__ int totals[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, wid = threadIdx.x / 32;
  int v = i < n ? in[i] : 0, own = v;
  for (int d = 1; d < 32; d *= 2) {
    int up = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += up;
  }
  if (lane == 31) totals[wid] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    int running = 0;
    for (int w = 0; w < blockDim.x / 32; ++w) {
      int x = totals[w];
      totals[w] = running;
      running += x;
    }
  }
  __syncthreads();
  if (i < n) out[i] = v - own + totals[wid];
}

__global__ void odd_even_rows(int* rows, int width) {
  extern __shared__ int s[];
  int* row = rows + blockIdx.x * width;
  for (int i = threadIdx.x; i < width; i += blockDim.x) s[i] = row[i];
  __syncthreads();
  for (int phase = 0; phase < width; ++phase) {
    int i = 2 * threadIdx.x + (phase & 1);
    if (i + 1 < width && s[i] > s[i + 1]) {
      int x = s[i];
      s[i] = s[i + 1];
      s[i + 1] = x;
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < width; i += blockDim.x) row[i] = s[i];
}

__global__ void insertion_sort_each(float* values, int per_thread, int threads) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= threads) return;
  float* v = values + t * per_thread;
  for (int i = 1; i < per_thread; ++i) {
    float key = v[i];
    int j = i - 1;
    while (j >= 0 && v[j] > key) {
      v[j + 1] = v[j];
      --j;
    }
    v[j + 1] = key;
  }
}

__global__ void merge_pass_per_thread(const int* src, int* dst, int width, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int start = t * width;
  if (start >= n) return;
  int middle = min(start + width / 2, n), end = min(start + width, n);
  int i = start, j = middle;
  for (int k = start; k < end; ++k) {
    if (i < middle && (j >= end || src[i] < src[j]))
      dst[k] = src[i++];
    else
      dst[k] = src[j++];
  }
}

__global__ void counting_sort_count(const unsigned char* keys, int* counts, int n, int range) {
  extern __shared__ int local[];
  for (int i = threadIdx.x; i < range; i += blockDim.x) local[i] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&local[keys[i]], 1);
  __syncthreads();
  for (int k = threadIdx.x; k < range; k += blockDim.x)
    if (local[k]) atomicAdd(&counts[k], local[k]);
}

__global__ void entropy_of_windows(const unsigned char* img, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int counts[4] = {0, 0, 0, 0}, total = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      int xx = x + dx, yy = y + dy;
      if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue;
      counts[img[yy * w + xx] & 3]++;
      total++;
    }
  float e = 0.0f;
  for (int k = 0; k < 4; ++k)
    if (counts[k] > 0) {
      float p = (float)counts[k] / total;
      e -= p * __log2f(p);
    }
  out[y * w + x] = e;
}

__global__ void naive_string_match(const char* text, int n, const char* pattern, int m, int* found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n - m) return;
  int k = 0;
  while (k < m && text[i + k] == pattern[k]) k++;
  if (k == m) atomicAdd(found, 1);
}

__global__ void caesar_words(const char* in, char* out, int shift, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    char c = in[i];
    if (c >= 'a' && c <= 'z')
      out[i] = 'a' + (c - 'a' + shift) % 26;
    else if (c >= 'A' && c <= 'Z')
      out[i] = 'A' + (c - 'A' + shift) % 26;
    else
      out[i] = c;
  }
}

__global__ void murmur_of_keys(const uint2* keys, unsigned* hashes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint2 key = keys[i];
  unsigned h = 0x9747b28cu;
  unsigned words[2] = {key.x, key.y};
  for (int k = 0; k < 2; ++k) {
    unsigned w = words[k] * 0xcc9e2d51u;
    w = (w << 15) | (w >> 17);
    h ^= w * 0x1b873593u;
    h = ((h << 13) | (h >> 19)) * 5 + 0xe6546b64u;
  }
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  hashes[i] = h ^ (h >> 13);
}

static void lists() {
  sum_float4_block_atomic<<<4, 256>>>((float4*)floats(1500 * 4), zeros<float>(1), 1500);
  min_max_both<<<5, 128>>>(floats(2300), zeros<float>(5), zeros<float>(5), 2300);
  argmin_struct_reduce<<<9, 64>>>(floats(9 * 210), zeros<int2>(9), 210);
  mean_of_each_column_2d<<<groups(120, 64), 64>>>(floats(41 * 120), zeros<float>(120), 41, 120);
  center_and_scale<<<dim3(3, 6), dim3(32, 8)>>>(floats(44 * 77), floats(77), floats(77, 5), 44, 77);
  inclusive_scan_hillis_double<<<6, 256>>>(ints(1536, 100), zeros<int>(1536), zeros<int>(6));
  scan_warps_then_block<<<groups(1400, 256), 256>>>(ints(1400, 100), zeros<int>(1400), 1400);
  odd_even_rows<<<6, 32, 61 * sizeof(int)>>>(ints(6 * 61, 1000), 61);
  insertion_sort_each<<<groups(100, 32), 32>>>(floats(1200), 12, 100);
  merge_pass_per_thread<<<groups(63, 32), 32>>>(ints(1000, 1000), zeros<int>(1000), 16, 1000);
  counting_sort_count<<<groups(1500, 256), 256, 64 * sizeof(int)>>>(bytes(1500, 64), zeros<int>(64), 1500, 64);
  entropy_of_windows<<<dim3(4, 6), dim3(16, 8)>>>(bytes(55 * 41), zeros<float>(55 * 41), 55, 41);
  naive_string_match<<<groups(2000, 128), 128>>>((char*)bytes(2000, 3), 2000, (char*)bytes(4, 3), 4, zeros<int>(1));
  caesar_words<<<groups(1700, 128), 128>>>((char*)bytes(1700, 128), zeros<char>(1700), 3, 1700);
  murmur_of_keys<<<groups(1100, 128), 128>>>((uint2*)ints(2200, 100000), zeros<unsigned>(1100), 1100);
}

// ======== 5: graphs, particles, finance, learning, records
__global__ void bfs_level_per_vertex(const int* offsets, const int* edges, int* level, int* changed, int now, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && level[v] == now) {
    for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
      int u = edges[e];
      if (level[u] == -1) {
        level[u] = now + 1;
        *changed = 1;
      }
    }
  }
}

__global__ void degree_and_weight(const int* offsets, const float* weights, int* degree, float* strength, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  int begin = offsets[v], end = offsets[v + 1];
  degree[v] = end - begin;
  float s = 0.0f;
  for (int e = begin; e < end; ++e) s += weights[e];
  strength[v] = s;
}

__global__ void label_propagation_min(const int2* edges, int* labels, int count) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < count) {
    int2 uv = edges[e];
    atomicMin(&labels[uv.x], uv.y);
    atomicMin(&labels[uv.y], uv.x);
  }
}

__global__ void warshall_blocked_phase_one(int* dist, int n, int b) {
  __shared__ int d[16][16];
  int i = threadIdx.y, j = threadIdx.x;
  int at = (b * 16 + i) * n + b * 16 + j;
  d[i][j] = dist[at];
  __syncthreads();
  for (int k = 0; k < 16; ++k) {
    int through = d[i][k] + d[k][j];
    __syncthreads();
    if (through < d[i][j]) d[i][j] = through;
    __syncthreads();
  }
  dist[at] = d[i][j];
}

__global__ void nbody_plain(const float4* pos, float4* vel, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = pos[i];
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int j = 0; j < n; ++j) {
    float dx = pos[j].x - p.x, dy = pos[j].y - p.y, dz = pos[j].z - p.z;
    float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    float f = pos[j].w * inv * inv * inv;
    ax += f * dx;
    ay += f * dy;
    az += f * dz;
  }
  vel[i].x += ax * dt;
  vel[i].y += ay * dt;
  vel[i].z += az * dt;
}

struct Photon {
  float x, y, z;
  float dx, dy, dz;
  int alive;
  unsigned seed;
};
__global__ void photons_step(Photon* photons, float* absorbed, float mu, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || !photons[i].alive) return;
  unsigned s = photons[i].seed * 1664525u + 1013904223u;
  float r = (s >> 8) * (1.0f / 16777216.0f);
  float step = -__logf(r + 1e-6f) / mu;
  photons[i].x += photons[i].dx * step;
  photons[i].y += photons[i].dy * step;
  photons[i].z += photons[i].dz * step;
  photons[i].seed = s;
  if (photons[i].z > 1.0f) {
    photons[i].alive = 0;
    absorbed[i] = step;
  }
}

__global__ void nearest_neighbor_record(const float2* locations, float* distances, float lat, float lng, int n) {
  int id = blockDim.x * (gridDim.x * blockIdx.y + blockIdx.x) + threadIdx.x;
  if (id < n) {
    const float2* at = locations + id;
    float* dist = distances + id;
    *dist = sqrtf((lat - at->x) * (lat - at->x) + (lng - at->y) * (lng - at->y));
  }
}

__global__ void knn_insert_sorted(const float* points, const float* queries, float* best, int points_count, int queries_count) {
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  if (q >= queries_count) return;
  float d[4] = {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX};
  float qx = queries[2 * q], qy = queries[2 * q + 1];
  for (int p = 0; p < points_count; ++p) {
    float dx = points[2 * p] - qx, dy = points[2 * p + 1] - qy, dist = dx * dx + dy * dy;
    for (int k = 0; k < 4; ++k)
      if (dist < d[k]) {
        float x = d[k];
        d[k] = dist;
        dist = x;
      }
  }
  for (int k = 0; k < 4; ++k) best[q * 4 + k] = d[k];
}

__global__ void point_in_polygon(const float2* points, int* inside, const float2* vertices, int corners, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = 0;
  float2 p = points[i];
  for (int j = 0, k = corners - 1; j < corners; k = j++) {
    float2 vj = vertices[j], vk = vertices[k];
    if (((vj.y > p.y) != (vk.y > p.y)) && p.x < (vk.x - vj.x) * (p.y - vj.y) / (vk.y - vj.y) + vj.x) c = !c;
  }
  inside[i] = c;
}

struct Option {
  float spot, strike, years, rate, volatility;
  int is_call;
};
__global__ void options_of_records(const Option* options, float* prices, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Option o = options[i];
  float root = o.volatility * sqrtf(o.years);
  float d1 = (__logf(o.spot / o.strike) + (o.rate + 0.5f * o.volatility * o.volatility) * o.years) / root, d2 = d1 - root;
  float n1 = 0.5f * erfcf(-d1 * 0.70710678f), n2 = 0.5f * erfcf(-d2 * 0.70710678f);
  float call = o.spot * n1 - o.strike * __expf(-o.rate * o.years) * n2;
  prices[i] = o.is_call & 1 ? call : call - o.spot + o.strike * __expf(-o.rate * o.years);
}

__global__ void linear_regression_gradient(const float* x, const float* y, float w, float b, float* grads, int n) {
  __shared__ float gw[128], gb[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  gw[t] = 0.0f;
  gb[t] = 0.0f;
  if (i < n) {
    float e = w * x[i] + b - y[i];
    gw[t] = e * x[i];
    gb[t] = e;
  }
  __syncthreads();
  for (int s = blockDim.x / 2; s; s >>= 1) {
    if (t < s) {
      gw[t] += gw[t + s];
      gb[t] += gb[t + s];
    }
    __syncthreads();
  }
  if (t == 0) {
    atomicAdd(&grads[0], gw[0]);
    atomicAdd(&grads[1], gb[0]);
  }
}

__global__ void dense_relu_batch(const float* __restrict__ x, const float* __restrict__ w, const float* __restrict__ bias, float* __restrict__ y, int batch, int in, int out) {
  int o = blockIdx.x * blockDim.x + threadIdx.x;
  int b = blockIdx.y;
  if (o >= out) return;
  float acc = bias[o];
  for (int k = 0; k < in; ++k) acc += x[b * in + k] * w[k * out + o];
  y[b * out + o] = acc > 0.0f ? acc : 0.0f;
}

__global__ void channel_shuffle_nchw(const float* in, float* out, int batch, int channels, int groups_count, int pixels) {
  int total = batch * channels * pixels;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
    int p = i % pixels, c = i / pixels % channels, b = i / pixels / channels;
    int per = channels / groups_count;
    int from = (c % groups_count) * per + c / groups_count;
    out[i] = in[(b * channels + from) * pixels + p];
  }
}

__global__ void maxpool_2x2_backward(const float* grad_out, const int* argmax, float* grad_in, int out_size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < out_size) atomicAdd(&grad_in[argmax[i]], grad_out[i]);
}

__global__ void softmax_rows_three_loops(const float* in, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float top = in[r * cols];
  for (int c = 1; c < cols; ++c) top = max(top, in[r * cols + c]);
  float sum = 0.0f;
  for (int c = 0; c < cols; ++c) {
    out[r * cols + c] = __expf(in[r * cols + c] - top);
    sum += out[r * cols + c];
  }
  for (int c = 0; c < cols; ++c) out[r * cols + c] /= sum;
}

__global__ void group_tile_dot(const float* a, const float* b, float* out, int rows, int cols) {
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
  float s = 0.0f;
  if (row < rows)
    for (int c = tile.thread_rank(); c < cols; c += 16) s += a[row * cols + c] * b[c];
  for (int o = 8; o > 0; o /= 2) s += tile.shfl_down(s, o);
  if (row < rows && tile.thread_rank() == 0) out[row] = s;
}

static void models() {
  const int vertices = 500;
  Draw draw{77};
  std::vector<int> offsets(vertices + 1, 0), level(vertices);
  for (int v = 0; v < vertices; ++v) offsets[v + 1] = offsets[v] + (int)(draw() % 9);
  for (int v = 0; v < vertices; ++v) level[v] = draw() % 3 == 0 ? 2 : 1;  // all visited: nothing is written
  const int edges = offsets[vertices];
  bfs_level_per_vertex<<<groups(vertices, 128), 128>>>(upload(offsets), ints(edges, vertices), upload(level), zeros<int>(1), 2, vertices);
  degree_and_weight<<<groups(vertices, 128), 128>>>(upload(offsets), floats(edges), zeros<int>(vertices), zeros<float>(vertices), vertices);
  label_propagation_min<<<groups(1000, 128), 128>>>((int2*)ints(2000, 300), ints(300, 300), 1000);
  warshall_blocked_phase_one<<<1, dim3(16, 16)>>>(ints(48 * 48, 100), 48, 1);
  nbody_plain<<<groups(200, 64), 64>>>((float4*)floats(800), (float4*)floats(800, 5), 0.01f, 200);
  {
    std::vector<Photon> photons(700);
    for (int i = 0; i < 700; ++i) photons[i] = Photon{0.1f * (i % 7), 0.2f, 0.3f, 0.0f, 0.6f, 0.8f, i % 5 != 0, (unsigned)i * 2654435761u};
    photons_step<<<groups(700, 128), 128>>>(upload(photons), zeros<float>(700), 2.0f, 700);
  }
  nearest_neighbor_record<<<dim3(4, 2), 128>>>((float2*)floats(2000), zeros<float>(1000), 0.3f, 0.6f, 1000);
  knn_insert_sorted<<<groups(150, 64), 64>>>(floats(160), floats(300), zeros<float>(600), 80, 150);
  point_in_polygon<<<groups(700, 128), 128>>>((float2*)floats(1400), zeros<int>(700), (float2*)floats(22, 5), 11, 700);
  options_of_records<<<groups(800, 128), 128>>>((Option*)floats(800 * 6), zeros<float>(800), 800);
  linear_regression_gradient<<<groups(900, 128), 128>>>(floats(900), floats(900, 5), 0.5f, 0.1f, zeros<float>(2), 900);
  dense_relu_batch<<<dim3(2, 9), 64>>>(floats(9 * 39), floats(39 * 100), floats(100), zeros<float>(900), 9, 39, 100);
  channel_shuffle_nchw<<<7, 128>>>(floats(2 * 12 * 70), zeros<float>(2 * 12 * 70), 2, 12, 3, 70);
  maxpool_2x2_backward<<<groups(600, 128), 128>>>(floats(600), ints(600, 2400), zeros<float>(2400), 600);
  softmax_rows_three_loops<<<groups(90, 32), 32>>>(floats(90 * 26), zeros<float>(90 * 26), 90, 26);
  group_tile_dot<<<groups(50 * 16, 128), 128>>>(floats(50 * 75), floats(75), zeros<float>(50), 50, 75);
}

int main() {
  first_weeks();
  matrices();
  grids();
  lists();
  models();
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
