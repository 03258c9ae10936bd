// Matrix instructions of inline PTX: which lane holds what, and what products of small whole numbers are.
#include <cstdint>
#include "dump.h"

__device__ unsigned place(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ unsigned mixed(unsigned i) { return (i * 2654435761u) ^ (i >> 3) * 40503u; }
// Two halves, bfloats, or a tf32 of whole numbers from -4 to 3; four bytes, eight nibbles as they come.
__device__ unsigned half_code(int v) { const float f = (float)v; const unsigned w = __float_as_uint(f); return v == 0 ? 0u : (w >> 16 & 0x8000u) | ((w >> 23 & 255u) - 112u) << 10 | (w >> 13 & 1023u); }
__device__ int small(unsigned i) { return (int)(mixed(i) >> 7 & 7u) - 4; }
__device__ unsigned halves(unsigned i) { return half_code(small(2 * i)) | half_code(small(2 * i + 1)) << 16; }
__device__ unsigned bfloats(unsigned i) { return __float_as_uint((float)small(2 * i)) >> 16 | (__float_as_uint((float)small(2 * i + 1)) & 0xFFFF0000u); }
__device__ unsigned tf32s(unsigned i) { return __float_as_uint((float)small(i)); }

#define LOAD(words, n, registers, ...)                                                                                        \
  asm volatile("ldmatrix.sync.aligned.m8n8." words ".b16 " registers ", [%" #n "];" : __VA_ARGS__ : "r"(place(s + 8 * t)));
__global__ void loads(unsigned* out) {
  __shared__ __align__(16) unsigned short s[256], u[256];
  const int t = threadIdx.x;
  for (int i = t; i < 256; i += 32) s[i] = (unsigned short)mixed(i), u[i] = 0;
  __syncwarp();
  unsigned a = 0, b = 0, c = 0, d = 0;
  LOAD("x1.shared", 1, "{%0}", "=r"(a)) out[t] = a;
  LOAD("x1.trans.shared", 1, "{%0}", "=r"(a)) out[32 + t] = a;
  LOAD("x2.shared", 2, "{%0, %1}", "=r"(a), "=r"(b)) out[64 + t] = a ^ b * 3;
  LOAD("x2.trans.shared", 2, "{%0, %1}", "=r"(a), "=r"(b)) out[96 + t] = a ^ b * 3;
  LOAD("x4.shared", 4, "{%0, %1, %2, %3}", "=r"(a), "=r"(b), "=r"(c), "=r"(d)) out[128 + t] = a ^ b * 3 ^ c * 5 ^ d * 7;
  LOAD("x4.trans.shared", 4, "{%0, %1, %2, %3}", "=r"(a), "=r"(b), "=r"(c), "=r"(d)) out[160 + t] = a ^ b * 3 ^ c * 5 ^ d * 7;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(out[192 + t]) : "r"(a));
  asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(place(u + 8 * t)), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
  __syncwarp();
  for (int i = t; i < 128; i += 32) out[224 + i] = u[2 * i] | u[2 * i + 1] << 16;
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(place(u + 8 * (t ^ 1))), "r"(a), "r"(d) : "memory");
  __syncwarp();
  for (int i = t; i < 128; i += 32) out[352 + i] = u[2 * i] | u[2 * i + 1] << 16;
}

#define A4 "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3])
#define A2 "r"(a[0]), "r"(a[1])
#define B2 "r"(b[0]), "r"(b[1])
#define LONG "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
#define SHORT "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
#define FLOATS(name, code, words, registers, ...)                                                                                    \
  __global__ void name(unsigned* out) {                                                                                              \
    const unsigned t = threadIdx.x;                                                                                                  \
    unsigned a[4], b[2];                                                                                                             \
    float c[4];                                                                                                                      \
    for (int i = 0; i < 4; i++) a[i] = code(t * 4 + i), c[i] = (float)small(t * 4 + i + 1000);                                       \
    for (int i = 0; i < 2; i++) b[i] = code(t * 2 + i + 500);                                                                        \
    asm volatile("mma.sync.aligned." words " " registers : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : __VA_ARGS__);            \
    for (int i = 0; i < 4; i++) out[4 * t + i] = __float_as_uint(c[i]);                                                              \
  }
#define INTS(name, words, registers, ...)                                                                                            \
  __global__ void name(unsigned* out) {                                                                                              \
    const unsigned t = threadIdx.x;                                                                                                  \
    unsigned a[4], b[2];                                                                                                             \
    int c[4];                                                                                                                        \
    for (int i = 0; i < 4; i++) a[i] = mixed(t * 4 + i), c[i] = (int)(mixed(t * 4 + i + 1000) | (i == 3 ? 0x7FFFF000u : 0u));        \
    for (int i = 0; i < 2; i++) b[i] = mixed(t * 2 + i + 500);                                                                       \
    asm volatile("mma.sync.aligned." words " " registers : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : __VA_ARGS__);            \
    for (int i = 0; i < 4; i++) out[4 * t + i] = (unsigned)c[i];                                                                     \
  }
