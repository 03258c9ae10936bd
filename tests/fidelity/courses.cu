// Kernels as courses teach them, compared with a profiler's figures like those of kernels.cu: convolutions, scans, histograms, sparse products,
// images, transposes, reductions, stencils, atomics. No counter depends on data.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr int n = 1 << 14;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

// ---- convolutions
__constant__ float mask[25] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25};
__global__ void convolution_of_a_row(const float* in, float* out) {
  INDEX;
  float sum = 0;
  for (int j = -4; j <= 4; j++)
    if (i + j >= 0 && i + j < n) sum += in[i + j] * mask[j + 4];
  out[i] = sum;
}
__global__ void convolution_in_tiles(const float* in, float* out) {
  __shared__ float tile[128 + 8];
  INDEX, l = threadIdx.x;
  tile[l + 4] = in[i];
  if (l < 4) {
    tile[l] = i - 4 >= 0 ? in[i - 4] : 0.f;
    tile[l + 132] = i + 128 < n ? in[i + 128] : 0.f;
  }
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 9; j++) sum += tile[l + j] * mask[j];
  out[i] = sum;
}
__global__ void convolution_of_a_picture(const float* in, float* out) {
  __shared__ float tile[20][20];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int k = threadIdx.y * 16 + threadIdx.x; k < 400; k += 256) {
    const int row = (int)blockIdx.y * 16 + k / 20 - 2, column = (int)blockIdx.x * 16 + k % 20 - 2;
    tile[k / 20][k % 20] = row >= 0 && row < 128 && column >= 0 && column < 128 ? in[row * 128 + column] : 0.f;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int a = 0; a < 5; a++)
#pragma unroll 1
    for (int b = 0; b < 5; b++) sum += tile[threadIdx.y + a][threadIdx.x + b] * mask[a * 5 + b];
  out[y * 128 + x] = sum;
}

// ---- scans
__global__ void scan_kogge_stone(const float* in, float* out) {
  __shared__ float x[256];
  INDEX, t = threadIdx.x;
  x[t] = in[i];
  for (int step = 1; step < 256; step *= 2) {
    __syncthreads();
    float sum = 0;
    if (t >= step) sum = x[t] + x[t - step];
    __syncthreads();
    if (t >= step) x[t] = sum;
  }
  out[i] = x[t];
}
__global__ void scan_brent_kung(const float* in, float* out) {
  __shared__ float x[512];
  const int i = 2 * blockIdx.x * 256 + threadIdx.x, t = threadIdx.x;
  x[t] = in[i];
  x[t + 256] = in[i + 256];
  for (int step = 1; step <= 256; step *= 2) {
    __syncthreads();
    const int k = (t + 1) * 2 * step - 1;
    if (k < 512) x[k] += x[k - step];
  }
  for (int step = 128; step > 0; step /= 2) {
    __syncthreads();
    const int k = (t + 1) * step * 2 - 1;
    if (k + step < 512) x[k + step] += x[k];
  }
  __syncthreads();
  out[i] = x[t];
  out[i + 256] = x[t + 256];
}
__device__ int padded(int k) { return k + (k >> 5); }
__global__ void scan_blelloch_padded(const int* in, int* out) {
  __shared__ int x[528];
  const int t = threadIdx.x, first = blockIdx.x * 512;
  int apart = 1;
  x[padded(t)] = in[first + t];
  x[padded(t + 256)] = in[first + t + 256];
  for (int left = 256; left > 0; left >>= 1, apart *= 2) {
    __syncthreads();
    if (t < left) x[padded(apart * (2 * t + 2) - 1)] += x[padded(apart * (2 * t + 1) - 1)];
  }
  if (t == 0) x[padded(511)] = 0;
  for (int left = 1; left < 512; left *= 2) {
    apart >>= 1;
    __syncthreads();
    if (t < left) {
      const int a = padded(apart * (2 * t + 1) - 1), b = padded(apart * (2 * t + 2) - 1), was = x[a];
      x[a] = x[b];
      x[b] += was;
    }
  }
  __syncthreads();
  out[first + t] = x[padded(t)];
  out[first + t + 256] = x[padded(t + 256)];
}

