// Kernels as courses and suites write them. No counter depends on the order of threads.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <vector>

constexpr int n = 1 << 16;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

// ---- tiles and scans of the course
__global__ void tiles_product_coarsened(const float* a, const float* b, float* c, int width) {
  __shared__ float as[16][16], bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, first = blockIdx.x * 16 * 4 + tx;
  float sums[4] = {0, 0, 0, 0};
  for (int phase = 0; phase < width / 16; ++phase) {
    as[ty][tx] = a[row * width + phase * 16 + tx];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      bs[ty][tx] = b[(phase * 16 + ty) * width + first + k * 16];
      __syncthreads();
      for (int j = 0; j < 16; ++j) sums[k] += as[ty][j] * bs[j][tx];
      __syncthreads();
    }
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) c[row * width + first + k * 16] = sums[k];
}
__global__ void seven_points_in_registers(const float* in, float* out, int side, int depth, float middle, float around) {
  __shared__ float plane[16][16];
  int start = blockIdx.z * depth + 1, y = blockIdx.y * 14 + threadIdx.y, x = blockIdx.x * 14 + threadIdx.x;
  bool inside = x < side && y < side;
  bool writes = threadIdx.x > 0 && threadIdx.x < 15 && threadIdx.y > 0 && threadIdx.y < 15 && x < side - 1 && y < side - 1;
  float before = inside ? in[((start - 1) * side + y) * side + x] : 0.0f;
  float now = inside ? in[(start * side + y) * side + x] : 0.0f;
  for (int z = start; z < start + depth && z < side - 1; ++z) {
    float after = inside ? in[((z + 1) * side + y) * side + x] : 0.0f;
    plane[threadIdx.y][threadIdx.x] = now;
    __syncthreads();
    if (writes)
      out[(z * side + y) * side + x] = middle * now + around * (before + after + plane[threadIdx.y][threadIdx.x - 1] + plane[threadIdx.y][threadIdx.x + 1] + plane[threadIdx.y - 1][threadIdx.x] + plane[threadIdx.y + 1][threadIdx.x]);
    __syncthreads();
    before = now, now = after;
  }
}
__global__ void scan_in_two_buffers(const float* in, float* out, float* totals, int size) {
  __shared__ float pair[2][256];
  INDEX;
  int from = 0;
  pair[0][threadIdx.x] = i < size ? in[i] : 0.0f;
  for (int step = 1; step < (int)blockDim.x; step *= 2) {
    __syncthreads();
    float v = pair[from][threadIdx.x];
    if ((int)threadIdx.x >= step) v += pair[from][threadIdx.x - step];
    pair[1 - from][threadIdx.x] = v;
    from = 1 - from;
  }
  if (i < size) out[i] = pair[from][threadIdx.x];
  if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = pair[from][threadIdx.x];
}
__global__ void scan_brent_kung_halves(const float* in, float* out, int size) {
  __shared__ float s[512];
  int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < size ? in[i] : 0.0f;
  s[threadIdx.x + blockDim.x] = i + (int)blockDim.x < size ? in[i + blockDim.x] : 0.0f;
  for (unsigned step = 1; step <= blockDim.x; step *= 2) {
    __syncthreads();
    unsigned at = (threadIdx.x + 1) * 2 * step - 1;
    if (at < 512) s[at] += s[at - step];
  }
  for (int step = 512 / 4; step > 0; step /= 2) {
    __syncthreads();
    unsigned at = (threadIdx.x + 1) * step * 2 - 1;
    if (at + step < 512) s[at + step] += s[at];
  }
  __syncthreads();
  if (i < size) out[i] = s[threadIdx.x];
  if (i + (int)blockDim.x < size) out[i + blockDim.x] = s[threadIdx.x + blockDim.x];
}
__global__ void scan_three_phases(const int* in, int* out) {
  __shared__ int s[128 * 9], lasts[128];
  int base = blockIdx.x * 128 * 9, t = threadIdx.x;
  for (int k = 0; k < 9; ++k) s[k * 128 + t] = in[base + k * 128 + t];
  __syncthreads();
  for (int k = 1; k < 9; ++k) s[t * 9 + k] += s[t * 9 + k - 1];
  lasts[t] = s[t * 9 + 8];
  for (int step = 1; step < 128; step *= 2) {
    __syncthreads();
    int v = t >= step ? lasts[t - step] : 0;
    __syncthreads();
    lasts[t] += v;
  }
  __syncthreads();
  if (t > 0)
    for (int k = 0; k < 9; ++k) s[t * 9 + k] += lasts[t - 1];
  __syncthreads();
  for (int k = 0; k < 9; ++k) out[base + k * 128 + t] = s[k * 128 + t];
}
__global__ void letters_aggregated(const unsigned char* text, unsigned* bins, int length) {
  __shared__ unsigned s[7];
  if (threadIdx.x < 7) s[threadIdx.x] = 0;
  __syncthreads();
  unsigned run = 0;
  int last = -1;
  for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < length; at += blockDim.x * gridDim.x) {
    int letter = text[at] % 26 / 4;
    if (letter == last) {
      ++run;
    } else {
      if (run > 0) atomicAdd(&s[last], run);
      run = 1, last = letter;
    }
  }
  if (run > 0) atomicAdd(&s[last], run);
  __syncthreads();
  if (threadIdx.x < 7 && s[threadIdx.x] > 0) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
__device__ int co_rank(int k, const int* a, int m, const int* b, int l) {
  int i = k < m ? k : m, j = k - i, low_i = k - l > 0 ? k - l : 0, low_j = k - m > 0 ? k - m : 0;
  while (true) {
    if (i > 0 && j < l && a[i - 1] > b[j]) {
      int d = (i - low_i + 1) >> 1;
      low_j = j;
      i -= d, j += d;
    } else if (j > 0 && i < m && b[j - 1] >= a[i]) {
      int d = (j - low_j + 1) >> 1;
      low_i = i;
      i += d, j -= d;
    } else {
      return i;
    }
  }
}
__global__ void merged_by_diagonals(const int* a, int m, const int* b, int l, int* c, int each) {
  INDEX;
  int start = i * each, end = start + each < m + l ? start + each : m + l;
  if (start >= m + l) return;
  int x = co_rank(start, a, m, b, l), x_end = co_rank(end, a, m, b, l);
  int y = start - x, y_end = end - x_end;
  for (int k = start; k < end; ++k) {
    if (x < x_end && (y >= y_end || a[x] <= b[y]))
      c[k] = a[x++];
    else
      c[k] = b[y++];
  }
}
__global__ void radix_bit_split(const unsigned* keys, unsigned* out, unsigned* zeros, int bit) {
  __shared__ unsigned s[256];
  INDEX;
  unsigned key = keys[i], set = key >> bit & 1;
  s[threadIdx.x] = set;
  for (unsigned step = 1; step < 256; step <<= 1) {
    __syncthreads();
    unsigned v = threadIdx.x >= step ? s[threadIdx.x - step] : 0;
    __syncthreads();
    s[threadIdx.x] += v;
  }
  __syncthreads();
  unsigned ones_before = s[threadIdx.x] - set, ones = s[255];
  unsigned place = set ? 256 - ones + ones_before : threadIdx.x - ones_before;
  __syncthreads();
  s[place] = key;
  __syncthreads();
  out[i] = s[threadIdx.x];
  if (threadIdx.x == 0) zeros[blockIdx.x] = 256 - ones;
}
__global__ void radix_digits_counted(const uint2* keys, unsigned* table, int shift, int pairs) {
  __shared__ unsigned counts[4][16];
  int warp = threadIdx.x >> 5;
  if (threadIdx.x < 64) (&counts[0][0])[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < 4; ++k) {
    int at = (blockIdx.x * 4 + k) * blockDim.x + threadIdx.x;
    if (at < pairs) {
      uint2 two = keys[at];
      atomicAdd(&counts[warp][two.x >> shift & 15], 1u);
      atomicAdd(&counts[warp][two.y >> shift & 15], 1u);
    }
  }
  __syncthreads();
  if (threadIdx.x < 16) table[threadIdx.x * gridDim.x + blockIdx.x] = counts[0][threadIdx.x] + counts[1][threadIdx.x] + counts[2][threadIdx.x] + counts[3][threadIdx.x];
}

// ---- sparse matrices and graphs
__global__ void rows_ell(const float* values, const int* columns, const float* x, float* y, int rows, int longest) {
  INDEX;
  if (i >= rows) return;
  float sum = 0;
  for (int k = 0; k < longest; ++k) {
    int column = columns[k * rows + i];
    if (column >= 0) sum += values[k * rows + i] * x[column];
  }
  y[i] = sum;
}
__global__ void entries_coo(const int2* places, const float* values, const float* x, float* y, int entries) {
  INDEX;
  if (i >= entries) return;
  int2 place = places[i];
  atomicAdd(&y[place.x], values[i] * x[place.y]);
}
__global__ void rows_jagged(const int* starts, const int* columns, const float* values, const int* order, const float* x, float* y, int diagonals, int rows) {
  INDEX;
  if (i >= rows) return;
  float sum = 0;
  for (int d = 0; d < diagonals; ++d) {
    int from = starts[d];
    if (i >= starts[d + 1] - from) break;
    sum += values[from + i] * x[columns[from + i]];
  }
  y[order[i]] = sum;
}
__global__ void rows_csr_by_warps(const int* starts, const int* columns, const float* values, const float* x, float* y, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  if (row >= rows) return;
  float sum = 0;
  for (int k = starts[row] + lane; k < starts[row + 1]; k += 32) sum += values[k] * x[columns[k]];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (lane == 0) y[row] += sum;
}
__global__ void frontier_with_private_queues(const int* starts, const int* edges, int* levels, const int* frontier, int size, int* next, int* sizes, int level) {
  __shared__ int queue[4][160], fill[4];
  int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  if (lane == 0) fill[warp] = 0;
  __syncwarp();
  INDEX;
  if (i < size) {
    int from = frontier[i];
    for (int e = starts[from]; e < starts[from + 1]; ++e) {
      int to = edges[e];
      if (atomicCAS(&levels[to], -1, level) == -1) queue[warp][atomicAdd(&fill[warp], 1)] = to;
    }
  }
  __syncthreads();
  int base = 0;
  for (int k = 0; k < warp; ++k) base += fill[k];
  for (int k = lane; k < fill[warp]; k += 32) next[blockIdx.x * 640 + base + k] = queue[warp][k];
  if (threadIdx.x == 127) sizes[blockIdx.x] = base + fill[3];
}

