// Kernels that a handbook on memory counters would show: copies of all types, layouts, transposes, bank conflicts, tiles, stencils, sums, scans, sorts, images and models in small. No counter depends on the order of threads.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cfloat>
#include <cstdio>
#include <vector>

#include "inputs.h"

// ======== 1: global memory, types and layouts
__global__ void copy_shorts_one_each(const short* in, short* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

__global__ void copy_bytes_as_int4_with_tail(const unsigned char* in, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int whole = n / 16;
  if (i < whole) reinterpret_cast<int4*>(out)[i] = reinterpret_cast<const int4*>(in)[i];
  int rest = whole * 16 + i;
  if (i < 16 && rest < n) out[rest] = in[rest];
}

__global__ void triad_doubles_grid_stride(double* a, const double* __restrict__ b, const double* __restrict__ c, double s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] = b[i] + s * c[i];
}

__global__ void offset_read_halves(const __half* in, __half* out, int offset, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + offset];
}

__global__ void offset_write_double2(const double2* in, double2* out, int offset, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i + offset] = in[i];
}

__global__ void stride_three_long_longs(const long long* in, long long* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[3 * i] + 1;
}

__global__ void stride_five_float2_stores(const float2* in, float2* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 v = in[i];
  out[5 * i + 2] = make_float2(v.y, v.x);
}

struct Body {  // 28 bytes
  float x, y, z, vx, vy, vz, mass;
};
__global__ void bodies_aos_move(Body* b, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  b[i].x += b[i].vx * dt;
  b[i].y += b[i].vy * dt;
  b[i].z += b[i].vz * dt;
}

__global__ void bodies_soa_move(float* __restrict__ x, float* __restrict__ y, float* __restrict__ z, const float* __restrict__ v, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] += v[i] * dt;
  y[i] += v[n + i] * dt;
  z[i] += v[2 * n + i] * dt;
}

struct EightBodies {
  float x[8], y[8], z[8], mass[8];
};
__global__ void bodies_aosoa_weigh(const EightBodies* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const EightBodies& e = b[i / 8];
  int k = i % 8;
  out[i] = e.mass[k] * (e.x[k] + e.y[k] + e.z[k]);
}

struct Tag {  // 6 bytes
  short id;
  char kind[3];
};
__global__ void tags_of_six_bytes(const Tag* in, Tag* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i].id = in[i].id + 1;
  out[i].kind[0] = in[i].kind[2];
  out[i].kind[2] = in[i].kind[0];
}

struct __align__(16) Entry {  // 24 bytes used of 32
  double value;
  int row, col;
  float weight;
  int flags;
};
__global__ void entries_by_alignment(const Entry* in, Entry* out, const int* order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[order[i]];
}

__global__ void gather_double2_by_index(const double2* table, const int* index, double2* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table[index[i]];
}

__global__ void scatter_shorts_by_index(const short* in, const int* index, short* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[index[i]] = in[i];
}

__global__ void mixed_types_sum(const char* a, const short* b, const int* c, const double* d, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (float)(__ldg(a + i) + __ldg(b + i) + __ldg(c + i)) + (float)__ldg(d + i);
}

__global__ void haxpy_half2(const __half2* x, __half2* y, __half2 a, int n2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n2) y[i] = __hfma2(a, x[i], y[i]);
}

__global__ void odd_lanes_only(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && (threadIdx.x & 1)) out[i] = in[i] * 2.0f;
}

__global__ void lanes_permuted_by_xor(const int* in, int* out, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i ^ 7] = in[i ^ mask];
}

__global__ void one_for_all_and_one_for_eight(const float* per_block, const float* per_eight, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = per_block[blockIdx.x] + per_eight[i / 8];
}

__global__ void volatile_seen_twice(const volatile int* flags, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int first = flags[i];
  int second = flags[i];
  out[i] = first + 2 * second;
}

__global__ void rows_into_pitch(const float* in, char* out, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float* row = (float*)(out + y * pitch);
  row[x] = in[y * width + x];
}

__global__ void float3_through_shared(const float* in, float* out, float k) {
  __shared__ float s[3 * 128];
  int base = blockIdx.x * 384, t = threadIdx.x;
  s[t] = in[base + t];
  s[t + 128] = in[base + t + 128];
  s[t + 256] = in[base + t + 256];
  __syncthreads();
  float3 v = reinterpret_cast<float3*>(s)[t];
  float r = rsqrtf(v.x * v.x + v.y * v.y + v.z * v.z) * k;
  reinterpret_cast<float3*>(s)[t] = make_float3(v.x * r, v.y * r, v.z * r);
  __syncthreads();
  out[base + t] = s[t];
  out[base + t + 128] = s[t + 128];
  out[base + t + 256] = s[t + 256];
}

__global__ void tickets_of_slots(const int* slot, int* counters, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = atomicAdd(&counters[slot[i]], 1);
}

__global__ void atomics_of_many_types(float* f, double* d, unsigned long long* u, int* m, unsigned* bits, const int* where, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int w = where[i];
  atomicAdd(&f[w], 0.5f);
  atomicAdd(&d[w], 0.25);
  atomicAdd(&u[i % 32], (unsigned long long)w);
  atomicMax(&m[i / 4], w);
  atomicOr(&bits[w / 32], 1u << (w % 32));
}