// ---- histograms and other atomics
__device__ unsigned shuffled(int i) { return (unsigned)i * 2654435761u; }
__global__ void histogram_in_shared_memory(unsigned* bins, unsigned*) {
  __shared__ unsigned own[64];
  INDEX;
  if (threadIdx.x < 64) own[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own[shuffled(i) >> 26], 1u);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
__global__ void histogram_in_global_memory(unsigned* bins, unsigned*) { INDEX; atomicAdd(&bins[shuffled(i) >> 24], 1u); }
__global__ void best_of_a_hundred(int* best, int* out) { INDEX; out[i] = atomicMax(&best[i / 100], i); }
__global__ void compared_and_swapped(unsigned* at, unsigned*) {
  INDEX;
  unsigned old = at[i], seen;
  do {
    seen = old;
    old = atomicCAS(at + i, seen, seen + 1);
  } while (old != seen);
}
__global__ void exchanged(unsigned* at, unsigned* out) { INDEX; out[i] = atomicExch(&at[i & 1023], (unsigned)i); }
__global__ void thirteen_sums(float* sum, float*) { INDEX; atomicAdd(&sum[i % 13], 1.f); }
__global__ void one_sum(int* sum, int*) { INDEX; atomicAdd(sum, i & 7); }
__global__ void one_float_sum(float* sum, float*) { INDEX; atomicAdd(sum, (float)(i & 7)); }
__global__ void sums_next_to_each_other(float* sum, float*) { INDEX; atomicAdd(&sum[i], 1.f); }
__global__ void double_sums(double* sum, double*) { INDEX; atomicAdd(&sum[i / 2], 1.0); }

// ---- sparse products
__global__ void rows_padded_to_7(const float* values, const float* x, float* y) {
  INDEX;
  float sum = 0;
  for (int k = 0; k < 7; k++) sum += values[k * n + i] * x[(i * 5 + k * 37) & (n - 1)];
  y[i] = sum;
}
__global__ void a_warp_for_each_row(const float* values, const float* x, float* y) {
  INDEX;
  const int row = i / 32, lane = i & 31;
  float sum = 0;
  for (int k = row * 50 + lane; k < row * 50 + 50; k += 32) sum += values[k] * x[(k * 7) & (n - 1)];
  for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0) y[row] = sum;
}
__global__ void a_thread_for_each_row(const float* values, const float* x, float* y) {
  INDEX;
  float sum = 0;
  const int begin = i * 3 + i % 5, end = begin + 1 + i % 7;
#pragma unroll 1
  for (int k = begin; k < end; k++) sum += values[k & (n - 1)] * x[(k * 7) & (n - 1)];
  y[i] = sum;
}
__global__ void matrix_and_vector(const float* a, const float* x, float* y) {
  INDEX;
  float sum = 0;
  for (int k = 0; k < 64; k++) sum += a[i * 64 + k] * x[k];
  y[i] = sum;
}

// ---- images and records
struct Point { float x, y, z; };
__global__ void points_moved(const Point*, Point* p) { INDEX; p[i].x += 1; p[i].y += 2; p[i].z += 3; }
__global__ void float3_copied(const float3* in, float3* out) { INDEX; float3 v = in[i]; v.x += 1; out[i] = v; }
__global__ void grey_of_uchar4(const uchar4* in, unsigned char* out) { INDEX; const uchar4 p = in[i]; out[i] = (p.x * 77 + p.y * 150 + p.z * 29) >> 8; }
__global__ void grey_of_three_bytes(const unsigned char* in, unsigned char* out) { INDEX; out[i] = (in[3 * i] * 77 + in[3 * i + 1] * 150 + in[3 * i + 2] * 29) >> 8; }
__global__ void half2_multiplied(const __half2* x, __half2* y) { INDEX; const __half2 a = x[i]; y[i] = __hfma2(a, a, y[i]); }
__global__ void read_only(const float* __restrict__ in, float* __restrict__ out) { INDEX; out[i] = __ldg(&in[(i * 9) & (n - 1)]); }
__global__ void rows_of_100(const float* in, float* out) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  if (x < 100 && y < 90) out[y * 128 + x] = in[y * 100 + x];
}
__global__ void in_strides_of_the_grid(const float* in, float* out) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i] * 2; }
__global__ void two_ways(const float* in, float* out) { INDEX; if (threadIdx.x & 4) out[i] = in[i] + 1; else out[i] = in[i ^ 8] * 2; }