// ---- samples of the toolkit
__global__ void transposed_by_diagonals(const float* in, float* out, int width, int height) {
  __shared__ float tile[32][33];
  int by, bx;
  if (width == height) {
    by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x;
  } else {
    int flat = blockIdx.x + gridDim.x * blockIdx.y;
    by = flat % gridDim.y, bx = (flat / gridDim.y + by) % gridDim.x;
  }
  int x = bx * 32 + threadIdx.x, y = by * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
  __syncthreads();
  x = by * 32 + threadIdx.x, y = bx * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[(y + k) * height + x] = tile[threadIdx.x][threadIdx.y + k];
}
__global__ void sums_by_strided_threads(const int* in, int* out, unsigned size) {
  extern __shared__ int pool_int[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  pool_int[t] = i < size ? in[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    unsigned at = 2 * s * t;
    if (at < blockDim.x) pool_int[at] += pool_int[at + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = pool_int[0];
}
template <typename T, unsigned block, bool even>
__device__ void sums_unrolled(const T* in, T* out, unsigned size) {
  __shared__ T s[block];
  unsigned t = threadIdx.x, i = blockIdx.x * block * 2 + t, grid = block * 2 * gridDim.x;
  T mine = 0;
  while (i < size) {
    mine += in[i];
    if (even || i + block < size) mine += in[i + block];
    i += grid;
  }
  s[t] = mine;
  __syncthreads();
  if (block >= 512 && t < 256) s[t] = mine = mine + s[t + 256];
  __syncthreads();
  if (block >= 256 && t < 128) s[t] = mine = mine + s[t + 128];
  __syncthreads();
  if (block >= 128 && t < 64) s[t] = mine = mine + s[t + 64];
  __syncthreads();
  if (t < 32) {
    if (block >= 64) mine += s[t + 32];
    for (int k = 16; k > 0; k /= 2) mine += __shfl_down_sync(0xffffffffu, mine, k);
    if (t == 0) out[blockIdx.x] = mine;
  }
}
__global__ void sums_unrolled_by_template(const int* in, int* out, unsigned size) { sums_unrolled<int, 256, true>(in, out, size); }
__constant__ float taps[17];
__global__ void convolved_rows_with_halo(const float* in, float* out, int width, int height) {
  __shared__ float s[4][(8 + 2) * 16];
  int base_x = blockIdx.x * 8 * 16 - 16 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  if (y >= height) return;
  in += y * width + base_x, out += y * width + base_x;
#pragma unroll
  for (int k = 1; k < 9; ++k) s[threadIdx.y][threadIdx.x + k * 16] = in[k * 16];
  s[threadIdx.y][threadIdx.x] = base_x >= 0 ? in[0] : 0.0f;
  s[threadIdx.y][threadIdx.x + 9 * 16] = width - base_x > 9 * 16 ? in[9 * 16] : 0.0f;
  __syncthreads();
#pragma unroll
  for (int k = 1; k < 9; ++k) {
    float sum = 0;
#pragma unroll
    for (int j = -8; j <= 8; ++j) sum += taps[8 - j] * s[threadIdx.y][threadIdx.x + k * 16 + j];
    out[k * 16] = sum;
  }
}
__global__ void convolved_columns_with_halo(const float* in, float* out, int width, int height) {
  __shared__ float s[16][(4 + 2) * 8 + 1];
  int x = blockIdx.x * 16 + threadIdx.x, base_y = blockIdx.y * 4 * 8 - 8 + threadIdx.y;
  in += base_y * width + x, out += base_y * width + x;
#pragma unroll
  for (int k = 1; k < 5; ++k) s[threadIdx.x][threadIdx.y + k * 8] = in[k * 8 * width];
  s[threadIdx.x][threadIdx.y] = base_y >= 0 ? in[0] : 0.0f;
  s[threadIdx.x][threadIdx.y + 5 * 8] = height - base_y > 5 * 8 ? in[5 * 8 * width] : 0.0f;
  __syncthreads();
#pragma unroll
  for (int k = 1; k < 5; ++k) {
    float sum = 0;
#pragma unroll
    for (int j = -8; j <= 8; ++j) sum += taps[8 - j] * s[threadIdx.x][threadIdx.y + k * 8 + j];
    out[k * 8 * width] = sum;
  }
}
template <int radius>
__device__ void differences_in_a_volume(const float* in, float* out, int dim_x, int dim_y, int dim_z) {
  __shared__ float tile[8 + 2 * radius][32 + 2 * radius];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int tx = threadIdx.x + radius, ty = threadIdx.y + radius;
  int row = dim_x + 2 * radius, slice = row * (dim_y + 2 * radius);
  int at = (y + radius) * row + x + radius;
  float behind[radius], front[radius], current;
  for (int k = radius - 1; k >= 0; --k) behind[k] = in[at], at += slice;
  current = in[at];
  int place = at;
  at += slice;
  for (int k = 0; k < radius; ++k) front[k] = in[at], at += slice;
  for (int z = 0; z < dim_z; ++z) {
    if (z > 0) {
#pragma unroll
      for (int k = radius - 1; k > 0; --k) behind[k] = behind[k - 1];
      behind[0] = current, current = front[0];
#pragma unroll
      for (int k = 0; k < radius - 1; ++k) front[k] = front[k + 1];
      front[radius - 1] = in[at];
      at += slice, place += slice;
    }
    __syncthreads();
    if (threadIdx.y < radius) {
      tile[threadIdx.y][tx] = in[place - radius * row];
      tile[threadIdx.y + 8 + radius][tx] = in[place + 8 * row];
    }
    if (threadIdx.x < radius) {
      tile[ty][threadIdx.x] = in[place - radius];
      tile[ty][threadIdx.x + 32 + radius] = in[place + 32];
    }
    tile[ty][tx] = current;
    __syncthreads();
    float value = taps[0] * current;
#pragma unroll
    for (int k = 1; k <= radius; ++k) value += taps[k] * (front[k - 1] + behind[k - 1] + tile[ty - k][tx] + tile[ty + k][tx] + tile[ty][tx - k] + tile[ty][tx + k]);
    out[place] = value;
  }
}
__global__ void differences_in_volume(const float* in, float* out, int dim_x, int dim_y, int dim_z) { differences_in_a_volume<4>(in, out, dim_x, dim_y, dim_z); }
__device__ inline void ordered(unsigned& key_a, unsigned& value_a, unsigned& key_b, unsigned& value_b, unsigned up) {
  if ((key_a > key_b) == up) {
    unsigned t = key_a;
    key_a = key_b, key_b = t;
    t = value_a, value_a = value_b, value_b = t;
  }
}
__global__ void odd_even_merge_sort(const unsigned* keys, const unsigned* values, unsigned* out_keys, unsigned* out_values, unsigned length, unsigned up) {
  __shared__ unsigned k[512], v[512];
  unsigned base = blockIdx.x * 512 + threadIdx.x;
  k[threadIdx.x] = keys[base], v[threadIdx.x] = values[base];
  k[threadIdx.x + 256] = keys[base + 256], v[threadIdx.x + 256] = values[base + 256];
  for (unsigned size = 2; size <= length; size <<= 1) {
    unsigned step = size / 2, offset = threadIdx.x & (step - 1);
    __syncthreads();
    unsigned at = 2 * threadIdx.x - (threadIdx.x & (step - 1));
    ordered(k[at], v[at], k[at + step], v[at + step], up);
    step >>= 1;
    for (; step > 0; step >>= 1) {
      __syncthreads();
      at = 2 * threadIdx.x - (threadIdx.x & (step - 1));
      if (offset >= step) ordered(k[at - step], v[at - step], k[at], v[at], up);
    }
  }
  __syncthreads();
  out_keys[base] = k[threadIdx.x], out_values[base] = v[threadIdx.x];
  out_keys[base + 256] = k[threadIdx.x + 256], out_values[base + 256] = v[threadIdx.x + 256];
}
__device__ inline void counted_byte(unsigned char* base, unsigned data) { base[data * 64]++; }
__global__ void histogram_of_bytes_per_thread(const uint4* data, unsigned* partial, int words) {
  __shared__ __align__(16) unsigned char s[64 * 64];
  int place = (threadIdx.x & ~63) | (threadIdx.x & 15) << 2 | (threadIdx.x & 48) >> 4;
  for (int k = 0; k < 16; ++k) ((unsigned*)s)[threadIdx.x + k * 64] = 0;
  __syncthreads();
  unsigned char* base = s + place;
  for (int at = blockIdx.x * 64 + threadIdx.x; at < words; at += 64 * gridDim.x) {
    uint4 d = data[at];
    unsigned four[4] = {d.x, d.y, d.z, d.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      counted_byte(base, four[k] >> 2 & 63);
      counted_byte(base, four[k] >> 10 & 63);
      counted_byte(base, four[k] >> 18 & 63);
      counted_byte(base, four[k] >> 26 & 63);
    }
  }
  __syncthreads();
  unsigned sum = 0;
  int at = 4 * (threadIdx.x & 15);
  for (int k = 0; k < 16; ++k) {
    const unsigned char* four = s + threadIdx.x * 64 + at;
    sum += four[0] + four[1] + four[2] + four[3];
    at = (at + 4) & 63;
  }
  partial[blockIdx.x * 64 + threadIdx.x] = sum;
}
__global__ void histogram_of_bytes_per_warp(const unsigned* data, unsigned* partial, int words) {
  __shared__ unsigned s[6 * 256];
  unsigned* mine = s + (threadIdx.x >> 5) * 256;
  for (int k = 0; k < 8; ++k) s[threadIdx.x + k * 192] = 0;
  __syncthreads();
  for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < words; at += blockDim.x * gridDim.x) {
    unsigned d = data[at];
    atomicAdd(mine + (d & 255), 1u);
    atomicAdd(mine + (d >> 8 & 255), 1u);
    atomicAdd(mine + (d >> 16 & 255), 1u);
    atomicAdd(mine + (d >> 24), 1u);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < 256; bin += 192) {
    unsigned sum = 0;
    for (int k = 0; k < 6; ++k) sum += s[bin + k * 256];
    partial[blockIdx.x * 256 + bin] = sum;
  }
}
__device__ inline void cosines_of_eight(float* v, int step) {
  const float a = 1.387039845f, b = 1.306562965f, c = 1.175875602f, d = 0.785694958f, e = 0.541196100f, f = 0.275899379f, norm = 0.353553391f;
  float p0 = v[0] + v[7 * step], p1 = v[step] + v[6 * step], p2 = v[2 * step] + v[5 * step], p3 = v[3 * step] + v[4 * step];
  float m0 = v[0] - v[7 * step], m1 = v[6 * step] - v[step], m2 = v[2 * step] - v[5 * step], m3 = v[4 * step] - v[3 * step];
  float s0 = p0 + p3, s1 = p1 + p2, d0 = p0 - p3, d1 = p1 - p2;
  v[0] = norm * (s0 + s1);
  v[2 * step] = norm * (b * d0 + e * d1);
  v[4 * step] = norm * (s0 - s1);
  v[6 * step] = norm * (e * d0 - b * d1);
  v[step] = norm * (a * m0 - c * m1 + d * m2 - f * m3);
  v[3 * step] = norm * (c * m0 + f * m1 - a * m2 + d * m3);
  v[5 * step] = norm * (d * m0 + a * m1 + f * m2 - c * m3);
  v[7 * step] = norm * (f * m0 + d * m1 + c * m2 + a * m3);
}
__global__ void cosines_of_blocks(const float* in, float* out, int stride) {
  __shared__ float s[16][33];
  int x = threadIdx.y * 8 + threadIdx.x, y = threadIdx.z * 8;
  int at = (blockIdx.y * 16 + y) * stride + blockIdx.x * 32 + x;
  for (int k = 0; k < 8; ++k) s[y + k][x] = in[at + k * stride];
  __syncthreads();
  cosines_of_eight(&s[y + threadIdx.x][threadIdx.y * 8], 1);
  __syncthreads();
  cosines_of_eight(&s[y][x], 33);
  for (int k = 0; k < 8; ++k) out[at + k * stride] = s[y + k][x];
}
__global__ void walsh_radix_four_in_shared(const float* in, float* out, int log_length) {
  extern __shared__ float pool[];
  int length = 1 << log_length, base = blockIdx.x << log_length;
  for (int at = threadIdx.x; at < length; at += blockDim.x) pool[at] = in[base + at];
  int stride = length >> 2, t = threadIdx.x;
  for (; stride > 0; stride >>= 2) {
    int low = t & (stride - 1);
    int a = ((t - low) << 2) + low, b = a + stride, c = b + stride, d = c + stride;
    __syncthreads();
    float x = pool[a], y = pool[b], z = pool[c], u = pool[d], v;
    v = x, x = v + z, z = v - z;
    v = y, y = v + u, u = v - u;
    pool[a] = x + y, pool[b] = x - y, pool[c] = z + u, pool[d] = z - u;
  }
  if (log_length & 1) {
    __syncthreads();
    for (int at = t; at < length / 2; at += blockDim.x) {
      float x = pool[2 * at], y = pool[2 * at + 1];
      pool[2 * at] = x + y, pool[2 * at + 1] = x - y;
    }
  }
  __syncthreads();
  for (int at = threadIdx.x; at < length; at += blockDim.x) out[base + at] = pool[at];
}
__global__ void haar_levels(const float* in, float* out, float* averages, int levels, int length) {
  __shared__ float s[256 + 16];
  const float half_root = 0.70710678f;
  int t = threadIdx.x, at = blockIdx.x * blockDim.x + t;
  float2 two = ((const float2*)in)[at];
  out[at + (length >> 1)] = (two.x - two.y) * half_root;
  s[t + (t >> 4)] = (two.x + two.y) * half_root;
  __syncthreads();
  int active = blockDim.x >> 1, place = length >> 2;
  for (int level = 1; level < levels; ++level) {
    float x = 0, y = 0;
    if (t < active) {
      int left = 2 * t, right = 2 * t + 1;
      x = s[left + (left >> 4)], y = s[right + (right >> 4)];
      out[place + blockIdx.x * active + t] = (x - y) * half_root;
    }
    __syncthreads();
    if (t < active) s[t + (t >> 4)] = (x + y) * half_root;
    __syncthreads();
    active >>= 1, place >>= 1;
  }
  if (t < 2 * active) averages[blockIdx.x * 2 * active + t] = s[t + (t >> 4)];
}
struct Body {
  float x, y, z, mass, vx, vy, vz, age;
};
__device__ inline float3 pulled(float3 sum, float4 other, float4 me) {
  float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
  float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
  float s = other.w * inverse * inverse * inverse;
  return make_float3(sum.x + dx * s, sum.y + dy * s, sum.z + dz * s);
}
__global__ void bodies_of_structs(const Body* in, Body* out, int bodies, float dt) {
  __shared__ float4 others[64];
  INDEX;
  Body me = in[i];
  float4 place = make_float4(me.x, me.y, me.z, me.mass);
  float3 sum = make_float3(0, 0, 0);
  for (int tile = 0; tile < bodies; tile += 64) {
    const Body& b = in[tile + threadIdx.x];
    others[threadIdx.x] = make_float4(b.x, b.y, b.z, b.mass);
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 64; ++k) sum = pulled(sum, others[k], place);
    __syncthreads();
  }
  me.vx += sum.x * dt, me.vy += sum.y * dt, me.vz += sum.z * dt;
  me.x += me.vx * dt, me.y += me.vy * dt, me.z += me.vz * dt;
  me.age += dt;
  out[i] = me;
}
__global__ void options_binomial(const float* prices, const float* strikes, float* calls, int steps, float rise, float up, float down) {
  __shared__ float edge[128 + 1];
  const int t = threadIdx.x;
  float price = prices[blockIdx.x], strike = strikes[blockIdx.x];
  float values[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) values[k] = fmaxf(price * __expf(rise * (2.0f * (t * 4 + k) - steps)) - strike, 0.0f);
  if (t == 0) edge[128] = fmaxf(price * __expf(rise * steps) - strike, 0.0f);
  for (int level = steps; level > 0; --level) {
    edge[t] = values[0];
    __syncthreads();
    float after = edge[t + 1];
    __syncthreads();
    if (level > t * 4) {
      for (int k = 0; k < 3; ++k) values[k] = up * values[k + 1] + down * values[k];
      values[3] = up * after + down * values[3];
    }
  }
  if (t == 0) calls[blockIdx.x] = values[0];
}
__device__ inline float4 opened(uchar4 c) { return make_float4(c.x / 255.0f, c.y / 255.0f, c.z / 255.0f, c.w / 255.0f); }
__device__ inline uchar4 closed(float4 c) {
  return make_uchar4((unsigned char)(__saturatef(c.x) * 255), (unsigned char)(__saturatef(c.y) * 255), (unsigned char)(__saturatef(c.z) * 255), (unsigned char)(__saturatef(c.w) * 255));
}
__device__ inline void added(float4& a, float4 b, float sign) { a.x += sign * b.x, a.y += sign * b.y, a.z += sign * b.z, a.w += sign * b.w; }
__global__ void boxes_of_colours_down(const uchar4* in, uchar4* out, int width, int height, int radius) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float scale = 1.0f / (2 * radius + 1);
  float4 sum = make_float4(0, 0, 0, 0);
  for (int k = -radius; k < radius; ++k) added(sum, opened(in[max(k, 0) * width + x]), 1);
  for (int y = 0; y < height; ++y) {
    added(sum, opened(in[min(y + radius, height - 1) * width + x]), 1);
    out[y * width + x] = closed(make_float4(sum.x * scale, sum.y * scale, sum.z * scale, sum.w * scale));
    added(sum, opened(in[max(y - radius, 0) * width + x]), -1);
  }
}
__global__ void edges_by_sobel(const unsigned char* in, unsigned char* out, int width, int height, float scale) {
  __shared__ unsigned char s[10][68];
  int left = blockIdx.x * 64, top = blockIdx.y * 8;
  for (int y = threadIdx.y; y < 10; y += 8)
    for (int x = threadIdx.x; x < 66; x += 16) s[y][x] = in[min(max(top + y - 1, 0), height - 1) * width + min(max(left + x - 1, 0), width - 1)];
  __syncthreads();
  int y = threadIdx.y, x = threadIdx.x * 4;
  if (top + y >= height || left + x >= width) return;
  unsigned char four[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    int across = s[y][x + k + 2] + 2 * s[y + 1][x + k + 2] + s[y + 2][x + k + 2] - s[y][x + k] - 2 * s[y + 1][x + k] - s[y + 2][x + k];
    int down = s[y][x + k] + 2 * s[y][x + k + 1] + s[y][x + k + 2] - s[y + 2][x + k] - 2 * s[y + 2][x + k + 1] - s[y + 2][x + k + 2];
    int sum = (int)(scale * (abs(across) + abs(down)));
    four[k] = (unsigned char)(sum > 255 ? 255 : sum);
  }
  *(uchar4*)(out + (top + y) * width + left + x) = make_uchar4(four[0], four[1], four[2], four[3]);
}
__constant__ float nearness[16];
__global__ void colours_bilateral(const uchar4* in, uchar4* out, int width, int height, float spread, int radius) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float4 centre = opened(in[y * width + x]), total = make_float4(0, 0, 0, 0);
  float weights = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      float4 c = opened(in[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)]);
      float r = c.x - centre.x, g = c.y - centre.y, b = c.z - centre.z;
      float weight = nearness[dy + radius] * nearness[dx + radius] * __expf(-(r * r + g * g + b * b) / (2 * spread * spread));
      added(total, c, weight);
      weights += weight;
    }
  out[y * width + x] = closed(make_float4(total.x / weights, total.y / weights, total.z / weights, total.w / weights));
}

