// Kernels of courses whose loops are as long as a parameter says: tiles, sums, stencils, rows, bodies, lists. No counter depends on the order of threads.
#include <cuda_runtime.h>

constexpr int n = 1 << 14;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

// ---- tiles of a length that nobody knows
__global__ void gemm_of_a_tile_width(const float* a, const float* b, float* c, int size, int width) {
  __shared__ float row[256], column[256];
  int t = threadIdx.x, at = blockIdx.x;
  float sum = 0;
  for (int first = 0; first < size; first += width) {
    if (t < width) row[t] = a[at * size + first + t];
    if (t < width) column[t] = b[(first + t) * 4 + at % 4];
    __syncthreads();
    for (int k = 0; k < width; ++k) sum += row[k] * column[k];
    __syncthreads();
  }
  if (t == 0) c[at] = sum;
}
__global__ void row_times_matrix(const float* x, const float* m, float* y, int rows, int columns) {
  __shared__ float part[128];
  INDEX;
  part[threadIdx.x] = threadIdx.x < rows ? x[threadIdx.x] : 0;
  __syncthreads();
  if (i < columns) {
    float sum = 0;
    for (int k = 0; k < rows; ++k) sum += part[k] * m[k * columns + i];
    y[i] = sum;
  }
}
__global__ void gemm_row_in_shared(const float* a, const float* b, float* c, int width) {
  extern __shared__ float of_row[];
  int t = threadIdx.x, row = blockIdx.x;
  for (int k = t; k < width; k += blockDim.x) of_row[k] = a[row * width + k];
  __syncthreads();
  for (int column = t; column < width; column += blockDim.x) {
    float sum = 0;
    for (int k = 0; k < width; ++k) sum += of_row[k] * b[k * width + column];
    c[row * width + column] = sum;
  }
}
__global__ void gemm_of_sixteen(const float* a, const float* b, float* c, int width) {
  __shared__ float as[16][16], bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int tile = 0; tile < (width + 15) / 16; ++tile) {
    as[ty][tx] = tile * 16 + tx < width ? a[row * width + tile * 16 + tx] : 0;
    bs[ty][tx] = tile * 16 + ty < width ? b[(tile * 16 + ty) * width + column] : 0;
    __syncthreads();
    int end = min(16, width - tile * 16);
    for (int k = 0; k < end; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * width + column] = sum;
}
__global__ void gemm_in_place(const float* a, const float* b, float* c, int width) {
  INDEX;
  int row = blockIdx.y;
  c[row * width + i] = 0;
  for (int k = 0; k < width; ++k) c[row * width + i] += a[row * width + k] * b[k * width + i];
}
__global__ void gemm_onto(const float* a, const float* b, float* c, int width, float alpha) {
  INDEX;
  int row = blockIdx.y;
  for (int k = 0; k < width; ++k) c[row * width + i] += alpha * a[row * width + k] * b[k * width + i];
}
__global__ void syrk_onto(const float* a, float* c, int size, int inner, float alpha, float beta) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < size && j < size) {
    c[i * size + j] *= beta;
    for (int k = 0; k < inner; ++k) c[i * size + j] += alpha * a[i * inner + k] * a[j * inner + k];
  }
}
__global__ void bicg_columns(const float* a, const float* r, float* s, int rows, int columns) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < columns) {
    s[j] = 0;
    for (int i = 0; i < rows; i++) s[j] += r[i] * a[i * columns + j];
  }
}
__global__ void atax_rows_of_any_length(const float* a, const float* x, float* tmp, int rows, int columns) {
  INDEX;
  if (i < rows) {
    for (int j = 0; j < columns; j++) tmp[i] += a[i * columns + j] * x[j];
  }
}
// ---- sums
__global__ void sum_by_first_thread(const float* in, float* out) {
  __shared__ float s[128];
  INDEX;
  s[threadIdx.x] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int k = 0; k < blockDim.x; ++k) sum += s[k];
    out[blockIdx.x] = sum;
  }
}
__global__ void sum_of_warps(const float* in, float* out) {
  __shared__ float of_warp[32];
  INDEX;
  float v = in[i];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    int warps = blockDim.x / 32;
    float sum = 0;
    for (int w = 0; w < warps; ++w) sum += of_warp[w];
    out[blockIdx.x] = sum;
  }
}
__global__ void greatest_of_all(const int* in, int* out, int count) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * count + t % count];
  __syncthreads();
  int best = s[0], place = 0;
  for (int k = 1; k < count; ++k)
    if (s[k] > best) best = s[k], place = k;
  out[blockIdx.x * blockDim.x + t] = best * 1000 + place;
}
__global__ void least_of_any_length(const int* in, int* out, int count) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * count + t % count];
  __syncthreads();
  int best = 1 << 30;
  for (int k = 0; k < count; ++k) best = min(best, s[k]);
  out[blockIdx.x * blockDim.x + t] = best;
}
__global__ void ranks_of_values(const float* in, int* out, int count) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  float own = s[t];
  int rank = 0;
  for (int k = 0; k < count; ++k) rank += s[k] < own || (s[k] == own && k < t);
  out[blockIdx.x * 128 + t] = rank;
}
__global__ void moments_of_a_block(const float* in, float* out, int count) {
  __shared__ float s[128];
  INDEX;
  s[threadIdx.x] = in[i];
  __syncthreads();
  float mean = 0, square = 0;
  for (int k = 0; k < count; ++k) mean += s[k], square += s[k] * s[k];
  mean /= count;
  out[i] = (s[threadIdx.x] - mean) * rsqrtf(square / count - mean * mean + 0.001f);
}
// ---- rows: softmax, layernorm, attention
__global__ void softmax_in_shared(const float* in, float* out, int count) {
  extern __shared__ float logits[];
  int t = threadIdx.x;
  if (t < count) logits[t] = in[blockIdx.x * count + t];
  __syncthreads();
  float top = -1e30f;
  for (int k = 0; k < count; ++k) top = fmaxf(top, logits[k]);
  float sum = 0;
  for (int k = 0; k < count; ++k) sum += expf(logits[k] - top);
  if (t < count) out[blockIdx.x * count + t] = expf(logits[t] - top) / sum;
}
__global__ void layernorm_of_rows(const float* in, const float* gain, float* out, int count) {
  extern __shared__ float values[];
  for (int k = threadIdx.x; k < count; k += blockDim.x) values[k] = in[blockIdx.x * count + k];
  __syncthreads();
  float mean = 0;
  for (int k = 0; k < count; ++k) mean += values[k];
  mean /= count;
  float variance = 0;
  for (int k = 0; k < count; ++k) {
    float d = values[k] - mean;
    variance += d * d;
  }
  float scale = rsqrtf(variance / count + 1e-5f);
  for (int k = threadIdx.x; k < count; k += blockDim.x) out[blockIdx.x * count + k] = (values[k] - mean) * scale * gain[k];
}
__global__ void attention_with_query(const float* q, const float* keys, float* out, int width, int length) {
  __shared__ float query[64];
  INDEX;
  if (threadIdx.x < width) query[threadIdx.x] = q[threadIdx.x];
  __syncthreads();
  if (i < length) {
    float dot = 0;
    for (int d = 0; d < width; d++) dot += query[d] * keys[i * width + d];
    out[i] = dot * 0.125f;
  }
}
__global__ void layer_of_neurons(const float* in, const float* weights, const float* bias, float* out, int inputs, int outputs) {
  INDEX;
  if (i < outputs) {
    out[i] = bias[i];
    for (int k = 0; k < inputs; ++k) out[i] += weights[k * outputs + i] * in[k];
  }
}
// ---- stencils and filters
__global__ void filter_of_a_radius(const float* in, const float* weights, float* out, int radius) {
  __shared__ float tile[192], w[64];
  int t = threadIdx.x;
  INDEX;
  tile[t] = in[i];
  if (t < 64) tile[128 + t] = in[i + 128], w[t] = weights[t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 2 * radius + 1; ++k) sum += w[k] * tile[t + k];
  out[i] = sum;
}
__global__ void polynomials(const float* in, const float* coefficients, float* out, int degree) {
  __shared__ float c[32];
  INDEX;
  if (threadIdx.x < 32) c[threadIdx.x] = coefficients[threadIdx.x];
  __syncthreads();
  float x = in[i], power = 1, sum = 0;
  for (int k = 0; k <= degree; ++k) {
    sum += c[k] * power;
    power *= x;
  }
  out[i] = sum;
}
__global__ void steps_in_time(const float* force, float* place, int steps) {
  INDEX;
  for (int k = 0; k < steps; ++k) place[i] += 0.01f * force[k * 1024 + i];
}
__global__ void two_sums_in_memory(const float* a, const float* b, float* sums, float* squares, int count) {
  INDEX;
  for (int k = 0; k < count; ++k) {
    sums[i] += a[k * 512 + i];
    squares[i] += b[k] * b[k];
  }
}
// ---- bodies
__global__ void bodies_in_tiles(const float4* bodies, float4* out, int count) {
  __shared__ float4 tile[64];
  INDEX;
  float4 own = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < count; first += blockDim.x) {
    tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < blockDim.x; ++k) {
      float dx = tile[k].x - own.x, dy = tile[k].y - own.y, dz = tile[k].z - own.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = tile[k].w * r * r * r;
      ax += f * dx, ay += f * dy, az += f * dz;
    }
    __syncthreads();
  }
  out[i] = make_float4(ax, ay, az, 0);
}
__global__ void bodies_by_coordinate(const float* x, const float* y, const float* mass, float* out, int count) {
  __shared__ float sx[64], sy[64], sm[64];
  INDEX;
  float px = x[i], py = y[i], ax = 0, ay = 0;
  for (int first = 0; first < count; first += 64) {
    sx[threadIdx.x] = x[first + threadIdx.x], sy[threadIdx.x] = y[first + threadIdx.x], sm[threadIdx.x] = mass[first + threadIdx.x];
    __syncthreads();
    int end = min(64, count - first);
    for (int k = 0; k < end; ++k) {
      float dx = sx[k] - px, dy = sy[k] - py, r = rsqrtf(dx * dx + dy * dy + 0.1f);
      ax += sm[k] * dx * r, ay += sm[k] * dy * r;
    }
    __syncthreads();
  }
  out[i] = ax + ay;
}
// ---- histograms, scans, lists
__global__ void histogram_then_cumulative(const int* in, int* out, int bins) {
  __shared__ int count[64];
  int t = threadIdx.x;
  INDEX;
  if (t < 64) count[t] = 0;
  __syncthreads();
  atomicAdd(&count[in[i] & (bins - 1)], 1);
  __syncthreads();
  int before = 0;
  for (int k = 0; k < bins; ++k)
    if (k < t) before += count[k];
  out[i] = before;
}
__global__ void scan_by_one_thread(const int* in, int* out, int count) {
  __shared__ int s[128], sums[128];
  int t = threadIdx.x;
  INDEX;
  s[t] = in[i];
  __syncthreads();
  if (t == 0) {
    int sum = 0;
    for (int k = 0; k < count; ++k) {
      sums[k] = sum;
      sum += s[k];
    }
  }
  __syncthreads();
  out[i] = t < count ? sums[t] : 0;
}
__global__ void offsets_of_blocks(const int* sums, int* out, int blocks) {
  __shared__ int s[64];
  INDEX;
  if (threadIdx.x < blocks) s[threadIdx.x] = sums[threadIdx.x];
  __syncthreads();
  int offset = 0;
  for (int b = 0; b < (int)blockIdx.x; ++b) offset += s[b];
  out[i] += offset;
}
__global__ void spmv_ell_in_place(const int* columns, const float* values, const float* x, float* y, int rows, int width) {
  INDEX;
  if (i < rows) {
    y[i] = 0;
    for (int k = 0; k < width; ++k) y[i] += values[k * rows + i] * x[columns[k * rows + i]];
  }
}
__global__ void spmv_csr_onto(const int* start, const int* columns, const float* values, const float* x, float* y, int rows) {
  INDEX;
  if (i < rows)
    for (int k = start[i]; k < start[i + 1]; ++k) y[i] += values[k] * x[columns[k]];
}
__global__ void distances_to_centres(const float* points, const float* centres, int* out, int count, int k_centres) {
  __shared__ float c[64];
  INDEX;
  if (threadIdx.x < k_centres) c[threadIdx.x] = centres[threadIdx.x];
  __syncthreads();
  if (i >= count) return;
  float best = 1e30f, p = points[i];
  int which = -1;
  for (int k = 0; k < k_centres; ++k) {
    float d = (p - c[k]) * (p - c[k]);
    if (d < best) {
      best = d;
      which = k;
    }
  }
  out[i] = which;
}
__global__ void collatz_table(const int* table, int* out, int count) {
  __shared__ int s[64];
  INDEX;
  if (threadIdx.x < 64) s[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  int v = i;
  for (int k = 0; k < count; ++k) v = (v * 31 + s[k]) ^ (v >> 3);
  out[i] = v;
}
__global__ void words_counted(const unsigned* text, int* out, int count, unsigned wanted) {
  __shared__ unsigned s[128];
  INDEX;
  s[threadIdx.x] = text[i];
  __syncthreads();
  int found = 0;
  for (unsigned k = 0; k < count; ++k) {
    if (s[k] == wanted) ++found;
  }
  out[i] = found;
}
__global__ void doubles_in_shared(const double* in, double* out, int count) {
  __shared__ double s[128];
  INDEX;
  s[threadIdx.x] = in[i];
  __syncthreads();
  double sum = 0;
  for (int k = 0; k < count; ++k) sum += s[k] * in[k * 128 + threadIdx.x];
  out[i] = sum;
}
// ---- what is stored elsewhere
__global__ void reversed_and_summed(const float* in, float* out) {
  __shared__ float s[128], r[128];
  int t = threadIdx.x;
  INDEX;
  s[t] = in[i];
  r[127 - t] = in[i + 1024];
  float own = s[t];
  __syncthreads();
  float other = r[t];
  r[t] = own + s[127 - t];
  out[i] = other + r[t] + s[127 - t];
}
__global__ void tree_of_two_halves(const float* in, float* out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  INDEX;
  s[t] = in[i], s[t + 128] = in[i + 2048];
  __syncthreads();
  float low = s[t] + s[t + 128], high = s[t] - s[t + 128];
  s[t] = low;
  s[t + 128] = high;
  out[i] = s[t] * s[t + 128];
}
__global__ void pairs_in_order(int* data, int steps) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = data[blockIdx.x * 256 + t], s[t + 128] = data[blockIdx.x * 256 + t + 128];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    int at = 2 * t + step % 2;
    if (at + 1 < 256 && s[at] > s[at + 1]) {
      int x = s[at];
      s[at] = s[at + 1];
      s[at + 1] = x;
    }
    __syncthreads();
  }
  data[blockIdx.x * 256 + t] = s[t], data[blockIdx.x * 256 + t + 128] = s[t + 128];
}
__global__ void butterflies(float* data, int steps) {
  __shared__ float re[128], im[128];
  int t = threadIdx.x;
  re[t] = data[blockIdx.x * 256 + t], re[t + 64] = data[blockIdx.x * 256 + t + 64];
  im[t] = data[blockIdx.x * 256 + t + 128], im[t + 64] = data[blockIdx.x * 256 + t + 192];
  __syncthreads();
  for (int half = 1; half < 1 << steps; half *= 2) {
    int at = t / half * 2 * half + t % half;
    float a = re[at], b = re[at + half], c = im[at], d = im[at + half];
    __syncthreads();
    re[at] = a + b, re[at + half] = a - b;
    im[at] = c + d, im[at + half] = c - d;
    __syncthreads();
  }
  data[blockIdx.x * 256 + t] = re[t] + im[t], data[blockIdx.x * 256 + t + 64] = re[t + 64] - im[t + 64];
}
__global__ void flags_beside_values(const int* in, int* out, int bound) {
  __shared__ int s[128], some;
  int t = threadIdx.x;
  INDEX;
  s[t] = in[i];
  if (t == 0) some = 0;
  __syncthreads();
  if (s[t] > bound) some = 1;
  out[i] = s[t];
  __syncthreads();
  out[i + 1024] = some + s[127 - t];
}

