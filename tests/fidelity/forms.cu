// Forms of data and of code as courses and samples have them, compared with a profiler's figures: records, gathers, sparse products, layers of
// networks, particles, atomics, asynchronous copies, unrolled loops, loads before and inside conditions. Written and read without having been looked at in the simulator before.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <vector>

namespace cg = cooperative_groups;

constexpr int n = 1 << 13;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

// ---- records, and the same as arrays
struct Particle { float x, y, z, vx, vy, vz, mass; int kind; };
struct alignas(16) Body { float x, y, z, mass; };
struct Node { int key; double value; short level; };
struct Arrays { float *x, *y, *z; };
__global__ void particles_pushed(Particle* p, float dt) { INDEX; p[i].x += p[i].vx * dt; p[i].y += p[i].vy * dt; p[i].z += p[i].vz * dt; }
__global__ void particles_copied_and_pushed(Particle* p, float dt) { INDEX; Particle q = p[i]; q.x += q.vx * dt; q.y += q.vy * dt; q.z += q.vz * dt; p[i] = q; }
__global__ void arrays_pushed(Arrays p, Arrays v, float dt) { INDEX; p.x[i] += v.x[i] * dt; p.y[i] += v.y[i] * dt; p.z[i] += v.z[i] * dt; }
__global__ void bodies_scaled(Body* b, float by) { INDEX; b[i].x *= by; b[i].y *= by; b[i].z *= by; }
__global__ void weights_of_bodies(const Body* b, float* out) { INDEX; out[i] = b[i].mass; }
__global__ void nodes_raised(Node* v) { INDEX; if (v[i].key % 2 == 0) v[i].value += v[i].level; }
__global__ void nodes_moved(const Node* in, Node* out) { INDEX; out[n / 4 - 1 - i] = in[i]; }
__global__ void pairs_of_doubles(const double2* in, double* out) { INDEX; out[i] = in[i].x * in[i].y; }
__global__ void three_of_four(const float4* in, float3* out) { INDEX; float4 v = in[i]; out[i] = make_float3(v.x, v.y, v.z); }
__global__ void bytes_of_four(const char4* in, int* out) { INDEX; char4 v = in[i]; out[i] = v.x + v.y + v.z + v.w; }
__global__ void shorts_of_four(const short4* in, short2* out) { INDEX; short4 v = in[i]; out[i] = make_short2(v.x + v.y, v.z + v.w); }
__global__ void members_by_a_parameter(const Particle* p, float* out, int member) { INDEX; out[i] = ((const float*)&p[i])[member]; }

// ---- ways through memory
__global__ void from_an_offset(const float* in, float* out, int offset) { INDEX; out[i] = in[i + offset]; }
__global__ void in_strides(const float* in, float* out, int stride) { int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride; out[i] = in[i] + 1; }
__global__ void gathered_by_index(const float* in, const int* index, float* out) { INDEX; out[i] = in[index[i]]; }
__global__ void scattered_by_index(const float* in, const int* index, float* out) { INDEX; out[index[i]] = in[i]; }
__global__ void chased(const int* next, int* out) { INDEX; int at = i; for (int k = 0; k < 5; ++k) at = next[at]; out[i] = at; }
__global__ void saxpy(int count, float a, const float* x, float* y) { INDEX; if (i < count) y[i] = a * x[i] + y[i]; }
__global__ void saxpy_by_the_grid(int count, float a, const float* __restrict__ x, float* __restrict__ y) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i]; }
__global__ void four_apart(const float* __restrict__ in, float* __restrict__ out) {
  int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll
  for (int k = 0; k < 4; ++k) out[i + k * blockDim.x] = in[i + k * blockDim.x] * 2;
}
__global__ void four_beside(const float* __restrict__ in, float* __restrict__ out) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
#pragma unroll
  for (int k = 0; k < 4; ++k) out[i + k] = in[i + k] * 2;
}
__global__ void unrolled_with_a_rest(const float* in, float* out, int count) {
  INDEX;
  float sum = 0;
#pragma unroll 4
  for (int k = 0; k < count; ++k) sum += in[k * 256 + i];
  out[i] = sum;
}
__global__ void read_twice_aliased(const float* in, float* out) { INDEX; out[i] = in[i]; out[i + n] = in[i]; }
__global__ void read_twice_restricted(const float* __restrict__ in, float* __restrict__ out) { INDEX; out[i] = in[i]; out[i + n] = in[i]; }
__global__ void same_factor_in_a_loop(const float* in, const float* factor, float* out) { INDEX; for (int k = 0; k < 4; ++k) out[k * n / 4 + i] = in[k * n / 4 + i] * factor[0]; }
__global__ void same_factor_restricted(const float* __restrict__ in, const float* __restrict__ factor, float* __restrict__ out) { INDEX; for (int k = 0; k < 4; ++k) out[k * n / 4 + i] = in[k * n / 4 + i] * factor[0]; }
__global__ void through_the_read_only_cache(const float* in, float* out) { INDEX; out[i] = __ldg(in + i) + __ldg(in + (i ^ 16)); }
__global__ void volatile_twice(const volatile float* in, float* out) { INDEX; out[i] = in[i] + in[i]; }
__global__ void cached_hints(const float* in, float* out) { INDEX; __stcs(out + i, __ldcs(in + i) + __ldcg(in + i + 32)); }

