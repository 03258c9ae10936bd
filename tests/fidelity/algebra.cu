// Linear algebra as suites and courses write it: products of matrices, solvers, sparse formats, transforms. Written and read on a card without having been
// looked at in the simulator before. No counter depends on the order of threads.
#include <cuda_runtime.h>

#include <vector>

constexpr int n = 1 << 14;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

// ---- products
__global__ void gemm_of_any_size(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[16][16];
  __shared__ float Bs[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  float acc = 0.0f;
  for (int t = 0; t < (K + 15) / 16; ++t) {
    As[threadIdx.y][threadIdx.x] = (row < M && t * 16 + threadIdx.x < K) ? A[row * K + t * 16 + threadIdx.x] : 0.0f;
    Bs[threadIdx.y][threadIdx.x] = (t * 16 + threadIdx.y < K && col < N) ? B[(t * 16 + threadIdx.y) * N + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}
__global__ void gemm_tile_turned(const float* A, const float* B, float* C, int K) {
  __shared__ float As[16][17], Bs[16][17];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float acc = 0;
  for (int k0 = 0; k0 < K; k0 += 16) {
    As[ty][tx] = A[row * K + k0 + tx];
    Bs[tx][ty] = B[(k0 + ty) * K + col];
    __syncthreads();
    for (int k = 0; k < 16; ++k) acc += As[ty][k] * Bs[tx][k];
    __syncthreads();
  }
  C[row * K + col] = acc;
}
__global__ void __launch_bounds__(256) gemm_eight_by_eight(const float* A, const float* B, float* C, int N, int K) {
  const int BM = 128, BN = 128, BK = 8, TM = 8, TN = 8;
  __shared__ float As[BK * BM];
  __shared__ float Bs[BK * BN];
  const int tid = threadIdx.x, threadCol = tid % (BN / TN), threadRow = tid / (BN / TN);
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  const int innerRowA = tid / (BK / 4), innerColA = tid % (BK / 4), innerRowB = tid / (BN / 4), innerColB = tid % (BN / 4);
  float acc[TM][TN] = {};
  float regM[TM], regN[TN];
  for (int k0 = 0; k0 < K; k0 += BK) {
    float4 v = *reinterpret_cast<const float4*>(&A[innerRowA * K + innerColA * 4]);
    As[(innerColA * 4 + 0) * BM + innerRowA] = v.x;
    As[(innerColA * 4 + 1) * BM + innerRowA] = v.y;
    As[(innerColA * 4 + 2) * BM + innerRowA] = v.z;
    As[(innerColA * 4 + 3) * BM + innerRowA] = v.w;
    *reinterpret_cast<float4*>(&Bs[innerRowB * BN + innerColB * 4]) = *reinterpret_cast<const float4*>(&B[innerRowB * N + innerColB * 4]);
    __syncthreads();
    A += BK;
    B += BK * N;
#pragma unroll
    for (int k = 0; k < BK; ++k) {
#pragma unroll
      for (int i = 0; i < TM; ++i) regM[i] = As[k * BM + threadRow * TM + i];
#pragma unroll
      for (int j = 0; j < TN; ++j) regN[j] = Bs[k * BN + threadCol * TN + j];
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j) acc[i][j] += regM[i] * regN[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; j += 4)
      *reinterpret_cast<float4*>(&C[(threadRow * TM + i) * N + threadCol * TN + j]) = make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
}
__global__ void gemm_two_by_two(const float* A, const float* B, float* C, int width) {
  __shared__ float As[32][32], Bs[32][32];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float c00 = 0, c01 = 0, c10 = 0, c11 = 0;
  for (int t = 0; t < width / 32; ++t) {
    As[ty][tx] = A[row * width + t * 32 + tx];
    As[ty][tx + 16] = A[row * width + t * 32 + tx + 16];
    As[ty + 16][tx] = A[(row + 16) * width + t * 32 + tx];
    As[ty + 16][tx + 16] = A[(row + 16) * width + t * 32 + tx + 16];
    Bs[ty][tx] = B[(t * 32 + ty) * width + col];
    Bs[ty][tx + 16] = B[(t * 32 + ty) * width + col + 16];
    Bs[ty + 16][tx] = B[(t * 32 + ty + 16) * width + col];
    Bs[ty + 16][tx + 16] = B[(t * 32 + ty + 16) * width + col + 16];
    __syncthreads();
    for (int k = 0; k < 32; ++k) {
      float a0 = As[ty][k], a1 = As[ty + 16][k], b0 = Bs[k][tx], b1 = Bs[k][tx + 16];
      c00 += a0 * b0, c01 += a0 * b1, c10 += a1 * b0, c11 += a1 * b1;
    }
    __syncthreads();
  }
  C[row * width + col] = c00;
  C[row * width + col + 16] = c01;
  C[(row + 16) * width + col] = c10;
  C[(row + 16) * width + col + 16] = c11;
}
__global__ void gemm_two_buffers(const float* A, const float* B, float* C, int width) {
  __shared__ float As[2][16][16], Bs[2][16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx, now = 0;
  float sum = 0;
  As[0][ty][tx] = A[row * width + tx];
  Bs[0][ty][tx] = B[ty * width + col];
  __syncthreads();
  for (int t = 16; t < width; t += 16) {
    float a = A[row * width + t + tx], b = B[(t + ty) * width + col];
#pragma unroll
    for (int k = 0; k < 16; ++k) sum += As[now][ty][k] * Bs[now][k][tx];
    now ^= 1;
    As[now][ty][tx] = a;
    Bs[now][ty][tx] = b;
    __syncthreads();
  }
#pragma unroll
  for (int k = 0; k < 16; ++k) sum += As[now][ty][k] * Bs[now][k][tx];
  C[row * width + col] = sum;
}
__global__ void gemm_in_place_of_sum(float* a, float* b, float* c, float alpha, float beta, int ni, int nj, int nk) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if ((i < ni) && (j < nj)) {
    c[i * nj + j] *= beta;
    for (int k = 0; k < nk; k++) c[i * nj + j] += alpha * a[i * nk + k] * b[k * nj + j];
  }
}
__global__ void atax_rows(float* A, float* x, float* tmp, int nx, int ny) {
  INDEX;
  if (i < nx) {
    for (int j = 0; j < ny; j++) tmp[i] += A[i * ny + j] * x[j];
  }
}
__global__ void atax_columns(float* A, float* y, float* tmp, int nx, int ny) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < ny) {
    for (int i = 0; i < nx; i++) y[j] += A[i * ny + j] * tmp[i];
  }
}
__global__ void gesummv_step(const float* a, const float* b, const float* x, float* y, float* tmp, int size) {
  INDEX;
  if (i < size) {
    for (int j = 0; j < size; j++) {
      tmp[i] += a[i * size + j] * x[j];
      y[i] += b[i * size + j] * x[j];
    }
    y[i] = 2.f * tmp[i] + 3.f * y[i];
  }
}
__global__ void rank_k_update(const float* __restrict__ a, float* __restrict__ c, float alpha, float beta, int size, int m) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= size || j >= size) return;
  float value = c[i * size + j] * beta;
  for (int k = 0; k < m; ++k) value += alpha * a[i * m + k] * a[j * m + k];
  c[i * size + j] = value;
}
__global__ void covariances(float* symmat, const float* data, int m, int rows) {
  int j1 = blockIdx.x * blockDim.x + threadIdx.x;
  if (j1 < m) {
    for (int j2 = j1; j2 < m; j2++) {
      symmat[j1 * m + j2] = 0.0f;
      for (int r = 0; r < rows; r++) symmat[j1 * m + j2] += data[r * m + j1] * data[r * m + j2];
      symmat[j2 * m + j1] = symmat[j1 * m + j2];
    }
  }
}
__global__ void outer_product(const float* x, const float* y, float* a, float alpha, int width) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < width && row < width) a[row * width + col] += alpha * x[row] * y[col];
}
__global__ void gemv_by_blocks(const float* a, const float* x, float* y, int width) {
  __shared__ float part[128];
  int row = blockIdx.x;
  float sum = 0.f;
  for (int k = threadIdx.x; k < width; k += blockDim.x) sum += a[row * width + k] * x[k];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) y[row] = part[0];
}

