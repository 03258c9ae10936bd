// Kernels as courses on GPU programming write them. No counter depends on the order of threads.
#include <cuda_runtime.h>

#include <vector>

constexpr int n = 1 << 14;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

// ---- transposes
__global__ void transpose_rectangle(const float* in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}
__global__ void transpose_tile_conflicts(const float* in, float* out, int width) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void transpose_tile_padded(const float* in, float* out, int width) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void transpose_diagonal(const double* in, double* out, int width) {
  __shared__ double tile[16][17];
  int by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x;
  int x = bx * 16 + threadIdx.x, y = by * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = by * 16 + threadIdx.x, y = bx * 16 + threadIdx.y;
  out[y * width + x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void transpose_swizzled(const float* in, float* out, int width) {
  __shared__ float tile[32 * 32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[(threadIdx.y + j) * 32 + (threadIdx.x ^ (threadIdx.y + j))] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * width + x] = tile[threadIdx.x * 32 + (threadIdx.x ^ (threadIdx.y + j))];
}

// ---- stencils
__global__ void stencil_line_shared(const int* in, int* out, int radius, int size) {
  extern __shared__ int temp[];
  INDEX;
  int l = threadIdx.x + radius;
  temp[l] = i < size ? in[i] : 0;
  if ((int)threadIdx.x < radius) {
    temp[l - radius] = i >= radius ? in[i - radius] : 0;
    temp[l + blockDim.x] = i + (int)blockDim.x < size ? in[i + blockDim.x] : 0;
  }
  __syncthreads();
  int sum = 0;
  for (int o = -radius; o <= radius; ++o) sum += temp[l + o];
  if (i < size) out[i] = sum;
}
__global__ void stencil_plane_guarded(const float* in, float* out, int width, int height, float c) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    int k = y * width + x;
    out[k] = in[k] + c * (in[k - 1] + in[k + 1] + in[k - width] + in[k + width] - 4 * in[k]);
  }
}
__global__ void stencil_box_along_z(const float* in, float* out, int nx, int ny, int nz, float c0, float c1) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= nx - 1 || y >= ny - 1) return;
  int plane = nx * ny, k = plane + y * nx + x;
  float below = in[k - plane], here = in[k];
  for (int z = 1; z < nz - 1; ++z, k += plane) {
    float above = in[k + plane];
    out[k] = c0 * here + c1 * (below + above + in[k - 1] + in[k + 1] + in[k - nx] + in[k + nx]);
    below = here, here = above;
  }
}
__global__ void heat_two_dimensions_tile(const float* in, float* out, int width, float k) {
  __shared__ float s[18][18];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  s[ty][tx] = in[y * width + x];
  if (tx == 1) s[ty][0] = in[y * width + x - 1];
  if (tx == 16) s[ty][17] = in[y * width + x + 1];
  if (ty == 1) s[0][tx] = in[(y - 1) * width + x];
  if (ty == 16) s[17][tx] = in[(y + 1) * width + x];
  __syncthreads();
  out[y * width + x] = s[ty][tx] + k * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] - 4 * s[ty][tx]);
}