// ---- transposes and shared memory of wider types
template <class T, int pitch> __device__ void transpose_16(const T* in, T* out) {
  __shared__ T tile[16][pitch];
  const int tx = threadIdx.x, ty = threadIdx.y;
  tile[ty][tx] = in[(blockIdx.y * 16 + ty) * 128 + blockIdx.x * 16 + tx];
  __syncthreads();
  out[(blockIdx.x * 16 + ty) * 128 + blockIdx.y * 16 + tx] = tile[tx][ty];
}
__global__ void doubles_transposed(const double* in, double* out) { transpose_16<double, 16>(in, out); }
__global__ void doubles_transposed_padded(const double* in, double* out) { transpose_16<double, 17>(in, out); }
__global__ void int2_transposed(const int2* in, int2* out) { transpose_16<int2, 16>(in, out); }
__global__ void transposed_32_by_8(const float* in, float* out) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * 128 + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * 128 + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void float4_shuffled(const float4* in, float4* out) {
  __shared__ float4 tile[128];
  INDEX;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[(threadIdx.x * 5) & 127];
}
__global__ void bytes_shuffled(const unsigned char* in, unsigned char* out) {
  __shared__ unsigned char tile[256];
  INDEX;
  tile[(threadIdx.x * 7) & 255] = in[i];
  __syncthreads();
  out[i] = tile[(threadIdx.x * 36) & 255];
}

// ---- reductions, stencils, products
__global__ void reduction_interleaved(const float* in, float* out) {
  __shared__ float s[256];
  INDEX;
  s[threadIdx.x] = in[i];
  __syncthreads();
  for (unsigned d = 1; d < 256; d *= 2) {
    if (threadIdx.x % (2 * d) == 0) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void reduction_with_a_warp_at_the_end(const float* in, float* out) {
  __shared__ float s[256];
  const int i = blockIdx.x * 512 + threadIdx.x;
  s[threadIdx.x] = in[i] + in[i + 256];
  __syncthreads();
  for (unsigned d = 128; d > 32; d /= 2) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x >= 32) return;
  float v = s[threadIdx.x] + s[threadIdx.x + 32];
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
  if (threadIdx.x == 0) out[blockIdx.x] = v;
}
__global__ void seven_points(const float* in, float* out) {
  const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  for (int z = 1; z < 15; z++)
    if (x > 0 && x < 31 && y > 0 && y < 31) {
      const int c = (z * 32 + y) * 32 + x;
      out[c] = in[c] + in[c - 1] + in[c + 1] + in[c - 32] + in[c + 32] + in[c - 1024] + in[c + 1024];
    }
}
__global__ void product_in_tiles(const float* a, const float* b, float* c) {
  __shared__ float as[16][16], bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int p = 0; p < 8; p++) {
    as[ty][tx] = a[row * 128 + p * 16 + tx];
    bs[ty][tx] = b[(p * 16 + ty) * 128 + column];
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 16; k++) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * 128 + column] = sum;
}

// ---- barriers with a number: groups of warps that meet by themselves
__device__ void meet(int number, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory"); }
__device__ void come_by(int number, int threads) { asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory"); }
// Pairs of warps turn their 64 elements round.
__global__ void pairs_of_warps_meet(const float* in, float* out) {
  __shared__ float s[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i];
  meet(1 + t / 64, 64);
  out[i] = s[t ^ 63];
}
// One warp fills a tile and goes on, three read it.
__global__ void tile_handed_over(const float* in, float* out) {
  __shared__ float tile[96];
  const int t = threadIdx.x;
  if (t < 32) {
    for (int i = t; i < 96; i += 32) tile[i] = in[blockIdx.x * 96 + i];
    come_by(1, 128);
  } else {
    meet(1, 128);
    out[blockIdx.x * 96 + t - 32] = tile[(t * 5) % 96];
  }
}
// A warp that brings and one that takes away, with two stages: barriers 1 and 2 say "full", 3 and 4 "empty".
__global__ void full_and_empty(const float* in, float* out) {
  __shared__ float stage[2][64];
  const int t = threadIdx.x, lane = t % 32;
#pragma unroll 1
  for (int round = 0; round < 8; round++) {
    const int at = round % 2, base = (blockIdx.x * 8 + round) * 64;
    if (t < 32) {
      if (round >= 2) meet(3 + at, 64);
      stage[at][lane] = in[base + lane];
      stage[at][lane + 32] = in[base + lane + 32];
      come_by(1 + at, 64);
    } else {
      meet(1 + at, 64);
      out[base + lane] = stage[at][lane ^ 21];
      out[base + lane + 32] = stage[at][(lane ^ 21) + 32];
      if (round < 6) come_by(3 + at, 64);
    }
  }
}
// The same, written as PTX names it now, with a vote of a group.
__global__ void votes_of_groups(const float* in, int* out) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, number = 1 + t / 64;
  const int is_even = i % 2 == 0 && in[i] >= 0;
  int votes;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; barrier.cta.red.popc.u32 %0, %2, 64, p; }" : "=r"(votes) : "r"(is_even), "r"(number) : "memory");
  out[i] = votes;
}

