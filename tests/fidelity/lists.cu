// Reductions, scans, sorts, histograms, graphs and texts as suites and courses write them. Written and read on a card without having been looked at in the
// simulator before. No counter depends on the order of threads.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <vector>

namespace cg = cooperative_groups;
constexpr int n = 1 << 14;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

// ---- reductions
__global__ void reduced_with_two_at_first(const float* in, float* out, unsigned size) {
  extern __shared__ float sdata[];
  unsigned tid = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  float mySum = i < size ? in[i] : 0;
  if (i + blockDim.x < size) mySum += in[i + blockDim.x];
  sdata[tid] = mySum;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
    if (tid < s) sdata[tid] = mySum = mySum + sdata[tid + s];
    __syncthreads();
  }
  if (tid < 32) {
    if (blockDim.x >= 64) mySum += sdata[tid + 32];
    for (int offset = 16; offset > 0; offset /= 2) mySum += __shfl_down_sync(0xffffffff, mySum, offset);
  }
  if (tid == 0) out[blockIdx.x] = mySum;
}
template <unsigned blockSize> __device__ void reduced_completely(const int* in, int* out, unsigned size, int* sdata) {
  unsigned tid = threadIdx.x, i = blockIdx.x * (blockSize * 2) + tid, gridSize = blockSize * 2 * gridDim.x;
  sdata[tid] = 0;
  while (i < size) {
    sdata[tid] += in[i] + in[i + blockSize];
    i += gridSize;
  }
  __syncthreads();
  if (blockSize >= 512) { if (tid < 256) { sdata[tid] += sdata[tid + 256]; } __syncthreads(); }
  if (blockSize >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
  if (blockSize >= 128) { if (tid < 64) { sdata[tid] += sdata[tid + 64]; } __syncthreads(); }
  if (tid < 32) {
    volatile int* v = sdata;
    v[tid] += v[tid + 32];
    v[tid] += v[tid + 16];
    v[tid] += v[tid + 8];
    v[tid] += v[tid + 4];
    v[tid] += v[tid + 2];
    v[tid] += v[tid + 1];
  }
  if (tid == 0) out[blockIdx.x] = sdata[0];
}
__global__ void reduced_completely_128(const int* in, int* out, unsigned size) {
  __shared__ int sdata[128];
  reduced_completely<128>(in, out, size, sdata);
}
__global__ void reduced_by_tiles_of_a_warp(const int* in, int* total, int size) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  __shared__ int sums[8];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) sum += in[i];
  for (int d = warp.size() / 2; d > 0; d /= 2) sum += warp.shfl_down(sum, d);
  if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = sum;
  block.sync();
  if (threadIdx.x == 0) {
    int all = 0;
    for (int w = 0; w < 8; ++w) all += sums[w];
    atomicAdd(total, all);
  }
}
__global__ void greatest_and_where(const float* in, float* values, int* places, int size) {
  __shared__ float best[256];
  __shared__ int where[256];
  INDEX, t = threadIdx.x;
  best[t] = i < size ? in[i] : -1e30f;
  where[t] = i;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s && best[t + s] > best[t]) {
      best[t] = best[t + s];
      where[t] = where[t + s];
    }
    __syncthreads();
  }
  if (t == 0) values[blockIdx.x] = best[0], places[blockIdx.x] = where[0];
}
__global__ void coarse_reduction(const float* in, float* out) {
  __shared__ float s[128];
  unsigned segment = 4 * 2 * blockDim.x * blockIdx.x, i = segment + threadIdx.x, t = threadIdx.x;
  float sum = in[i];
  for (unsigned tile = 1; tile < 4 * 2; ++tile) sum += in[i + tile * 128];
  s[t] = sum;
  for (unsigned stride = blockDim.x / 2; stride >= 1; stride /= 2) {
    __syncthreads();
    if (t < stride) s[t] += s[t + stride];
  }
  if (t == 0) atomicAdd(out, s[0]);
}
struct Moments { float mean, squares, count; };
__global__ void moments_of_blocks(const float* in, Moments* out, int each) {
  __shared__ Moments s[64];
  int t = threadIdx.x, first = (blockIdx.x * 64 + t) * each;
  Moments m = {0, 0, 0};
  for (int k = 0; k < each; ++k) {
    float d = in[first + k] - m.mean;
    m.count += 1;
    m.mean += d / m.count;
    m.squares += d * (in[first + k] - m.mean);
  }
  s[t] = m;
  for (int d = 32; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) {
      Moments a = s[t], b = s[t + d];
      float delta = b.mean - a.mean, count = a.count + b.count;
      a.mean += delta * b.count / count;
      a.squares += b.squares + delta * delta * a.count * b.count / count;
      a.count = count;
      s[t] = a;
    }
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void sums_of_segments(const float* in, const int* starts, float* out) {
  __shared__ float s[64];
  int t = threadIdx.x, begin = starts[blockIdx.x], end = starts[blockIdx.x + 1];
  float sum = 0;
  for (int k = begin + t; k < end; k += 64) sum += in[k];
  s[t] = sum;
  __syncthreads();
#pragma unroll
  for (int d = 32; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

// ---- scans
__global__ void scan_in_segments(const float* in, float* out, int size) {
  __shared__ float s[512];
  __shared__ float ends[64];
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) s[k * 64 + t] = in[blockIdx.x * 512 + k * 64 + t];
  __syncthreads();
  for (int k = 1; k < 8; ++k) s[t * 8 + k] += s[t * 8 + k - 1];
  ends[t] = s[t * 8 + 7];
  for (int d = 1; d < 64; d *= 2) {
    __syncthreads();
    float v = t >= d ? ends[t - d] : 0;
    __syncthreads();
    ends[t] += v;
  }
  __syncthreads();
  if (t > 0)
    for (int k = 0; k < 8; ++k) s[t * 8 + k] += ends[t - 1];
  __syncthreads();
  for (int k = 0; k < 8; ++k) out[blockIdx.x * 512 + k * 64 + t] = s[k * 64 + t];
}
__global__ void scan_of_a_warp_volatile(const int* in, int* out) {
  __shared__ int s[4][48];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  INDEX;
  volatile int* v = s[warp];
  v[lane] = 0;
  v[lane + 16] = in[i];
  v[lane + 16] += v[lane + 15];
  v[lane + 16] += v[lane + 14];
  v[lane + 16] += v[lane + 12];
  v[lane + 16] += v[lane + 8];
  v[lane + 16] += v[lane];
  out[i] = v[lane + 16];
}
__global__ void scan_with_offsets(const unsigned* in, unsigned* out, unsigned* sums, unsigned size) {
  __shared__ unsigned s[2 * 128];
  unsigned pos = 2 * threadIdx.x - (threadIdx.x & 127), v = in[blockIdx.x * 128 + threadIdx.x];
  s[pos] = 0;
  pos += size;
  s[pos] = v;
  for (unsigned offset = 1; offset < size; offset <<= 1) {
    __syncthreads();
    unsigned t = s[pos] + s[pos - offset];
    __syncthreads();
    s[pos] = t;
  }
  out[blockIdx.x * 128 + threadIdx.x] = s[pos] - v;
  if (threadIdx.x == 127) sums[blockIdx.x] = s[pos];
}
__global__ void offsets_added_to_four(uint4* data, const unsigned* sums) {
  __shared__ unsigned base;
  INDEX;
  if (threadIdx.x == 0) base = sums[blockIdx.x];
  uint4 v = data[i];
  __syncthreads();
  v.x += base, v.y += base, v.z += base, v.w += base;
  data[i] = v;
}

// ---- compaction and sorts
__global__ void kept_by_ballots(const int* in, int* out, int* count, int size) {
  INDEX, lane = threadIdx.x & 31;
  int v = i < size ? in[i] : 0;
  unsigned keep = __ballot_sync(~0u, v > 3);
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(keep));
  base = __shfl_sync(~0u, base, 0);
  if (v > 3) out[base + __popc(keep & ((1u << lane) - 1))] = v;
}
__global__ void kept_by_a_scan(const int* in, const int* places, int* out, int size) {
  INDEX;
  if (i < size && in[i] > 3) out[places[i]] = in[i];
}
__global__ void digits_counted(const unsigned* keys, unsigned* counts, int shift) {
  __shared__ unsigned s[16][64];
  int t = threadIdx.x;
  for (int d = 0; d < 16; ++d) s[d][t] = 0;
  for (int k = 0; k < 4; ++k) {
    unsigned digit = keys[blockIdx.x * 256 + k * 64 + t] >> shift & 15;
    s[digit][t]++;
  }
  __syncthreads();
  if (t < 16) {
    unsigned sum = 0;
    for (int k = 0; k < 64; ++k) sum += s[t][k];
    counts[t * gridDim.x + blockIdx.x] = sum;
  }
}
__global__ void merged_by_ranks(const int* a, const int* b, int* out, int size) {
  INDEX;
  if (i >= size) return;
  int v = a[i], low = 0, high = size;
  while (low < high) {
    int middle = (low + high) / 2;
    if (b[middle] < v) low = middle + 1;
    else high = middle;
  }
  out[i + low] = v;
}
__global__ void bitonic_with_values(int* keys, int* values) {
  __shared__ int k[128], v[128];
  int t = threadIdx.x, at = blockIdx.x * 128;
  k[t] = keys[at + t], v[t] = values[at + t];
  k[t + 64] = keys[at + t + 64], v[t + 64] = values[at + t + 64];
  for (int size = 2; size <= 128; size <<= 1)
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      int pos = 2 * t - (t & (stride - 1));
      bool up = (pos & size) == 0;
      if ((k[pos] > k[pos + stride]) == up) {
        int was = k[pos];
        k[pos] = k[pos + stride];
        k[pos + stride] = was;
        was = v[pos];
        v[pos] = v[pos + stride];
        v[pos + stride] = was;
      }
    }
  __syncthreads();
  keys[at + t] = k[t], values[at + t] = v[t];
  keys[at + t + 64] = k[t + 64], values[at + t + 64] = v[t + 64];
}
__global__ void odd_even_over_the_grid(int* keys, int phase, int size) {
  INDEX;
  int at = 2 * i + phase;
  if (at + 1 < size && keys[at] > keys[at + 1]) {
    int was = keys[at];
    keys[at] = keys[at + 1];
    keys[at + 1] = was;
  }
}