// ---- histograms
__global__ void histo_with_strides(const unsigned char* in, unsigned* histo, long size) {
  int i = threadIdx.x + blockIdx.x * blockDim.x, stride = blockDim.x * gridDim.x;
  while (i < size) {
    atomicAdd(&histo[in[i]], 1);
    i += stride;
  }
}
__global__ void histo_private(const unsigned char* in, unsigned* histo, int size, int bins) {
  extern __shared__ unsigned mine[];
  for (int b = threadIdx.x; b < bins; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += blockDim.x * gridDim.x) atomicAdd(&mine[in[i] % bins], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x)
    if (mine[b]) atomicAdd(&histo[b], mine[b]);
}
__global__ void histo_aggregated(const char* text, int size, int* histo) {
  __shared__ int s[7];
  if (threadIdx.x < 7) s[threadIdx.x] = 0;
  __syncthreads();
  int accumulator = 0, before = -1;
  int each = (size + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
  int start = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  for (int i = start; i < min(start + each, size); ++i) {
    int letter = text[i] - 'a';
    if (letter < 0 || letter >= 26) continue;
    int bin = letter / 4;
    if (bin == before) ++accumulator;
    else {
      if (accumulator) atomicAdd(&s[before], accumulator);
      accumulator = 1, before = bin;
    }
  }
  if (accumulator) atomicAdd(&s[before], accumulator);
  __syncthreads();
  if (threadIdx.x < 7) atomicAdd(&histo[threadIdx.x], s[threadIdx.x]);
}

// ---- scans
__global__ void scan_kogge_stone_two_buffers(const float* in, float* out, int size) {
  extern __shared__ float buffers[];
  int t = threadIdx.x, pout = 0, pin = 1;
  buffers[t] = t > 0 ? in[blockIdx.x * size + t - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < size; offset *= 2) {
    pout = 1 - pout, pin = 1 - pout;
    if (t >= offset) buffers[pout * size + t] = buffers[pin * size + t] + buffers[pin * size + t - offset];
    else buffers[pout * size + t] = buffers[pin * size + t];
    __syncthreads();
  }
  out[blockIdx.x * size + t] = buffers[pout * size + t];
}
__global__ void scan_kogge_stone_in_place(const int* in, int* out, int size) {
  __shared__ int s[256];
  INDEX;
  s[threadIdx.x] = i < size ? in[i] : 0;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    int sum = 0;
    if (threadIdx.x >= stride) sum = s[threadIdx.x] + s[threadIdx.x - stride];
    __syncthreads();
    if (threadIdx.x >= stride) s[threadIdx.x] = sum;
  }
  if (i < size) out[i] = s[threadIdx.x];
}
__global__ void scan_brent_kung_of_pairs(const int* in, int* out, int size) {
  __shared__ int s[512];
  int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < size ? in[i] : 0;
  s[threadIdx.x + blockDim.x] = i + blockDim.x < size ? in[i + blockDim.x] : 0;
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    unsigned k = (threadIdx.x + 1) * 2 * stride - 1;
    if (k < 512) s[k] += s[k - stride];
  }
  for (int stride = 128; stride > 0; stride /= 2) {
    __syncthreads();
    int k = (threadIdx.x + 1) * stride * 2 - 1;
    if (k + stride < 512) s[k + stride] += s[k];
  }
  __syncthreads();
  if (i < size) out[i] = s[threadIdx.x];
  if (i + blockDim.x < size) out[i + blockDim.x] = s[threadIdx.x + blockDim.x];
}
#define CONFLICT_FREE(k) ((k) + ((k) >> 5))
__global__ void scan_blelloch_conflict_free(const float* in, float* out, int size) {
  extern __shared__ float padded[];
  int t = threadIdx.x, a = t, b = t + size / 2, offset = 1;
  const float* from = in + blockIdx.x * size;
  padded[CONFLICT_FREE(a)] = from[a], padded[CONFLICT_FREE(b)] = from[b];
  for (int d = size >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int ai = CONFLICT_FREE(offset * (2 * t + 1) - 1), bi = CONFLICT_FREE(offset * (2 * t + 2) - 1);
      padded[bi] += padded[ai];
    }
    offset *= 2;
  }
  if (t == 0) padded[CONFLICT_FREE(size - 1)] = 0;
  for (int d = 1; d < size; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int ai = CONFLICT_FREE(offset * (2 * t + 1) - 1), bi = CONFLICT_FREE(offset * (2 * t + 2) - 1);
      float kept = padded[ai];
      padded[ai] = padded[bi];
      padded[bi] += kept;
    }
  }
  __syncthreads();
  out[blockIdx.x * size + a] = padded[CONFLICT_FREE(a)], out[blockIdx.x * size + b] = padded[CONFLICT_FREE(b)];
}

// ---- reductions
__global__ void reduce_by_modulo(const int* in, int* out) {
  extern __shared__ int sums[];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}