static void layouts() {
  copy_shorts_one_each<<<groups(3001, 128), 128>>>(shorts(3001, 30000), zeros<short>(3001), 3001);
  copy_bytes_as_int4_with_tail<<<groups(5003 / 16, 64), 64>>>(bytes(5003), zeros<unsigned char>(5003), 5003);
  triad_doubles_grid_stride<<<5, 96>>>(zeros<double>(2222), doubles(2222), doubles(2222, 5), 3.0, 2222);
  offset_read_halves<<<groups(2500, 256), 256>>>(halves(2511), zeros<__half>(2500), 11, 2500);
  offset_write_double2<<<groups(1000, 128), 128>>>((double2*)doubles(2000), zeros<double2>(1001), 1, 1000);
  stride_three_long_longs<<<groups(800, 128), 128>>>((long long*)ints(4800, 1000), zeros<long long>(800), 800);
  stride_five_float2_stores<<<groups(700, 128), 128>>>((float2*)floats(1400), zeros<float2>(3500), 700);
  bodies_aos_move<<<groups(900, 128), 128>>>((Body*)floats(900 * 7), 0.01f, 900);
  bodies_soa_move<<<groups(901, 128), 128>>>(floats(901), floats(901, 5), floats(901, 6), floats(2703), 0.01f, 901);
  bodies_aosoa_weigh<<<groups(1000, 128), 128>>>((EightBodies*)floats(1000 * 4), zeros<float>(1000), 1000);
  tags_of_six_bytes<<<groups(777, 128), 128>>>((Tag*)bytes(777 * 6), (Tag*)bytes(777 * 6, 256, 5), 777);
  {
    std::vector<Entry> entries(600);
    for (int i = 0; i < 600; ++i) entries[i] = Entry{0.5 * i, i, i % 20, 0.25f, 1};
    entries_by_alignment<<<groups(600, 96), 96>>>(upload(entries), zeros<Entry>(600), permutation(600), 600);
  }
  gather_double2_by_index<<<groups(1300, 128), 128>>>((double2*)doubles(800), ints(1300, 400), zeros<double2>(1300), 1300);
  scatter_shorts_by_index<<<groups(1600, 256), 256>>>(shorts(1600, 30000), permutation(1600), zeros<short>(1600), 1600);
  mixed_types_sum<<<groups(1450, 128), 128>>>((char*)bytes(1450, 100), shorts(1450, 1000), ints(1450, 1000), doubles(1450), zeros<float>(1450), 1450);
  haxpy_half2<<<groups(1111, 128), 128>>>((__half2*)halves(2222), (__half2*)halves(2222, 5), __float2half2_rn(0.5f), 1111);
  odd_lanes_only<<<groups(1500, 128), 128>>>(floats(1500), zeros<float>(1500), 1500);
  lanes_permuted_by_xor<<<8, 128>>>(ints(1024, 1000), zeros<int>(1024), 44);
  one_for_all_and_one_for_eight<<<groups(1530, 128), 128>>>(floats(12), floats(192), zeros<float>(1530), 1530);
  volatile_seen_twice<<<groups(1250, 128), 128>>>(ints(1250, 1000), zeros<int>(1250), 1250);
  rows_into_pitch<<<dim3(3, 5), dim3(32, 8)>>>(floats(75 * 37), zeros<char>(320 * 37), 75, 37, 320);
  float3_through_shared<<<6, 128>>>(floats(6 * 384), zeros<float>(6 * 384), 2.0f);
  tickets_of_slots<<<groups(1000, 128), 128>>>(ints(1000, 90), zeros<int>(90), zeros<int>(1000), 1000);
  atomics_of_many_types<<<groups(640, 128), 128>>>(zeros<float>(200), zeros<double>(200), zeros<unsigned long long>(32), zeros<int>(160), zeros<unsigned>(7), ints(640, 200), 640);
}

// ======== 2: shared memory, banks
template <int STRIDE>
__global__ void bank_stride_fixed(const int* in, int* out) {
  __shared__ int s[64 * STRIDE];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t * STRIDE] = in[i];
  __syncthreads();
  out[i] = s[(63 - t) * STRIDE];
}

__global__ void bank_strides_two_to_last(const float* in, float* out, int last) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float sum = 0.0f;
  for (int stride = 2; stride <= last; ++stride) sum += s[(t * stride) & 1023];
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void bank_bytes(const unsigned char* in, int* out) {
  __shared__ unsigned char s[128 * 5];
  int t = threadIdx.x;
  for (int k = 0; k < 5; ++k) s[k * 128 + t] = in[k * 128 + t];
  __syncthreads();
  int a = s[t], b = s[4 * t], c = s[5 * t], d = s[(t & 31) * 16 + (t >> 5)];
  out[t] = a + (b << 8) + (c << 16) + (d << 24);
}

__global__ void bank_shorts_and_halves(const short* in, const __half* h, float* out) {
  __shared__ short s[256];
  __shared__ __half g[32][34];
  int t = threadIdx.x;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  for (int k = t / 32; k < 32; k += 4) g[k][t % 32] = h[k * 32 + t % 32];
  __syncthreads();
  float sum = (float)s[255 - 2 * t];
  for (int k = t / 32; k < 32; k += 4) sum += __half2float(g[t % 32][k]);
  out[t] = sum;
}

__global__ void bank_doubles(const double* in, double* out) {
  __shared__ double s[32][16];
  int t = threadIdx.x;
  for (int k = t; k < 512; k += 64) s[k / 16][k % 16] = in[k];
  __syncthreads();
  double a = s[t / 16][t % 16], b = s[t % 32][t / 32], c = s[t % 2][t / 4];
  out[t] = a + b * c;
}

__global__ void bank_float4(const float4* in, float4* out) {
  __shared__ float4 s[32][5];
  int lane = threadIdx.x % 32, w = threadIdx.x / 32;  // four warps
  s[lane][w] = in[threadIdx.x];
  if (w == 0) s[lane][4] = in[128 + lane];
  __syncthreads();
  float4 a = s[31 - lane][w], b = s[lane / 8][4], c = s[threadIdx.x / 4][threadIdx.x % 4];
  out[threadIdx.x] = make_float4(a.x + b.x, a.y + b.y + c.x, a.z + c.z, a.w + b.w + c.w);
}

struct Rgb {
  float r, g, b;
};
__global__ void bank_structs_of_three(const float* in, float* out) {
  __shared__ Rgb s[96];
  int t = threadIdx.x;
  s[t].r = in[t];
  s[t].g = in[96 + t];
  s[t].b = in[192 + t];
  __syncthreads();
  Rgb p = s[95 - t];
  out[t] = p.r * 0.3f + p.g * 0.6f + p.b * 0.1f + s[t / 2].g;
}

__global__ void square_by_columns(const float* in, float* out) {
  __shared__ float a[32][32];
  __shared__ float b[32][33];
  int x = threadIdx.x, y = threadIdx.y;  // 32 by 8
  for (int j = y; j < 32; j += 8) {
    float v = in[j * 32 + x];
    a[x][j] = v;
    b[x][j] = v;
  }
  __syncthreads();
  for (int j = y; j < 32; j += 8) out[j * 32 + x] = a[j][x] + b[x][j];
}

__global__ void broadcast_and_multicast(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  int all = s[5], four = s[t / 4], seven = s[t % 7], two_rows = s[(t & 1) * 32 + (t & 16)];
  out[blockIdx.x * 128 + t] = all + four * 2 + seven * 3 + two_rows * 5;
}

__global__ void carved_dynamic_shared(const double* a, const float* b, const int* c, const char* d, double* out, int n) {
  extern __shared__ double carved[];
  double* sa = carved;
  float* sb = (float*)(sa + n);
  int* sc = (int*)(sb + n + 1);
  char* sd = (char*)(sc + n);
  int t = threadIdx.x;
  if (t < n) {
    sa[t] = a[t];
    sb[t] = b[t];
    sc[t] = c[t];
    sd[t] = d[t];
  }
  __syncthreads();
  if (t < n) out[t] = sa[n - 1 - t] + sb[(t * 3) % n] + sc[t ^ 1] + sd[(t * 4) % n];
}

__global__ void words_seen_as_bytes(const unsigned* in, unsigned* out) {
  union Word {
    unsigned w;
    unsigned char b[4];
  };
  __shared__ Word s[64];
  int t = threadIdx.x;
  s[t].w = in[blockIdx.x * 64 + t];
  __syncthreads();
  unsigned r = 0;
  for (int k = 0; k < 4; ++k) r = r * 256 + s[(t + k * 7) % 64].b[(t + k) % 4];
  out[blockIdx.x * 64 + t] = r;
}

