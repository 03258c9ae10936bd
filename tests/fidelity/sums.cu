// Sums, scans, sorts and histograms as courses and samples write them, compared with a profiler's figures like those of kernels.cu. Written and read
// without having been looked at in the simulator before. Where a counter depends on data, main() says what they are.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <vector>

namespace cg = cooperative_groups;

constexpr int n = 1 << 14;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

// ---- sums of a block, step by step better
__global__ void sum_by_remainder(const int* in, int* out) {
  extern __shared__ int data[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  data[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if ((t % (2 * s)) == 0) data[t] += data[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = data[0];
}
__global__ void sum_by_stride(const int* in, int* out) {
  extern __shared__ int data[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  data[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    int at = 2 * s * t;
    if (at < blockDim.x) data[at] += data[at + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = data[0];
}
__global__ void sum_by_halves(const int* in, int* out) {
  extern __shared__ int data[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  data[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) data[t] += data[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = data[0];
}
__global__ void sum_with_first_add(const int* in, int* out) {
  extern __shared__ int data[];
  unsigned t = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + t;
  int mine = i < n ? in[i] : 0;
  if (i + blockDim.x < n) mine += in[i + blockDim.x];
  data[t] = mine;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) data[t] = mine = mine + data[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = mine;
}
__device__ void sum_of_last_warp(volatile int* data, unsigned t) {
  data[t] += data[t + 32];
  data[t] += data[t + 16];
  data[t] += data[t + 8];
  data[t] += data[t + 4];
  data[t] += data[t + 2];
  data[t] += data[t + 1];
}
__global__ void sum_with_volatile_warp(const int* in, int* out) {
  extern __shared__ int data[];
  unsigned t = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + t;
  data[t] = in[i] + in[i + blockDim.x];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
    if (t < s) data[t] += data[t + s];
    __syncthreads();
  }
  if (t < 32) sum_of_last_warp(data, t);
  if (t == 0) out[blockIdx.x] = data[0];
}
template <unsigned threads> __device__ int sum_unrolled(int* data, unsigned t, int mine) {
  data[t] = mine;
  __syncthreads();
  if (threads >= 512) { if (t < 256) data[t] = mine = mine + data[t + 256]; __syncthreads(); }
  if (threads >= 256) { if (t < 128) data[t] = mine = mine + data[t + 128]; __syncthreads(); }
  if (threads >= 128) { if (t < 64) data[t] = mine = mine + data[t + 64]; __syncthreads(); }
  if (t < 32) {
    mine += data[t + 32];
    for (int d = 16; d > 0; d /= 2) mine += __shfl_down_sync(~0u, mine, d);
  }
  return mine;
}
__global__ void sum_unrolled_256(const int* in, int* out) {
  __shared__ int data[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 512 + t;
  int sum = sum_unrolled<256>(data, t, in[i] + in[i + 256]);
  if (t == 0) out[blockIdx.x] = sum;
}
__global__ void sum_by_many(const int* in, int* out, unsigned count) {
  __shared__ int data[128];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t, grid = 256 * gridDim.x;
  int mine = 0;
  while (i < count) {
    mine += in[i];
    if (i + 128 < count) mine += in[i + 128];
    i += grid;
  }
  int sum = sum_unrolled<128>(data, t, mine);
  if (t == 0) out[blockIdx.x] = sum;
}
__device__ float sum_of_warp(float v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
  return v;
}
__device__ float sum_of_block(float v) {
  static __shared__ float of_warp[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  v = sum_of_warp(v);
  if (lane == 0) of_warp[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? of_warp[lane] : 0;
  if (warp == 0) v = sum_of_warp(v);
  return v;
}
__global__ void sum_by_shuffles(const float* in, float* out) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += in[i];
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
__global__ void sum_by_shuffles_of_four(const float4* in, float* out) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
    float4 v = in[i];
    sum += v.x + v.y + v.z + v.w;
  }
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}
__global__ void sum_by_a_group(const float* in, float* out) {
  __shared__ float of_warp[8];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  INDEX;
  float v = cg::reduce(warp, in[i], cg::plus<float>());
  if (warp.thread_rank() == 0) of_warp[warp.meta_group_rank()] = v;
  block.sync();
  if (block.thread_rank() == 0) {
    float sum = 0;
    for (int k = 0; k < warp.meta_group_size(); ++k) sum += of_warp[k];
    out[blockIdx.x] = sum;
  }
}
__global__ void sum_by_one_thread(const float* in, float* out) {
  __shared__ float s[64];
  INDEX;
  s[threadIdx.x] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int k = 0; k < 64; ++k) sum += s[k];
    out[blockIdx.x] = sum;
  }
}
__global__ void dot_product(const float* a, const float* b, float* out) {
  __shared__ float cache[256];
  int at = threadIdx.x + blockIdx.x * blockDim.x, slot = threadIdx.x;
  float sum = 0;
  while (at < n) {
    sum += a[at] * b[at];
    at += blockDim.x * gridDim.x;
  }
  cache[slot] = sum;
  __syncthreads();
  int k = blockDim.x / 2;
  while (k != 0) {
    if (slot < k) cache[slot] += cache[slot + k];
    __syncthreads();
    k /= 2;
  }
  if (slot == 0) out[blockIdx.x] = cache[0];
}
__global__ void least_and_its_place(const float* in, float* least, int* place) {
  __shared__ float value[128];
  __shared__ int at[128];
  INDEX, t = threadIdx.x;
  value[t] = in[i], at[t] = i;
  __syncthreads();
  for (int s = 64; s > 0; s >>= 1) {
    if (t < s && value[t + s] < value[t]) value[t] = value[t + s], at[t] = at[t + s];
    __syncthreads();
  }
  if (t == 0) least[blockIdx.x] = value[0], place[blockIdx.x] = at[0];
}
__global__ void sum_and_squares(const float* in, float2* out) {
  __shared__ float2 s[128];
  INDEX, t = threadIdx.x;
  float v = in[i];
  s[t] = make_float2(v, v * v);
  for (int step = 64; step > 0; step /= 2) {
    __syncthreads();
    if (t < step) {
      s[t].x += s[t + step].x;
      s[t].y += s[t + step].y;
    }
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void sum_of_doubles(const double* in, double* out) {
  extern __shared__ double sums[];
  INDEX, t = threadIdx.x;
  sums[t] = in[i];
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}
__global__ void sum_of_columns(const float* in, float* out) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int row = 0; row < 64; ++row) sum += in[row * 256 + column];
  out[column] = sum;
}
__global__ void sum_of_rows(const float* in, float* out) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int column = 0; column < 256; ++column) sum += in[row * 256 + column];
  out[row] = sum;
}
__global__ void sum_of_rows_by_halves(const float* in, float* out) {
  __shared__ float s[8][33];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 8 + y;
  float sum = 0;
  for (int k = x; k < 256; k += 32) sum += in[row * 256 + k];
  s[y][x] = sum;
  __syncthreads();
  for (int d = 16; d > 0; d >>= 1) {
    if (x < d) s[y][x] += s[y][x + d];
    __syncthreads();
  }
  if (x == 0) out[row] = s[y][0];
}

// ---- scans
__global__ void scan_two_buffers(const float* in, float* out) {
  extern __shared__ float both[];
  int t = threadIdx.x, to = 0, from = 1, size = blockDim.x, base = blockIdx.x * size;
  both[to * size + t] = t > 0 ? in[base + t - 1] : 0;
  __syncthreads();
  for (int d = 1; d < size; d *= 2) {
    to = 1 - to, from = 1 - to;
    if (t >= d) both[to * size + t] = both[from * size + t] + both[from * size + t - d];
    else both[to * size + t] = both[from * size + t];
    __syncthreads();
  }
  out[base + t] = both[to * size + t];
}
__global__ void scan_work_efficient(const float* in, float* out, int size) {
  extern __shared__ float element[];
  int t = threadIdx.x, apart = 1, base = blockIdx.x * size;
  element[2 * t] = in[base + 2 * t];
  element[2 * t + 1] = in[base + 2 * t + 1];
  for (int d = size >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = apart * (2 * t + 1) - 1, b = apart * (2 * t + 2) - 1;
      element[b] += element[a];
    }
    apart *= 2;
  }
  if (t == 0) element[size - 1] = 0;
  for (int d = 1; d < size; d *= 2) {
    apart >>= 1;
    __syncthreads();
    if (t < d) {
      int a = apart * (2 * t + 1) - 1, b = apart * (2 * t + 2) - 1;
      float was = element[a];
      element[a] = element[b];
      element[b] += was;
    }
  }
  __syncthreads();
  out[base + 2 * t] = element[2 * t];
  out[base + 2 * t + 1] = element[2 * t + 1];
}
#define PADDED(k) ((k) + ((k) >> 5))
__global__ void scan_work_efficient_padded(const float* in, float* out, int size) {
  extern __shared__ float element[];
  int t = threadIdx.x, apart = 1, base = blockIdx.x * size, low = t, high = t + size / 2;
  element[PADDED(low)] = in[base + low];
  element[PADDED(high)] = in[base + high];
  for (int d = size >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = PADDED(apart * (2 * t + 1) - 1), b = PADDED(apart * (2 * t + 2) - 1);
      element[b] += element[a];
    }
    apart *= 2;
  }
  if (t == 0) element[PADDED(size - 1)] = 0;
  for (int d = 1; d < size; d *= 2) {
    apart >>= 1;
    __syncthreads();
    if (t < d) {
      int a = PADDED(apart * (2 * t + 1) - 1), b = PADDED(apart * (2 * t + 2) - 1);
      float was = element[a];
      element[a] = element[b];
      element[b] += was;
    }
  }
  __syncthreads();
  out[base + low] = element[PADDED(low)];
  out[base + high] = element[PADDED(high)];
}
__global__ void scan_by_shuffles(const int* in, int* out) {
  __shared__ int of_warp[32];
  INDEX, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int v = in[i];
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    int left = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += left;
  }
  if (lane == 31) of_warp[warp] = v;
  __syncthreads();
  if (warp == 0) {
    int w = lane < blockDim.x / 32 ? of_warp[lane] : 0;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
      int left = __shfl_up_sync(~0u, w, d);
      if (lane >= d) w += left;
    }
    of_warp[lane] = w;
  }
  __syncthreads();
  if (warp > 0) v += of_warp[warp - 1];
  out[i] = v;
}
__global__ void scan_four_each(const int4* in, int4* out) {
  __shared__ int sums[64];
  INDEX, t = threadIdx.x;
  int4 v = in[i];
  v.y += v.x, v.z += v.y, v.w += v.z;
  sums[t] = v.w;
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int left = t >= d ? sums[t - d] : 0;
    __syncthreads();
    sums[t] += left;
    __syncthreads();
  }
  if (t > 0) {
    int before = sums[t - 1];
    v.x += before, v.y += before, v.z += before, v.w += before;
  }
  out[i] = v;
}
__global__ void scan_coarse(const float* in, float* out) {
  __shared__ float s[512];
  int t = threadIdx.x, base = blockIdx.x * 512;
  for (int k = 0; k < 4; ++k) s[k * 128 + t] = in[base + k * 128 + t];
  __syncthreads();
  for (int k = 1; k < 4; ++k) s[4 * t + k] += s[4 * t + k - 1];
  __syncthreads();
  for (int d = 4; d < 512; d *= 2) {
    float left = 4 * t + 3 >= d ? s[4 * t + 3 - d] : 0;
    __syncthreads();
    s[4 * t + 3] += left;
    __syncthreads();
  }
  if (t > 0)
    for (int k = 0; k < 3; ++k) s[4 * t + k] += s[4 * t - 1];
  __syncthreads();
  for (int k = 0; k < 4; ++k) out[base + k * 128 + t] = s[k * 128 + t];
}
__global__ void sums_of_blocks_added(float* out, const float* sums) { INDEX; if (blockIdx.x > 0) out[i] += sums[blockIdx.x - 1]; }