int main() {
  void *in, *also, *out;
  cudaMalloc(&in, n * 64), cudaMalloc(&also, n * 64), cudaMalloc(&out, n * 64);
  cudaMemset(in, 0, n * 64), cudaMemset(also, 0, n * 64), cudaMemset(out, 0, n * 64);
#define RUN(kernel, grid, block, From, To) kernel<<<grid, block>>>((From*)in, (To*)out)
  RUN(convolution_of_a_row, n / 128, 128, float, float);
  RUN(convolution_in_tiles, n / 128, 128, float, float);
  RUN(convolution_of_a_picture, dim3(8, 8), dim3(16, 16), float, float);
  RUN(scan_kogge_stone, n / 256, 256, float, float);
  RUN(scan_brent_kung, n / 512, 256, float, float);
  RUN(scan_blelloch_padded, n / 512, 256, int, int);
  RUN(histogram_in_shared_memory, n / 256, 256, unsigned, unsigned);
  RUN(histogram_in_global_memory, n / 256, 256, unsigned, unsigned);
  RUN(best_of_a_hundred, n / 128, 128, int, int);
  RUN(compared_and_swapped, n / 128, 128, unsigned, unsigned);
  RUN(exchanged, n / 128, 128, unsigned, unsigned);
  RUN(thirteen_sums, n / 128, 128, float, float);
  RUN(one_sum, n / 128, 128, int, int);
  RUN(one_float_sum, n / 128, 128, float, float);
  RUN(sums_next_to_each_other, n / 128, 128, float, float);
  RUN(double_sums, n / 128, 128, double, double);
  rows_padded_to_7<<<n / 128, 128>>>((float*)in, (float*)also, (float*)out);
  a_warp_for_each_row<<<256, 128>>>((float*)in, (float*)also, (float*)out);
  a_thread_for_each_row<<<64, 128>>>((float*)in, (float*)also, (float*)out);
  matrix_and_vector<<<4, 64>>>((float*)in, (float*)also, (float*)out);
  RUN(points_moved, n / 128, 128, Point, Point);
  RUN(float3_copied, n / 128, 128, float3, float3);
  RUN(grey_of_uchar4, n / 128, 128, uchar4, unsigned char);
  RUN(grey_of_three_bytes, n / 128, 128, unsigned char, unsigned char);
  RUN(half2_multiplied, n / 128, 128, __half2, __half2);
  RUN(read_only, n / 128, 128, float, float);
  RUN(rows_of_100, dim3(4, 23), dim3(32, 4), float, float);
  RUN(in_strides_of_the_grid, 10, 96, float, float);
  RUN(two_ways, n / 128, 128, float, float);
  RUN(doubles_transposed, dim3(8, 8), dim3(16, 16), double, double);
  RUN(doubles_transposed_padded, dim3(8, 8), dim3(16, 16), double, double);
  RUN(int2_transposed, dim3(8, 8), dim3(16, 16), int2, int2);
  RUN(transposed_32_by_8, dim3(4, 4), dim3(32, 8), float, float);
  RUN(float4_shuffled, n / 128, 128, float4, float4);
  RUN(bytes_shuffled, n / 256, 256, unsigned char, unsigned char);
  RUN(reduction_interleaved, n / 256, 256, float, float);
  RUN(reduction_with_a_warp_at_the_end, n / 512, 256, float, float);
  RUN(seven_points, dim3(4, 4), dim3(8, 8), float, float);
  RUN(pairs_of_warps_meet, n / 256, 256, float, float);
  RUN(tile_handed_over, 64, 128, float, float);
  RUN(full_and_empty, 64, 64, float, float);
  RUN(votes_of_groups, n / 256, 256, float, int);
  product_in_tiles<<<dim3(8, 8), dim3(16, 16)>>>((float*)in, (float*)also, (float*)out);
  return cudaDeviceSynchronize();
}
