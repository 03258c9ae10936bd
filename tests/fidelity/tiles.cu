// Products of matrices, transposes, stencils and convolutions as courses and samples write them, compared with a profiler's figures like those of
// kernels.cu. Written and read without having been looked at in the simulator before. No counter depends on data.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr int n = 1 << 14, side = 128;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

// ---- products of matrices: side x side
__global__ void product_naive(const float* a, const float* b, float* c, int width) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < width && column < width) {
    float sum = 0;
    for (int k = 0; k < width; ++k) sum += a[row * width + k] * b[k * width + column];
    c[row * width + column] = sum;
  }
}
__global__ void product_naive_by_columns(const float* a, const float* b, float* c, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < width; ++k) sum += a[row * width + k] * b[k * width + column];
  c[row * width + column] = sum;
}
template <int T> __device__ void product_of_tiles(const float* a, const float* b, float* c, int width) {
  __shared__ float as[T][T], bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0;
  for (int p = 0; p < width / T; ++p) {
    as[ty][tx] = a[row * width + p * T + tx];
    bs[ty][tx] = b[(p * T + ty) * width + column];
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * width + column] = sum;
}
__global__ void product_tiles_8(const float* a, const float* b, float* c, int width) { product_of_tiles<8>(a, b, c, width); }
__global__ void product_tiles_16(const float* a, const float* b, float* c, int width) { product_of_tiles<16>(a, b, c, width); }
__global__ void product_tiles_32(const float* a, const float* b, float* c, int width) { product_of_tiles<32>(a, b, c, width); }
__global__ void product_tiles_with_edges(const float* a, const float* b, float* c, int width) {
  __shared__ float as[16][16], bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int p = 0; p < (width + 15) / 16; ++p) {
    if (row < width && p * 16 + tx < width) as[ty][tx] = a[row * width + p * 16 + tx];
    else as[ty][tx] = 0;
    if (column < width && p * 16 + ty < width) bs[ty][tx] = b[(p * 16 + ty) * width + column];
    else bs[ty][tx] = 0;
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  if (row < width && column < width) c[row * width + column] = sum;
}
__global__ void product_tiles_dynamic(const float* a, const float* b, float* c, int width, int tile) {
  extern __shared__ float both[];
  float *as = both, *bs = both + tile * tile;
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * tile + ty, column = blockIdx.x * tile + tx;
  float sum = 0;
  for (int p = 0; p < width / tile; ++p) {
    as[ty * tile + tx] = a[row * width + p * tile + tx];
    bs[ty * tile + tx] = b[(p * tile + ty) * width + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += as[ty * tile + k] * bs[k * tile + tx];
    __syncthreads();
  }
  c[row * width + column] = sum;
}
__global__ void product_coarse(const float* a, const float* b, float* c, int width) {
  __shared__ float as[16][16], bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, first = blockIdx.x * 64 + tx;
  float sum[4];
  for (int k = 0; k < 4; ++k) sum[k] = 0;
  for (int p = 0; p < width / 16; ++p) {
    as[ty][tx] = a[row * width + p * 16 + tx];
    for (int q = 0; q < 4; ++q) {
      bs[ty][tx] = b[(p * 16 + ty) * width + first + q * 16];
      __syncthreads();
      for (int k = 0; k < 16; ++k) sum[q] += as[ty][k] * bs[k][tx];
      __syncthreads();
    }
  }
  for (int q = 0; q < 4; ++q) c[row * width + first + q * 16] = sum[q];
}
__global__ void product_column_of_a_thread(const float* a, const float* b, float* c) {
  constexpr int bm = 32, bn = 32, bk = 4, tm = 4;
  __shared__ float as[bm * bk], bs[bk * bn];
  int t = threadIdx.x, column = t % bn, rows = t / bn;
  a += blockIdx.y * bm * side, b += blockIdx.x * bn, c += blockIdx.y * bm * side + blockIdx.x * bn;
  float sum[tm] = {0};
  for (int k = 0; k < side; k += bk) {
    if (t < bm * bk) as[t] = a[t / bk * side + t % bk];
    if (t < bk * bn) bs[t] = b[t / bn * side + t % bn];
    __syncthreads();
    a += bk, b += bk * side;
    for (int d = 0; d < bk; ++d) {
      float with = bs[d * bn + column];
      for (int r = 0; r < tm; ++r) sum[r] += as[(rows * tm + r) * bk + d] * with;
    }
    __syncthreads();
  }
  for (int r = 0; r < tm; ++r) c[(rows * tm + r) * side + column] = sum[r];
}
__global__ void product_square_of_a_thread(const float* a, const float* b, float* c) {
  constexpr int bm = 64, bn = 64, bk = 8, tm = 4, tn = 4;
  __shared__ float as[bm * bk], bs[bk * bn];
  int t = threadIdx.x, column = t % (bn / tn), row = t / (bn / tn);
  a += blockIdx.y * bm * side, b += blockIdx.x * bn, c += blockIdx.y * bm * side + blockIdx.x * bn;
  float sum[tm * tn] = {0.f}, of_a[tm], of_b[tn];
  for (int k = 0; k < side; k += bk) {
    for (int at = t; at < bm * bk; at += 256) as[at] = a[at / bk * side + at % bk];
    for (int at = t; at < bk * bn; at += 256) bs[at] = b[at / bn * side + at % bn];
    __syncthreads();
    a += bk, b += bk * side;
    for (int d = 0; d < bk; ++d) {
      for (int r = 0; r < tm; ++r) of_a[r] = as[(row * tm + r) * bk + d];
      for (int q = 0; q < tn; ++q) of_b[q] = bs[d * bn + column * tn + q];
      for (int r = 0; r < tm; ++r)
        for (int q = 0; q < tn; ++q) sum[r * tn + q] += of_a[r] * of_b[q];
    }
    __syncthreads();
  }
  for (int r = 0; r < tm; ++r)
    for (int q = 0; q < tn; ++q) c[(row * tm + r) * side + column * tn + q] = sum[r * tn + q];
}
__global__ void product_of_float4(float* a, float* b, float* c) {
  constexpr int bm = 64, bn = 64, bk = 8, tm = 4, tn = 4;
  __shared__ float as[bm * bk], bs[bk * bn];
  int t = threadIdx.x, column = t % (bn / tn), row = t / (bn / tn);
  a += blockIdx.y * bm * side, b += blockIdx.x * bn, c += blockIdx.y * bm * side + blockIdx.x * bn;
  int row_a = t / (bk / 4), column_a = t % (bk / 4), row_b = t / (bn / 4), column_b = t % (bn / 4);
  float sum[tm * tn] = {0.f}, of_a[tm], of_b[tn];
  for (int k = 0; k < side; k += bk) {
    if (t < bm * bk / 4) {
      float4 four = reinterpret_cast<float4*>(&a[row_a * side + column_a * 4])[0];
      as[(column_a * 4 + 0) * bm + row_a] = four.x;
      as[(column_a * 4 + 1) * bm + row_a] = four.y;
      as[(column_a * 4 + 2) * bm + row_a] = four.z;
      as[(column_a * 4 + 3) * bm + row_a] = four.w;
      reinterpret_cast<float4*>(&bs[row_b * bn + column_b * 4])[0] = reinterpret_cast<float4*>(&b[row_b * side + column_b * 4])[0];
    }
    __syncthreads();
    a += bk, b += bk * side;
    for (int d = 0; d < bk; ++d) {
      for (int r = 0; r < tm; ++r) of_a[r] = as[d * bm + row * tm + r];
      for (int q = 0; q < tn; ++q) of_b[q] = bs[d * bn + column * tn + q];
      for (int r = 0; r < tm; ++r)
        for (int q = 0; q < tn; ++q) sum[r * tn + q] += of_a[r] * of_b[q];
    }
    __syncthreads();
  }
  for (int r = 0; r < tm; ++r) {
    float4 four = reinterpret_cast<float4*>(&c[(row * tm + r) * side + column * tn])[0];
    four.x = sum[r * tn] + 0.5f * four.x, four.y = sum[r * tn + 1] + 0.5f * four.y;
    four.z = sum[r * tn + 2] + 0.5f * four.z, four.w = sum[r * tn + 3] + 0.5f * four.w;
    reinterpret_cast<float4*>(&c[(row * tm + r) * side + column * tn])[0] = four;
  }
}
__global__ void product_of_doubles(const double* a, const double* b, double* c) {
  __shared__ double as[16][17], bs[16][17];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  double sum = 0;
  for (int p = 0; p < 64; p += 16) {
    as[ty][tx] = a[row * 64 + p + tx];
    bs[ty][tx] = b[(p + ty) * 64 + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * 64 + column] = sum;
}
__global__ void product_of_bytes(const int* a, const int* b, int* c) {
  __shared__ int as[16][16], bs[16][17];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx, sum = 0;
  for (int p = 0; p < 64; p += 16) {
    as[ty][tx] = a[row * 64 + p + tx];
    bs[ty][tx] = b[(blockIdx.x * 16 + ty) * 64 + p + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) sum = __dp4a(as[ty][k], bs[tx][k], sum);
    __syncthreads();
  }
  c[row * 64 + column] = sum;
}
__global__ void product_of_halves(const __half2* a, const __half2* b, __half2* c) {
  __shared__ __half2 as[8][8], bs[8][8];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 8 + ty, column = blockIdx.x * 8 + tx;
  __half2 sum = __float2half2_rn(0.f);
  for (int p = 0; p < 64; p += 8) {
    as[ty][tx] = a[row * 64 + p + tx];
    bs[ty][tx] = b[(p + ty) * 64 + column];
    __syncthreads();
    for (int k = 0; k < 8; ++k) sum = __hfma2(as[ty][k], bs[k][tx], sum);
    __syncthreads();
  }
  c[row * 64 + column] = sum;
}
__global__ void vector_in_shared_memory(const float* a, const float* x, float* y) {
  __shared__ float part[64];
  INDEX;
  float sum = 0;
  for (int p = 0; p < 128; p += 64) {
    part[threadIdx.x] = x[p + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k) sum += a[(p + k) * 128 + i] * part[k];
    __syncthreads();
  }
  y[i] = sum;
}
__global__ void warp_of_float4_for_a_row(const float4* a, const float4* x, float* y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = lane; k < 64; k += 32) {
    float4 p = a[row * 64 + k], q = x[k];
    sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
  }
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (lane == 0) y[row] = sum;
}

// ---- transposes: 128 x 128
__global__ void transposed_reading_rows(const float* in, float* out) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[x * side + (y + j)] = in[(y + j) * side + x];
}
__global__ void transposed_reading_columns(const float* in, float* out) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * side + x] = in[x * side + y + j];
}
template <int columns> __device__ void transposed_by_tiles(float (*tile)[columns], const float* in, float* out) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y, width = gridDim.x * 32;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void transposed_in_tiles(const float* in, float* out) { __shared__ float tile[32][32]; transposed_by_tiles<32>(tile, in, out); }
__global__ void transposed_in_padded_tiles(const float* in, float* out) { __shared__ float tile[32][33]; transposed_by_tiles<33>(tile, in, out); }
__global__ void transposed_in_wide_tiles(const float* in, float* out) { __shared__ float tile[32][36]; transposed_by_tiles<36>(tile, in, out); }
__global__ void transposed_along_diagonals(const float* in, float* out) {
  __shared__ float tile[32][33];
  int by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x;
  int x = bx * 32 + threadIdx.x, y = by * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * side + x];
  __syncthreads();
  x = by * 32 + threadIdx.x, y = bx * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void transposed_swizzled(const float* in, float* out) {
  __shared__ float tile[32][32];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
  for (int j = 0; j < 32; j += 8) tile[ty + j][tx ^ (ty + j)] = in[(y + j) * side + x];
  __syncthreads();
  x = blockIdx.y * 32 + tx, y = blockIdx.x * 32 + ty;
  for (int j = 0; j < 32; j += 8) out[(y + j) * side + x] = tile[tx][(ty + j) ^ tx];
}
__global__ void transposed_in_place(float* a) {
  __shared__ float s[32][33], d[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (blockIdx.y > blockIdx.x) {
    int dx = blockIdx.y * 32 + threadIdx.x, dy = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) s[threadIdx.y + j][threadIdx.x] = a[(y + j) * side + x];
    for (int j = 0; j < 32; j += 8) d[threadIdx.y + j][threadIdx.x] = a[(dy + j) * side + dx];
    __syncthreads();
    for (int j = 0; j < 32; j += 8) a[(dy + j) * side + dx] = s[threadIdx.x][threadIdx.y + j];
    for (int j = 0; j < 32; j += 8) a[(y + j) * side + x] = d[threadIdx.x][threadIdx.y + j];
  } else if (blockIdx.y == blockIdx.x) {
    for (int j = 0; j < 32; j += 8) s[threadIdx.y + j][threadIdx.x] = a[(y + j) * side + x];
    __syncthreads();
    for (int j = 0; j < 32; j += 8) a[(y + j) * side + x] = s[threadIdx.x][threadIdx.y + j];
  }
}
__global__ void transposed_odd_sizes(const float* in, float* out, int width, int height) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void transposed_bytes(const unsigned char* in, unsigned char* out) {
  __shared__ unsigned char tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * side + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void axes_permuted(const float* in, float* out) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
  out[(x * 16 + z) * 32 + y] = in[(z * 32 + y) * 32 + x];
}