// ---- conditions
__global__ void loaded_before_the_if(const float* in, float* out, int count) { INDEX; float v = in[i]; if (i < count) out[i] = v; }
__global__ void loaded_inside_the_if(const float* in, float* out, int count) { INDEX; if (i < count) { float v = in[i]; out[i] = v; } }
__global__ void one_of_two(const float* a, const float* b, float* out) { INDEX; out[i] = threadIdx.x % 3 ? a[i] : b[i]; }
__global__ void one_of_two_places(const float* in, float* out) { INDEX; out[i] = in[threadIdx.x % 3 ? i : 0]; }
__global__ void only_where_needed(const float* a, const float* b, float* out) { INDEX; float v = a[i]; if (v < 0 || b[i] > 1) v += b[i]; out[i] = v; }
__global__ void four_cases(const float* in, float* out) {
  INDEX;
  switch (threadIdx.x & 3) {
    case 0: out[i] = in[i]; break;
    case 1: out[i] = in[i] * in[i + 1]; break;
    case 2: out[i] = in[i + 2]; break;
    default: out[i] = 0;
  }
}
__global__ void until_found(const int* in, int* out, int wanted) {
  INDEX;
  int at = -1;
  for (int k = 0; k < 16; ++k)
    if (in[(i + k) % n] == wanted) { at = k; break; }
  out[i] = at;
}
__global__ void shared_in_an_if(const float* in, float* out) {
  __shared__ float s[128];
  INDEX, t = threadIdx.x;
  s[t] = in[i];
  __syncthreads();
  float v = 0;
  if (t > 0) v += s[t - 1];
  if (t < 127) v += s[t + 1];
  out[i] = v;
}
__global__ void shared_or_global(const float* in, float* out) {
  __shared__ float s[128];
  INDEX, t = threadIdx.x;
  s[t] = in[i];
  __syncthreads();
  float left = t > 0 ? s[t - 1] : i > 0 ? in[i - 1] : 0, right = t < 127 ? s[t + 1] : i < n - 1 ? in[i + 1] : 0;
  out[i] = left + right;
}
__global__ void swapped_in_shared(int* a) {
  __shared__ int s[128];
  INDEX, t = threadIdx.x;
  s[t] = a[i];
  __syncthreads();
  if (t < 64 && s[t] > s[127 - t]) { int was = s[t]; s[t] = s[127 - t]; s[127 - t] = was; }
  __syncthreads();
  a[i] = s[t];
}