__global__ void sine_table_lookups(const float* table, const short* angle, float* out, int n) {
  __shared__ float lut[360];
  for (int i = threadIdx.x; i < 360; i += blockDim.x) lut[i] = table[i];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = lut[angle[i]] + lut[(angle[i] + 90) % 360];
}

__constant__ int weekday_names[7];
__global__ void constant_by_lane(const unsigned char* day, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = weekday_names[day[i]] + weekday_names[blockIdx.x % 7];
}

__global__ void shared_atomics_by_stride(const int* in, int* out, int stride) {
  __shared__ int sums[128], tops[128], bits[64];
  int t = threadIdx.x, v = in[blockIdx.x * 128 + t];
  sums[t] = 0;
  tops[t] = 0;
  if (t < 64) bits[t] = 0;
  __syncthreads();
  atomicAdd(&sums[(t * stride) % 128], v);
  atomicMax(&tops[127 - t], v);
  atomicXor(&bits[t / 2], v);
  __syncthreads();
  out[blockIdx.x * 128 + t] = sums[t] + tops[t] + bits[t % 64];
}

static void banks() {
  bank_stride_fixed<6><<<5, 64>>>(ints(320, 1000), zeros<int>(320));
  bank_strides_two_to_last<<<3, 128>>>(floats(1024), zeros<float>(384), 33);
  bank_bytes<<<1, 128>>>(bytes(640), zeros<int>(128));
  bank_shorts_and_halves<<<1, 128>>>(shorts(256, 1000), halves(1024), zeros<float>(128));
  bank_doubles<<<1, 64>>>(doubles(512), zeros<double>(64));
  bank_float4<<<1, 128>>>((float4*)floats(160 * 4), zeros<float4>(128));
  bank_structs_of_three<<<1, 96>>>(floats(288), zeros<float>(96));
  square_by_columns<<<1, dim3(32, 8)>>>(floats(1024), zeros<float>(1024));
  broadcast_and_multicast<<<4, 128>>>(ints(512, 1000), zeros<int>(512));
  carved_dynamic_shared<<<1, 128, 110 * 17 + 4>>>(doubles(110), floats(110), ints(110, 1000), (char*)bytes(110, 100), zeros<double>(110), 110);
  words_seen_as_bytes<<<5, 64>>>((unsigned*)ints(320, 1 << 23), zeros<unsigned>(320));
  sine_table_lookups<<<groups(1300, 128), 128>>>(floats(360), shorts(1300, 360), zeros<float>(1300), 1300);
  std::vector<int> names{11, 22, 33, 44, 55, 66, 77};
  cudaMemcpyToSymbol(weekday_names, names.data(), 7 * sizeof(int));
  constant_by_lane<<<groups(1000, 128), 128>>>(bytes(1000, 7), zeros<int>(1000), 1000);
  shared_atomics_by_stride<<<4, 128>>>(ints(512, 1000), zeros<int>(512), 4);
}