// ---- stencils
#define RADIUS 3
__global__ void stencil_of_a_line(const int* in, int* out) {
  __shared__ int s[128 + 2 * RADIUS];
  int g = threadIdx.x + blockIdx.x * blockDim.x + RADIUS, l = threadIdx.x + RADIUS;
  s[l] = in[g];
  if (threadIdx.x < RADIUS) {
    s[l - RADIUS] = in[g - RADIUS];
    s[l + 128] = in[g + 128];
  }
  __syncthreads();
  int sum = 0;
  for (int o = -RADIUS; o <= RADIUS; o++) sum += s[l + o];
  out[g] = sum;
}
__global__ void jacobi_step(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x < side - 1 && y < side - 1)
    out[y * side + x] = 0.25f * (in[y * side + x - 1] + in[y * side + x + 1] + in[(y - 1) * side + x] + in[(y + 1) * side + x]);
}
__global__ void heat_with_halo(const float* in, float* out) {
  __shared__ float s[18][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, sx = threadIdx.x + 1, sy = threadIdx.y + 1;
  s[sy][sx] = in[y * side + x];
  if (threadIdx.x == 0 && x > 0) s[sy][0] = in[y * side + x - 1];
  if (threadIdx.x == 15 && x < side - 1) s[sy][17] = in[y * side + x + 1];
  if (threadIdx.y == 0 && y > 0) s[0][sx] = in[(y - 1) * side + x];
  if (threadIdx.y == 15 && y < side - 1) s[17][sx] = in[(y + 1) * side + x];
  __syncthreads();
  if (x > 0 && x < side - 1 && y > 0 && y < side - 1)
    out[y * side + x] = s[sy][sx] + 0.1f * (s[sy][sx - 1] + s[sy][sx + 1] + s[sy - 1][sx] + s[sy + 1][sx] - 4 * s[sy][sx]);
}
__global__ void seven_points_by_layers(const float* in, float* out) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, at = y * 32 + x;
  if (x < 1 || x > 30 || y < 1 || y > 30) return;
  float below = in[at], here = in[at + 1024], above;
  for (int z = 1; z < 15; ++z) {
    above = in[at + 2048];
    out[at + 1024] = here + 0.1f * (below + above + in[at + 1023] + in[at + 1025] + in[at + 1024 - 32] + in[at + 1024 + 32]);
    below = here, here = above, at += 1024;
  }
}
__constant__ float coefficients[5] = {1, 2, 3, 4, 5};
__global__ void layers_in_shared_memory(const float* in, float* out) {
  __shared__ float s[16 + 8][16 + 8];
  int x = blockIdx.x * 16 + threadIdx.x + 4, y = blockIdx.y * 16 + threadIdx.y + 4, tx = threadIdx.x + 4, ty = threadIdx.y + 4, at = y * 40 + x;
  float front[4], behind[4], here;
  for (int k = 0; k < 4; ++k) behind[3 - k] = in[at + k * 1600];
  here = in[at + 4 * 1600];
  for (int k = 0; k < 4; ++k) front[k] = in[at + (5 + k) * 1600];
  at += 4 * 1600;
  for (int z = 4; z < 8; ++z) {
    __syncthreads();
    if (threadIdx.y < 4) s[threadIdx.y][tx] = in[at - 4 * 40], s[threadIdx.y + 20][tx] = in[at + 16 * 40];
    if (threadIdx.x < 4) s[ty][threadIdx.x] = in[at - 4], s[ty][threadIdx.x + 20] = in[at + 16];
    s[ty][tx] = here;
    __syncthreads();
    float sum = coefficients[0] * here;
#pragma unroll
    for (int r = 1; r <= 4; ++r) sum += coefficients[r] * (front[r - 1] + behind[r - 1] + s[ty - r][tx] + s[ty + r][tx] + s[ty][tx - r] + s[ty][tx + r]);
    out[at] = sum;
    for (int k = 3; k > 0; --k) behind[k] = behind[k - 1];
    behind[0] = here, here = front[0];
    for (int k = 0; k < 3; ++k) front[k] = front[k + 1];
    at += 1600;
    front[3] = in[at + 4 * 1600];
  }
}
__global__ void game_of_life(const unsigned char* in, unsigned char* out) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  int left = (x + side - 1) % side, right = (x + 1) % side, up = (y + side - 1) % side * side, down = (y + 1) % side * side, row = y * side;
  int alive = in[up + left] + in[up + x] + in[up + right] + in[row + left] + in[row + right] + in[down + left] + in[down + x] + in[down + right];
  out[row + x] = alive == 3 || (alive == 2 && in[row + x]);
}
__global__ void path_of_least_cost(const int* wall, const int* in, int* out) {
  __shared__ int before[128], now[128];
  int t = threadIdx.x, x = blockIdx.x * 120 + t - 4;
  bool is_valid = x >= 0 && x < 512;
  if (is_valid) before[t] = in[x];
  __syncthreads();
  bool computed = false;
  for (int k = 0; k < 4; ++k) {
    computed = false;
    if (t >= k + 1 && t <= 126 - k && is_valid) {
      computed = true;
      int left = before[max(t - 1, 0)], up = before[t], right = before[min(t + 1, 127)];
      now[t] = min(min(left, up), right) + wall[k * 512 + x];
    }
    __syncthreads();
    if (k == 3) break;
    if (computed) before[t] = now[t];
    __syncthreads();
  }
  if (computed) out[x] = now[t];
}
__global__ void sobel(const unsigned char* in, unsigned char* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int gx = -in[(y - 1) * width + x - 1] + in[(y - 1) * width + x + 1] - 2 * in[y * width + x - 1] + 2 * in[y * width + x + 1] - in[(y + 1) * width + x - 1] + in[(y + 1) * width + x + 1];
  int gy = in[(y - 1) * width + x - 1] + 2 * in[(y - 1) * width + x] + in[(y - 1) * width + x + 1] - in[(y + 1) * width + x - 1] - 2 * in[(y + 1) * width + x] - in[(y + 1) * width + x + 1];
  out[y * width + x] = min(255, abs(gx) + abs(gy));
}
__global__ void gauss_first(float* m, const float* a, int size, int t) {
  INDEX;
  if (i >= size - 1 - t) return;
  m[size * (i + t + 1) + t] = a[size * (i + t + 1) + t] / a[size * t + t];
}
__global__ void gauss_second(const float* m, float* a, float* b, int size, int t) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= size - 1 - t || y >= size - t) return;
  a[size * (x + 1 + t) + (y + t)] -= m[size * (x + 1 + t) + t] * a[size * t + (y + t)];
  if (y == 0) b[x + 1 + t] -= m[size * (x + 1 + t) + t] * b[t];
}
__global__ void shortest_paths_step(float* d, int k) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float through = d[y * 64 + k] + d[k * 64 + x];
  if (through < d[y * 64 + x]) d[y * 64 + x] = through;
}