// ---- a suite of mixed computing
__global__ void heat_in_pyramid(int iterations, const float* power, const float* from, float* to, int columns, int rows, int border, float cap, float rx, float ry, float rz) {
  __shared__ float now[16][16], watts[16][16], then[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, small = 16 - iterations * 2;
  int y = small * blockIdx.y - border + ty, x = small * blockIdx.x - border + tx;
  bool inside = y >= 0 && y < rows && x >= 0 && x < columns;
  if (inside) now[ty][tx] = from[y * columns + x], watts[ty][tx] = power[y * columns + x];
  __syncthreads();
  int top = small * (int)blockIdx.y - border, left = small * (int)blockIdx.x - border;
  int first_y = top < 0 ? -top : 0, last_y = top + 15 > rows - 1 ? rows - 1 - top : 15;
  int first_x = left < 0 ? -left : 0, last_x = left + 15 > columns - 1 ? columns - 1 - left : 15;
  int north = max(ty - 1, first_y), south = min(ty + 1, last_y), west = max(tx - 1, first_x), east = min(tx + 1, last_x);
  bool computed = false;
  for (int k = 0; k < iterations; ++k) {
    computed = false;
    if (tx >= k + 1 && tx <= 14 - k && ty >= k + 1 && ty <= 14 - k && inside) {
      computed = true;
      float middle = now[ty][tx];
      then[ty][tx] = middle + cap * (watts[ty][tx] + (now[south][tx] + now[north][tx] - 2 * middle) * ry + (now[ty][east] + now[ty][west] - 2 * middle) * rx + (80.0f - middle) * rz);
    }
    __syncthreads();
    if (k == iterations - 1) break;
    if (computed) now[ty][tx] = then[ty][tx];
    __syncthreads();
  }
  if (computed) to[y * columns + x] = then[ty][tx];
}
__global__ void speckle_coefficients(const float* image, float* east_out, float* south_out, float* coefficients, int columns, int rows, float q0) {
  __shared__ float tile[16][16], edge_north[16], edge_south[16], edge_west[16], edge_east[16];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty, at = y * columns + x;
  tile[ty][tx] = image[at];
  if (ty == 0) edge_north[tx] = image[y > 0 ? at - columns : at];
  if (ty == 15) edge_south[tx] = image[y < rows - 1 ? at + columns : at];
  if (tx == 0) edge_west[ty] = image[x > 0 ? at - 1 : at];
  if (tx == 15) edge_east[ty] = image[x < columns - 1 ? at + 1 : at];
  __syncthreads();
  float c = tile[ty][tx];
  float up = (ty == 0 ? edge_north[tx] : tile[ty - 1][tx]) - c, down = (ty == 15 ? edge_south[tx] : tile[ty + 1][tx]) - c;
  float left = (tx == 0 ? edge_west[ty] : tile[ty][tx - 1]) - c, right = (tx == 15 ? edge_east[ty] : tile[ty][tx + 1]) - c;
  float g2 = (up * up + down * down + left * left + right * right) / (c * c), l = (up + down + left + right) / c;
  float numerator = 0.5f * g2 - l * l / 16, denominator = 1 + 0.25f * l;
  float q = numerator / (denominator * denominator);
  coefficients[at] = __saturatef(1 / (1 + (q - q0) / (q0 * (1 + q0))));
  east_out[at] = right, south_out[at] = down;
}
__global__ void paths_down_the_wall(int iterations, const int* wall, const int* from, int* to, int columns, int start, int border) {
  __shared__ int previous[256], result[256];
  int t = threadIdx.x, small = 256 - iterations * 2, x = small * blockIdx.x - border + t;
  int left = small * (int)blockIdx.x - border;
  int first = left < 0 ? -left : 0, last = left + 255 > columns - 1 ? columns - 1 - left : 255;
  bool valid = t >= first && t <= last, computed = false;
  if (valid) previous[t] = from[x];
  __syncthreads();
  for (int k = 0; k < iterations; ++k) {
    computed = false;
    if (t >= k + 1 && t <= 254 - k && valid) {
      computed = true;
      int shortest = min(min(previous[max(t - 1, first)], previous[t]), previous[min(t + 1, last)]);
      result[t] = shortest + wall[columns * (start + k) + x];
    }
    __syncthreads();
    if (k == iterations - 1) break;
    if (computed) previous[t] = result[t];
    __syncthreads();
  }
  if (computed) to[x] = result[t];
}
__global__ void triangles_perimeter(float* m, int side, int offset) {
  __shared__ float corner[16][16], row[16][16], column[16][16];
  int at, t;
  if (threadIdx.x < 16) {
    t = threadIdx.x, at = offset * side + offset;
    for (int k = 0; k < 8; ++k) corner[k][t] = m[at + k * side + t];
    at = offset * side + offset;
    for (int k = 0; k < 16; ++k) row[k][t] = m[at + k * side + (blockIdx.x + 1) * 16 + t];
  } else {
    t = threadIdx.x - 16, at = (offset + 8) * side + offset;
    for (int k = 8; k < 16; ++k) corner[k][t] = m[at + (k - 8) * side + t];
    at = (offset + (blockIdx.x + 1) * 16) * side + offset;
    for (int k = 0; k < 16; ++k) column[k][t] = m[at + k * side + t];
  }
  __syncthreads();
  if (threadIdx.x < 16) {
    for (int k = 1; k < 16; ++k)
      for (int j = 0; j < k; ++j) row[k][t] -= corner[k][j] * row[j][t];
  } else {
    for (int k = 0; k < 16; ++k) {
      for (int j = 0; j < k; ++j) column[t][k] -= column[t][j] * corner[j][k];
      column[t][k] /= corner[k][k] + 4.0f;
    }
  }
  __syncthreads();
  if (threadIdx.x < 16) {
    for (int k = 1; k < 16; ++k) m[(offset + k) * side + offset + (blockIdx.x + 1) * 16 + t] = row[k][t];
  } else {
    at = (offset + (blockIdx.x + 1) * 16) * side + offset;
    for (int k = 0; k < 16; ++k) m[at + k * side + t] = column[k][t];
  }
}
__global__ void strings_aligned_on_diagonal(const int* similar, int* scores, int columns, int penalty, int diagonal) {
  __shared__ int s[17][17], likeness[16][16];
  int t = threadIdx.x, bx = blockIdx.x, by = diagonal - 1 - bx;
  int corner = columns * 16 * by + 16 * bx, inner = corner + t + columns + 1;
  if (t == 0) s[0][0] = scores[corner];
  for (int k = 0; k < 16; ++k) likeness[k][t] = similar[inner + columns * k];
  s[t + 1][0] = scores[corner + columns * (t + 1)];
  s[0][t + 1] = scores[corner + t + 1];
  __syncthreads();
  for (int m = 0; m < 16; ++m) {
    if (t <= m) {
      int x = t + 1, y = m - t + 1;
      s[y][x] = max(s[y - 1][x - 1] + likeness[y - 1][x - 1], max(s[y][x - 1], s[y - 1][x]) - penalty);
    }
    __syncthreads();
  }
  for (int m = 14; m >= 0; --m) {
    if (t <= m) {
      int x = t + 16 - m, y = 16 - t;
      s[y][x] = max(s[y - 1][x - 1] + likeness[y - 1][x - 1], max(s[y][x - 1], s[y - 1][x]) - penalty);
    }
    __syncthreads();
  }
  for (int k = 0; k < 16; ++k) scores[inner + k * columns] = s[k + 1][t + 1];
}
__global__ void layer_of_backprop(const float* input, float* products, float* partial, int hidden) {
  __shared__ float node[16], weights[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, by = blockIdx.y;
  int at = (hidden + 1) * 16 * by + (hidden + 1) * ty + tx + 1 + hidden + 1;
  if (tx == 0) node[ty] = input[16 * by + ty + 1];
  __syncthreads();
  weights[ty][tx] = products[at] * node[ty];
  __syncthreads();
  for (int k = 1; k <= 4; ++k) {
    int power = 1 << k;
    if (ty % power == 0) weights[ty][tx] += weights[ty + power / 2][tx];
    __syncthreads();
  }
  products[at] = weights[ty][tx];
  if (tx == 0) partial[by * hidden + ty] = weights[0][ty];
}
__constant__ float centres[8 * 12];
__global__ void points_to_clusters(const float* features, int* members, float* sums, int points, int clusters, int width) {
  __shared__ float nearest[128];
  INDEX;
  float best = 3.4e38f;
  int which = -1;
  if (i < points) {
    for (int c = 0; c < clusters; ++c) {
      float distance = 0;
      for (int k = 0; k < width; ++k) {
        float d = features[k * points + i] - centres[c * width + k];
        distance += d * d;
      }
      if (distance < best) best = distance, which = c;
    }
    members[i] = which;
  }
  nearest[threadIdx.x] = i < points ? best : 0.0f;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) {
    if ((int)threadIdx.x < step) nearest[threadIdx.x] += nearest[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = nearest[0];
}
__global__ void rows_eliminated(const float* multipliers, float* a, float* b, int size, int pivot) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= size - 1 - pivot || y >= size - pivot) return;
  a[size * (x + 1 + pivot) + y + pivot] -= multipliers[size * (x + 1 + pivot) + pivot] * a[size * pivot + y + pivot];
  if (y == 0) b[x + 1 + pivot] -= multipliers[size * (x + 1 + pivot) + pivot] * b[pivot];
}
struct Box {
  int first, neighbours, others[6];
};
__global__ void particles_between_boxes(const Box* boxes, const float4* places, const float* charges, float4* forces, float alpha, int each) {
  __shared__ float4 home[32], near[32];
  __shared__ float charge[32];
  int first = boxes[blockIdx.x].first, count = boxes[blockIdx.x].neighbours;
  for (int k = threadIdx.x; k < each; k += blockDim.x) home[k] = places[first + k];
  __syncthreads();
  float4 sums[2];
  sums[0] = make_float4(0, 0, 0, 0), sums[1] = make_float4(0, 0, 0, 0);
  for (int b = 0; b <= count; ++b) {
    int other = b == 0 ? first : boxes[boxes[blockIdx.x].others[b - 1]].first;
    for (int k = threadIdx.x; k < each; k += blockDim.x) near[k] = places[other + k], charge[k] = charges[other + k];
    __syncthreads();
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      int me = threadIdx.x + half * 16;
      if (me < each) {
        float4 a = home[me];
        for (int j = 0; j < each; ++j) {
          float4 c = near[j];
          float r2 = a.w + c.w - (a.x * c.x + a.y * c.y + a.z * c.z);
          float v = __expf(-alpha * r2 * r2), pull = 2 * v * charge[j];
          sums[half].x += pull * (a.x - c.x), sums[half].y += pull * (a.y - c.y), sums[half].z += pull * (a.z - c.z), sums[half].w += charge[j] * v;
        }
      }
    }
    __syncthreads();
  }
  for (int half = 0; half < 2; ++half)
    if ((int)threadIdx.x + half * 16 < each) forces[first + threadIdx.x + half * 16] = sums[half];
}
__device__ inline float pressure_of(float density, float energy, float speed2) { return 0.4f * (energy - 0.5f * density * speed2); }
__global__ void fluxes_of_cells(const int* neighbours, const float* normals, const float* variables, float* fluxes, int cells) {
  INDEX;
  if (i >= cells) return;
  float density = variables[i], energy = variables[i + 4 * cells];
  float3 momentum = make_float3(variables[i + cells], variables[i + 2 * cells], variables[i + 3 * cells]);
  float3 speed = make_float3(momentum.x / density, momentum.y / density, momentum.z / density);
  float pressure = pressure_of(density, energy, speed.x * speed.x + speed.y * speed.y + speed.z * speed.z);
  float flux_density = 0, flux_energy = 0;
  float3 flux = make_float3(0, 0, 0);
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    int other = neighbours[i + k * cells];
    float3 normal = make_float3(normals[i + (k * 3) * cells], normals[i + (k * 3 + 1) * cells], normals[i + (k * 3 + 2) * cells]);
    if (other >= 0) {
      float d = variables[other], e = variables[other + 4 * cells];
      float3 m = make_float3(variables[other + cells], variables[other + 2 * cells], variables[other + 3 * cells]);
      float3 s = make_float3(m.x / d, m.y / d, m.z / d);
      float p = pressure_of(d, e, s.x * s.x + s.y * s.y + s.z * s.z);
      float through = 0.5f * (normal.x * (speed.x + s.x) + normal.y * (speed.y + s.y) + normal.z * (speed.z + s.z));
      flux_density += through * (density + d), flux_energy += through * (energy + e + pressure + p);
      flux.x += through * (momentum.x + m.x) + 0.5f * normal.x * (pressure + p);
      flux.y += through * (momentum.y + m.y) + 0.5f * normal.y * (pressure + p);
      flux.z += through * (momentum.z + m.z) + 0.5f * normal.z * (pressure + p);
    } else if (other == -1) {
      flux.x += normal.x * pressure, flux.y += normal.y * pressure, flux.z += normal.z * pressure;
    }
  }
  fluxes[i] = flux_density;
  fluxes[i + cells] = flux.x, fluxes[i + 2 * cells] = flux.y, fluxes[i + 3 * cells] = flux.z;
  fluxes[i + 4 * cells] = flux_energy;
}
struct Member {
  float weight, cost;
  int to;
};
__global__ void gains_of_centre(const Member* members, const float* coordinates, const int* table, float* work, int* switched, int points, int width, int centre, int open) {
  extern __shared__ float pool[];
  if ((int)threadIdx.x < width) pool[threadIdx.x] = coordinates[threadIdx.x * points + centre];
  __syncthreads();
  INDEX;
  if (i >= points) return;
  float cost = 0;
  for (int k = 0; k < width; ++k) {
    float d = coordinates[k * points + i] - pool[k];
    cost += d * d;
  }
  Member me = members[i];
  float change = cost * me.weight - me.cost;
  float* lower = work + i * (open + 1);
  if (change < 0) {
    switched[i] = 1;
    lower[open] = change;
  } else {
    lower[table[me.to]] += me.cost - cost * me.weight;
  }
}