// ---- small matrices in a thread
struct Matrix3 { float m[9]; };
__global__ void inverses_of_three(const Matrix3* in, Matrix3* out) {
  INDEX;
  Matrix3 a = in[i], r;
  r.m[0] = a.m[4] * a.m[8] - a.m[5] * a.m[7], r.m[1] = a.m[2] * a.m[7] - a.m[1] * a.m[8], r.m[2] = a.m[1] * a.m[5] - a.m[2] * a.m[4];
  r.m[3] = a.m[5] * a.m[6] - a.m[3] * a.m[8], r.m[4] = a.m[0] * a.m[8] - a.m[2] * a.m[6], r.m[5] = a.m[2] * a.m[3] - a.m[0] * a.m[5];
  r.m[6] = a.m[3] * a.m[7] - a.m[4] * a.m[6], r.m[7] = a.m[1] * a.m[6] - a.m[0] * a.m[7], r.m[8] = a.m[0] * a.m[4] - a.m[1] * a.m[3];
  float d = 1.f / (a.m[0] * r.m[0] + a.m[1] * r.m[3] + a.m[2] * r.m[6]);
  for (int k = 0; k < 9; ++k) r.m[k] *= d;
  out[i] = r;
}
__global__ void products_of_four_by_four(const float* a, const float* b, float* c) {
  INDEX;
  float x[4][4], y[4][4];
  for (int r = 0; r < 4; ++r)
    for (int q = 0; q < 4; ++q) {
      x[r][q] = a[i * 16 + r * 4 + q];
      y[r][q] = b[i * 16 + r * 4 + q];
    }
  for (int r = 0; r < 4; ++r)
    for (int q = 0; q < 4; ++q) {
      float sum = 0;
      for (int k = 0; k < 4; ++k) sum += x[r][k] * y[k][q];
      c[i * 16 + r * 4 + q] = sum;
    }
}