// ---- convolutions
__constant__ float weights[9] = {1, 2, 3, 4, 5, 4, 3, 2, 1};
__global__ void convolved_rows(const float* in, float* out) {
  __shared__ float s[4][(4 + 2) * 16];
  const int base_x = ((int)blockIdx.x * 4 - 1) * 16 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  in += y * side + base_x, out += y * side + base_x;
#pragma unroll
  for (int k = 1; k < 5; k++) s[threadIdx.y][threadIdx.x + k * 16] = in[k * 16];
  s[threadIdx.y][threadIdx.x] = base_x >= 0 ? in[0] : 0;
  s[threadIdx.y][threadIdx.x + 5 * 16] = side - base_x > 5 * 16 ? in[5 * 16] : 0;
  __syncthreads();
#pragma unroll
  for (int k = 1; k < 5; k++) {
    float sum = 0;
#pragma unroll
    for (int j = -4; j <= 4; j++) sum += weights[4 - j] * s[threadIdx.y][threadIdx.x + k * 16 + j];
    out[k * 16] = sum;
  }
}
__global__ void convolved_columns(const float* in, float* out) {
  __shared__ float s[16][(4 + 2) * 8 + 1];
  const int x = blockIdx.x * 16 + threadIdx.x, base_y = ((int)blockIdx.y * 4 - 1) * 8 + threadIdx.y;
  in += base_y * side + x, out += base_y * side + x;
#pragma unroll
  for (int k = 1; k < 5; k++) s[threadIdx.x][threadIdx.y + k * 8] = in[k * 8 * side];
  s[threadIdx.x][threadIdx.y] = base_y >= 0 ? in[0] : 0;
  s[threadIdx.x][threadIdx.y + 5 * 8] = side - base_y > 5 * 8 ? in[5 * 8 * side] : 0;
  __syncthreads();
#pragma unroll
  for (int k = 1; k < 5; k++) {
    float sum = 0;
#pragma unroll
    for (int j = -4; j <= 4; j++) sum += weights[4 - j] * s[threadIdx.x][threadIdx.y + k * 8 + j];
    out[k * 8 * side] = sum;
  }
}
__constant__ float mask[5][5];
__global__ void convolved_with_a_mask(const float* in, float* out, int r, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int row = 0; row < 2 * r + 1; row++)
    for (int column = 0; column < 2 * r + 1; column++) {
      int from_y = y - r + row, from_x = x - r + column;
      if (from_y >= 0 && from_y < height && from_x >= 0 && from_x < width) sum += mask[row][column] * in[from_y * width + from_x];
    }
  out[y * width + x] = sum;
}
__global__ void convolved_in_input_tiles(const float* in, float* out, int width, int height) {
  __shared__ float s[16][16];
  int x = (int)blockIdx.x * 12 + threadIdx.x - 2, y = (int)blockIdx.y * 12 + threadIdx.y - 2;
  s[threadIdx.y][threadIdx.x] = y >= 0 && y < height && x >= 0 && x < width ? in[y * width + x] : 0.f;
  __syncthreads();
  int tx = threadIdx.x - 2, ty = threadIdx.y - 2;
  if (x >= 0 && x < width && y >= 0 && y < height && tx >= 0 && tx < 12 && ty >= 0 && ty < 12) {
    float sum = 0;
    for (int row = 0; row < 5; row++)
      for (int column = 0; column < 5; column++) sum += mask[row][column] * s[ty + row][tx + column];
    out[y * width + x] = sum;
  }
}
__global__ void convolved_with_the_cache(const float* in, float* out, int width, int height) {
  __shared__ float s[16][16];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  s[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  float sum = 0;
  for (int row = 0; row < 5; row++)
    for (int column = 0; column < 5; column++) {
      int tx = threadIdx.x - 2 + column, ty = threadIdx.y - 2 + row;
      if (tx >= 0 && tx < 16 && ty >= 0 && ty < 16) sum += mask[row][column] * s[ty][tx];
      else if (y - 2 + row >= 0 && y - 2 + row < height && x - 2 + column >= 0 && x - 2 + column < width)
        sum += mask[row][column] * in[(y - 2 + row) * width + x - 2 + column];
    }
  out[y * width + x] = sum;
}
__global__ void box_slid_along_rows(const float* in, float* out) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  in += y * side, out += y * side;
  float sum = in[0] * 4;
  for (int x = 0; x < 5; x++) sum += in[x];
  out[0] = sum / 9;
  for (int x = 1; x < 5; x++) {
    sum += in[x + 4];
    sum -= in[0];
    out[x] = sum / 9;
  }
  for (int x = 5; x < side - 4; x++) {
    sum += in[x + 4];
    sum -= in[x - 5];
    out[x] = sum / 9;
  }
}
__global__ void greatest_of_pools(const float* in, float* out) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float most = -1e30f;
  for (int dy = 0; dy < 2; ++dy)
    for (int dx = 0; dx < 2; ++dx) most = fmaxf(most, in[(2 * y + dy) * side + 2 * x + dx]);
  out[y * 64 + x] = most;
}
__global__ void patches_as_columns(const float* in, float* out) {
  INDEX;
  if (i >= 30 * 30) return;
  int x = i % 30, y = i / 30;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx) out[(dy * 3 + dx) * 900 + i] = in[(y + dy) * 32 + x + dx];
}
__global__ void enlarged_between_pixels(const float* in, float* out) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float fx = x * 0.5f, fy = y * 0.5f;
  int x0 = (int)fx, y0 = (int)fy, x1 = min(x0 + 1, 63), y1 = min(y0 + 1, 63);
  float ax = fx - x0, ay = fy - y0;
  float top = in[y0 * 64 + x0] * (1 - ax) + in[y0 * 64 + x1] * ax, bottom = in[y1 * 64 + x0] * (1 - ax) + in[y1 * 64 + x1] * ax;
  out[y * side + x] = top * (1 - ay) + bottom * ay;
}