__global__ void reduce_by_strided_index(const int* in, int* out) {
  extern __shared__ int sums[];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    unsigned k = 2 * s * t;
    if (k < blockDim.x) sums[k] += sums[k + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}
__global__ void reduce_in_global_memory(float* in, float* out) {
  INDEX;
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) in[i] += in[i + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = in[i];
}

// ---- matrices
__global__ void matmul_one_thread_one_cell(const float* M, const float* N, float* P, int width) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < width && col < width) {
    float sum = 0;
    for (int k = 0; k < width; ++k) sum += M[row * width + k] * N[k * width + col];
    P[row * width + col] = sum;
  }
}
__global__ void matmul_one_thread_one_row(const float* M, const float* N, float* P, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= width) return;
  for (int col = 0; col < width; ++col) {
    float sum = 0;
    for (int k = 0; k < width; ++k) sum += M[row * width + k] * N[k * width + col];
    P[row * width + col] = sum;
  }
}
__global__ void matmul_tiles_guarded(const float* M, const float* N, float* P, int width) {
  __shared__ float Ms[16][16], Ns[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int ph = 0; ph < (width + 15) / 16; ++ph) {
    Ms[ty][tx] = row < width && ph * 16 + tx < width ? M[row * width + ph * 16 + tx] : 0;
    Ns[ty][tx] = ph * 16 + ty < width && col < width ? N[(ph * 16 + ty) * width + col] : 0;
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += Ms[ty][k] * Ns[k][tx];
    __syncthreads();
  }
  if (row < width && col < width) P[row * width + col] = sum;
}
__global__ void matmul_coarsened(const float* M, const float* N, float* P, int width) {
  __shared__ float Ms[32][32], Ns[32][32];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty, start = blockIdx.x * 32 * 2 + tx;
  float value[2] = {0, 0};
  for (int ph = 0; ph < width / 32; ++ph) {
    Ms[ty][tx] = M[row * width + ph * 32 + tx];
    for (int c = 0; c < 2; ++c) {
      Ns[ty][tx] = N[(ph * 32 + ty) * width + start + c * 32];
      __syncthreads();
      for (int k = 0; k < 32; ++k) value[c] += Ms[ty][k] * Ns[k][tx];
      __syncthreads();
    }
  }
  for (int c = 0; c < 2; ++c) P[row * width + start + c * 32] = value[c];
}
__global__ void matmul_registers_of_eight_rows(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C) {
  __shared__ float As[64 * 8], Bs[8 * 64];
  int col = threadIdx.x % 64, row = threadIdx.x / 64;
  A += blockIdx.y * 64 * K, B += blockIdx.x * 64, C += blockIdx.y * 64 * N + blockIdx.x * 64;
  int ac = threadIdx.x % 8, ar = threadIdx.x / 8;
  float results[8] = {0};
  for (int bk = 0; bk < K; bk += 8) {
    As[ar * 8 + ac] = A[ar * K + ac];
    Bs[row * 64 + col] = B[row * N + col];
    __syncthreads();
    A += 8, B += 8 * N;
    for (int d = 0; d < 8; ++d) {
      float b = Bs[d * 64 + col];
      for (int r = 0; r < 8; ++r) results[r] += As[(row * 8 + r) * 8 + d] * b;
    }
    __syncthreads();
  }
  for (int r = 0; r < 8; ++r) C[(row * 8 + r) * N + col] = alpha * results[r] + beta * C[(row * 8 + r) * N + col];
}
__global__ void matmul_four_columns(const float* A, const float4* B, float4* C, int width) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x, pitch = width / 4;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int k = 0; k < width; ++k) {
    float a = A[row * width + k];
    float4 b = B[k * pitch + col];
    sum.x += a * b.x, sum.y += a * b.y, sum.z += a * b.z, sum.w += a * b.w;
  }
  C[row * pitch + col] = sum;
}