// ---- solvers: the 16 x 16 blocks of a decomposition
__global__ void lud_diagonal(float* m, int dim, int offset) {
  __shared__ float shadow[16][16];
  int at = offset * dim + offset;
  for (int i = 0; i < 16; i++) {
    shadow[i][threadIdx.x] = m[at + threadIdx.x];
    at += dim;
  }
  __syncthreads();
  for (int i = 0; i < 15; i++) {
    if (threadIdx.x > i) {
      for (int j = 0; j < i; j++) shadow[threadIdx.x][i] -= shadow[threadIdx.x][j] * shadow[j][i];
      shadow[threadIdx.x][i] /= shadow[i][i];
    }
    __syncthreads();
    if (threadIdx.x > i) {
      for (int j = 0; j < i + 1; j++) shadow[i + 1][threadIdx.x] -= shadow[i + 1][j] * shadow[j][threadIdx.x];
    }
    __syncthreads();
  }
  at = (offset + 1) * dim + offset;
  for (int i = 1; i < 16; i++) {
    m[at + threadIdx.x] = shadow[i][threadIdx.x];
    at += dim;
  }
}
__global__ void lud_inside(float* m, int dim, int offset) {
  __shared__ float peri_row[16][16];
  __shared__ float peri_col[16][16];
  int row = offset + (blockIdx.y + 1) * 16, col = offset + (blockIdx.x + 1) * 16;
  peri_row[threadIdx.y][threadIdx.x] = m[(offset + threadIdx.y) * dim + col + threadIdx.x];
  peri_col[threadIdx.y][threadIdx.x] = m[(row + threadIdx.y) * dim + offset + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 16; i++) sum += peri_col[threadIdx.y][i] * peri_row[i][threadIdx.x];
  m[(row + threadIdx.y) * dim + col + threadIdx.x] -= sum;
}
__global__ void cholesky_in_a_block(float* a) {
  __shared__ float s[32][33];
  int t = threadIdx.x;
  float* mine = a + blockIdx.x * 1024;
  for (int r = 0; r < 32; ++r) s[r][t] = mine[r * 32 + t];
  __syncthreads();
  for (int k = 0; k < 32; ++k) {
    if (t == 0) s[k][k] = sqrtf(s[k][k]);
    __syncthreads();
    if (t > k) s[t][k] /= s[k][k];
    __syncthreads();
    if (t > k) {
      for (int j = k + 1; j <= t; ++j) s[t][j] -= s[t][k] * s[j][k];
    }
    __syncthreads();
  }
  for (int r = 0; r < 32; ++r) mine[r * 32 + t] = s[r][t];
}
__global__ void lower_triangle_solved(const float* l, float* b, int size) {
  __shared__ float x[64];
  int t = threadIdx.x;
  x[t] = b[t];
  __syncthreads();
  for (int k = 0; k < size; ++k) {
    if (t == k) x[k] /= l[k * size + k];
    __syncthreads();
    if (t > k) x[t] -= l[t * size + k] * x[k];
    __syncthreads();
  }
  b[t] = x[t];
}
__global__ void tridiagonal_by_reduction(const float* a_in, const float* b_in, const float* c_in, const float* d_in, float* x_out) {
  __shared__ float a[64], b[64], c[64], d[64];
  int t = threadIdx.x, base = blockIdx.x * 64;
  a[t] = a_in[base + t], b[t] = b_in[base + t], c[t] = c_in[base + t], d[t] = d_in[base + t];
  __syncthreads();
  for (int step = 1; step < 64; step *= 2) {
    int left = t - step >= 0 ? t - step : 0, right = t + step < 64 ? t + step : 63;
    float k1 = a[t] / b[left], k2 = c[t] / b[right];
    float na = -a[left] * k1, nb = b[t] - c[left] * k1 - a[right] * k2, nc = -c[right] * k2, nd = d[t] - d[left] * k1 - d[right] * k2;
    __syncthreads();
    a[t] = na, b[t] = nb, c[t] = nc, d[t] = nd;
    __syncthreads();
  }
  x_out[base + t] = d[t] / b[t];
}
__global__ void jacobi_of_rows(const float* a, const float* b, const float* x, float* next, int size) {
  INDEX;
  if (i < size) {
    float sigma = 0;
    for (int j = 0; j < size; ++j)
      if (j != i) sigma += a[i * size + j] * x[j];
    next[i] = (b[i] - sigma) / a[i * size + i];
  }
}