// ---- histograms
__global__ void bins_of_neighbours(const unsigned char* in, unsigned* bins, int size) {
  __shared__ unsigned s[32];
  for (int b = threadIdx.x; b < 32; b += blockDim.x) s[b] = 0;
  __syncthreads();
  INDEX;
  for (int k = i * 4; k < min((i + 1) * 4, size); ++k) atomicAdd(&s[in[k] & 31], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < 32; b += blockDim.x)
    if (s[b] > 0) atomicAdd(&bins[b], s[b]);
}
__global__ void bins_added_up_first(const unsigned char* in, unsigned* bins, int size) {
  __shared__ unsigned s[32];
  if (threadIdx.x < 32) s[threadIdx.x] = 0u;
  __syncthreads();
  unsigned accumulated = 0;
  int before = -1;
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < size; k += blockDim.x * gridDim.x) {
    int bin = in[k] / 8;
    if (bin == before) ++accumulated;
    else {
      if (accumulated > 0) atomicAdd(&s[before], accumulated);
      accumulated = 1;
      before = bin;
    }
  }
  if (accumulated > 0) atomicAdd(&s[before], accumulated);
  __syncthreads();
  if (threadIdx.x < 32) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
__global__ void bins_of_words(const uint4* in, unsigned* bins) {
  __shared__ unsigned s[4][16];
  if (threadIdx.x < 64) s[threadIdx.x / 16][threadIdx.x % 16] = 0;
  __syncthreads();
  INDEX;
  uint4 v = in[i];
  unsigned* mine = s[threadIdx.x / 32];
  atomicAdd(&mine[v.x & 15], 1u), atomicAdd(&mine[v.y & 15], 1u), atomicAdd(&mine[v.z & 15], 1u), atomicAdd(&mine[v.w & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], s[0][threadIdx.x] + s[1][threadIdx.x] + s[2][threadIdx.x] + s[3][threadIdx.x]);
}