// ---- sparse products and graphs
__global__ void sparse_rows(const int* row, const int* column, const float* value, const float* x, float* y) {
  INDEX;
  float sum = 0;
  for (int k = row[i]; k < row[i + 1]; ++k) sum += value[k] * x[column[k]];
  y[i] = sum;
}
__global__ void sparse_rows_by_warps(const int* row, const int* column, const float* value, const float* x, float* y) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  float sum = 0;
  for (int k = row[r] + lane; k < row[r + 1]; k += 32) sum += value[k] * x[column[k]];
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0) y[r] = sum;
}
__global__ void sparse_padded_rows(const int* column, const float* value, const float* x, float* y, int width) {
  INDEX;
  float sum = 0;
  for (int k = 0; k < width; ++k) {
    int at = column[k * 1024 + i];
    if (at >= 0) sum += value[k * 1024 + i] * x[at];
  }
  y[i] = sum;
}
__global__ void sparse_entries(const int* row, const int* column, const float* value, const float* x, float* y) { INDEX; atomicAdd(&y[row[i]], value[i] * x[column[i]]); }
__global__ void breadth_first_step(const int* row, const int* edge, int* level, int now, int* more) {
  INDEX;
  if (level[i] != now) return;
  for (int k = row[i]; k < row[i + 1]; ++k)
    if (level[edge[k]] > now) level[edge[k]] = now + 1, *more = 1;
}

// ---- layers of networks
__global__ void softmax_of_rows(const float* in, float* out, int width) {
  __shared__ float s[128];
  int t = threadIdx.x;
  in += blockIdx.x * width, out += blockIdx.x * width;
  float most = -1e30f;
  for (int k = t; k < width; k += 128) most = fmaxf(most, in[k]);
  s[t] = most;
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (t < d) s[t] = fmaxf(s[t], s[t + d]);
    __syncthreads();
  }
  most = s[0];
  __syncthreads();
  float sum = 0;
  for (int k = t; k < width; k += 128) sum += expf(in[k] - most);
  s[t] = sum;
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  sum = s[0];
  for (int k = t; k < width; k += 128) out[k] = expf(in[k] - most) / sum;
}
__device__ float of_all_lanes(float v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  return v;
}
__global__ void layer_normalised(const float* in, const float* gain, const float* bias, float* out, int width) {
  int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0, squares = 0;
  for (int k = lane; k < width; k += 32) {
    float v = in[row * width + k];
    sum += v, squares += v * v;
  }
  float mean = of_all_lanes(sum) / width, scale = rsqrtf(of_all_lanes(squares) / width - mean * mean + 1e-5f);
  for (int k = lane; k < width; k += 32) out[row * width + k] = (in[row * width + k] - mean) * scale * gain[k] + bias[k];
}
__global__ void root_mean_square(const float4* in, const float4* gain, float4* out) {
  int row = blockIdx.x, t = threadIdx.x;
  __shared__ float s[2];
  float4 v = in[row * 64 + t];
  float sum = of_all_lanes(v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w);
  if (t % 32 == 0) s[t / 32] = sum;
  __syncthreads();
  float scale = rsqrtf((s[0] + s[1]) / 256 + 1e-5f);
  float4 g = gain[t];
  out[row * 64 + t] = make_float4(v.x * scale * g.x, v.y * scale * g.y, v.z * scale * g.z, v.w * scale * g.w);
}
__global__ void bias_and_ramp(float* a, const float* bias, int width) { int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y; if (x < width) a[y * width + x] = fmaxf(a[y * width + x] + bias[x], 0.f); }
__global__ void rows_looked_up(const float* table, const int* token, float* out) { int row = blockIdx.x, x = threadIdx.x; out[row * 64 + x] = table[token[row] % 100 * 64 + x]; }
__global__ void turned_pairs(float* a, const float* angle) {
  INDEX;
  float c = cosf(angle[i % 32]), s = sinf(angle[i % 32]), x = a[2 * i], y = a[2 * i + 1];
  a[2 * i] = x * c - y * s;
  a[2 * i + 1] = x * s + y * c;
}
__global__ void attention_of_a_head(const float* q, const float* k, const float* v, float* out) {
  __shared__ float ks[32][32], vs[32][32], ps[32];
  int t = threadIdx.x, row = blockIdx.x;
  float mine = 0, all = 0;
  for (int tile = 0; tile < 2; ++tile) {
    for (int r = 0; r < 32; ++r) ks[r][t] = k[(tile * 32 + r) * 32 + t], vs[r][t] = v[(tile * 32 + r) * 32 + t];
    __syncthreads();
    float dot = 0;
    for (int d = 0; d < 32; ++d) dot += q[row * 32 + d] * ks[t][d];
    ps[t] = expf(dot * 0.17f);
    __syncthreads();
    for (int r = 0; r < 32; ++r) mine += ps[r] * vs[r][t], all += ps[r];
    __syncthreads();
  }
  out[row * 32 + t] = mine / all;
}
__global__ void halves_scaled(const __half* in, __half* out) { INDEX; out[i] = __float2half(__half2float(in[i]) * 2); }
__global__ void half2_axpy(__half2 a, const __half2* x, __half2* y) { INDEX; y[i] = __hfma2(a, x[i], y[i]); }
__global__ void eight_halves(const uint4* in, uint4* out) {
  INDEX;
  uint4 v = in[i];
  __half2* h = reinterpret_cast<__half2*>(&v);
  for (int k = 0; k < 4; ++k) h[k] = __hmul2(h[k], h[k]);
  out[i] = v;
}
__global__ void brain_floats(const __nv_bfloat162* in, __nv_bfloat162* out) { INDEX; out[i] = __hadd2(in[i], in[i ^ 1]); }
__global__ void bytes_multiplied(const int* a, const int* b, int* out) { INDEX; int sum = 0; for (int k = 0; k < 4; ++k) sum = __dp4a(a[k * 1024 + i], b[k], sum); out[i] = sum; }
__global__ void scaled_to_bytes(const float4* in, char4* out, float scale) { INDEX; float4 v = in[i]; out[i] = make_char4(rintf(v.x * scale), rintf(v.y * scale), rintf(v.z * scale), rintf(v.w * scale)); }