// ---- sorts
__device__ void in_order(unsigned& a, unsigned& b, bool up) { if ((a > b) == up) { unsigned was = a; a = b; b = was; } }
__global__ void bitonic_in_a_block(unsigned* keys) {
  __shared__ unsigned s[256];
  unsigned* mine = keys + blockIdx.x * 256;
  s[threadIdx.x] = mine[threadIdx.x];
  s[threadIdx.x + 128] = mine[threadIdx.x + 128];
  for (unsigned size = 2; size < 256; size <<= 1) {
    bool up = (threadIdx.x & (size / 2)) == 0;
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      in_order(s[at], s[at + stride], up);
    }
  }
  __syncthreads();
  mine[threadIdx.x] = s[threadIdx.x];
  mine[threadIdx.x + 128] = s[threadIdx.x + 128];
}
__global__ void bitonic_step(int* keys, int j, int k) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x, other = i ^ j;
  if (other > i) {
    if ((i & k) == 0 && keys[i] > keys[other]) { int was = keys[i]; keys[i] = keys[other]; keys[other] = was; }
    if ((i & k) != 0 && keys[i] < keys[other]) { int was = keys[i]; keys[i] = keys[other]; keys[other] = was; }
  }
}
__global__ void odd_even_in_a_block(int* keys) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[2 * t] = keys[blockIdx.x * 128 + 2 * t];
  s[2 * t + 1] = keys[blockIdx.x * 128 + 2 * t + 1];
  for (int round = 0; round < 128; ++round) {
    __syncthreads();
    int at = 2 * t + (round & 1);
    if (at + 1 < 128) {
      int a = s[at], b = s[at + 1];
      s[at] = min(a, b);
      s[at + 1] = max(a, b);
    }
  }
  __syncthreads();
  keys[blockIdx.x * 128 + 2 * t] = s[2 * t];
  keys[blockIdx.x * 128 + 2 * t + 1] = s[2 * t + 1];
}
__global__ void rank_by_counting(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x, mine = in[blockIdx.x * 128 + t], rank = 0;
  s[t] = mine;
  __syncthreads();
  for (int k = 0; k < 128; ++k) rank += s[k] < mine || (s[k] == mine && k < t);
  out[blockIdx.x * 128 + rank] = mine;
}
__global__ void split_by_a_bit(const unsigned* in, unsigned* out) {
  __shared__ unsigned zeros[4];
  INDEX, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  unsigned v = in[i], ones = __ballot_sync(~0u, v & 1), before = __popc(~ones & ((1u << lane) - 1));
  if (lane == 0) zeros[warp] = __popc(~ones);
  __syncthreads();
  unsigned base = 0, all = 0;
  for (int w = 0; w < 4; ++w) {
    if (w < warp) base += zeros[w];
    all += zeros[w];
  }
  unsigned at = v & 1 ? all + threadIdx.x - base - before : base + before;
  out[blockIdx.x * 128 + at] = v;
}