// ======== 3: transposes and matrices
__global__ void transpose_naive_bytes(const unsigned char* in, unsigned char* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

__global__ void transpose_padded_doubles(const double* in, double* out, int width, int height) {
  __shared__ double tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void transpose_swizzled_ints(const int* in, int* out, int n) {
  __shared__ int tile[32 * 32];
  int x = threadIdx.x, bx = blockIdx.x * 32, by = blockIdx.y * 32;
  for (int y = threadIdx.y; y < 32; y += 8) tile[y * 32 + (x ^ y)] = in[(by + y) * n + bx + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) out[(bx + y) * n + by + x] = tile[x * 32 + (y ^ x)];
}

__global__ void transpose_float4_elements(const float4* in, float4* out, int width, int height) {
  __shared__ float4 tile[8][9];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 8 + threadIdx.x;
  y = blockIdx.x * 8 + threadIdx.y;
  out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void transpose_bytes_in_fours(const uchar4* in, uchar4* out, int n) {
  __shared__ __align__(4) unsigned char tile[32][36];
  int tx = threadIdx.x, ty = threadIdx.y;  // 8 by 32
  int bx = blockIdx.x * 32, by = blockIdx.y * 32;
  *(uchar4*)&tile[ty][4 * tx] = in[((by + ty) * n + bx) / 4 + tx];
  __syncthreads();
  out[((bx + ty) * n + by) / 4 + tx] = make_uchar4(tile[4 * tx][ty], tile[4 * tx + 1][ty], tile[4 * tx + 2][ty], tile[4 * tx + 3][ty]);
}

__global__ void gemm_two_by_two_outputs(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[32][16], Bs[16][32];
  int tx = threadIdx.x, ty = threadIdx.y;  // 16 by 16
  int r0 = blockIdx.y * 32 + ty, c0 = blockIdx.x * 32 + tx;
  float c00 = 0.0f, c01 = 0.0f, c10 = 0.0f, c11 = 0.0f;
  for (int k0 = 0; k0 < K; k0 += 16) {
    As[ty][tx] = r0 < M && k0 + tx < K ? A[r0 * K + k0 + tx] : 0.0f;
    As[ty + 16][tx] = r0 + 16 < M && k0 + tx < K ? A[(r0 + 16) * K + k0 + tx] : 0.0f;
    Bs[ty][tx] = k0 + ty < K && c0 < N ? B[(k0 + ty) * N + c0] : 0.0f;
    Bs[ty][tx + 16] = k0 + ty < K && c0 + 16 < N ? B[(k0 + ty) * N + c0 + 16] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      float a0 = As[ty][k], a1 = As[ty + 16][k], b0 = Bs[k][tx], b1 = Bs[k][tx + 16];
      c00 += a0 * b0;
      c01 += a0 * b1;
      c10 += a1 * b0;
      c11 += a1 * b1;
    }
    __syncthreads();
  }
  if (r0 < M && c0 < N) C[r0 * N + c0] = c00;
  if (r0 < M && c0 + 16 < N) C[r0 * N + c0 + 16] = c01;
  if (r0 + 16 < M && c0 < N) C[(r0 + 16) * N + c0] = c10;
  if (r0 + 16 < M && c0 + 16 < N) C[(r0 + 16) * N + c0 + 16] = c11;
}

__global__ void gemm_four_by_four_vectors(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N, int K) {
  __shared__ float4 As[16][16], Bs[16][16];  // 16 deep, 64 wide
  int t = threadIdx.x, tx = t % 16, ty = t / 16;
  int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
  float acc[4][4] = {};
  float* flat = (float*)As;
  for (int k0 = 0; k0 < K; k0 += 16) {
    int row = t / 4, k4 = (t % 4) * 4;
    float4 a = *(const float4*)&A[(m0 + row) * K + k0 + k4];
    flat[(k4 + 0) * 64 + row] = a.x;
    flat[(k4 + 1) * 64 + row] = a.y;
    flat[(k4 + 2) * 64 + row] = a.z;
    flat[(k4 + 3) * 64 + row] = a.w;
    Bs[ty][tx] = *(const float4*)&B[(k0 + ty) * N + n0 + 4 * tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      float4 u = As[k][ty], v = Bs[k][tx];
      float p[4] = {u.x, u.y, u.z, u.w}, q[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] += p[i] * q[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) *(float4*)&C[(m0 + 4 * ty + i) * N + n0 + 4 * tx] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

__global__ void dgemm_flat_tiles(const double* A, const double* B, double* C, int M, int N, int K) {
  __shared__ double As[8][16], Bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;  // 16 by 8
  int row = blockIdx.y * 8 + ty, col = blockIdx.x * 16 + tx;
  double sum = 0.0;
  for (int k0 = 0; k0 < K; k0 += 16) {
    As[ty][tx] = A[row * K + k0 + tx];
    Bs[ty][tx] = B[(k0 + ty) * N + col];
    Bs[ty + 8][tx] = B[(k0 + ty + 8) * N + col];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}

__global__ void matvec_thread_per_row(const float* A, const float* x, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0.0f;
#pragma unroll 1
  for (int c = 0; c < cols; ++c) sum += A[r * cols + c] * x[c];
  y[r] = sum;
}

__global__ void matvec_warp_per_row(const float4* A, const float4* x, float* y, int rows, int cols4) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  float sum = 0.0f;
  for (int c = lane; c < cols4; c += 32) {
    float4 a = A[r * cols4 + c], b = x[c];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
  if (lane == 0) y[r] = sum;
}

__global__ void spmv_csr_warp_rows(const int* offsets, const int* columns, const float* values, const float* x, float* y, int rows) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  float sum = 0.0f;
  for (int e = offsets[r] + lane; e < offsets[r + 1]; e += 32) sum += values[e] * x[columns[e]];
  for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
  if (lane == 0) y[r] = sum;
}

__global__ void spmv_ell(const int* columns, const double* values, const double* x, double* y, int rows, int width) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  double sum = 0.0;
  for (int k = 0; k < width; ++k) {
    int c = columns[k * rows + r];
    if (c >= 0) sum += values[k * rows + r] * x[c];
  }
  y[r] = sum;
}

__global__ void spmv_coo_atomics(const int* row, const int* column, const float* value, const float* x, float* y, int entries) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < entries) atomicAdd(&y[row[e]], value[e] * x[column[e]]);
}

__global__ void lu_trailing_update(float* A, int n, int k) {
  int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) A[i * n + j] -= A[i * n + k] * A[k * n + j];
}

__global__ void floyd_one_k(int* dist, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;
  int through = dist[i * n + k] + dist[k * n + j];
  if (through < dist[i * n + j]) dist[i * n + j] = through;  // never in row or column k
}

__global__ void forward_solve_in_block(const double* L, const double* b, double* x, int n) {
  __shared__ double s[32];
  int t = threadIdx.x;
  const double* mine = L + blockIdx.x * n * n;
  double v = t < n ? b[blockIdx.x * n + t] : 0.0;
  for (int j = 0; j < n; ++j) {
    if (t == j) s[j] = v / mine[j * n + j];
    __syncthreads();
    if (t > j && t < n) v -= mine[t * n + j] * s[j];
  }
  if (t < n) x[blockIdx.x * n + t] = s[t];
}

static void matrices() {
  transpose_naive_bytes<<<dim3(3, 6), dim3(32, 8)>>>(bytes(83 * 45), zeros<unsigned char>(83 * 45), 83, 45);
  transpose_padded_doubles<<<dim3(4, 3), dim3(16, 16)>>>(doubles(59 * 43), zeros<double>(59 * 43), 59, 43);
  transpose_swizzled_ints<<<dim3(2, 2), dim3(32, 8)>>>(ints(64 * 64, 1000), zeros<int>(64 * 64), 64);
  transpose_float4_elements<<<dim3(3, 2), dim3(8, 8)>>>((float4*)floats(24 * 16 * 4), zeros<float4>(24 * 16), 24, 16);
  transpose_bytes_in_fours<<<dim3(2, 2), dim3(8, 32)>>>((uchar4*)bytes(64 * 64), zeros<uchar4>(64 * 16), 64);
  gemm_two_by_two_outputs<<<dim3(2, 2), dim3(16, 16)>>>(floats(58 * 37), floats(37 * 50), zeros<float>(58 * 50), 58, 50, 37);
  gemm_four_by_four_vectors<<<dim3(1, 2), 256>>>(floats(128 * 48), floats(48 * 64), zeros<float>(128 * 64), 64, 48);
  dgemm_flat_tiles<<<dim3(3, 4), dim3(16, 8)>>>(doubles(32 * 48), doubles(48 * 48), zeros<double>(32 * 48), 32, 48, 48);
  matvec_thread_per_row<<<groups(130, 64), 64>>>(floats(130 * 41), floats(41), zeros<float>(130), 130, 41);
  matvec_warp_per_row<<<groups(30 * 32, 128), 128>>>((float4*)floats(30 * 200), (float4*)floats(200), zeros<float>(30), 30, 50);
  {
    Draw draw{91};
    std::vector<int> offsets(61, 0);
    for (int r = 0; r < 60; ++r) offsets[r + 1] = offsets[r] + (int)(draw() % 70);
    int entries = offsets[60];
    spmv_csr_warp_rows<<<groups(60 * 32, 128), 128>>>(upload(offsets), ints(entries, 300), floats(entries), floats(300), zeros<float>(60), 60);
    std::vector<int> columns(9 * 250);
    for (int i = 0; i < 9 * 250; ++i) columns[i] = i / 250 < 3 + i % 7 ? (int)(draw() % 250) : -1;
    spmv_ell<<<groups(250, 64), 64>>>(upload(columns), doubles(9 * 250), doubles(250), zeros<double>(250), 250, 9);
  }
  spmv_coo_atomics<<<groups(1100, 128), 128>>>(ints(1100, 150), ints(1100, 200, 5), floats(1100), floats(200), zeros<float>(150), 1100);
  lu_trailing_update<<<dim3(2, 7), dim3(32, 8)>>>(floats(57 * 57), 57, 4);
  floyd_one_k<<<dim3(4, 4), dim3(16, 16)>>>(ints(53 * 53, 500), 53, 17);
  forward_solve_in_block<<<5, 32>>>(doubles(5 * 27 * 27), doubles(5 * 27), zeros<double>(5 * 27), 27);
}

// ======== 4: stencils, filters, images
__constant__ float line_filter[9];
__global__ void line_filter_with_halo(const float* in, float* out, int n) {
  __shared__ float s[64 + 8];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t + 4] = i < n ? in[i] : 0.0f;
  if (t < 4) {
    s[t] = i >= 4 ? in[i - 4] : 0.0f;
    s[t + 68] = i + 64 < n ? in[i + 64] : 0.0f;
  }
  __syncthreads();
  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k < 9; ++k) sum += line_filter[k] * s[t + k];
  if (i < n) out[i] = sum;
}