// ---- pictures
__global__ void grey_of_interleaved(const unsigned char* in, unsigned char* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int at = (y * width + x) * 3;
    out[y * width + x] = 0.21f * in[at] + 0.71f * in[at + 1] + 0.07f * in[at + 2];
  }
}
__global__ void grey_of_pixels(const uchar3* in, unsigned char* out, int width) { int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y; uchar3 p = in[y * width + x]; out[y * width + x] = (p.x + p.y + p.z) / 3; }
__global__ void sepia(const uchar4* in, uchar4* out) { INDEX; uchar4 p = in[i]; out[i] = make_uchar4(min(255, (p.x * 100 + p.y * 196 + p.z * 48) >> 8), min(255, (p.x * 89 + p.y * 175 + p.z * 43) >> 8), min(255, (p.x * 69 + p.y * 136 + p.z * 33) >> 8), p.w); }
__global__ void turned_over(const uchar4* in, uchar4* out, int width, int height) { int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y; if (x < width && y < height) out[(height - 1 - y) * width + (width - 1 - x)] = in[y * width + x]; }

// ---- particles and clusters
__global__ void forces_in_tiles(const float4* body, float3* force, int count) {
  __shared__ float4 tile[64];
  INDEX;
  float4 me = body[i];
  float3 f = {0, 0, 0};
  for (int at = 0; at < count; at += 64) {
    tile[threadIdx.x] = body[at + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 64; ++k) {
      float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z, r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = tile[k].w * r * r * r;
      f.x += dx * s, f.y += dy * s, f.z += dz * s;
    }
    __syncthreads();
  }
  force[i] = f;
}
__global__ void forces_of_all(const float* x, const float* mass, float* force, int count) {
  INDEX;
  float f = 0;
  for (int k = 0; k < count; ++k) {
    float d = x[k] - x[i];
    f += mass[k] * d / (d * d * d + 0.01f);
  }
  force[i] = f;
}
__global__ void nearest_centres(const float* x, const float* y, const float* cx, const float* cy, int* nearest) {
  __shared__ float sx[10], sy[10];
  if (threadIdx.x < 10) sx[threadIdx.x] = cx[threadIdx.x], sy[threadIdx.x] = cy[threadIdx.x];
  __syncthreads();
  INDEX, best = 0;
  float least = 1e30f, px = x[i], py = y[i];
  for (int k = 0; k < 10; ++k) {
    float d = (px - sx[k]) * (px - sx[k]) + (py - sy[k]) * (py - sy[k]);
    if (d < least) least = d, best = k;
  }
  nearest[i] = best;
}
__global__ void pattern_found(const char* text, const char* pattern, int* found, int length) {
  extern __shared__ char wanted[];
  for (int k = threadIdx.x; k < length; k += blockDim.x) wanted[k] = pattern[k];
  __syncthreads();
  INDEX, k = 0;
  while (k < length && text[i + k] == wanted[k]) ++k;
  found[i] = k == length;
}
__global__ void options_priced(const float* price, const float* strike, const float* years, float* call, float* put) {
  INDEX;
  float s = price[i] + 1, x = strike[i] + 1, t = years[i] + 0.1f, root = sqrtf(t), d1 = (logf(s / x) + 0.07f * t) / (0.3f * root), d2 = d1 - 0.3f * root, e = x * expf(-0.02f * t);
  float c = s * normcdff(d1) - e * normcdff(d2);
  call[i] = c, put[i] = c - s + e;
}