// ---- throughput suites
__global__ void stencil_two_columns_each(float c0, float c1, const float* in, float* out, int nx, int ny, int nz) {
  extern __shared__ float pool[];
  int x = blockIdx.x * blockDim.x * 2 + threadIdx.x, x2 = x + blockDim.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int at = threadIdx.x + threadIdx.y * blockDim.x * 2, at2 = at + blockDim.x;
  bool inner = x > 0 && x < nx - 1 && y > 0 && y < ny - 1, inner2 = x2 < nx - 1 && y > 0 && y < ny - 1;
  float bottom = x < nx && y < ny ? in[y * nx + x] : 0.0f, bottom2 = x2 < nx && y < ny ? in[y * nx + x2] : 0.0f;
  float current = x < nx && y < ny ? in[(ny + y) * nx + x] : 0.0f, current2 = x2 < nx && y < ny ? in[(ny + y) * nx + x2] : 0.0f;
  pool[at] = current, pool[at2] = current2;
  __syncthreads();
  for (int k = 1; k < nz - 1; ++k) {
    float top = x < nx && y < ny ? in[((k + 1) * ny + y) * nx + x] : 0.0f, top2 = x2 < nx && y < ny ? in[((k + 1) * ny + y) * nx + x2] : 0.0f;
    if (inner) {
      float up = threadIdx.y > 0 ? pool[at - 2 * blockDim.x] : in[(k * ny + y - 1) * nx + x];
      float down = threadIdx.y < blockDim.y - 1 ? pool[at + 2 * blockDim.x] : in[(k * ny + y + 1) * nx + x];
      float left = threadIdx.x > 0 ? pool[at - 1] : in[(k * ny + y) * nx + x - 1];
      out[(k * ny + y) * nx + x] = (top + bottom + up + down + left + pool[at + 1]) * c1 - current * c0;
    }
    if (inner2) {
      float up = threadIdx.y > 0 ? pool[at2 - 2 * blockDim.x] : in[(k * ny + y - 1) * nx + x2];
      float down = threadIdx.y < blockDim.y - 1 ? pool[at2 + 2 * blockDim.x] : in[(k * ny + y + 1) * nx + x2];
      float right = threadIdx.x < blockDim.x - 1 ? pool[at2 + 1] : in[(k * ny + y) * nx + x2 + 1];
      out[(k * ny + y) * nx + x2] = (top2 + bottom2 + up + down + pool[at2 - 1] + right) * c1 - current2 * c0;
    }
    __syncthreads();
    bottom = current, bottom2 = current2;
    pool[at] = current = top, pool[at2] = current2 = top2;
    __syncthreads();
  }
}
__global__ void product_sixteen_in_registers(const float* a, int lda, const float* b, int ldb, float* c, int ldc, int depth, float alpha, float beta) {
  __shared__ float s[8][16];
  float sums[16];
#pragma unroll
  for (int k = 0; k < 16; ++k) sums[k] = 0;
  int mid = threadIdx.y * 16 + threadIdx.x, m = blockIdx.x * 128 + mid, column = blockIdx.y * 16 + threadIdx.x;
  for (int k = 0; k < depth; k += 8) {
    s[threadIdx.y][threadIdx.x] = b[column + (k + threadIdx.y) * ldb];
    __syncthreads();
    for (int j = 0; j < 8; ++j) {
      float v = a[m + (k + j) * lda];
#pragma unroll
      for (int l = 0; l < 16; ++l) sums[l] += v * s[j][l];
    }
    __syncthreads();
  }
#pragma unroll
  for (int l = 0; l < 16; ++l) {
    int at = m + (blockIdx.y * 16 + l) * ldc;
    c[at] = c[at] * beta + alpha * sums[l];
  }
}
__global__ void differences_of_motion(const unsigned char* picture, const unsigned char* reference, unsigned short* sads, int width, int padded) {
  __shared__ __align__(16) unsigned char block[16][16];
  int t = threadIdx.x, left = blockIdx.x * 16, top = blockIdx.y * 16;
  for (int k = t; k < 64; k += blockDim.x) *(uchar4*)&block[k / 4][k % 4 * 4] = *(const uchar4*)(picture + (top + k / 4) * width + left + k % 4 * 4);
  __syncthreads();
  if (t >= 81) return;
  int dx = t % 9, dy = t / 9;
  unsigned short* mine = sads + (blockIdx.y * gridDim.x + blockIdx.x) * 16 * 81 + t;
  for (int sub = 0; sub < 16; ++sub) {
    int y = sub / 4 * 4, x = sub % 4 * 4, sum = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
      for (int j = 0; j < 4; ++j) sum += abs((int)block[y + k][x + j] - (int)reference[(top + y + k + dy) * padded + left + x + j + dx]);
    mine[sub * 81] = (unsigned short)sum;
  }
}
__constant__ float4 waves[64];
__global__ void voxels_by_waves(const float* x, const float* y, const float* z, float* real, float* imaginary, int count) {
  INDEX;
  float px = x[i], py = y[i], pz = z[i], r = real[i], m = imaginary[i];
  int k = 0;
  if (count % 2) {
    float angle = 6.2831853f * (waves[0].x * px + waves[0].y * py + waves[0].z * pz);
    r += waves[0].w * __cosf(angle), m += waves[0].w * __sinf(angle);
    k = 1;
  }
  for (; k < count; k += 2) {
    float angle = 6.2831853f * (waves[k].x * px + waves[k].y * py + waves[k].z * pz);
    float angle2 = 6.2831853f * (waves[k + 1].x * px + waves[k + 1].y * py + waves[k + 1].z * pz);
    r += waves[k].w * __cosf(angle) + waves[k + 1].w * __cosf(angle2);
    m += waves[k].w * __sinf(angle) + waves[k + 1].w * __sinf(angle2);
  }
  real[i] = r, imaginary[i] = m;
}
__constant__ float4 atoms[48];
__global__ void potentials_within_cutoff(float* lattice, int width, int plane, float spacing, int count, float cutoff2) {
  int x = blockIdx.x * blockDim.x * 4 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float py = spacing * y, pz = spacing * plane, step = spacing * blockDim.x;
  float sums[4] = {0, 0, 0, 0};
  for (int a = 0; a < count; ++a) {
    float4 atom = atoms[a];
    float dy = py - atom.y, dz = pz - atom.z, flat = dy * dy + dz * dz;
    if (flat >= cutoff2) continue;
    float dx = spacing * x - atom.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      float r2 = dx * dx + flat + 0.001f, s = 1 - r2 / cutoff2;
      sums[k] += r2 < cutoff2 ? atom.w * rsqrtf(r2) * s * s : 0.0f;
      dx += step;
    }
  }
  int at = (plane * gridDim.y * blockDim.y + y) * width + x;