__global__ void plane_filter_in_shared(const float* in, const float* filter, float* out, int width, int height, int radius) {
  extern __shared__ float plane[];
  int side = 2 * radius + 1, w = blockDim.x + 2 * radius, h = blockDim.y + 2 * radius;
  float* f = plane + w * h;
  int t = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  for (int i = t; i < side * side; i += threads) f[i] = filter[i];
  for (int i = t; i < w * h; i += threads) {
    int x = (int)(blockIdx.x * blockDim.x) + i % w - radius, y = (int)(blockIdx.y * blockDim.y) + i / w - radius;
    plane[i] = x >= 0 && y >= 0 && x < width && y < height ? in[y * width + x] : 0.0f;
  }
  __syncthreads();
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0.0f;
  for (int dy = 0; dy < side; ++dy)
    for (int dx = 0; dx < side; ++dx) sum += f[dy * side + dx] * plane[(threadIdx.y + dy) * w + threadIdx.x + dx];
  out[y * width + x] = sum;
}

__constant__ float cube_filter[27];
__global__ void cube_filter_direct(const float* in, float* out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= nx || y >= ny) return;
  float sum = 0.0f;
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        int xx = x + dx, yy = y + dy, zz = z + dz;
        if (xx >= 0 && yy >= 0 && zz >= 0 && xx < nx && yy < ny && zz < nz) sum += cube_filter[((dz + 1) * 3 + dy + 1) * 3 + dx + 1] * in[(zz * ny + yy) * nx + xx];
      }
  out[(z * ny + y) * nx + x] = sum;
}

__global__ void seven_points_marching(const float* in, float* out, int nx, int ny, int nz) {
  __shared__ float tile[10][18];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;  // 16 by 8
  int x = blockIdx.x * 16 + tx, y = blockIdx.y * 8 + ty, layer = nx * ny, at = y * nx + x;
  float behind = in[at], now = in[layer + at];
#pragma unroll 1
  for (int z = 1; z < nz - 1; ++z) {
    const float* here = in + z * layer;
    float front = in[(z + 1) * layer + at];
    tile[ty][tx] = now;
    if (threadIdx.y == 0) {
      tile[0][tx] = here[at - nx];
      tile[9][tx] = here[at + 8 * nx];
    }
    if (threadIdx.x == 0) {
      tile[ty][0] = here[at - 1];
      tile[ty][17] = here[at + 16];
    }
    __syncthreads();
    out[z * layer + at] = behind + front + tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] - 6.0f * now;
    __syncthreads();
    behind = now;
    now = front;
  }
}

__device__ int alive_at(const unsigned char* board, int x, int y, int w, int h) { return board[((y + h) % h) * w + (x + w) % w]; }
__global__ void life_on_a_wrapped_board(const unsigned char* board, unsigned char* next, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int count = alive_at(board, x - 1, y - 1, w, h) + alive_at(board, x, y - 1, w, h) + alive_at(board, x + 1, y - 1, w, h) + alive_at(board, x - 1, y, w, h) +
              alive_at(board, x + 1, y, w, h) + alive_at(board, x - 1, y + 1, w, h) + alive_at(board, x, y + 1, w, h) + alive_at(board, x + 1, y + 1, w, h);
  int self = board[y * w + x];
  next[y * w + x] = count == 3 || (self && count == 2);
}

__global__ void sobel_from_byte_tile(const unsigned char* in, unsigned char* out, int w, int h) {
  __shared__ unsigned char s[10][18];
  int t = threadIdx.y * 16 + threadIdx.x;
  for (int i = t; i < 180; i += 128) {
    int x = min(max((int)blockIdx.x * 16 + i % 18 - 1, 0), w - 1), y = min(max((int)blockIdx.y * 8 + i / 18 - 1, 0), h - 1);
    s[i / 18][i % 18] = in[y * w + x];
  }
  __syncthreads();
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, u = threadIdx.x, v = threadIdx.y;
  if (x >= w || y >= h) return;
  int gx = s[v][u + 2] + 2 * s[v + 1][u + 2] + s[v + 2][u + 2] - s[v][u] - 2 * s[v + 1][u] - s[v + 2][u];
  int gy = s[v + 2][u] + 2 * s[v + 2][u + 1] + s[v + 2][u + 2] - s[v][u] - 2 * s[v][u + 1] - s[v][u + 2];
  out[y * w + x] = (unsigned char)min(abs(gx) + abs(gy), 255);
}

__device__ void order_two(unsigned char& a, unsigned char& b) {
  unsigned char lo = min(a, b), hi = max(a, b);
  a = lo;
  b = hi;
}
__global__ void median_of_cross(const unsigned char* in, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= w - 1 || y >= h - 1) return;
  unsigned char v[5] = {in[y * w + x], in[y * w + x - 1], in[y * w + x + 1], in[(y - 1) * w + x], in[(y + 1) * w + x]};
#pragma unroll
  for (int a = 0; a < 4; ++a)
#pragma unroll
    for (int b = 0; b < 4 - a; ++b) order_two(v[b], v[b + 1]);
  out[y * w + x] = v[2];
}

__global__ void box_rows_uchar3(const uchar3* in, uchar3* out, int w, int h, int radius) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= w) return;
  int r = 0, g = 0, b = 0;
#pragma unroll 1
  for (int d = -radius; d <= radius; ++d) {
    uchar3 p = in[y * w + min(max(x + d, 0), w - 1)];
    r += p.x;
    g += p.y;
    b += p.z;
  }
  int area = 2 * radius + 1;
  out[y * w + x] = make_uchar3(r / area, g / area, b / area);
}

__global__ void bilinear_by_hand_uchar4(const uchar4* in, uchar4* out, int w, int h, int ow, int oh) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= ow || y >= oh) return;
  int px = x * (w - 1) * 16 / ow, py = y * (h - 1) * 16 / oh;  // in sixteenths
  int x0 = px / 16, y0 = py / 16, fx = px % 16, fy = py % 16;
  uchar4 a = in[y0 * w + x0], b = in[y0 * w + x0 + 1], c = in[(y0 + 1) * w + x0], d = in[(y0 + 1) * w + x0 + 1];
  int wa = (16 - fx) * (16 - fy), wb = fx * (16 - fy), wc = (16 - fx) * fy, wd = fx * fy;
  out[y * ow + x] = make_uchar4((a.x * wa + b.x * wb + c.x * wc + d.x * wd) >> 8, (a.y * wa + b.y * wb + c.y * wc + d.y * wd) >> 8,
                                (a.z * wa + b.z * wb + c.z * wc + d.z * wd) >> 8, 255);
}

__global__ void rgb_to_grey(const uchar3* in, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uchar3 p = in[i];
  out[i] = (unsigned char)((77 * p.x + 150 * p.y + 29 * p.z) >> 8);
}