// ---- local arrays, several dynamic arrays
__global__ void sorted_in_a_thread(const int* in, int* out) {
  INDEX;
  int v[8];
  for (int k = 0; k < 8; ++k) v[k] = in[i * 8 + k];
  for (int a = 1; a < 8; ++a)
    for (int b = a; b > 0 && v[b - 1] > v[b]; --b) { int was = v[b]; v[b] = v[b - 1]; v[b - 1] = was; }
  for (int k = 0; k < 8; ++k) out[i * 8 + k] = v[k];
}
__global__ void own_histogram(const unsigned char* in, int* out) {
  INDEX;
  int bins[4] = {0, 0, 0, 0};
  for (int k = 0; k < 8; ++k) bins[in[k * 1024 + i] & 3]++;
  out[i] = bins[0] + 2 * bins[1] + 3 * bins[2] + 4 * bins[3];
}
__global__ void three_arrays(const float* in, float* out) {
  extern __shared__ unsigned char memory[];
  double* d = (double*)memory;
  int* k = (int*)(d + blockDim.x);
  unsigned char* c = (unsigned char*)(k + blockDim.x);
  INDEX, t = threadIdx.x;
  d[t] = in[i], k[t] = t * 3, c[t] = t;
  __syncthreads();
  int other = blockDim.x - 1 - t;
  out[i] = d[other] + k[other] + c[other];
}

// ---- atomics
__global__ void sums_by_key(const int* key, const float* value, float* sum) { INDEX; atomicAdd(&sum[key[i]], value[i]); }
__device__ double added_by_comparing(double* at, double v) {
  unsigned long long* p = (unsigned long long*)at;
  unsigned long long old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, __double_as_longlong(v + __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}
__global__ void doubles_by_comparing(double* sum, const double* in) { INDEX; added_by_comparing(&sum[i], in[i]); }
__global__ void greatest_of_floats(int* most, const float* in) { INDEX; atomicMax(most, __float_as_int(in[i])); }
__global__ void greatest_of_a_block(const int* in, int* most) {
  __shared__ int s;
  if (threadIdx.x == 0) s = -1;
  __syncthreads();
  INDEX;
  atomicMax(&s, in[i]);
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(most, s);
}
__global__ void work_taken(int* next, int* out) {
  __shared__ int at;
  for (int round = 0; round < 2; ++round) {
    if (threadIdx.x == 0) at = atomicAdd(next, 1);
    __syncthreads();
    out[at % 64 * 64 + threadIdx.x] = at;
    __syncthreads();
  }
}
__global__ void marks_in_bits(unsigned* bits, const int* in) { INDEX; atomicOr(&bits[i / 32], 1u << (in[i] & 31)); }
__global__ void last_block_adds(const float* in, float* part, unsigned* done, float* out) {
  __shared__ float s[64];
  __shared__ bool is_last;
  INDEX, t = threadIdx.x;
  s[t] = in[i];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    part[blockIdx.x] = s[0];
    __threadfence();
    is_last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && t == 0) {
    float sum = 0;
    for (int b = 0; b < gridDim.x; ++b) sum += ((volatile float*)part)[b];
    *out = sum;
  }
}