// ---- histograms
__global__ void histogram_strided(const unsigned char* in, unsigned* bins, int size) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < size; i += blockDim.x * gridDim.x) atomicAdd(&own[in[i]], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
__global__ void histogram_by_warps(const unsigned* in, unsigned* parts) {
  __shared__ unsigned own[4 * 256];
  unsigned* of_warp = own + (threadIdx.x >> 5) * 256;
  for (int k = 0; k < 8; ++k) own[threadIdx.x + k * 128] = 0;
  __syncthreads();
  for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < n / 4; at += blockDim.x * gridDim.x) {
    unsigned four = in[at];
    atomicAdd(of_warp + (four & 255), 1);
    atomicAdd(of_warp + (four >> 8 & 255), 1);
    atomicAdd(of_warp + (four >> 16 & 255), 1);
    atomicAdd(of_warp + (four >> 24), 1);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < 256; bin += 128) {
    unsigned sum = 0;
    for (int w = 0; w < 4; ++w) sum += own[bin + w * 256];
    parts[blockIdx.x * 256 + bin] = sum;
  }
}
__global__ void histogram_of_bytes(const unsigned* in, unsigned* parts) {
  __shared__ unsigned char own[64 * 64];
  for (int k = 0; k < 16; ++k) ((unsigned*)own)[threadIdx.x + k * 64] = 0;
  __syncthreads();
  for (int at = blockIdx.x * 64 + threadIdx.x; at < n / 16; at += 64 * gridDim.x) {
    unsigned four = in[at];
    own[threadIdx.x + (four >> 2 & 63) * 64]++;
    own[threadIdx.x + (four >> 10 & 63) * 64]++;
    own[threadIdx.x + (four >> 18 & 63) * 64]++;
    own[threadIdx.x + (four >> 26 & 63) * 64]++;
  }
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < 64; ++k) sum += own[threadIdx.x * 64 + ((threadIdx.x + k) & 63)];
  parts[blockIdx.x * 64 + threadIdx.x] = sum;
}
__global__ void histogram_of_letters(const char* text, unsigned* bins) {
  INDEX;
  int letter = text[i] - 'a';
  if (letter >= 0 && letter < 26) atomicAdd(&bins[letter / 4], 1);
}
__global__ void histogram_of_floats(const float* in, float* bins) {
  __shared__ float own[32];
  if (threadIdx.x < 32) own[threadIdx.x] = 0;
  __syncthreads();
  INDEX;
  atomicAdd(&own[i % 32], in[i]);
  __syncthreads();
  if (threadIdx.x < 32) atomicAdd(bins + threadIdx.x, own[threadIdx.x]);
}