#pragma unroll
  for (int k = 0; k < 4; ++k) lattice[at + k * blockDim.x] += sums[k];
}
__global__ void fluid_in_nine_directions(const float* from, float* to, const unsigned char* solid, int width, int height, float omega) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, cells = width * height, at = y * width + x;
  if (x >= width) return;
  int west = x > 0 ? x - 1 : width - 1, east = x < width - 1 ? x + 1 : 0, south = y > 0 ? y - 1 : height - 1, north = y < height - 1 ? y + 1 : 0;
  float f0 = from[at], f1 = from[cells + y * width + west], f2 = from[2 * cells + south * width + x], f3 = from[3 * cells + y * width + east], f4 = from[4 * cells + north * width + x];
  float f5 = from[5 * cells + south * width + west], f6 = from[6 * cells + south * width + east], f7 = from[7 * cells + north * width + east], f8 = from[8 * cells + north * width + west];
  if (solid[at]) {
    to[at] = f0, to[cells + at] = f3, to[2 * cells + at] = f4, to[3 * cells + at] = f1, to[4 * cells + at] = f2;
    to[5 * cells + at] = f7, to[6 * cells + at] = f8, to[7 * cells + at] = f5, to[8 * cells + at] = f6;
    return;
  }
  float density = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
  float u = (f1 + f5 + f8 - f3 - f6 - f7) / density, v = (f2 + f5 + f6 - f4 - f7 - f8) / density;
  float flow = 1 - 1.5f * (u * u + v * v), keep = 1 - omega, side = omega * density / 9, corner = omega * density / 36;
  to[at] = keep * f0 + 4 * side * flow;
  to[cells + at] = keep * f1 + side * (flow + 3 * u + 4.5f * u * u);
  to[2 * cells + at] = keep * f2 + side * (flow + 3 * v + 4.5f * v * v);
  to[3 * cells + at] = keep * f3 + side * (flow - 3 * u + 4.5f * u * u);
  to[4 * cells + at] = keep * f4 + side * (flow - 3 * v + 4.5f * v * v);
  to[5 * cells + at] = keep * f5 + corner * (flow + 3 * (u + v) + 4.5f * (u + v) * (u + v));
  to[6 * cells + at] = keep * f6 + corner * (flow + 3 * (v - u) + 4.5f * (v - u) * (v - u));
  to[7 * cells + at] = keep * f7 + corner * (flow - 3 * (u + v) + 4.5f * (u + v) * (u + v));
  to[8 * cells + at] = keep * f8 + corner * (flow + 3 * (u - v) + 4.5f * (u - v) * (u - v));
}
__constant__ int limits[21];
__global__ void angles_of_pairs(const int* x, const int* y, const int* z, unsigned* bins, int points, int others) {
  __shared__ int3 near_points[64];
  __shared__ unsigned counts[2][24];
  int warp = threadIdx.x >> 5;
  if (threadIdx.x < 48) (&counts[0][0])[threadIdx.x] = 0;
  INDEX;
  int3 me = make_int3(0, 0, 0);
  if (i < points) me = make_int3(x[i], y[i], z[i]);
  int base = blockIdx.y * others;
  for (int k = threadIdx.x; k < others; k += blockDim.x) near_points[k] = make_int3(x[base + k], y[base + k], z[base + k]);
  __syncthreads();
  if (i < points)
    for (int k = 0; k < others; ++k) {
      int dot = me.x * near_points[k].x + me.y * near_points[k].y + me.z * near_points[k].z;
      int low = 0, high = 20;
      while (high > low + 1) {
        int middle = (low + high) / 2;
        if (dot >= limits[middle])
          high = middle;
        else
          low = middle;
      }
      atomicAdd(&counts[warp][low], 1u);
    }
  __syncthreads();
  if (threadIdx.x < 20) bins[(blockIdx.y * gridDim.x + blockIdx.x) * 20 + threadIdx.x] = counts[0][threadIdx.x] + counts[1][threadIdx.x];
}
__global__ void forces_by_neighbour_list(float4* forces, const float4* places, int neighbours, const int* list, float cutoff2, float lj1, float lj2, int count) {
  INDEX;
  if (i >= count) return;
  float4 me = places[i], sum = make_float4(0, 0, 0, 0);
  for (int k = 0; k < neighbours; ++k) {
    float4 other = places[list[k * count + i]];
    float dx = me.x - other.x, dy = me.y - other.y, dz = me.z - other.z;
    float r2 = dx * dx + dy * dy + dz * dz + 0.05f;
    if (r2 < cutoff2) {
      float inverse2 = 1 / r2, inverse6 = inverse2 * inverse2 * inverse2;
      float force = inverse2 * inverse6 * (lj1 * inverse6 - lj2);
      sum.x += dx * force, sum.y += dy * force, sum.z += dz * force;
    }
  }
  forces[i] = sum;
}
__global__ void fourier_in_shared(const float2* in, float2* out, int log_length, float direction) {
  extern __shared__ float pool[];
  int length = 1 << log_length, base = blockIdx.x << log_length, t = threadIdx.x;
  float *real = pool, *imaginary = pool + length + length / 32;
  for (int k = t; k < length; k += blockDim.x) {
    float2 v = in[base + k];
    int place = __brev(k) >> (32 - log_length);
    real[place + place / 32] = v.x, imaginary[place + place / 32] = v.y;
  }
  for (int half = 1; half < length; half *= 2) {
    __syncthreads();
    for (int k = t; k < length / 2; k += blockDim.x) {
      int low = k & (half - 1), a = 2 * k - low, b = a + half;
      a += a / 32, b += b / 32;
      float s, c;
      __sincosf(direction * 3.14159265f * low / half, &s, &c);
      float x = c * real[b] - s * imaginary[b], y = c * imaginary[b] + s * real[b];
      real[b] = real[a] - x, imaginary[b] = imaginary[a] - y;
      real[a] += x, imaginary[a] += y;
    }
  }
  __syncthreads();
  for (int k = t; k < length; k += blockDim.x) out[base + k] = make_float2(real[k + k / 32], imaginary[k + k / 32]);
}
struct Record {
  float place[3];
  int kind;
  float charge;
  short cell, flags;
  float speed[3];
};
__global__ void records_to_arrays(const Record* records, float* places, float* speeds, int2* tags, float* energy, int count) {
  for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < count; at += gridDim.x * blockDim.x) {
    Record r = records[at];
    float e = 0;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      places[k * count + at] = r.place[k];
      speeds[k * count + at] = r.speed[k];
      e += r.speed[k] * r.speed[k];
    }
    tags[at] = make_int2(r.kind << 16 | (r.cell & 0xffff), r.flags);
    if (r.flags & 1) energy[at] = 0.5f * e + r.charge;
  }
}