// ---- sparse matrices
__global__ void csr_by_eight_lanes(const int* rows, const int* columns, const float* values, const float* x, float* y, int count) {
  INDEX, row = i / 8, lane = i % 8;
  if (row >= count) return;
  float sum = 0;
  for (int k = rows[row] + lane; k < rows[row + 1]; k += 8) sum += values[k] * x[columns[k]];
  for (int d = 4; d > 0; d >>= 1) sum += __shfl_down_sync(~0u, sum, d, 8);
  if (lane == 0) y[row] = sum;
}
__global__ void ell_by_columns(const int* columns, const float* values, const int* lengths, const float* x, float* y, int count) {
  INDEX;
  if (i >= count) return;
  float sum = 0;
  int length = lengths[i];
  for (int k = 0; k < length; k++) {
    int at = k * count + i;
    sum += values[at] * x[columns[at]];
  }
  y[i] = sum;
}
__global__ void dia_by_rows(const int* offsets, const float* values, const float* x, float* y, int diagonals, int size) {
  INDEX;
  if (i < size) {
    float dot = 0;
    for (int d = 0; d < diagonals; d++) {
      int col = i + offsets[d];
      float value = values[size * d + i];
      if (col >= 0 && col < size) dot += value * x[col];
    }
    y[i] += dot;
  }
}
__global__ void blocks_of_four_by_four(const int* rows, const int* columns, const float4* values, const float* x, float* y, int count) {
  INDEX, block_row = i / 4, r = i % 4;
  if (block_row >= count) return;
  float sum = 0;
  for (int k = rows[block_row]; k < rows[block_row + 1]; ++k) {
    float4 v = values[k * 4 + r];
    const float* xs = x + columns[k] * 4;
    sum += v.x * xs[0] + v.y * xs[1] + v.z * xs[2] + v.w * xs[3];
  }
  y[i] = sum;
}