__global__ void mandelbrot_counts(unsigned short* out, int w, int h, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float cx = -2.0f + 3.0f * x / w, cy = -1.0f + 2.0f * y / h, a = 0.0f, b = 0.0f;
  int k = 0;
  while (k < most && a * a + b * b < 4.0f) {
    float next = a * a - b * b + cx;
    b = 2.0f * a * b + cy;
    a = next;
    ++k;
  }
  out[y * w + x] = (unsigned short)k;
}

static void images() {
  std::vector<float> taps(27);
  for (int i = 0; i < 27; ++i) taps[i] = 0.03125f * (i + 1);
  cudaMemcpyToSymbol(line_filter, taps.data(), 9 * sizeof(float));
  cudaMemcpyToSymbol(cube_filter, taps.data(), 27 * sizeof(float));
  line_filter_with_halo<<<groups(715, 64), 64>>>(floats(715), zeros<float>(715), 715);
  plane_filter_in_shared<<<dim3(4, 5), dim3(16, 8), (20 * 12 + 25) * sizeof(float)>>>(floats(53 * 37), floats(25), zeros<float>(53 * 37), 53, 37, 2);
  cube_filter_direct<<<dim3(1, 3, 5), dim3(32, 8)>>>(floats(27 * 19 * 5), zeros<float>(27 * 19 * 5), 27, 19, 5);
  seven_points_marching<<<dim3(2, 2), dim3(16, 8)>>>(floats(34 * 18 * 7), zeros<float>(34 * 18 * 7), 34, 18, 7);
  life_on_a_wrapped_board<<<dim3(3, 6), dim3(16, 8)>>>(bytes(45 * 43, 2), zeros<unsigned char>(45 * 43), 45, 43);
  sobel_from_byte_tile<<<dim3(4, 5), dim3(16, 8)>>>(bytes(61 * 38), zeros<unsigned char>(61 * 38), 61, 38);
  median_of_cross<<<dim3(2, 5), dim3(32, 8)>>>(bytes(57 * 39), zeros<unsigned char>(57 * 39), 57, 39);
  box_rows_uchar3<<<dim3(2, 14), 64>>>((uchar3*)bytes(95 * 14 * 3), zeros<uchar3>(95 * 14), 95, 14, 3);
  bilinear_by_hand_uchar4<<<dim3(4, 5), dim3(16, 8)>>>((uchar4*)bytes(33 * 21 * 4), zeros<uchar4>(55 * 36), 33, 21, 55, 36);
  rgb_to_grey<<<groups(1703, 128), 128>>>((uchar3*)bytes(1703 * 3), zeros<unsigned char>(1703), 1703);
  mandelbrot_counts<<<dim3(5, 6), dim3(16, 8)>>>(zeros<unsigned short>(75 * 44), 75, 44, 60);
}

// ======== 5: sums, scans, sorts, counts
__global__ void reduce_interleaved_strided(const int* in, int* out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    int at = 2 * d * t;
    if (at < 256) s[at] += s[at + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

template <int BLOCK>
__global__ void reduce_unrolled_doubles(const double* in, double* out, int n) {
  __shared__ volatile double s[BLOCK];
  int t = threadIdx.x;
  double sum = 0.0;
  for (int i = blockIdx.x * BLOCK * 2 + t; i < n; i += gridDim.x * BLOCK * 2) sum += in[i] + (i + BLOCK < n ? in[i + BLOCK] : 0.0);
  s[t] = sum;
  __syncthreads();
  if (BLOCK >= 256) {
    if (t < 128) s[t] = s[t] + s[t + 128];
    __syncthreads();
  }
  if (BLOCK >= 128) {
    if (t < 64) s[t] = s[t] + s[t + 64];
    __syncthreads();
  }
  if (t < 32) {
    s[t] = s[t] + s[t + 32];
    __syncwarp();
#pragma unroll
    for (int d = 16; d > 0; d /= 2) {
      double v = s[t] + (t < d ? s[t + d] : 0.0);
      __syncwarp();
      s[t] = v;
      __syncwarp();
    }
    if (t == 0) out[blockIdx.x] = s[0];
  }
}

__global__ void dot_int4_shuffled(const int4* a, const int4* b, int* out, int n4) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
    int4 p = a[i], q = b[i];
    sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
  }
  for (int o = 16; o; o /= 2) sum += __shfl_down_sync(0xffffffffu, sum, o);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

__global__ void blelloch_plain(const int* in, int* out) {
  __shared__ int s[256];
  int t = threadIdx.x, base = blockIdx.x * 256;
  s[2 * t] = in[base + 2 * t];
  s[2 * t + 1] = in[base + 2 * t + 1];
  int d = 1;
  for (int k = 128; k > 0; k >>= 1) {
    __syncthreads();
    if (t < k) s[d * (2 * t + 2) - 1] += s[d * (2 * t + 1) - 1];
    d *= 2;
  }
  if (t == 0) s[255] = 0;
  for (int k = 1; k < 256; k *= 2) {
    d >>= 1;
    __syncthreads();
    if (t < k) {
      int a = d * (2 * t + 1) - 1, b = d * (2 * t + 2) - 1, x = s[a];
      s[a] = s[b];
      s[b] += x;
    }
  }
  __syncthreads();
  out[base + 2 * t] = s[2 * t];
  out[base + 2 * t + 1] = s[2 * t + 1];
}

#define PAD(i) ((i) + ((i) >> 5))
__global__ void blelloch_without_conflicts(const int* in, int* out) {
  __shared__ int s[PAD(255) + 1];
  int t = threadIdx.x, base = blockIdx.x * 256;
  s[PAD(t)] = in[base + t];
  s[PAD(t + 128)] = in[base + t + 128];
  int d = 1;
  for (int k = 128; k > 0; k >>= 1) {
    __syncthreads();
    if (t < k) s[PAD(d * (2 * t + 2) - 1)] += s[PAD(d * (2 * t + 1) - 1)];
    d *= 2;
  }
  if (t == 0) s[PAD(255)] = 0;
  for (int k = 1; k < 256; k *= 2) {
    d >>= 1;
    __syncthreads();
    if (t < k) {
      int a = PAD(d * (2 * t + 1) - 1), b = PAD(d * (2 * t + 2) - 1), x = s[a];
      s[a] = s[b];
      s[b] += x;
    }
  }
  __syncthreads();
  out[base + t] = s[PAD(t)];
  out[base + t + 128] = s[PAD(t + 128)];
}

struct Pair {
  int count;
  double sum;
};
__global__ void scan_of_pairs(const int* flags, const double* values, Pair* out) {
  __shared__ Pair s[2][64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t, side = 0;
  s[0][t].count = flags[i];
  s[0][t].sum = values[i];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    Pair mine = s[side][t];
    if (t >= d) {
      mine.count += s[side][t - d].count;
      mine.sum += s[side][t - d].sum;
    }
    side ^= 1;
    s[side][t].count = mine.count;
    s[side][t].sum = mine.sum;
    __syncthreads();
  }
  out[i].count = s[side][t].count;
  out[i].sum = s[side][t].sum;
}

__global__ void histogram_in_global(const unsigned char* data, unsigned* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[data[i]], 1u);
}