// ---- sparse
__global__ void spmv_of_triples(const int* rows, const int* cols, const float* values, const float* x, float* y, int nonzeros) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nonzeros; i += blockDim.x * gridDim.x) atomicAdd(&y[rows[i]], values[i] * x[cols[i]]);
}
__global__ void spmv_csr_scalar(const int* start, const int* cols, const float* values, const float* x, float* y, int rows) {
  INDEX;
  if (i < rows) {
    float sum = 0;
    for (int k = start[i]; k < start[i + 1]; ++k) sum += values[k] * x[cols[k]];
    y[i] = sum;
  }
}
__global__ void spmv_jagged(const int* iterations, const int* perm, const int* cols, const float* values, const float* x, float* y, int rows) {
  INDEX;
  if (i >= rows) return;
  float sum = 0;
  int own = (rows - i) % 9 + 1;
  for (int it = 0; it < own; ++it) {
    int k = iterations[it] + i;
    sum += x[cols[k]] * values[k];
  }
  y[perm[i]] = sum;
}

// ---- convolutions and pictures
__constant__ float mask_line[9];
__constant__ float mask_plane[25];
__global__ void convolution_line_constant(const float* N, float* P, int mask_width, int width) {
  INDEX;
  float sum = 0;
  int first = i - mask_width / 2;
  for (int j = 0; j < mask_width; ++j)
    if (first + j >= 0 && first + j < width) sum += N[first + j] * mask_line[j];
  P[i] = sum;
}
__global__ void convolution_line_tile_and_cache(const float* N, float* P, int mask_width, int width) {
  __shared__ float s[128];
  INDEX;
  s[threadIdx.x] = N[i];
  __syncthreads();
  int first = blockIdx.x * blockDim.x, next = first + blockDim.x, at = i - mask_width / 2;
  float sum = 0;
  for (int j = 0; j < mask_width; ++j) {
    int k = at + j;
    if (k >= 0 && k < width) {
      if (k >= first && k < next) sum += s[threadIdx.x + j - mask_width / 2] * mask_line[j];
      else sum += N[k] * mask_line[j];
    }
  }
  P[i] = sum;
}
__global__ void convolution_plane_tile_smaller_than_block(const float* N, float* P, int height, int width) {
  __shared__ float s[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, ro = blockIdx.y * 12 + ty, co = blockIdx.x * 12 + tx, ri = ro - 2, ci = co - 2;
  s[ty][tx] = ri >= 0 && ri < height && ci >= 0 && ci < width ? N[ri * width + ci] : 0;
  __syncthreads();
  if (ty < 12 && tx < 12 && ro < height && co < width) {
    float sum = 0;
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j < 5; ++j) sum += mask_plane[i * 5 + j] * s[ty + i][tx + j];
    P[ro * width + co] = sum;
  }
}
__global__ void colours_to_grey(const unsigned char* rgb, unsigned char* grey, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int k = y * width + x;
    grey[k] = 0.21f * rgb[k * 3] + 0.71f * rgb[k * 3 + 1] + 0.07f * rgb[k * 3 + 2];
  }
}
__global__ void blurred_by_boxes(const unsigned char* in, unsigned char* out, int w, int h, int size) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= w || row >= h) return;
  int sum = 0, pixels = 0;
  for (int br = -size; br <= size; ++br)
    for (int bc = -size; bc <= size; ++bc) {
      int r = row + br, c = col + bc;
      if (r > -1 && r < h && c > -1 && c < w) sum += in[r * w + c], ++pixels;
    }
  out[row * w + col] = sum / pixels;
}
__global__ void life_on_a_torus(const unsigned char* in, unsigned char* out, int width, int height) {
  for (int cell = blockIdx.x * blockDim.x + threadIdx.x; cell < width * height; cell += blockDim.x * gridDim.x) {
    int x = cell % width, y = cell - x;
    int left = (x + width - 1) % width, right = (x + 1) % width;
    int up = (y + width * height - width) % (width * height), down = (y + width) % (width * height);
    int alive = (in[left + up] & 1) + (in[x + up] & 1) + (in[right + up] & 1) + (in[left + y] & 1) + (in[right + y] & 1) + (in[left + down] & 1) + (in[x + down] & 1) + (in[right + down] & 1);
    out[cell] = alive == 3 || (alive == 2 && (in[cell] & 1));
  }
}
__global__ void mandelbrot_set(int* out, int width, int height, float scale, int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float cx = (x - width * 0.7f) * scale, cy = (y - height * 0.5f) * scale, zx = 0, zy = 0;
  int it = 0;
  while (it < limit && zx * zx + zy * zy < 4) {
    float next = zx * zx - zy * zy + cx;
    zy = 2 * zx * zy + cy, zx = next;
    ++it;
  }
  out[y * width + x] = it;
}