int main() {
  void *in, *also, *out, *keys, *more_keys;
  cudaMalloc(&in, n * 16), cudaMalloc(&also, n * 16), cudaMalloc(&out, n * 16), cudaMalloc(&keys, n * 4), cudaMalloc(&more_keys, n * 4);
  std::vector<unsigned char> bytes(n * 16);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = (unsigned char)(i % 4 == 0 ? i / 4 * 7 % 11 : 0);
  cudaMemcpy(in, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
  cudaMemset(also, 0, n * 16), cudaMemset(out, 0, n * 16);
  std::vector<unsigned> numbers(n);
  for (size_t i = 0; i < n; ++i) numbers[i] = i * 37 % 1009;
  cudaMemcpy(keys, numbers.data(), n * 4, cudaMemcpyHostToDevice), cudaMemcpy(more_keys, numbers.data(), n * 4, cudaMemcpyHostToDevice);
#define RUN(kernel, grid, block, shared, From, To, ...) kernel<<<grid, block, shared>>>((const From*)in, (To*)out, ##__VA_ARGS__)
  RUN(sum_by_remainder, n / 256, 256, 1024, int, int);
  RUN(sum_by_stride, n / 256, 256, 1024, int, int);
  RUN(sum_by_halves, n / 256, 256, 1024, int, int);
  RUN(sum_with_first_add, n / 512, 256, 1024, int, int);
  RUN(sum_with_volatile_warp, n / 512, 256, 1024, int, int);
  RUN(sum_unrolled_256, n / 512, 256, 0, int, int);
  RUN(sum_by_many, 10, 128, 0, int, int, n);
  RUN(sum_by_shuffles, 20, 256, 0, float, float);
  RUN(sum_by_shuffles_of_four, 8, 128, 0, float4, float);
  RUN(sum_by_a_group, n / 256, 256, 0, float, float);
  RUN(sum_by_one_thread, n / 64, 64, 0, float, float);
  dot_product<<<16, 256>>>((float*)in, (float*)also, (float*)out);
  least_and_its_place<<<n / 128, 128>>>((float*)in, (float*)out, (int*)out + n);
  RUN(sum_and_squares, n / 128, 128, 0, float, float2);
  RUN(sum_of_doubles, n / 128, 128, 1024, double, double);
  RUN(sum_of_columns, 2, 128, 0, float, float);
  RUN(sum_of_rows, 1, 64, 0, float, float);
  RUN(sum_of_rows_by_halves, 8, dim3(32, 8), 0, float, float);
  RUN(scan_two_buffers, n / 128, 128, 1024, float, float);
  RUN(scan_work_efficient, n / 256, 128, 1024, float, float, 256);
  RUN(scan_work_efficient_padded, n / 256, 128, 1056, float, float, 256);
  RUN(scan_by_shuffles, n / 256, 256, 0, int, int);
  RUN(scan_four_each, n / 256, 64, 0, int4, int4);
  RUN(scan_coarse, n / 512, 128, 0, float, float);
  sums_of_blocks_added<<<n / 128, 128>>>((float*)out, (float*)also);
  bitonic_in_a_block<<<n / 256, 128>>>((unsigned*)keys);
  bitonic_step<<<n / 128, 128>>>((int*)more_keys, 4, 8);
  odd_even_in_a_block<<<16, 64>>>((int*)keys);
  RUN(rank_by_counting, 16, 128, 0, int, int);
  RUN(split_by_a_bit, n / 128, 128, 0, unsigned, unsigned);
  RUN(histogram_strided, 6, 256, 0, unsigned char, unsigned, n);
  RUN(histogram_by_warps, 6, 128, 0, unsigned, unsigned);
  RUN(histogram_of_bytes, 4, 64, 0, unsigned, unsigned);
  RUN(histogram_of_letters, n / 128, 128, 0, char, unsigned);
  RUN(histogram_of_floats, n / 128, 128, 0, float, float);
  return cudaDeviceSynchronize();
}
