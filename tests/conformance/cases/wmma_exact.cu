// Warp matrix functions on small integers, where every sum is exact in any order; the two warps take different matrices.
// compiler: nvcc
#include "../case.h"
#include <mma.h>
using namespace nvcuda;
typedef unsigned long long u64;
__device__ u64 mix(u64 h, u64 v) { return (h ^ v) * 0x100000001B3ull; }
__device__ int small(int i, int salt) { return (i * 37 + salt * 11 + i / 7) % 13 - 6; }
template <class T> __device__ T number(int v) { return (T)v; }
template <> __device__ half number<half>(int v) { return __float2half((float)v); }
template <> __device__ __nv_bfloat16 number<__nv_bfloat16>(int v) { return __float2bfloat16((float)v); }
__device__ u64 bits(float v) { return __float_as_uint(v); }
__device__ u64 bits(double v) { return __double_as_longlong(v); }
__device__ u64 bits(int v) { return (unsigned)v; }
__device__ u64 bits(half v) { return __half_as_ushort(v); }
template <class L> struct is_row { static constexpr bool value = true; };
template <> struct is_row<wmma::col_major> { static constexpr bool value = false; };
template <int m, int n, int k, class T, class S, class D, class LA, class LB, wmma::layout_t out>
__device__ u64 product(unsigned char* room, int t) {
  int w = t / 32, lane = t % 32, salt = sizeof(S) == 1 && (S)-1 > (S)0 ? 6 : 0;
  S *a = (S*)(room + 3072 * w), *b = (S*)(room + 3072 * w + 1024);
  D* c = (D*)(room + 3072 * w + 2048);
  for (int i = lane; i < m * k; i += 32) a[i] = number<S>(small(i, w) + salt);
  for (int i = lane; i < k * n; i += 32) b[i] = number<S>(small(i, w + 5) + salt);
  for (int i = lane; i < m * n; i += 32) c[i] = number<D>(small(i, w + 9));
  __syncthreads();
  wmma::fragment<wmma::matrix_a, m, n, k, T, LA> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, T, LB> fb;
  wmma::fragment<wmma::accumulator, m, n, k, D> fc, fd;
  wmma::load_matrix_sync(fa, a, is_row<LA>::value ? k : m);
  wmma::load_matrix_sync(fb, b, is_row<LB>::value ? n : k);
  wmma::load_matrix_sync(fc, c, n, wmma::mem_row_major);
  wmma::mma_sync(fd, fa, fb, fc);
  for (int i = 0; i < fd.num_elements; i++) fd.x[i] = fd.x[i] + fd.x[i];
  __syncthreads();
  wmma::store_matrix_sync(c, fd, out == wmma::mem_row_major ? n : m, out);
  __syncthreads();
  u64 h = 1;
  for (int i = lane; i < m * n; i += 32) h = mix(h, bits(c[i]));
  __syncthreads();
  return h;
}
KERNEL {
  __shared__ __align__(32) unsigned char room[2 * 3072];
  using row = wmma::row_major;
  using col = wmma::col_major;
  constexpr wmma::layout_t rows = wmma::mem_row_major, cols = wmma::mem_col_major;
  oi[8 * t + 0] = product<16, 16, 16, half, half, float, row, col, rows>(room, t) + 3 * product<16, 16, 16, half, half, float, col, row, cols>(room, t);
  oi[8 * t + 1] = product<32, 8, 16, half, half, float, row, row, rows>(room, t) + 3 * product<8, 32, 16, half, half, half, col, col, cols>(room, t);
  oi[8 * t + 2] = product<16, 16, 16, __nv_bfloat16, __nv_bfloat16, float, row, row, rows>(room, t) + 3 * product<32, 8, 16, __nv_bfloat16, __nv_bfloat16, float, col, col, cols>(room, t);
  oi[8 * t + 3] = product<16, 16, 16, signed char, signed char, int, row, col, rows>(room, t) + 3 * product<8, 32, 16, signed char, signed char, int, row, col, cols>(room, t);
  oi[8 * t + 4] = product<16, 16, 16, unsigned char, unsigned char, int, row, row, rows>(room, t) + 3 * product<32, 8, 16, unsigned char, unsigned char, int, col, col, rows>(room, t);
  oi[8 * t + 5] = product<16, 16, 8, wmma::precision::tf32, float, float, row, col, rows>(room, t) + 3 * product<16, 16, 8, wmma::precision::tf32, float, float, col, row, cols>(room, t);
  oi[8 * t + 6] = product<8, 8, 4, double, double, double, row, col, rows>(room, t) + 3 * product<8, 8, 4, double, double, double, col, row, cols>(room, t);
  u64 h = 1;
  for (int i = 0; i < 8; i++) h = mix(h, bits(wmma::__float_to_tf32(__uint_as_float(u[t] * 2654435761u + i * 0x10001FFFu))));
  oi[8 * t + 7] = h;
  of[8 * t + 0] = wmma::__float_to_tf32(f[t]);
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> ci, di;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, row> ai;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, col> bi;
  wmma::fill_fragment(ai, (signed char)-128);
  wmma::fill_fragment(bi, (signed char)127);
  wmma::fill_fragment(ci, -2147483647);
  wmma::mma_sync(di, ai, bi, ci);
  of[8 * t + 1] = di.x[0];
  wmma::mma_sync(di, ai, bi, ci, true);
  of[8 * t + 2] = di.x[0];
}