// ---- accesses
__global__ void saxpy_with_grid_stride(int size, float a, const float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}
__global__ void shifted_access(float* a, int s) {
  int i = blockDim.x * blockIdx.x + threadIdx.x + s;
  a[i] = a[i] + 1;
}
__global__ void strided_access(float* a, int s) {
  int i = (blockDim.x * blockIdx.x + threadIdx.x) * s;
  a[i] = a[i] + 1;
}
__global__ void collatz_lengths(int* out, int first) {
  INDEX;
  unsigned v = first + i;
  int length = 0;
  while (v != 1) v = v & 1 ? 3 * v + 1 : v / 2, ++length;
  out[i] = length;
}
__device__ int co_rank(int k, const int* a, int m, const int* b, int s) {
  int i = min(k, m), j = k - i, ilow = max(0, k - s), jlow = max(0, k - m);
  for (;;) {
    if (i > 0 && j < s && a[i - 1] > b[j]) {
      int delta = (i - ilow + 1) / 2;
      jlow = j, j += delta, i -= delta;
    } else if (j > 0 && i < m && b[j - 1] >= a[i]) {
      int delta = (j - jlow + 1) / 2;
      ilow = i, i += delta, j -= delta;
    } else return i;
  }
}
__global__ void merged_by_co_ranks(const int* a, int m, const int* b, int s, int* c, int each) {
  INDEX;
  int k = min(i * each, m + s), end = min(k + each, m + s);
  int x = co_rank(k, a, m, b, s), y = k - x;
  for (; k < end; ++k) {
    if (x < m && (y >= s || a[x] <= b[y])) c[k] = a[x++];
    else c[k] = b[y++];
  }
}