int main() {
  void *in, *also, *out;
  cudaMalloc(&in, n * 16), cudaMalloc(&also, n * 16), cudaMalloc(&out, n * 16);
  cudaMemset(in, 0, n * 16), cudaMemset(also, 0, n * 16), cudaMemset(out, 0, n * 16);
#define PRODUCT(kernel, grid, block, T, ...) kernel<<<grid, block>>>((T*)in, (T*)also, (T*)out, ##__VA_ARGS__)
  PRODUCT(product_naive, dim3(8, 8), dim3(16, 16), float, 120);
  PRODUCT(product_naive_by_columns, dim3(4, 4), dim3(16, 16), float, 64);
  PRODUCT(product_tiles_8, dim3(8, 8), dim3(8, 8), float, 64);
  PRODUCT(product_tiles_16, dim3(4, 4), dim3(16, 16), float, 64);
  PRODUCT(product_tiles_32, dim3(2, 2), dim3(32, 32), float, 64);
  PRODUCT(product_tiles_with_edges, dim3(5, 5), dim3(16, 16), float, 70);
  product_tiles_dynamic<<<dim3(4, 4), dim3(16, 16), 2048>>>((float*)in, (float*)also, (float*)out, 64, 16);
  PRODUCT(product_coarse, dim3(2, 8), dim3(16, 16), float, 128);
  PRODUCT(product_column_of_a_thread, dim3(4, 4), 256, float);
  PRODUCT(product_square_of_a_thread, dim3(2, 2), 256, float);
  PRODUCT(product_of_float4, dim3(2, 2), 256, float);
  PRODUCT(product_of_doubles, dim3(4, 4), dim3(16, 16), double);
  PRODUCT(product_of_bytes, dim3(4, 4), dim3(16, 16), int);
  PRODUCT(product_of_halves, dim3(8, 8), dim3(8, 8), __half2);
  PRODUCT(vector_in_shared_memory, 2, 64, float);
  warp_of_float4_for_a_row<<<16, 128>>>((float4*)in, (float4*)also, (float*)out);
#define RUN(kernel, grid, block, T, ...) kernel<<<grid, block>>>((const T*)in, (T*)out, ##__VA_ARGS__)
  RUN(transposed_reading_rows, dim3(4, 4), dim3(32, 8), float);
  RUN(transposed_reading_columns, dim3(4, 4), dim3(32, 8), float);
  RUN(transposed_in_tiles, dim3(4, 4), dim3(32, 8), float);
  RUN(transposed_in_padded_tiles, dim3(4, 4), dim3(32, 8), float);
  RUN(transposed_in_wide_tiles, dim3(4, 4), dim3(32, 8), float);
  RUN(transposed_along_diagonals, dim3(4, 4), dim3(32, 8), float);
  RUN(transposed_swizzled, dim3(4, 4), dim3(32, 8), float);
  transposed_in_place<<<dim3(4, 4), dim3(32, 8)>>>((float*)out);
  RUN(transposed_odd_sizes, dim3(7, 5), dim3(16, 16), float, 101, 67);
  RUN(transposed_bytes, dim3(4, 4), dim3(32, 8), unsigned char);
  RUN(axes_permuted, dim3(4, 4, 4), dim3(8, 8, 4), float);
  RUN(stencil_of_a_line, 64, 128, int);
  RUN(jacobi_step, dim3(8, 8), dim3(16, 16), float);
  RUN(heat_with_halo, dim3(8, 8), dim3(16, 16), float);
  RUN(seven_points_by_layers, dim3(2, 8), dim3(16, 4), float);
  RUN(layers_in_shared_memory, dim3(2, 2), dim3(16, 16), float);
  RUN(game_of_life, dim3(8, 8), dim3(16, 16), unsigned char);
  path_of_least_cost<<<5, 128>>>((int*)in, (int*)also, (int*)out);
  RUN(sobel, dim3(7, 10), dim3(16, 8), unsigned char, 100, 75);
  gauss_first<<<2, 64>>>((float*)out, (float*)in, 100, 5);
  gauss_second<<<dim3(7, 7), dim3(16, 16)>>>((float*)in, (float*)out, (float*)also, 100, 5);
  shortest_paths_step<<<dim3(4, 4), dim3(16, 16)>>>((float*)also, 9);
  RUN(convolved_rows, dim3(2, 32), dim3(16, 4), float);
  RUN(convolved_columns, dim3(8, 4), dim3(16, 8), float);
  RUN(convolved_with_a_mask, dim3(8, 8), dim3(16, 16), float, 2, 128, 128);
  RUN(convolved_in_input_tiles, dim3(11, 11), dim3(16, 16), float, 128, 128);
  RUN(convolved_with_the_cache, dim3(8, 8), dim3(16, 16), float, 128, 128);
  RUN(box_slid_along_rows, 2, 64, float);
  RUN(greatest_of_pools, dim3(4, 4), dim3(16, 16), float);
  RUN(patches_as_columns, 8, 128, float);
  RUN(enlarged_between_pixels, dim3(8, 8), dim3(16, 16), float);
  return cudaDeviceSynchronize();
}