FLOATS(half8, halves, "m16n8k8.row.col.f32.f16.f16.f32", SHORT, A2, "r"(b[0]))
FLOATS(half16, halves, "m16n8k16.row.col.f32.f16.f16.f32", LONG, A4, B2)
FLOATS(bfloat8, bfloats, "m16n8k8.row.col.f32.bf16.bf16.f32", SHORT, A2, "r"(b[0]))
FLOATS(bfloat16, bfloats, "m16n8k16.row.col.f32.bf16.bf16.f32", LONG, A4, B2)
FLOATS(tf4, tf32s, "m16n8k4.row.col.f32.tf32.tf32.f32", SHORT, A2, "r"(b[0]))
FLOATS(tf8, tf32s, "m16n8k8.row.col.f32.tf32.tf32.f32", LONG, A4, B2)
INTS(byte16, "m16n8k16.row.col.s32.s8.s8.s32", SHORT, A2, "r"(b[0]))
INTS(byte32, "m16n8k32.row.col.s32.s8.s8.s32", LONG, A4, B2)
INTS(byte32u, "m16n8k32.row.col.s32.u8.s8.s32", LONG, A4, B2)
INTS(byte32s, "m16n8k32.row.col.satfinite.s32.s8.u8.s32", LONG, A4, B2)
__global__ void sums_of_half(unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned a[4], b[2], c = halves(t + 700), d = halves(t + 800);
  for (int i = 0; i < 4; i++) a[i] = halves(t * 4 + i);
  for (int i = 0; i < 2; i++) b[i] = halves(t * 2 + i + 500);
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};" : "+r"(c), "+r"(d) : A2, "r"(b[0]));
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};" : "+r"(c), "+r"(d) : A4, B2);
  out[2 * t] = c, out[2 * t + 1] = d;
}
__global__ void others(unsigned* out) {
  const unsigned t = threadIdx.x;
  int m = small(t), n = small(t + 40);
  asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+r"(m), "+r"(n) : "r"(mixed(t)), "r"(mixed(t + 90)));
  out[2 * t] = (unsigned)m, out[2 * t + 1] = (unsigned)n;
  double x = small(t), y = small(t + 50);
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(x), "+d"(y) : "d"((double)small(t + 3)), "d"((double)small(t + 7)));
  out[64 + 2 * t] = (unsigned)(int)x, out[64 + 2 * t + 1] = (unsigned)(int)y;
}
// 64 x 64 by four warps, a row of tiles each.
__global__ void product(float* c) {
  __shared__ __align__(16) unsigned short as[64][24], bs[16][72];
  const int t = threadIdx.x, lane = t % 32, row = t / 32 * 16;
  float sum[8][4] = {};
  for (int k0 = 0; k0 < 64; k0 += 16) {
    for (int i = t; i < 1024; i += 128) {
      as[i / 16][i % 16] = (unsigned short)half_code(small(i / 16 * 64 + k0 + i % 16));
      bs[i / 64][i % 64] = (unsigned short)half_code(small(9000 + (k0 + i / 64) * 64 + i % 64));
    }
    __syncthreads();
    unsigned x[4], y[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(place(&as[row + lane % 16][lane / 16 * 8])));
    for (int n = 0; n < 8; n++) {
      asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(y[0]), "=r"(y[1]) : "r"(place(&bs[lane % 16][n * 8])));
      asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                   : "+f"(sum[n][0]), "+f"(sum[n][1]), "+f"(sum[n][2]), "+f"(sum[n][3]) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    }
    __syncthreads();
  }
  for (int n = 0; n < 8; n++)
    for (int i = 0; i < 4; i++) c[(row + lane / 4 + i / 2 * 8) * 64 + n * 8 + lane % 4 * 2 + i % 2] = sum[n][i];
}
__global__ void checked(const float* c, unsigned* wrong) {
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) {
    int sum = 0;
    for (int k = 0; k < 64; k++) sum += small(i / 64 * 64 + k) * small(9000 + k * 64 + i % 64);
    if (c[i] != (float)sum) atomicAdd(wrong, 1u);
  }
}

int main() {
  unsigned* out;
  float* c;
  cudaMalloc(&out, 480 * 4);
  cudaMalloc(&c, 4096 * 4);
  loads<<<1, 32>>>(out);
  dump<<<1, 1>>>(1, out, 480);
  half8<<<1, 32>>>(out);
  dump<<<1, 1>>>(2, out, 128);
  half16<<<1, 32>>>(out);
  dump<<<1, 1>>>(3, out, 128);
  bfloat8<<<1, 32>>>(out);
  dump<<<1, 1>>>(4, out, 128);
  bfloat16<<<1, 32>>>(out);
  dump<<<1, 1>>>(5, out, 128);
  tf4<<<1, 32>>>(out);
  dump<<<1, 1>>>(6, out, 128);
  tf8<<<1, 32>>>(out);
  dump<<<1, 1>>>(7, out, 128);
  byte16<<<1, 32>>>(out);
  dump<<<1, 1>>>(8, out, 128);
  byte32<<<1, 32>>>(out);
  dump<<<1, 1>>>(9, out, 128);
  byte32u<<<1, 32>>>(out);
  dump<<<1, 1>>>(10, out, 128);
  byte32s<<<1, 32>>>(out);
  dump<<<1, 1>>>(11, out, 128);
  sums_of_half<<<1, 32>>>(out);
  dump<<<1, 1>>>(12, out, 64);
  others<<<1, 32>>>(out);
  dump<<<1, 1>>>(13, out, 128);
  product<<<1, 128>>>(c);
  cudaMemset(out, 0, 4);
  checked<<<1, 128>>>(c, out);
  dump<<<1, 1>>>(14, out, 1);
  dump<<<1, 1>>>(15, (unsigned*)c, 256);
  cudaDeviceSynchronize();
  return 0;
}