// ---- a language model
__global__ void rows_normed_by_warps(const float* in, const float* weight, const float* bias, float* out, float* means, float* scales, int rows, int channels) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const float* x = in + row * channels;
  float sum = 0;
  for (int c = lane; c < channels; c += 32) sum += x[c];
  for (int k = 16; k > 0; k /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, k);
  float mean = sum / channels;
  sum = 0;
  for (int c = lane; c < channels; c += 32) {
    float d = x[c] - mean;
    sum += d * d;
  }
  for (int k = 16; k > 0; k /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, k);
  float scale = rsqrtf(sum / channels + 1e-5f);
  if (lane == 0) means[row] = mean, __stcs(scales + row, scale);
  for (int c = lane; c < channels; c += 32) __stcs(out + row * channels + c, scale * (__ldcs(x + c) - mean) * weight[c] + bias[c]);
}
__global__ void causal_softmax_online(const float* in, float* out, int length, float temperature) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  int own = row % length, fours = own / 4;
  const float* x = in + row * length;
  float largest = -3.4e38f, sum = 0;
  for (int k = lane; k < fours; k += 32) {
    float4 v = ((const float4*)x)[k];
    float before = largest;
    largest = fmaxf(fmaxf(fmaxf(largest, v.x), fmaxf(v.y, v.z)), v.w);
    sum = sum * __expf(temperature * (before - largest)) + __expf(temperature * (v.x - largest)) + __expf(temperature * (v.y - largest)) + __expf(temperature * (v.z - largest)) + __expf(temperature * (v.w - largest));
  }
  if (4 * fours + lane <= own) {
    float before = largest, v = x[4 * fours + lane];
    largest = fmaxf(largest, v);
    sum = sum * __expf(temperature * (before - largest)) + __expf(temperature * (v - largest));
  }
  float all = largest;
  for (int k = 16; k > 0; k /= 2) all = fmaxf(all, __shfl_xor_sync(0xffffffffu, all, k));
  sum *= __expf(temperature * (largest - all));
  for (int k = 16; k > 0; k /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, k);
  for (int k = lane; k <= own; k += 32) out[row * length + k] = __expf(temperature * (x[k] - all)) / sum;
}
struct alignas(16) EightHalves {
  __half2 pairs[4];
};
__device__ inline float gelu(float x) { return 0.5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x))); }
__global__ void gelu_of_packed_halves(const EightHalves* in, const __half2* bias, EightHalves* out, int packs, int row_packs) {
  INDEX;
  if (i >= packs) return;
  EightHalves v = in[i], r;
  const __half2* b = bias + i % row_packs * 4;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    float2 two = __half22float2(__hadd2(v.pairs[k], b[k]));
    r.pairs[k] = __floats2half2_rn(gelu(two.x), gelu(two.y));
  }
  out[i] = r;
}
__global__ void residual_then_norm(const float4* a, const float4* b, const float4* weight, const float4* bias, float4* residual, float4* out, int rows, int fours) {
  extern __shared__ float4 pool_four[];
  float4 *weights = pool_four, *biases = pool_four + fours, *sums = pool_four + 2 * fours + threadIdx.y * fours;
  for (int k = threadIdx.y * 32 + threadIdx.x; k < fours; k += 32 * blockDim.y) weights[k] = weight[k], biases[k] = bias[k];
  __syncthreads();
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float sum = 0, squares = 0;
  for (int k = threadIdx.x; k < fours; k += 32) {
    float4 x = a[row * fours + k], y = b[row * fours + k];
    float4 r = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    sum += r.x + r.y + r.z + r.w;
    residual[row * fours + k] = r, sums[k] = r;
  }
  for (int k = 16; k > 0; k /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, k);
  float mean = sum / (4 * fours);
  for (int k = threadIdx.x; k < fours; k += 32) {
    float4 r = sums[k];
    squares += (r.x - mean) * (r.x - mean) + (r.y - mean) * (r.y - mean) + (r.z - mean) * (r.z - mean) + (r.w - mean) * (r.w - mean);
  }
  for (int k = 16; k > 0; k /= 2) squares += __shfl_xor_sync(0xffffffffu, squares, k);
  float scale = rsqrtf(squares / (4 * fours) + 1e-5f);
  for (int k = threadIdx.x; k < fours; k += 32) {
    float4 r = sums[k], w = weights[k], c = biases[k];
    out[row * fours + k] = make_float4(scale * (r.x - mean) * w.x + c.x, scale * (r.y - mean) * w.y + c.y, scale * (r.z - mean) * w.z + c.z, scale * (r.w - mean) * w.w + c.w);
  }
}
__global__ void scores_of_attention(const float* packed, float* scores, int batch, int length, int heads, int width) {
  INDEX;
  if (i >= batch * heads * length * length) return;
  int to = i % length, from = i / length % length;
  if (to > from) {
    scores[i] = -1e30f;
    return;
  }
  int head = i / (length * length) % heads, b = i / (length * length * heads), channels = heads * width;
  const float* query = packed + (b * length + from) * channels * 3 + head * width;
  const float* key = packed + (b * length + to) * channels * 3 + head * width + channels;
  float sum = 0;
  for (int k = 0; k < width; ++k) sum += query[k] * key[k];
  scores[i] = sum * rsqrtf((float)width);
}
__global__ void heads_of_three(const float* packed, float* q, float* k, float* v, int batch, int length, int heads, int width) {
  INDEX;
  if (i >= batch * heads * length * width) return;
  int b = i / (heads * length * width), rest = i % (heads * length * width);
  int head = rest / (length * width);
  rest %= length * width;
  int at = rest / width, d = rest % width;
  int from = ((b * length + at) * 3 * heads + head) * width + d;
  q[i] = packed[from];
  k[i] = __ldg(packed + from + heads * width);
  v[i] = __ldg(packed + from + 2 * heads * width);
}
__global__ void bias_gradient_by_columns(const __half* gradient, float* bias, int rows, int channels) {
  extern __shared__ float pool[];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32, column = blockIdx.x * 32 + lane;
  float sum = 0;
  for (int row = warp; row < rows; row += warps) sum += __half2float(gradient[row * channels + column]);
  pool[warp * 32 + lane] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = 0;
    for (int k = 0; k < warps; ++k) sum += pool[k * 32 + lane];
    bias[column] += sum;
  }
}
__global__ void weights_stepped_by_adam(float* weights, __half* copies, const __half* gradients, float* first, float* second, int count, float rate, float beta1, float beta2, float correction1, float correction2, float decay) {
  INDEX;
  if (i >= count) return;
  float g = __half2float(gradients[i]), m = first[i], v = second[i];
  m = fmaf(beta1, m, fmaf(-beta1, g, g));
  v = fmaf(beta2, v, fmaf(-beta2, g * g, g * g));
  first[i] = m, second[i] = v;
  float w = weights[i];
  w -= rate * (m / correction1 / (sqrtf(v / correction2) + 1e-8f) + decay * w);
  weights[i] = w;
  copies[i] = __float2half_rn(w);
}