template <class T, class F> T* filled(int count, F f) {
  std::vector<T> v(count);
  for (int i = 0; i < count; ++i) v[i] = f(i);
  T* p;
  cudaMalloc(&p, count * sizeof(T));
  cudaMemcpy(p, v.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}

int main() {
  float* f = filled<float>(n * 4, [](int i) { return i * 37 % 101 / 16.0f - 2; });
  float* g = filled<float>(n * 4, [](int i) { return i * 53 % 97 / 32.0f; });
  float* o = filled<float>(n * 16, [](int) { return 0.0f; });
  double* d = filled<double>(n * 4, [](int i) { return i * 0.5; });
  int* numbers = filled<int>(n * 4, [](int i) { return i * 41 % 1013 % 97; });
  int* columns = filled<int>(n * 4, [](int i) { return i * 37 % 509; });
  int* rows = filled<int>(n * 4, [](int i) { return i / 5 % 512; });
  int* starts = filled<int>(n, [](int i) { return i * 6 + i % 5; });
  int* ascending = filled<int>(n, [](int i) { return i * 3 - i % 2; });
  int* steps = filled<int>(16, [](int i) { return i * 600; });
  int* places = filled<int>(n, [](int i) { return i ^ 5; });
  unsigned char* bytes = filled<unsigned char>(n * 4, [](int i) { return (unsigned char)(i * 31 % 251 * (i % 7) >> 1); });
  char* text = filled<char>(n, [](int i) { return (char)("the quick brown fox jumps over lazy dogs "[i * i % 41]); });
  float line[9] = {1, 2, 3, 4, 5, 4, 3, 2, 1}, plane[25];
  for (int i = 0; i < 25; ++i) plane[i] = i * 0.125f;
  cudaMemcpyToSymbol(mask_line, line, sizeof line), cudaMemcpyToSymbol(mask_plane, plane, sizeof plane);
  int* io = (int*)o;
  unsigned* uo = (unsigned*)o;
  transpose_rectangle<<<dim3(7, 5), dim3(16, 16)>>>(f, o, 100, 70);
  transpose_tile_conflicts<<<dim3(4, 4), dim3(32, 8)>>>(f, o, 128);
  transpose_tile_padded<<<dim3(4, 4), dim3(32, 8)>>>(f, o, 128);
  transpose_diagonal<<<dim3(4, 4), dim3(16, 16)>>>(d, (double*)o, 64);
  transpose_swizzled<<<dim3(4, 4), dim3(32, 8)>>>(f, o, 128);
  stencil_line_shared<<<16, 128, (128 + 14) * 4>>>(numbers, io, 7, 2000);
  stencil_plane_guarded<<<dim3(4, 8), dim3(32, 8)>>>(f, o, 121, 61, 0.2f);
  stencil_box_along_z<<<dim3(2, 4), dim3(16, 8)>>>(f, o, 32, 32, 20, 0.5f, 0.1f);
  heat_two_dimensions_tile<<<dim3(4, 4), dim3(16, 16)>>>(f, o, 66, 0.1f);
  cudaMemset(o, 0, n * 64);
  histo_with_strides<<<8, 128>>>(bytes, uo, 5000);
  histo_private<<<8, 128, 240>>>(bytes, uo, 7000, 60);
  histo_aggregated<<<8, 64>>>(text, 5000, io);
  scan_kogge_stone_two_buffers<<<8, 128, 1024>>>(f, o, 128);
  scan_kogge_stone_in_place<<<8, 256>>>(numbers, io, 1900);
  scan_brent_kung_of_pairs<<<6, 256>>>(numbers, io, 3000);
  scan_blelloch_conflict_free<<<6, 128, (256 + 8) * 4>>>(f, o, 256);
  reduce_by_modulo<<<8, 256, 1024>>>(numbers, io);
  reduce_by_strided_index<<<8, 256, 1024>>>(numbers, io);
  reduce_in_global_memory<<<8, 128>>>(o, o + n);
  matmul_one_thread_one_cell<<<dim3(4, 4), dim3(16, 16)>>>(f, g, o, 60);
  matmul_one_thread_one_row<<<4, 16>>>(f, g, o, 50);
  matmul_tiles_guarded<<<dim3(4, 4), dim3(16, 16)>>>(f, g, o, 57);
  matmul_coarsened<<<dim3(2, 4), dim3(32, 32)>>>(f, g, o, 128);
  matmul_registers_of_eight_rows<<<dim3(2, 2), 512>>>(128, 128, 64, 1.5f, f, g, 0.5f, o);
  matmul_four_columns<<<dim3(2, 8), dim3(8, 8)>>>(f, (float4*)g, (float4*)o, 64);
  cudaMemset(o, 0, n * 64);
  spmv_of_triples<<<8, 128>>>(rows, columns, f, g, o, 2500);
  spmv_csr_scalar<<<8, 64>>>(starts, columns, f, g, o, 500);
  spmv_jagged<<<5, 128>>>(steps, places, columns, f, g, o, 590);
  convolution_line_constant<<<8, 128>>>(f, o, 9, 1024);
  convolution_line_tile_and_cache<<<8, 128>>>(f, o, 7, 1024);
  convolution_plane_tile_smaller_than_block<<<dim3(6, 5), dim3(16, 16)>>>(f, o, 58, 70);
  colours_to_grey<<<dim3(4, 8), dim3(32, 8)>>>(bytes, (unsigned char*)o, 110, 60);
  blurred_by_boxes<<<dim3(4, 8), dim3(16, 8)>>>(bytes, (unsigned char*)o, 60, 62, 2);
  life_on_a_torus<<<8, 128>>>(bytes, (unsigned char*)o, 70, 40);
  mandelbrot_set<<<dim3(4, 8), dim3(16, 8)>>>(io, 64, 64, 0.04f, 100);
  cudaMemset(o, 0, n * 64);
  saxpy_with_grid_stride<<<8, 128>>>(4000, 2.5f, f, o);
  shifted_access<<<16, 128>>>(o, 5);
  strided_access<<<16, 128>>>(o, 9);
  collatz_lengths<<<8, 128>>>(io, 27);
  merged_by_co_ranks<<<4, 64>>>(ascending, 700, ascending + 300, 900, io, 7);
  return cudaDeviceSynchronize();
}