__global__ void histogram_private_per_warp(const uchar4* data, unsigned* bins, int n4) {
  __shared__ unsigned s[4][65];
  int lane = threadIdx.x % 32, w = threadIdx.x / 32;
  s[w][lane] = 0;
  s[w][lane + 32] = 0;
  __syncwarp();
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n4; i += gridDim.x * 128) {
    uchar4 v = data[i];
    atomicAdd(&s[w][v.x >> 2], 1u);
    atomicAdd(&s[w][v.y >> 2], 1u);
    atomicAdd(&s[w][v.z >> 2], 1u);
    atomicAdd(&s[w][v.w >> 2], 1u);
  }
  __syncthreads();
  if (threadIdx.x < 64) {
    unsigned sum = 0;
    for (int k = 0; k < 4; ++k) sum += s[k][threadIdx.x];
    bins[blockIdx.x * 64 + threadIdx.x] = sum;
  }
}

__global__ void bitonic_in_block(int* data) {
  __shared__ int s[256];
  int t = threadIdx.x, base = blockIdx.x * 256;
  s[t] = data[base + t];
  __syncthreads();
  for (int size = 2; size <= 256; size *= 2)
    for (int d = size / 2; d > 0; d /= 2) {
      int other = t ^ d;
      if (other > t) {
        bool up = (t & size) == 0;
        int a = s[t], b = s[other];
        if ((a > b) == up) {
          s[t] = b;
          s[other] = a;
        }
      }
      __syncthreads();
    }
  data[base + t] = s[t];
}

__global__ void compact_by_ballot(const float* in, float* out, int* counts, float above, int n) {
  __shared__ int warps[4];
  int t = threadIdx.x, lane = t % 32, w = t / 32, i = blockIdx.x * 128 + t;
  float v = i < n ? in[i] : 0.0f;
  unsigned votes = __ballot_sync(0xffffffffu, v > above);
  if (lane == 0) warps[w] = __popc(votes);
  __syncthreads();
  int at = __popc(votes & ((1u << lane) - 1));
  for (int k = 0; k < w; ++k) at += warps[k];
  if (v > above) out[blockIdx.x * 128 + at] = v;
  if (t == 127) counts[blockIdx.x] = at + (v > above);
}

__global__ void leaders_add_for_equals(const int* keys, int* counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int key = i < n ? keys[i] : -1;
  unsigned peers = __match_any_sync(0xffffffffu, key);
  if (key >= 0 && (threadIdx.x % 32) == __ffs(peers) - 1) atomicAdd(&counts[key], __popc(peers));
}

__global__ void lower_bounds(const int* sorted, int count, const int* queries, int* found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int key = queries[i], lo = 0, hi = count;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (sorted[mid] < key)
      lo = mid + 1;
    else
      hi = mid;
  }
  found[i] = lo;
}

__global__ void words_with_early_exit(const char* words, const int* starts, const char* wanted, int length, unsigned char* match, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const char* word = words + starts[i];
  unsigned char same = 1;
#pragma unroll 1
  for (int k = 0; k < length; ++k)
    if (word[k] != wanted[k]) {
      same = 0;
      break;
    }
  match[i] = same;
}

__global__ void digits_in_local_array(const unsigned* numbers, unsigned char* most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int seen[10] = {};
  for (unsigned v = numbers[i]; v; v /= 10) seen[v % 10]++;
  int best = 0;
  for (int d = 1; d < 10; ++d)
    if (seen[d] > seen[best]) best = d;
  most[i] = (unsigned char)best;
}

static void counts() {
  reduce_interleaved_strided<<<groups(1900, 256), 256>>>(ints(1900, 1000), zeros<int>(8), 1900);
  reduce_unrolled_doubles<128><<<4, 128>>>(doubles(3100), zeros<double>(4), 3100);
  dot_int4_shuffled<<<4, 128>>>((int4*)ints(5200, 100), (int4*)ints(5200, 100, 5), zeros<int>(1), 1300);
  blelloch_plain<<<3, 128>>>(ints(768, 100), zeros<int>(768));
  blelloch_without_conflicts<<<3, 128>>>(ints(768, 100), zeros<int>(768));
  scan_of_pairs<<<5, 64>>>(ints(320, 2), doubles(320), zeros<Pair>(320));
  histogram_in_global<<<groups(1700, 128), 128>>>(bytes(1700), zeros<unsigned>(256), 1700);
  histogram_private_per_warp<<<3, 128>>>((uchar4*)bytes(900 * 4), zeros<unsigned>(192), 900);
  bitonic_in_block<<<3, 256>>>(ints(768, 100000));
  compact_by_ballot<<<groups(1050, 128), 128>>>(floats(1050), zeros<float>(9 * 128), zeros<int>(9), 0.6f, 1050);
  leaders_add_for_equals<<<groups(1150, 128), 128>>>(ints(1150, 12), zeros<int>(12), 1150);
  lower_bounds<<<groups(700, 128), 128>>>(sorted_ints(1000, 9), 1000, ints(700, 5000), zeros<int>(700), 700);
  words_with_early_exit<<<groups(600, 128), 128>>>((char*)bytes(900, 2), ints(600, 892), (char*)bytes(8, 2, 5), 8, zeros<unsigned char>(600), 600);
  digits_in_local_array<<<groups(500, 64), 64>>>((unsigned*)ints(500, 16000000), zeros<unsigned char>(500), 500);
}