template <typename T, typename F>
T* filled(int count, F make) {
  std::vector<T> host(count);
  for (int i = 0; i < count; ++i) host[i] = make(i);
  T* device = nullptr;
  cudaMalloc((void**)&device, count * sizeof(T));
  cudaMemcpy(device, host.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}
// ---- packs of small numbers
template <class T, int N, int A> struct alignas(A) Pack { T v[N]; };
template <class P, int N> __device__ void doubled(const P* in, P* out, int packs) {
  INDEX;
  if (i >= packs) return;
  P p = in[i];
#pragma unroll
  for (int k = 0; k < N; ++k) p.v[k] = p.v[k] * 2;
  out[i] = p;
}
__global__ void pack_of_8_shorts(const Pack<short, 8, 16>* in, Pack<short, 8, 16>* out, int packs) { doubled<Pack<short, 8, 16>, 8>(in, out, packs); }
__global__ void pack_of_16_shorts(const Pack<short, 16, 16>* in, Pack<short, 16, 16>* out, int packs) { doubled<Pack<short, 16, 16>, 16>(in, out, packs); }
__global__ void pack_of_16_bytes(const Pack<unsigned char, 16, 16>* in, Pack<unsigned char, 16, 16>* out, int packs) { doubled<Pack<unsigned char, 16, 16>, 16>(in, out, packs); }
__global__ void pack_of_8_shorts_by_8(const Pack<short, 8, 8>* in, Pack<short, 8, 8>* out, int packs) { doubled<Pack<short, 8, 8>, 8>(in, out, packs); }
__global__ void pack_of_6_shorts_by_4(const Pack<short, 6, 4>* in, Pack<short, 6, 4>* out, int packs) { doubled<Pack<short, 6, 4>, 6>(in, out, packs); }
__global__ void pack_of_12_bytes_by_4(const Pack<unsigned char, 12, 4>* in, Pack<unsigned char, 12, 4>* out, int packs) { doubled<Pack<unsigned char, 12, 4>, 12>(in, out, packs); }
__global__ void pack_of_4_shorts_by_2(const Pack<short, 4, 2>* in, Pack<short, 4, 2>* out, int packs) { doubled<Pack<short, 4, 2>, 4>(in, out, packs); }
__global__ void pack_of_8_floats(const Pack<float, 8, 16>* in, Pack<float, 8, 16>* out, int packs) { doubled<Pack<float, 8, 16>, 8>(in, out, packs); }
__global__ void pack_of_8_shorts_copied(const Pack<short, 16, 16>* in, Pack<short, 16, 16>* out, int packs) {
  INDEX;
  if (i < packs) out[i] = in[i];
}

struct alignas(16) MixedOf16 { int a; short b, c; float d; unsigned char e[4]; };
struct alignas(16) MixedOf32 { float4 v; short s[4]; int i, j; };
struct alignas(8) MixedOf8 { short s[2]; int i; };
struct HalfPairs { __half2 p[4]; };
struct alignas(16) BrainPairs { __nv_bfloat162 p[4]; };
struct alignas(16) HalvesAlone { __half h[8]; };
struct alignas(16) TwoFours { float4 a, b; };
template <class P> __device__ void copied(const P* in, P* out, int packs) {
  INDEX;
  if (i < packs) out[i] = in[i];
}
__global__ void copy_of_mixed_16(const MixedOf16* in, MixedOf16* out, int packs) { copied(in, out, packs); }
__global__ void copy_of_mixed_32(const MixedOf32* in, MixedOf32* out, int packs) { copied(in, out, packs); }
__global__ void copy_of_mixed_8(const MixedOf8* in, MixedOf8* out, int packs) { copied(in, out, packs); }
__global__ void copy_of_half_pairs(const HalfPairs* in, HalfPairs* out, int packs) { copied(in, out, packs); }
__global__ void copy_of_brain_pairs(const BrainPairs* in, BrainPairs* out, int packs) { copied(in, out, packs); }
__global__ void copy_of_halves(const HalvesAlone* in, HalvesAlone* out, int packs) { copied(in, out, packs); }
__global__ void copy_of_two_fours(const TwoFours* in, TwoFours* out, int packs) { copied(in, out, packs); }
__global__ void mixed_16_changed(const MixedOf16* in, MixedOf16* out, int packs) {
  INDEX;
  if (i >= packs) return;
  MixedOf16 m = in[i];
  m.a += 1, m.b *= 2, m.d += m.a, m.e[2] = m.e[1];
  out[i] = m;
}
__global__ void halves_scaled_in_packs(const HalvesAlone* in, HalvesAlone* out, int packs) {
  INDEX;
  if (i >= packs) return;
  HalvesAlone m = in[i];
#pragma unroll
  for (int k = 0; k < 8; ++k) m.h[k] = __float2half(__half2float(m.h[k]) * 0.5f);
  out[i] = m;
}
__global__ void half_pair_copied(const __half2* in, __half2* out, int packs) { copied(in, out, packs); }

int main() {
  float* f = filled<float>(n * 4, [](int i) { return i * 29 % 107 / 32.0f - 1.625f; });
  float* g = filled<float>(n * 4, [](int i) { return i * 43 % 89 / 32.0f + 0.25f; });
  float* w = filled<float>(n * 4, [](int i) { return i * 17 % 109 / 64.0f; });
  float* o = filled<float>(n * 8, [](int) { return 0.0f; });
  int* io = (int*)o;
  unsigned* uo = (unsigned*)o;
  int* ints = filled<int>(n * 4, [](int i) { return i * 37 % 101 - 50; });
  int* twos = filled<int>(n, [](int i) { return i * 2; });
  int* threes = filled<int>(n, [](int i) { return i * 3 + 1; });
  unsigned* keys = filled<unsigned>(n * 4, [](int i) { return i * 2654435761u >> 5; });
  unsigned* numbers = filled<unsigned>(n, [](int i) { return (unsigned)i; });
  unsigned char* bytes = filled<unsigned char>(n * 4, [](int i) { return (unsigned char)(i * 13 % 241 + i / 64 % 11); });
  unsigned char* solid = filled<unsigned char>(n, [](int i) { return (unsigned char)(i % 13 == 0); });
  int* columns = filled<int>(n * 2, [](int i) { return (i * 7 + i / 64) % 4096; });
  int* padded_columns = filled<int>(n, [](int i) { return i % 11 == 0 ? -1 : (i * 7 + i / 64) % 4096; });
  int2* places = filled<int2>(n, [](int i) { return make_int2(i / 9, i * 13 % 4096); });
  int* jagged_starts = filled<int>(16, [](int d) { return 4096 * d - 100 * d * (d - 1); });
  int* order = filled<int>(4096, [](int i) { return (i * 1031) & 4095; });
  int* row_starts = filled<int>(1024, [](int i) { return i * 40 + i % 5 * 7; });
  int* edge_starts = filled<int>(8192, [](int i) { return i * 4 + i % 3; });
  int* edges = filled<int>(32768, [](int i) { return (i * 3 + 1) & 32767; });
  int* levels = filled<int>(n, [](int i) { return i % 4 == 0 ? 0 : -1; });
  int* frontier = filled<int>(4096, [](int i) { return (i * 5) & 4095; });
  int* cells = filled<int>(4 * 4100, [](int i) { return i % 29 == 0 ? -1 : i % 31 == 0 ? -2 : (i * 5 + i / 4100) % 4100; });
  int* table = filled<int>(6, [](int i) { return i * 5 % 6; });
  Box* boxes = filled<Box>(160, [](int i) {
    Box b;
    b.first = i * 30, b.neighbours = i % 3 + 3;
    for (int k = 0; k < 6; ++k) b.others[k] = (i + k * 7 + 1) % 160;
    return b;
  });
  Member* members = filled<Member>(4096, [](int i) {
    Member m;
    m.weight = 1 + i % 3 * 0.5f, m.cost = 8 + i % 64 * 1.5f, m.to = i * 3 % 5;
    return m;
  });
  Record* records = filled<Record>(5120, [](int i) {
    Record r;
    for (int k = 0; k < 3; ++k) r.place[k] = i * (k + 3) % 67 * 0.5f, r.speed[k] = i * (k + 5) % 31 * 0.25f - 3;
    r.kind = i % 9, r.charge = i % 7 * 0.5f - 1.5f, r.cell = (short)(i % 500), r.flags = (short)(i / 3 % 4);
    return r;
  });
  __half* halves = filled<__half>(n, [](int i) { return __float2half(i * 23 % 113 / 32.0f - 1.75f); });
  float line[17], close[16], middles[96];
  float4 wave[64], atom[48];
  int limit[21];
  for (int i = 0; i < 17; ++i) line[i] = (i % 6 + 1) * 0.0625f;
  for (int i = 0; i < 16; ++i) close[i] = 1.0f / (1 + (i - 3) * (i - 3));
  for (int i = 0; i < 96; ++i) middles[i] = i * 19 % 53 / 16.0f - 1.5f;
  for (int i = 0; i < 64; ++i) wave[i] = make_float4(i % 5 * 0.25f, i % 7 * 0.125f, i % 3 * 0.5f, 1 + i % 4 * 0.5f);
  for (int i = 0; i < 48; ++i) atom[i] = make_float4(i * 7 % 32 * 1.0f, i * 5 % 16 * 1.0f, i % 9 * 1.0f, i % 2 ? 1.0f : -0.5f);
  for (int i = 0; i < 21; ++i) limit[i] = 4000 - i * 400;
  cudaMemcpyToSymbol(taps, line, sizeof line), cudaMemcpyToSymbol(nearness, close, sizeof close), cudaMemcpyToSymbol(centres, middles, sizeof middles);
  cudaMemcpyToSymbol(waves, wave, sizeof wave), cudaMemcpyToSymbol(atoms, atom, sizeof atom), cudaMemcpyToSymbol(limits, limit, sizeof limit);
  tiles_product_coarsened<<<dim3(2, 8), dim3(16, 16)>>>(f, g, o, 128);
  seven_points_in_registers<<<dim3(3, 3, 4), dim3(16, 16)>>>(f, o, 32, 8, 0.5f, 0.08f);
  scan_in_two_buffers<<<40, 256>>>(f, o, o + n, 10000);
  scan_brent_kung_halves<<<24, 256>>>(f, o, 12000);
  scan_three_phases<<<16, 128>>>(ints, io);
  cudaMemset(o, 0, n * 32);
  letters_aggregated<<<12, 128>>>(bytes, uo, 20000);
  merged_by_diagonals<<<8, 128>>>(twos, 9000, threes, 7000, io, 16);
  radix_bit_split<<<32, 256>>>(keys, uo, uo + n, 5);
  radix_digits_counted<<<20, 128>>>((uint2*)keys, uo, 8, 10000);
  cudaMemset(o, 0, n * 32);
  rows_ell<<<32, 128>>>(f, padded_columns, g, o, 4000, 9);
  entries_coo<<<70, 256>>>(places, f, g, o, 17000);
  rows_jagged<<<32, 128>>>(jagged_starts, columns, f, order, g, o, 12, 4096);
  rows_csr_by_warps<<<64, 256>>>(row_starts, columns, f, g, o, 500);
  frontier_with_private_queues<<<32, 128>>>(edge_starts, edges, levels, frontier, 4000, io, io + n, 3);
  transposed_by_diagonals<<<dim3(8, 2), dim3(32, 8)>>>(f, o, 256, 64);
  sums_by_strided_threads<<<32, 256, 1024>>>(ints, io, 8000);
  sums_unrolled_by_template<<<16, 256>>>(ints, io, 32768);
  convolved_rows_with_halo<<<dim3(2, 16), dim3(16, 4)>>>(f, o, 256, 64);
  convolved_columns_with_halo<<<dim3(8, 4), dim3(16, 8)>>>(f, o, 128, 128);
  differences_in_volume<<<dim3(2, 4), dim3(32, 8)>>>(f, o, 64, 32, 16);
  odd_even_merge_sort<<<16, 256>>>(keys, numbers, uo, uo + n, 512, 1);
  histogram_of_bytes_per_thread<<<16, 64>>>((uint4*)bytes, uo, 4000);
  histogram_of_bytes_per_warp<<<10, 192>>>((unsigned*)bytes, uo, 9000);
  cosines_of_blocks<<<dim3(4, 4), dim3(8, 4, 2)>>>(f, o, 128);
  walsh_radix_four_in_shared<<<16, 128, 512 * 4>>>(f, o, 9);
  haar_levels<<<32, 256>>>(f, o, o + n, 4, 16384);
  bodies_of_structs<<<16, 64>>>((Body*)g, (Body*)o, 1024, 0.01f);
  options_binomial<<<8, 128>>>(g, w, o, 512, 0.01f, 0.52f, 0.47f);
  boxes_of_colours_down<<<3, 64>>>((uchar4*)bytes, (uchar4*)o, 150, 50, 5);
  edges_by_sobel<<<dim3(2, 8), dim3(16, 8)>>>(bytes, (unsigned char*)o, 120, 60, 0.5f);
  colours_bilateral<<<dim3(5, 8), dim3(16, 8)>>>((uchar4*)bytes, (uchar4*)o, 76, 60, 0.2f, 3);
  heat_in_pyramid<<<dim3(6, 6), dim3(16, 16)>>>(2, w, g, o, 70, 66, 2, 0.05f, 0.1f, 0.1f, 0.01f);
  speckle_coefficients<<<dim3(6, 5), dim3(16, 16)>>>(g, o, o + n, o + 2 * n, 96, 80, 0.1f);
  paths_down_the_wall<<<18, 256>>>(8, ints, ints + n, io, 4200, 0, 8);
  cudaMemcpy(o, g, n * 4, cudaMemcpyDeviceToDevice);
  triangles_perimeter<<<15, 32>>>(o, 256, 0);
  cudaMemset(o, 0, n * 32);
  strings_aligned_on_diagonal<<<16, 16>>>(ints, io, 257, 2, 16);
  cudaMemcpy(o, g, n * 8, cudaMemcpyDeviceToDevice);
  layer_of_backprop<<<dim3(1, 64), dim3(16, 16)>>>(f, o, o + n, 16);
  points_to_clusters<<<32, 128>>>(f, io, o + n, 4000, 8, 12);
  cudaMemcpy(o, g, n * 8, cudaMemcpyDeviceToDevice);
  rows_eliminated<<<dim3(8, 8), dim3(16, 16)>>>(f, o, o + n, 120, 3);
  particles_between_boxes<<<160, 16>>>(boxes, (float4*)g, w, (float4*)o, 0.5f, 30);
  fluxes_of_cells<<<22, 192>>>(cells, f, g, o, 4100);
  cudaMemset(o, 0, n * 32);
  gains_of_centre<<<32, 128, 16 * 4>>>(members, f, table, o, io + n, 4000, 16, 77, 6);
  stencil_two_columns_each<<<dim3(2, 4), dim3(16, 8), 16 * 8 * 2 * 4>>>(6.0f, 0.9f, f, o, 60, 30, 14);
  product_sixteen_in_registers<<<dim3(1, 4), dim3(16, 8)>>>(f, 128, g, 64, o, 128, 64, 0.5f, 0.25f);
  differences_of_motion<<<dim3(4, 4), 96>>>(bytes, bytes + n, (unsigned short*)o, 64, 72);
  cudaMemset(o, 0, n * 32);
  voxels_by_waves<<<32, 128>>>(f, g, w, o, o + n, 63);
  potentials_within_cutoff<<<dim3(2, 8), dim3(16, 8)>>>(o, 128, 2, 0.25f, 45, 90.0f);
  fluid_in_nine_directions<<<dim3(2, 60), 48>>>(g, o, solid, 90, 60, 0.8f);
  angles_of_pairs<<<dim3(64, 2), 64>>>(ints, ints + 5000, ints + 9000, uo, 4000, 48);
  forces_by_neighbour_list<<<32, 128>>>((float4*)o, (float4*)g, 20, columns, 4.0f, 1.5f, 2.0f, 4000);
  fourier_in_shared<<<32, 64, (256 + 8) * 2 * 4>>>((float2*)f, (float2*)o, 8, -1.0f);
  records_to_arrays<<<16, 128>>>(records, o, o + n, (int2*)(o + 2 * n), o + 4 * n, 5000);
  rows_normed_by_warps<<<16, 128>>>(f, g, w, o, o + n, o + n + 4096, 60, 100);
  causal_softmax_online<<<32, 128>>>(f, o, 64, 0.5f);
  gelu_of_packed_halves<<<16, 128>>>((EightHalves*)halves, (__half2*)(halves + 40000), (EightHalves*)o, 2000, 25);
  residual_then_norm<<<16, dim3(32, 4), (2 + 4) * 40 * 16>>>((float4*)f, (float4*)g, (float4*)w, (float4*)(w + 1000), (float4*)o, (float4*)(o + n), 62, 40);
  scores_of_attention<<<122, 256>>>(f, o, 2, 72, 3, 16);
  heads_of_three<<<60, 256>>>(f, o, o + n, o + 2 * n, 2, 60, 4, 32);
  cudaMemset(o, 0, n * 32);
  bias_gradient_by_columns<<<4, 256, 8 * 32 * 4>>>(halves, o, 120, 128);
  weights_stepped_by_adam<<<40, 256>>>(o, (__half*)(o + n), halves, o + 2 * n, o + 3 * n, 10000, 0.001f, 0.9f, 0.95f, 0.1f, 0.05f, 0.01f);
  pack_of_8_shorts<<<16, 128>>>((const Pack<short, 8, 16>*)f, (Pack<short, 8, 16>*)o, 1500);
  pack_of_16_shorts<<<16, 128>>>((const Pack<short, 16, 16>*)f, (Pack<short, 16, 16>*)o, 1500);
  pack_of_16_bytes<<<16, 128>>>((const Pack<unsigned char, 16, 16>*)f, (Pack<unsigned char, 16, 16>*)o, 1500);
  pack_of_8_shorts_by_8<<<16, 128>>>((const Pack<short, 8, 8>*)f, (Pack<short, 8, 8>*)o, 1500);
  pack_of_6_shorts_by_4<<<16, 128>>>((const Pack<short, 6, 4>*)f, (Pack<short, 6, 4>*)o, 1500);
  pack_of_12_bytes_by_4<<<16, 128>>>((const Pack<unsigned char, 12, 4>*)f, (Pack<unsigned char, 12, 4>*)o, 1500);
  pack_of_4_shorts_by_2<<<16, 128>>>((const Pack<short, 4, 2>*)f, (Pack<short, 4, 2>*)o, 1500);
  pack_of_8_floats<<<16, 128>>>((const Pack<float, 8, 16>*)f, (Pack<float, 8, 16>*)o, 1500);
  pack_of_8_shorts_copied<<<16, 128>>>((const Pack<short, 16, 16>*)f, (Pack<short, 16, 16>*)o, 1500);
  copy_of_mixed_16<<<12, 128>>>((const MixedOf16*)f, (MixedOf16*)o, 1500);
  copy_of_mixed_32<<<12, 128>>>((const MixedOf32*)f, (MixedOf32*)o, 1500);
  copy_of_mixed_8<<<12, 128>>>((const MixedOf8*)f, (MixedOf8*)o, 1500);
  copy_of_half_pairs<<<12, 128>>>((const HalfPairs*)f, (HalfPairs*)o, 1500);
  copy_of_brain_pairs<<<12, 128>>>((const BrainPairs*)f, (BrainPairs*)o, 1500);
  copy_of_halves<<<12, 128>>>((const HalvesAlone*)f, (HalvesAlone*)o, 1500);
  copy_of_two_fours<<<12, 128>>>((const TwoFours*)f, (TwoFours*)o, 1500);
  mixed_16_changed<<<12, 128>>>((const MixedOf16*)f, (MixedOf16*)o, 1500);
  halves_scaled_in_packs<<<12, 128>>>((const HalvesAlone*)f, (HalvesAlone*)o, 1500);
  half_pair_copied<<<12, 128>>>((const __half2*)f, (__half2*)o, 1500);
  return cudaDeviceSynchronize();
}