// ---- transforms
__global__ void fft_step(const float2* in, float2* out, int half) {
  INDEX, k = i & (half - 1), j = ((i - k) << 1) + k;
  float2 u = in[j], v = in[j + half];
  float angle = -3.14159265f * k / half, c = __cosf(angle), s = __sinf(angle);
  float2 w = make_float2(c * v.x - s * v.y, c * v.y + s * v.x);
  out[j] = make_float2(u.x + w.x, u.y + w.y);
  out[j + half] = make_float2(u.x - w.x, u.y - w.y);
}
__global__ void fft_in_a_block(const float2* in, float2* out) {
  __shared__ float2 s[128];
  int t = threadIdx.x, base = blockIdx.x * 128;
  s[__brev(t) >> 25] = in[base + t];
  s[__brev(t + 64) >> 25] = in[base + t + 64];
  __syncthreads();
  for (int half = 1; half < 128; half <<= 1) {
    int k = t & (half - 1), j = ((t - k) << 1) + k;
    float sine, cosine;
    sincosf(-3.14159265f * k / half, &sine, &cosine);
    float2 u = s[j], v = s[j + half];
    float2 w = {cosine * v.x - sine * v.y, cosine * v.y + sine * v.x};
    s[j] = {u.x + w.x, u.y + w.y};
    s[j + half] = {u.x - w.x, u.y - w.y};
    __syncthreads();
  }
  out[base + t] = s[t];
  out[base + t + 64] = s[t + 64];
}
__global__ void walsh_of_a_block(float* data) {
  __shared__ float s[256];
  float* d = data + blockIdx.x * 256;
  for (int pos = threadIdx.x; pos < 256; pos += blockDim.x) s[pos] = d[pos];
  for (int stride = 128; stride >= 1; stride >>= 1) {
    __syncthreads();
    int lo = threadIdx.x & (stride - 1), i0 = ((threadIdx.x - lo) << 1) + lo, i1 = i0 + stride;
    float a = s[i0], b = s[i1];
    s[i0] = a + b;
    s[i1] = a - b;
  }
  __syncthreads();
  for (int pos = threadIdx.x; pos < 256; pos += blockDim.x) d[pos] = s[pos];
}
__global__ void haar_of_a_block(const float* in, float* coarse, float* detail) {
  __shared__ float s[128];
  int t = threadIdx.x, g = blockIdx.x * 64 + t;
  s[2 * t] = in[blockIdx.x * 128 + 2 * t];
  s[2 * t + 1] = in[blockIdx.x * 128 + 2 * t + 1];
  __syncthreads();
  float a = s[2 * t], b = s[2 * t + 1];
  detail[g] = (a - b) * 0.70710678f;
  coarse[g] = (a + b) * 0.70710678f;
}
__constant__ float cosines[64];
__global__ void dct_of_eight_by_eight(const float* in, float* out, int pitch) {
  __shared__ float block[8][8], half[8][8];
  int tx = threadIdx.x, ty = threadIdx.y, at = (blockIdx.y * 8 + ty) * pitch + blockIdx.x * 8 + tx;
  block[ty][tx] = in[at];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += cosines[ty * 8 + k] * block[k][tx];
  half[ty][tx] = sum;
  __syncthreads();
  sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += half[ty][k] * cosines[tx * 8 + k];
  out[at] = sum;
}