// ======== 6: models and particles
__global__ void softmax_block_per_row(const float* in, float* out, int cols) {
  __shared__ float s[128];
  int t = threadIdx.x;
  const float* row = in + blockIdx.x * cols;
  float top = -FLT_MAX;
  for (int c = t; c < cols; c += 128) top = fmaxf(top, row[c]);
  s[t] = top;
  __syncthreads();
  for (int d = 64; d > 0; d >>= 1) {
    if (t < d) s[t] = fmaxf(s[t], s[t + d]);
    __syncthreads();
  }
  top = s[0];
  __syncthreads();
  float sum = 0.0f;
  for (int c = t; c < cols; c += 128) sum += __expf(row[c] - top);
  s[t] = sum;
  __syncthreads();
  for (int d = 64; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  float scale = 1.0f / s[0];
  for (int c = t; c < cols; c += 128) out[blockIdx.x * cols + c] = __expf(row[c] - top) * scale;
}

__global__ void layernorm_warp_per_row(const float2* in, const float2* gain, const float2* bias, float2* out, int rows) {
  int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  float2 v[2];
  float sum = 0.0f, squares = 0.0f;
#pragma unroll
  for (int k = 0; k < 2; ++k) {
    v[k] = in[r * 64 + k * 32 + lane];
    sum += v[k].x + v[k].y;
    squares += v[k].x * v[k].x + v[k].y * v[k].y;
  }
  for (int o = 16; o; o >>= 1) {
    sum += __shfl_xor_sync(0xffffffffu, sum, o);
    squares += __shfl_xor_sync(0xffffffffu, squares, o);
  }
  float mean = sum / 128.0f, inv = rsqrtf(squares / 128.0f - mean * mean + 1e-5f);
#pragma unroll
  for (int k = 0; k < 2; ++k) {
    float2 g = gain[k * 32 + lane], b = bias[k * 32 + lane];
    out[r * 64 + k * 32 + lane] = make_float2((v[k].x - mean) * inv * g.x + b.x, (v[k].y - mean) * inv * g.y + b.y);
  }
}

__global__ void rmsnorm_halves(const __half* in, const __half* weight, __half* out, int cols) {
  __shared__ float partial[2];
  int t = threadIdx.x;  // 64
  const __half* row = in + blockIdx.x * cols;
  float sum = 0.0f;
  for (int c = t; c < cols; c += 64) {
    float v = __half2float(row[c]);
    sum += v * v;
  }
  for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
  if (t % 32 == 0) partial[t / 32] = sum;
  __syncthreads();
  float scale = rsqrtf((partial[0] + partial[1]) / cols + 1e-5f);
  for (int c = t; c < cols; c += 64) out[blockIdx.x * cols + c] = __float2half(__half2float(row[c]) * scale * __half2float(weight[c]));
}

__global__ void embedding_rows_float4(const int* tokens, const float4* table, float4* out, int n, int width4) {
  int token = blockIdx.x * blockDim.y + threadIdx.y;
  if (token >= n) return;
  for (int c = threadIdx.x; c < width4; c += blockDim.x) out[token * width4 + c] = table[tokens[token] * width4 + c];
}

__global__ void attention_scores_causal(const float* q, const float* k, float* scores, int length, float scale) {
  __shared__ float qs[8][33], ks[16][33];
  int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;  // 16 by 8
  int head = blockIdx.z * length * 32, q0 = blockIdx.y * 8, k0 = blockIdx.x * 16;
  for (int i = t; i < 8 * 32; i += 128) qs[i / 32][i % 32] = q0 + i / 32 < length ? q[head + (q0 + i / 32) * 32 + i % 32] : 0.0f;
  for (int i = t; i < 16 * 32; i += 128) ks[i / 32][i % 32] = k0 + i / 32 < length ? k[head + (k0 + i / 32) * 32 + i % 32] : 0.0f;
  __syncthreads();
  if (q0 + ty >= length || k0 + tx >= length) return;
  float sum = 0.0f;
  for (int d = 0; d < 32; ++d) sum += qs[ty][d] * ks[tx][d];
  scores[(blockIdx.z * length + q0 + ty) * length + k0 + tx] = k0 + tx <= q0 + ty ? sum * scale : -1e9f;
}

__global__ void kmeans_assign_shared_centres(const float* points, const float* centres, int* nearest, int n, int k) {
  extern __shared__ float c[];
  for (int i = threadIdx.x; i < k * 3; i += blockDim.x) c[i] = centres[i];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = points[3 * i], y = points[3 * i + 1], z = points[3 * i + 2], best = FLT_MAX;
  int which = 0;
  for (int j = 0; j < k; ++j) {
    float dx = x - c[3 * j], dy = y - c[3 * j + 1], dz = z - c[3 * j + 2], d = dx * dx + dy * dy + dz * dz;
    if (d < best) {
      best = d;
      which = j;
    }
  }
  nearest[i] = which;
}

__global__ void nbody_in_tiles(const float4* pos, float3* acc, int n) {
  __shared__ float4 tile[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  float4 me = i < n ? pos[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  float3 a = make_float3(0.0f, 0.0f, 0.0f);
  for (int first = 0; first < n; first += 64) {
    tile[threadIdx.x] = first + threadIdx.x < n ? pos[first + threadIdx.x] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < 64; ++j) {
      float4 o = tile[j];
      float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = o.w * r * r * r;
      a.x += dx * f;
      a.y += dy * f;
      a.z += dz * f;
    }
    __syncthreads();
  }
  if (i < n) acc[i] = a;
}

__global__ void darts_with_lcg(unsigned* seeds, int* hits, int throws, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int count = 0;
  if (i < n) {
    unsigned s = seeds[i];
    for (int k = 0; k < throws; ++k) {
      s = s * 1664525u + 1013904223u;
      float x = (s >> 8) * (1.0f / 16777216.0f);
      s = s * 1664525u + 1013904223u;
      float y = (s >> 8) * (1.0f / 16777216.0f);
      count += x * x + y * y < 1.0f;
    }
    seeds[i] = s;
  }
  count = __reduce_add_sync(0xffffffffu, count);
  if (threadIdx.x % 32 == 0) atomicAdd(&hits[blockIdx.x], count);
}

__global__ void polynomial_per_thread(const float* __restrict__ x, const float* __restrict__ coefficients, float* __restrict__ y, int degree, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = x[i], sum = 0.0f;
  for (int k = degree; k >= 0; --k) sum = sum * v + coefficients[k];
  y[i] = sum;
}

static void models() {
  softmax_block_per_row<<<7, 128>>>(floats(7 * 333), zeros<float>(7 * 333), 333);
  layernorm_warp_per_row<<<groups(18, 4), 128>>>((float2*)floats(18 * 128), (float2*)floats(128), (float2*)floats(128, 5), zeros<float2>(18 * 64), 18);
  rmsnorm_halves<<<9, 64>>>(halves(9 * 205), halves(205), zeros<__half>(9 * 205), 205);
  embedding_rows_float4<<<groups(50, 8), dim3(16, 8)>>>(ints(50, 70), (float4*)floats(70 * 80), zeros<float4>(50 * 20), 50, 20);
  attention_scores_causal<<<dim3(3, 6, 2), dim3(16, 8)>>>(floats(2 * 43 * 32), floats(2 * 43 * 32, 5), zeros<float>(2 * 43 * 43), 43, 0.1767767f);
  kmeans_assign_shared_centres<<<groups(1010, 128), 128, 11 * 3 * sizeof(float)>>>(floats(3030), floats(33), zeros<int>(1010), 1010, 11);
  nbody_in_tiles<<<groups(150, 64), 64>>>((float4*)floats(600), zeros<float3>(150), 150);
  darts_with_lcg<<<groups(500, 128), 128>>>((unsigned*)ints(500, 1000000), zeros<int>(4), 20, 500);
  polynomial_per_thread<<<groups(1120, 128), 128>>>(floats(1120), floats(12), zeros<float>(1120), 11, 1120);
}

int main() {
  layouts();
  banks();
  matrices();
  images();
  counts();
  models();
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