__global__ void filled(float* f, int* g, double* d) {
  INDEX;
  f[i] = (i * 37 % 101) * 0.01f, g[i] = i * 29 % 211, d[i] = (i % 57) * 0.5;
}
__global__ void started(int* start) {
  INDEX;
  start[i] = i * 5 + i % 3;
}

int main() {
  float *f, *o;
  int *g, *io, *start;
  double* d;
  cudaMalloc(&f, n * 8), cudaMalloc(&o, n * 16), cudaMalloc(&g, n * 8), cudaMalloc(&io, n * 8), cudaMalloc(&d, n * 8), cudaMalloc(&start, n * 4);
  cudaMemset(f, 0, n * 8), cudaMemset(o, 0, n * 16), cudaMemset(g, 0, n * 8), cudaMemset(io, 0, n * 8);
  filled<<<n / 256, 256>>>(f, g, d);
  started<<<4, 256>>>(start);
  gemm_of_a_tile_width<<<8, 128>>>(f, f + 1000, o, 100, 25);
  row_times_matrix<<<2, 128>>>(f, f + 128, o, 77, 200);
  gemm_row_in_shared<<<30, 64, 30 * 4>>>(f, f + 1000, o, 30);
  gemm_of_sixteen<<<dim3(2, 2), dim3(16, 16)>>>(f, f + 1000, o, 32);
  gemm_in_place<<<dim3(1, 30), 32>>>(f, f + 1000, o, 32);
  gemm_onto<<<dim3(1, 30), 32>>>(f, f + 1000, o, 35, 0.5f);
  syrk_onto<<<dim3(2, 4), dim3(16, 8)>>>(f, o, 30, 23, 0.5f, 0.25f);
  bicg_columns<<<2, 64>>>(f, f + 9000, o, 50, 100);
  atax_rows_of_any_length<<<2, 64>>>(f, f + 9000, o, 100, 41);
  sum_by_first_thread<<<8, 120>>>(f, o);
  sum_of_warps<<<8, 224>>>(f, o);
  greatest_of_all<<<8, 64>>>(g, io, 51);
  least_of_any_length<<<8, 64>>>(g, io, 51);
  ranks_of_values<<<8, 128>>>(f, io, 126);
  moments_of_a_block<<<8, 128>>>(f, o, 101);
  softmax_in_shared<<<8, 96, 90 * 4>>>(f, o, 90);
  layernorm_of_rows<<<8, 64, 90 * 4>>>(f, f + 5000, o, 90);
  attention_with_query<<<4, 64>>>(f, f + 100, o, 47, 230);
  layer_of_neurons<<<2, 64>>>(f, f + 500, f + 9000, o, 43, 100);
  filter_of_a_radius<<<8, 128>>>(f, f + 9000, o, 9);
  polynomials<<<8, 128>>>(f, f + 9000, o, 13);
  steps_in_time<<<8, 128>>>(f, o, 13);
  two_sums_in_memory<<<4, 128>>>(f, f + 9000, o, o + n, 14);
  bodies_in_tiles<<<4, 64>>>((float4*)f, (float4*)o, 256);
  bodies_by_coordinate<<<4, 64>>>(f, f + 1000, f + 3000, o, 230);
  histogram_then_cumulative<<<4, 128>>>(g, io, 32);
  scan_by_one_thread<<<4, 128>>>(g, io, 101);
  offsets_of_blocks<<<18, 64>>>(g, io, 18);
  spmv_ell_in_place<<<2, 128>>>(g, f, f + 3000, o, 200, 15);
  spmv_csr_onto<<<2, 128>>>(start, g, f, f + 3000, o, 200);
  distances_to_centres<<<4, 128>>>(f, f + 1001, io, 500, 37);
  collatz_table<<<4, 128>>>(g, io, 57);
  words_counted<<<4, 128>>>((unsigned*)g, io, 99, 58);
  doubles_in_shared<<<4, 128>>>(d, (double*)o, 57);
  reversed_and_summed<<<4, 128>>>(f, o);
  tree_of_two_halves<<<4, 128>>>(f, o);
  pairs_in_order<<<4, 128>>>(g, 20);
  butterflies<<<4, 64>>>(f, 7);
  flags_beside_values<<<4, 128>>>(g, io, 77);
  return cudaDeviceSynchronize();
}