int main() {
  float *f, *g, *h, *o;
  int *rows, *columns, *lengths, *offsets;
  cudaMalloc(&f, n * 16), cudaMalloc(&g, n * 16), cudaMalloc(&h, n * 16), cudaMalloc(&o, n * 16);
  cudaMalloc(&rows, n * 4), cudaMalloc(&columns, n * 16), cudaMalloc(&lengths, n * 4), cudaMalloc(&offsets, 64);
  cudaMemset(f, 0, n * 16), cudaMemset(g, 0, n * 16), cudaMemset(h, 0, n * 16), cudaMemset(o, 0, n * 16);
  std::vector<int> start(n, 0), column(n * 4, 0), length(n, 0);
  for (int i = 1; i < n; ++i) start[i] = start[i - 1] + i * 7 % 13 % 5;
  for (int i = 0; i < n * 4; ++i) column[i] = i * 37 % 509;
  for (int i = 0; i < n; ++i) length[i] = i % 9 % 6;
  int diagonals[5] = {-32, -1, 0, 1, 32};
  cudaMemcpy(rows, start.data(), n * 4, cudaMemcpyHostToDevice), cudaMemcpy(columns, column.data(), n * 16, cudaMemcpyHostToDevice);
  cudaMemcpy(lengths, length.data(), n * 4, cudaMemcpyHostToDevice), cudaMemcpy(offsets, diagonals, 20, cudaMemcpyHostToDevice);
  dim3 square(16, 16);
  gemm_of_any_size<<<dim3(4, 5), square>>>(f, g, o, 70, 50, 60);
  gemm_tile_turned<<<dim3(4, 4), square>>>(f, g, o, 64);
  gemm_eight_by_eight<<<dim3(1, 1), 256>>>(f, g, o, 128, 64);
  gemm_two_by_two<<<dim3(2, 2), square>>>(f, g, o, 64);
  gemm_two_buffers<<<dim3(4, 4), square>>>(f, g, o, 64);
  gemm_in_place_of_sum<<<dim3(2, 8), dim3(32, 8)>>>(f, g, o, 2, 3, 60, 64, 40);
  atax_rows<<<2, 64>>>(f, g, o, 120, 50);
  atax_columns<<<2, 64>>>(f, o, g, 50, 120);
  gesummv_step<<<2, 64>>>(f, g, h, o, o + n, 100);
  rank_k_update<<<dim3(2, 8), dim3(32, 8)>>>(f, o, 2, 3, 60, 30);
  covariances<<<1, 64>>>(o, f, 40, 20);
  outer_product<<<dim3(2, 8), dim3(32, 8)>>>(f, g, o, 2, 60);
  gemv_by_blocks<<<40, 128>>>(f, g, o, 200);
  inverses_of_three<<<8, 64>>>((Matrix3*)f, (Matrix3*)o);
  products_of_four_by_four<<<8, 64>>>(f, g, o);
  lud_diagonal<<<1, 16>>>(f, 64, 16);
  lud_inside<<<dim3(3, 3), square>>>(f, 64, 0);
  cholesky_in_a_block<<<2, 32>>>(f);
  lower_triangle_solved<<<1, 64>>>(f, g, 64);
  tridiagonal_by_reduction<<<8, 64>>>(f, g, h, h + n, o);
  jacobi_of_rows<<<2, 64>>>(f, g, h, o, 100);
  csr_by_eight_lanes<<<16, 128>>>(rows, columns, f, g, o, 250);
  ell_by_columns<<<4, 128>>>(columns, f, lengths, g, o, 500);
  dia_by_rows<<<8, 64>>>(offsets, f, g, o, 5, 500);
  blocks_of_four_by_four<<<4, 128>>>(rows, columns, (float4*)f, g, o, 125);
  fft_step<<<16, 128>>>((float2*)f, (float2*)o, 8);
  fft_in_a_block<<<8, 64>>>((float2*)f, (float2*)o);
  walsh_of_a_block<<<8, 128>>>(f);
  haar_of_a_block<<<16, 64>>>(f, o, o + n);
  dct_of_eight_by_eight<<<dim3(8, 8), dim3(8, 8)>>>(f, o, 64);
  return cudaDeviceSynchronize();
}