// ---- asynchronous copies
__global__ void copied_by_words(const float* in, float* out) {
  __shared__ float s[128];
  INDEX, t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[i], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[i] = s[127 - t];
}
__global__ void copied_in_two_stages(const float4* in, float4* out) {
  __shared__ float4 s[2][64];
  int t = threadIdx.x, base = blockIdx.x * 256;
  __pipeline_memcpy_async(&s[0][t], &in[base + t], 16);
  __pipeline_commit();
  for (int k = 0; k < 4; ++k) {
    if (k + 1 < 4) __pipeline_memcpy_async(&s[(k + 1) & 1][t], &in[base + (k + 1) * 64 + t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    float4 v = s[k & 1][63 - t];
    v.x += 1;
    out[base + k * 64 + t] = v;
    __syncthreads();
  }
}
__global__ void copied_by_a_group(const int* in, int* out) {
  __shared__ int s[192];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + blockIdx.x * 192, sizeof s);
  cg::wait(block);
  for (int k = threadIdx.x; k < 192; k += 64) out[blockIdx.x * 192 + k] = s[191 - k];
}

int main() {
  void *in, *also, *out, *more, *zero, *levels, *keys, *next;
  cudaMalloc(&in, n * 32), cudaMalloc(&also, n * 32), cudaMalloc(&out, n * 32), cudaMalloc(&more, n * 32);
  cudaMalloc(&zero, n * 4), cudaMalloc(&levels, n * 4), cudaMalloc(&keys, n * 4), cudaMalloc(&next, n * 4);
  std::vector<int> words(n * 8), rows(n * 8), level(n);
  for (int i = 0; i < n * 8; ++i) words[i] = i * 37 % 1000, rows[i] = i * 5 + i % 4;
  cudaMemcpy(also, words.data(), n * 32, cudaMemcpyHostToDevice);
  cudaMemcpy(more, rows.data(), n * 32, cudaMemcpyHostToDevice);
  for (int i = 0; i < n; ++i) level[i] = i % 3 ? 9 : 0;
  cudaMemcpy(levels, level.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(keys, words.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(in, 0, n * 32), cudaMemset(out, 0, n * 32), cudaMemset(zero, 0, n * 4), cudaMemset(next, 0, n * 4);
  float *f = (float*)in, *o = (float*)out;
  const int *index = (int*)also, *row = (int*)more;
#define RUN(kernel, blocks, From, To, ...) kernel<<<blocks, 128>>>((const From*)in, (To*)out, ##__VA_ARGS__)
  particles_pushed<<<8, 128>>>((Particle*)in, 0.1f);
  particles_copied_and_pushed<<<8, 128>>>((Particle*)in, 0.1f);
  Arrays p{f, f + n, f + 2 * n}, v{f + 3 * n, f + 4 * n, f + 5 * n};
  arrays_pushed<<<64, 128>>>(p, v, 0.1f);
  bodies_scaled<<<16, 128>>>((Body*)in, 2);
  RUN(weights_of_bodies, 16, Body, float);
  nodes_raised<<<16, 128>>>((Node*)in);
  RUN(nodes_moved, 16, Node, Node);
  RUN(pairs_of_doubles, 16, double2, double);
  RUN(three_of_four, 16, float4, float3);
  RUN(bytes_of_four, 64, char4, int);
  RUN(shorts_of_four, 32, short4, short2);
  RUN(members_by_a_parameter, 16, Particle, float, 5);
  RUN(from_an_offset, 64, float, float, 3);
  RUN(in_strides, 16, float, float, 5);
  gathered_by_index<<<64, 128>>>(f, index, o);
  scattered_by_index<<<64, 128>>>(f, index, o);
  chased<<<8, 128>>>(index, (int*)out);
  saxpy<<<64, 128>>>(n - 50, 2, f, o);
  saxpy_by_the_grid<<<10, 96>>>(n, 2, f, o);
  RUN(four_apart, 16, float, float);
  RUN(four_beside, 16, float, float);
  RUN(unrolled_with_a_rest, 8, float, float, 7);
  RUN(read_twice_aliased, 64, float, float);
  RUN(read_twice_restricted, 64, float, float);
  same_factor_in_a_loop<<<16, 128>>>(f, f + 7, o);
  same_factor_restricted<<<16, 128>>>(f, f + 7, o);
  RUN(through_the_read_only_cache, 64, float, float);
  RUN(volatile_twice, 64, volatile float, float);
  RUN(cached_hints, 64, float, float);
  RUN(loaded_before_the_if, 64, float, float, n - 100);
  RUN(loaded_inside_the_if, 64, float, float, n - 100);
  one_of_two<<<64, 128>>>(f, f + n, o);
  RUN(one_of_two_places, 64, float, float);
  only_where_needed<<<64, 128>>>(f, f + n, o);
  RUN(four_cases, 64, float, float);
  until_found<<<64, 128>>>(index, (int*)out, 37 * 5);
  RUN(shared_in_an_if, 64, float, float);
  RUN(shared_or_global, 64, float, float);
  swapped_in_shared<<<64, 128>>>((int*)keys);
  sparse_rows<<<8, 128>>>(row, index, f, f, o);
  sparse_rows_by_warps<<<64, 128>>>(row, index, f, f, o);
  sparse_padded_rows<<<8, 128>>>(index, f, f, o, 6);
  sparse_entries<<<8, 128>>>(row, index, f, f, o);
  breadth_first_step<<<8, 128>>>(row, index, (int*)levels, 0, (int*)out);
  softmax_of_rows<<<16, 128>>>(f, o, 500);
  layer_normalised<<<8, 128>>>(f, f + n, f + n + 200, o, 200);
  root_mean_square<<<16, 64>>>((float4*)in, (float4*)in + n, (float4*)out);
  bias_and_ramp<<<dim3(4, 16), dim3(32, 4)>>>(o, f, 100);
  rows_looked_up<<<64, 64>>>(f, index, o);
  turned_pairs<<<32, 128>>>(o, f);
  attention_of_a_head<<<16, 32>>>(f, f + n, f + 2 * n, o);
  RUN(halves_scaled, 64, __half, __half);
  half2_axpy<<<64, 128>>>(__half2(), (__half2*)in, (__half2*)out);
  RUN(eight_halves, 16, uint4, uint4);
  RUN(brain_floats, 64, __nv_bfloat162, __nv_bfloat162);
  bytes_multiplied<<<8, 128>>>(index, row, (int*)out);
  RUN(scaled_to_bytes, 16, float4, char4, 3.f);
  grey_of_interleaved<<<dim3(4, 10), dim3(32, 8)>>>((unsigned char*)in, (unsigned char*)out, 101, 75);
  grey_of_pixels<<<dim3(5, 5), dim3(16, 16)>>>((uchar3*)in, (unsigned char*)out, 80);
  RUN(sepia, 64, uchar4, uchar4);
  turned_over<<<dim3(4, 8), dim3(32, 8)>>>((uchar4*)in, (uchar4*)out, 100, 60);
  forces_in_tiles<<<4, 64>>>((float4*)in, (float3*)out, 256);
  forces_of_all<<<2, 64>>>(f, f + n, o, 128);
  nearest_centres<<<16, 128>>>(f, f + n, f + 2 * n, f + 2 * n + 50, (int*)out);
  pattern_found<<<16, 128, 16>>>((char*)in, (char*)in + 7, (int*)out, 11);
  options_priced<<<16, 128>>>(f, f + n, f + 2 * n, o, o + n);
  RUN(sorted_in_a_thread, 8, int, int);
  own_histogram<<<8, 128>>>((unsigned char*)also, (int*)out);
  three_arrays<<<16, 96, 96 * 13>>>(f, o);
  sums_by_key<<<64, 128>>>(index, f, o);
  doubles_by_comparing<<<16, 128>>>((double*)out, (double*)in);
  greatest_of_floats<<<64, 128>>>((int*)out, f);
  greatest_of_a_block<<<64, 128>>>(index, (int*)out);
  work_taken<<<16, 64>>>((int*)next, (int*)out);
  marks_in_bits<<<64, 128>>>((unsigned*)out, index);
  last_block_adds<<<32, 64>>>(f, o, (unsigned*)zero, o + n);
  RUN(copied_by_words, 64, float, float);
  copied_in_two_stages<<<8, 64>>>((float4*)in, (float4*)out);
  copied_by_a_group<<<16, 64>>>((int*)in, (int*)out);
  return cudaDeviceSynchronize();
}