// ---- graphs
__global__ void frontier_followed(const int* rows, const int* columns, int* levels, const int* frontier, int* next, int* next_size, int size, int level) {
  __shared__ int own[512];
  __shared__ int own_size, base;
  if (threadIdx.x == 0) own_size = 0;
  __syncthreads();
  INDEX;
  if (i < size) {
    int vertex = frontier[i];
    for (int e = rows[vertex]; e < rows[vertex + 1]; ++e) {
      int to = columns[e];
      if (atomicCAS(&levels[to], -1, level) == -1) own[atomicAdd(&own_size, 1)] = to;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) base = atomicAdd(next_size, own_size);
  __syncthreads();
  for (int k = threadIdx.x; k < own_size; k += blockDim.x) next[base + k] = own[k];
}
__global__ void edges_looked_at(const int* from, const int* to, const int* levels, int* next, int* found, int level, int edges) {
  INDEX;
  if (i < edges) {
    if (levels[from[i]] == level - 1) {
      int v = to[i];
      if (levels[v] == -1) {
        next[v] = level;
        *found = 1;
      }
    }
  }
}
__global__ void parents_looked_for(const int* rows, const int* columns, int* levels, int level, int size) {
  INDEX;
  if (i < size && levels[i] == -1) {
    for (int e = rows[i]; e < rows[i + 1]; ++e)
      if (levels[columns[e]] == level - 1) {
        levels[i] = level;
        break;
      }
  }
}
__global__ void distances_relaxed(const int* rows, const int* columns, const int* weights, const int* distance, int* next, int size) {
  INDEX;
  if (i >= size) return;
  int mine = distance[i];
  for (int e = rows[i]; e < rows[i + 1]; e++) atomicMin(&next[columns[e]], mine + weights[e]);
}
__global__ void ranks_pulled(const int* rows, const int* columns, const float* rank, const int* degree, float* next, int size) {
  INDEX;
  if (i < size) {
    float sum = 0.f;
    const int begin = rows[i], end = rows[i + 1];
    for (int e = begin; e < end; ++e) sum += rank[columns[e]] / degree[columns[e]];
    next[i] = 0.15f / size + 0.85f * sum;
  }
}
__global__ void triangles_counted(const int* rows, const int* columns, unsigned* count, int size) {
  INDEX;
  if (i >= size) return;
  unsigned mine = 0;
  for (int e = rows[i]; e < rows[i + 1]; ++e) {
    int other = columns[e], a = rows[i], b = rows[other];
    while (a < rows[i + 1] && b < rows[other + 1]) {
      if (columns[a] == columns[b]) ++mine, ++a, ++b;
      else if (columns[a] < columns[b]) ++a;
      else ++b;
    }
  }
  if (mine) atomicAdd(count, mine);
}

// ---- texts and tables
__global__ void words_with_a_failure_table(const char* text, const char* pattern, const int* failure, int* found, int size, int length, int each) {
  INDEX;
  int at = i * each, end = min(at + each + length - 1, size), k = 0;
  for (; at < end; ++at) {
    while (k > 0 && text[at] != pattern[k]) k = failure[k - 1];
    if (text[at] == pattern[k]) ++k;
    if (k == length) {
      atomicAdd(found, 1);
      k = failure[k - 1];
    }
  }
}
__global__ void edit_distances(const char* a, const char* b, int* out) {
  __shared__ int row[3][33];
  int t = threadIdx.x;
  row[0][t] = row[1][t] = row[2][t] = t;
  if (t == 0) row[0][32] = row[1][32] = row[2][32] = 32;
  char mine = a[blockIdx.x * 32 + t];
  __syncthreads();
  for (int d = 0; d < 63; ++d) {
    int j = d - t;
    if (j >= 0 && j < 32) {
      int cost = mine != b[j];
      int best = min(row[(d + 2) % 3][t] + 1, row[(d + 1) % 3][t] + cost);
      row[d % 3][t + 1] = min(best, row[(d + 2) % 3][t + 1] + 1);
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = row[62 % 3][32];
}
__global__ void looked_up_by_halving(const int* sorted, const int* wanted, int* out, int size) {
  INDEX;
  int low = 0, high = size - 1, key = wanted[i], at = -1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    int v = sorted[middle];
    if (v == key) { at = middle; break; }
    if (v < key) low = middle + 1;
    else high = middle - 1;
  }
  out[i] = at;
}
__global__ void keys_put_into_a_table(const unsigned* keys, unsigned* table, unsigned mask) {
  INDEX;
  unsigned key = keys[i] + 1, slot = key * 2654435761u & mask;
  while (atomicExch(&table[slot + i * 8], key) == key) slot = (slot + 1) & mask;
}
__global__ void counted_by_votes(const int* in, int* out) {
  __shared__ int s[4];
  INDEX;
  int votes = __popc(__ballot_sync(~0u, in[i] & 1));
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = votes;
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = s[0] + s[1] + s[2] + s[3];
}

int main() {
  float *f, *o;
  int *rows, *columns, *numbers, *sorted, *minus, *zero;
  cudaMalloc(&f, n * 16), cudaMalloc(&o, n * 32), cudaMalloc(&rows, n * 4), cudaMalloc(&columns, n * 16), cudaMalloc(&numbers, n * 16), cudaMalloc(&sorted, n * 4), cudaMalloc(&minus, n * 4), cudaMalloc(&zero, n * 4);
  cudaMemset(f, 0, n * 16), cudaMemset(o, 0, n * 32), cudaMemset(minus, 255, n * 4), cudaMemset(zero, 0, n * 4);
  std::vector<int> start(n, 0), column(n * 4, 0), number(n * 4, 0), ascending(n, 0);
  for (int i = 1; i < n; ++i) start[i] = start[i - 1] + i * 7 % 13 % 5, ascending[i] = ascending[i - 1] + i % 3;
  for (int i = 0; i < n * 4; ++i) column[i] = i * 37 % 509, number[i] = i * 41 % 1013 % 97;
  cudaMemcpy(rows, start.data(), n * 4, cudaMemcpyHostToDevice), cudaMemcpy(columns, column.data(), n * 16, cudaMemcpyHostToDevice);
  cudaMemcpy(numbers, number.data(), n * 16, cudaMemcpyHostToDevice), cudaMemcpy(sorted, ascending.data(), n * 4, cudaMemcpyHostToDevice);
  int* io = (int*)o;
  reduced_with_two_at_first<<<8, 256, 1024>>>(f, o, 4000);
  reduced_completely_128<<<4, 128>>>(numbers, io, 4096);
  reduced_by_tiles_of_a_warp<<<4, 256>>>(numbers, io, 5000);
  greatest_and_where<<<8, 256>>>(f, o, io + n, 2000);
  coarse_reduction<<<4, 128>>>(f, o);
  moments_of_blocks<<<4, 64>>>(f, (Moments*)o, 10);
  sums_of_segments<<<16, 64>>>(f, rows, o);
  scan_in_segments<<<4, 64>>>(f, o, n);
  scan_of_a_warp_volatile<<<16, 128>>>(numbers, io);
  scan_with_offsets<<<16, 128>>>((unsigned*)numbers, (unsigned*)o, (unsigned*)o + n, 128);
  offsets_added_to_four<<<16, 128>>>((uint4*)o, (unsigned*)numbers);
  kept_by_ballots<<<8, 128>>>(numbers, io, zero, 1000);
  kept_by_a_scan<<<8, 128>>>(numbers, sorted, io, 1000);
  digits_counted<<<8, 64>>>((unsigned*)numbers, (unsigned*)o, 2);
  merged_by_ranks<<<8, 128>>>(sorted, sorted + 1000, io, 1000);
  bitonic_with_values<<<4, 64>>>(numbers, numbers + n);
  odd_even_over_the_grid<<<8, 64>>>(numbers + 2 * n, 1, 1000);
  bins_of_neighbours<<<8, 128>>>((unsigned char*)numbers, (unsigned*)o, 4000);
  bins_added_up_first<<<4, 128>>>((unsigned char*)columns, (unsigned*)o, 4000);
  bins_of_words<<<8, 128>>>((uint4*)columns, (unsigned*)o);
  frontier_followed<<<1, 32>>>(rows, columns, minus, sorted, io, io + n, 30, 1);
  edges_looked_at<<<8, 128>>>(columns, columns + n, minus, io, io + n, 2, 1000);
  parents_looked_for<<<8, 128>>>(rows, columns, minus, 2, 1000);
  distances_relaxed<<<4, 128>>>(rows, columns, numbers, sorted, io, 500);
  ranks_pulled<<<4, 128>>>(rows, columns, f, sorted, o, 500);
  triangles_counted<<<4, 128>>>(rows, columns, (unsigned*)o, 500);
  words_with_a_failure_table<<<2, 64>>>((char*)sorted, (char*)sorted + 16, zero + n / 2, io, 4000, 6, 32);
  edit_distances<<<8, 32>>>((char*)columns, (char*)sorted, io);
  looked_up_by_halving<<<8, 128>>>(sorted, columns, io, 1000);
  keys_put_into_a_table<<<8, 128>>>((unsigned*)columns, (unsigned*)o + n, 7);
  counted_by_votes<<<8, 128>>>(columns, io);
  return cudaDeviceSynchronize();
}
