// Kernels as blogs, courses and mini-apps have them: stencils, sparse formats, layers of networks, sorts, images, grids of particles. No counter depends on the order of threads.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cfloat>
#include <cstdio>
#include <vector>

#include "inputs.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

static __device__ __forceinline__ float warp_sum(float v) {
  for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_xor_sync(0xffffffffu, v, offset);
  return v;
}
static __device__ __forceinline__ float warp_max(float v) {
  for (int offset = 16; offset > 0; offset >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, offset));
  return v;
}
static __device__ __forceinline__ int clampi(int v, int lo, int hi) { return min(max(v, lo), hi); }

// ---------------------------------------------------------------- language model pieces

// 1
__global__ void layernorm_forward_warp_rows(const float* __restrict__ inp, const float* __restrict__ weight,
                                            const float* __restrict__ bias, float* __restrict__ out,
                                            float* __restrict__ mean, float* __restrict__ rstd, int N, int C) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  if (row >= N) return;
  const float* x = inp + row * C;
  float sum = 0.0f;
  for (int i = warp.thread_rank(); i < C; i += warp.size()) sum += x[i];
  sum = cg::reduce(warp, sum, cg::plus<float>{});
  float m = sum / C;
  if (warp.thread_rank() == 0) __stcs(mean + row, m);
  sum = 0.0f;
  for (int i = warp.thread_rank(); i < C; i += warp.size()) {
    float diff = x[i] - m;
    sum += diff * diff;
  }
  sum = cg::reduce(warp, sum, cg::plus<float>{});
  float s = rsqrtf(sum / C + 1e-5f);
  if (warp.thread_rank() == 0) __stcs(rstd + row, s);
  float* o = out + row * C;
  for (int c = warp.thread_rank(); c < C; c += warp.size()) o[c] = s * (x[c] - m) * weight[c] + bias[c];
}

// 2
__global__ void softmax_one_block_a_row(const float* in, float* out, int cols) {
  __shared__ float partial[4];
  int lane = threadIdx.x % 32, wid = threadIdx.x / 32;
  const float* x = in + (size_t)blockIdx.x * cols;
  float* y = out + (size_t)blockIdx.x * cols;
  float biggest = -FLT_MAX;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) biggest = fmaxf(biggest, x[i]);
  biggest = warp_max(biggest);
  if (lane == 0) partial[wid] = biggest;
  __syncthreads();
  biggest = fmaxf(fmaxf(partial[0], partial[1]), fmaxf(partial[2], partial[3]));
  __syncthreads();
  float sum = 0.0f;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    float e = expf(x[i] - biggest);
    y[i] = e;
    sum += e;
  }
  sum = warp_sum(sum);
  if (lane == 0) partial[wid] = sum;
  __syncthreads();
  sum = partial[0] + partial[1] + partial[2] + partial[3];
  for (int i = threadIdx.x; i < cols; i += blockDim.x) y[i] /= sum;
}

// 3
__global__ void gelu_forward_float4(const float4* __restrict__ inp, float4* __restrict__ out, int n4) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n4) return;
  float4 v = inp[i];
  float r[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    float cube = 0.044715f * r[k] * r[k] * r[k];
    r[k] = 0.5f * r[k] * (1.0f + tanhf(0.7978845608f * (r[k] + cube)));
  }
  out[i] = make_float4(r[0], r[1], r[2], r[3]);
}

// 4
__global__ void residual_add_half2_grid_stride(__half2* out, const __half2* a, const __half2* b, int pairs) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x)
    out[i] = __hadd2(a[i], b[i]);
}

// 5: (token, head, pair) as z, y, x
__global__ void rope_rotate_adjacent_pairs(float2* q, const float2* __restrict__ cos_sin, int tokens, int heads,
                                           int half_dim) {
  int pair = blockIdx.x * blockDim.x + threadIdx.x;
  int head = blockIdx.y * blockDim.y + threadIdx.y;
  int token = blockIdx.z;
  if (pair < half_dim && head < heads && token < tokens) {
    float2 rotation = cos_sin[token * half_dim + pair];
    float2* at = q + (token * heads + head) * half_dim + pair;
    float2 v = *at;
    at->x = v.x * rotation.x - v.y * rotation.y;
    at->y = v.x * rotation.y + v.y * rotation.x;
  }
}

// 6
__global__ void cross_entropy_softmax_backward(float* dlogits, const float* dlosses, const float* probs,
                                               const int* targets, int BT, int V) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < BT * V) {
    int bt = i / V;
    int v = i % V;
    float indicator = v == targets[bt] ? 1.0f : 0.0f;
    dlogits[i] += (probs[i] - indicator) * dlosses[bt];
  }
}

// 7
__global__ void attention_query_key_causal(float* preatt, const float* inp, int B, int T, int C, int NH) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  int total = B * NH * T * T;
  if (idx < total) {
    int t2 = idx % T;
    int t = (idx / T) % T;
    if (t2 > t) {
      preatt[idx] = -INFINITY;
      return;
    }
    int h = (idx / (T * T)) % NH;
    int b = idx / (NH * T * T);
    int C3 = C * 3;
    int hs = C / NH;
    const float* query_t = inp + b * T * C3 + t * C3 + h * hs;
    const float* key_t2 = inp + b * T * C3 + t2 * C3 + h * hs + C;
    float val = 0.0f;
    for (int i = 0; i < hs; i++) val += query_t[i] * key_t2[i];
    preatt[idx] = val * rsqrtf((float)hs);
  }
}

// 8
__global__ void attention_softmax_thread_rows(float* att, const float* preatt, int B, int T, int NH) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= B * T * NH) return;
  int h = idx % NH;
  int t = (idx / NH) % T;
  int b = idx / (NH * T);
  const float* row = preatt + ((b * NH + h) * T + t) * T;
  float* dest = att + ((b * NH + h) * T + t) * T;
  float maxval = -10000.0f;
  for (int t2 = 0; t2 <= t; t2++)
    if (row[t2] > maxval) maxval = row[t2];
  float expsum = 0.0f;
  for (int t2 = 0; t2 <= t; t2++) {
    float expv = expf(row[t2] - maxval);
    expsum += expv;
    dest[t2] = expv;
  }
  float inverse = expsum == 0.0f ? 0.0f : 1.0f / expsum;
  for (int t2 = 0; t2 < T; t2++) {
    if (t2 <= t)
      dest[t2] *= inverse;
    else
      dest[t2] = 0.0f;
  }
}

// 9
__global__ void attention_weighted_values(float* out, const float* __restrict__ att, const float* __restrict__ inp,
                                          int T, int C, int NH) {
  int c = threadIdx.x;  // one block for each (b, t), C threads
  int t = blockIdx.x, b = blockIdx.y;
  int hs = C / NH;
  int h = c / hs;
  const float* a = att + ((b * NH + h) * T + t) * T;
  const float* v = inp + b * T * 3 * C + 2 * C + c;
  float sum = 0.0f;
#pragma unroll 4
  for (int t2 = 0; t2 <= t; ++t2) sum += a[t2] * v[t2 * 3 * C];
  out[(b * T + t) * C + c] = sum;
}

// 10
__global__ void token_position_embedding(float4* out, const int* inp, const float4* wte, const float4* wpe, int B,
                                         int T, int C4) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx < B * T * C4) {
    int bt = idx / C4;
    int t = bt % T;
    int c = idx % C4;
    int ix = inp[bt];
    float4 a = wte[ix * C4 + c], b = wpe[t * C4 + c];
    out[idx] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
  }
}

// 11
__global__ void embedding_backward_atomic(float* dwte, float* dwpe, const float* dout, const int* inp, int B, int T,
                                          int C) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= B * T * C) return;
  int bt = idx / C;
  int t = bt % T;
  int c = idx % C;
  float d = dout[idx];
  atomicAdd(dwte + inp[bt] * C + c, d);
  atomicAdd(dwpe + t * C + c, d);
}

// 12
__global__ void matmul_bias_shared_16x16(const float* A, const float* B, const float* bias, float* C, int M, int N,
                                         int K) {
  __shared__ float As[16][16], Bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float acc = 0.0f;
  for (int t = 0; t < (K + 15) / 16; ++t) {
    int ka = t * 16 + tx, kb = t * 16 + ty;
    if (row < M && ka < K)
      As[ty][tx] = A[row * K + ka];
    else
      As[ty][tx] = 0.0f;
    Bs[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < 16; ++k) acc += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc + bias[col];
}

// 13
__global__ void __launch_bounds__(256) matmul_register_tile_4x4(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M,
                                         int N, int K) {
  constexpr int TM = 64, TN = 64, TK = 8;
  __shared__ float As[TK][TM + 4];
  __shared__ float Bs[TK][TN];
  int tid = threadIdx.x;
  int tx = tid % 16, ty = tid / 16;
  int row0 = blockIdx.y * TM, col0 = blockIdx.x * TN;
  float acc[4][4] = {};
  for (int k0 = 0; k0 < K; k0 += TK) {
#pragma unroll
    for (int e = 0; e < 2; ++e) {
      int at = tid + e * 256;
      int r = at / TK, k = at % TK;
      As[k][r] = (row0 + r < M && k0 + k < K) ? A[(row0 + r) * K + k0 + k] : 0.0f;
      int kk = at / TN, c = at % TN;
      Bs[kk][c] = (col0 + c < N && k0 + kk < K) ? B[(k0 + kk) * N + col0 + c] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TK; ++k) {
      float a[4], b[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) a[i] = As[k][ty * 4 + i];
#pragma unroll
      for (int j = 0; j < 4; ++j) b[j] = Bs[k][tx + 16 * j];
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) {
    int row = row0 + ty * 4 + i;
    if (row >= M) break;
    for (int j = 0; j < 4; ++j) {
      int col = col0 + tx + 16 * j;
      if (col < N) C[row * N + col] = acc[i][j];
    }
  }
}

// 14
__global__ void bias_gradient_column_sums(float* dbias, const float* dout, int rows, int OC) {
  __shared__ float sums[8][33];
  int col = blockIdx.x * 32 + threadIdx.x;
  float sum = 0.0f;
  if (col < OC)
    for (int r = threadIdx.y; r < rows; r += 8) sum += dout[r * OC + col];
  sums[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y == 0 && col < OC) {
    float total = 0.0f;
    for (int k = 0; k < 8; ++k) total += sums[k][threadIdx.x];
    dbias[col] += total;
  }
}

// 15
__global__ void rmsnorm_half_rows(const __half* in, const __half* gain, __half* out, int cols) {
  __shared__ float warp_totals[8];
  const __half2* x = reinterpret_cast<const __half2*>(in + blockIdx.x * cols);
  const __half2* g = reinterpret_cast<const __half2*>(gain);
  __half2* y = reinterpret_cast<__half2*>(out + blockIdx.x * cols);
  float squares = 0.0f;
  for (int i = threadIdx.x; i < cols / 2; i += blockDim.x) {
    float2 f = __half22float2(x[i]);
    squares += f.x * f.x + f.y * f.y;
  }
  squares = warp_sum(squares);
  if (threadIdx.x % 32 == 0) warp_totals[threadIdx.x / 32] = squares;
  __syncthreads();
  float total = 0.0f;
  for (int w = 0; w < (int)blockDim.x / 32; ++w) total += warp_totals[w];
  float scale = rsqrtf(total / cols + 1e-6f);
  for (int i = threadIdx.x; i < cols / 2; i += blockDim.x) {
    float2 f = __half22float2(x[i]), w = __half22float2(g[i]);
    y[i] = __floats2half2_rn(f.x * scale * w.x, f.y * scale * w.y);
  }
}

// 16
__global__ void kv_cache_append_by_slot(const float* __restrict__ key, const float* __restrict__ value,
                                        const int* __restrict__ slots, float* key_cache, float* value_cache, int heads,
                                        int dim) {
  int token = blockIdx.x;
  int slot = slots[token];
  int n = heads * dim;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int head = i / dim, d = i % dim;
    key_cache[(slot * heads + head) * dim + d] = key[token * n + i];
    value_cache[(slot * dim + d) * heads + head] = value[token * n + i];
  }
}

// 17
__global__ void argmax_logits_per_row(const float* logits, int* best_index, float* best_value, int cols) {
  __shared__ float vals[6];
  __shared__ int idxs[6];
  const float* row = logits + blockIdx.x * cols;
  float value = -FLT_MAX;
  int index = 0;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    float x = row[i];
    if (x > value) {
      value = x;
      index = i;
    }
  }
  for (int d = 16; d; d /= 2) {
    float other = __shfl_down_sync(0xffffffffu, value, d);
    int other_index = __shfl_down_sync(0xffffffffu, index, d);
    if (other > value || (other == value && other_index < index)) {
      value = other;
      index = other_index;
    }
  }
  if ((threadIdx.x & 31) == 0) {
    vals[threadIdx.x >> 5] = value;
    idxs[threadIdx.x >> 5] = index;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 6; ++w)
      if (vals[w] > value || (vals[w] == value && idxs[w] < index)) {
        value = vals[w];
        index = idxs[w];
      }
    best_index[blockIdx.x] = index;
    best_value[blockIdx.x] = value;
  }
}

static void language_model() {
  {
    const int N = 1021, C = 200;
    layernorm_forward_warp_rows<<<groups(N, 4), 128>>>(floats(N * C), floats(C, 11), floats(C, 12), zeros<float>(N * C),
                                                      zeros<float>(N), zeros<float>(N), N, C);
  }
  softmax_one_block_a_row<<<150, 128>>>(floats(150 * 777), zeros<float>(150 * 777), 777);
  gelu_forward_float4<<<groups(15001, 256), 256>>>((const float4*)floats(15001 * 4), (float4*)zeros<float>(15001 * 4),
                                                  15001);
  residual_add_half2_grid_stride<<<40, 192>>>((__half2*)zeros<__half>(60002), (const __half2*)halves(60002),
                                             (const __half2*)halves(60002, 16), 30001);
  rope_rotate_adjacent_pairs<<<dim3(2, 3, 50), dim3(32, 4)>>>((float2*)floats(50 * 12 * 48 * 2),
                                                             (const float2*)floats(50 * 48 * 2, 5), 50, 12, 48);
  cross_entropy_softmax_backward<<<groups(300 * 150, 256), 256>>>(zeros<float>(300 * 150), floats(300),
                                                                 floats(300 * 150), ints(300, 150), 300, 150);
  {
    const int B = 2, T = 90, C = 96, NH = 4;
    attention_query_key_causal<<<groups(B * NH * T * T, 256), 256>>>(zeros<float>(B * NH * T * T), floats(B * T * 3 * C),
                                                                    B, T, C, NH);
    attention_softmax_thread_rows<<<groups(B * NH * T, 64), 64>>>(zeros<float>(B * NH * T * T), floats(B * NH * T * T),
                                                                 B, T, NH);
    attention_weighted_values<<<dim3(T, B), C>>>(zeros<float>(B * T * C), floats(B * NH * T * T, 3),
                                                floats(B * T * 3 * C, 4), T, C, NH);
  }
  token_position_embedding<<<groups(4 * 64 * 50, 192), 192>>>((float4*)zeros<float>(4 * 64 * 200), ints(256, 500),
                                                             (const float4*)floats(500 * 200),
                                                             (const float4*)floats(64 * 200), 4, 64, 50);
  embedding_backward_atomic<<<groups(4 * 40 * 100, 256), 256>>>(zeros<float>(60 * 100), zeros<float>(40 * 100),
                                                               floats(4 * 40 * 100), ints(160, 60), 4, 40, 100);
  matmul_bias_shared_16x16<<<dim3(groups(150, 16), groups(130, 16)), dim3(16, 16)>>>(
      floats(130 * 100), floats(100 * 150), floats(150), zeros<float>(130 * 150), 130, 150, 100);
  matmul_register_tile_4x4<<<dim3(groups(170, 64), groups(210, 64)), 256>>>(floats(210 * 77), floats(77 * 170),
                                                                           zeros<float>(210 * 170), 210, 170, 77);
  bias_gradient_column_sums<<<groups(300, 32), dim3(32, 8)>>>(zeros<float>(300), floats(250 * 300), 250, 300);
  rmsnorm_half_rows<<<120, 256>>>(halves(120 * 650), halves(650), zeros<__half>(120 * 650), 650);
  kv_cache_append_by_slot<<<100, 128>>>(floats(100 * 6 * 40), floats(100 * 6 * 40, 2), permutation(100),
                                       zeros<float>(100 * 240), zeros<float>(100 * 240), 6, 40);
  argmax_logits_per_row<<<80, 192>>>(floats(80 * 1003), zeros<int>(80), zeros<float>(80), 1003);
}

// ---------------------------------------------------------------- quantised and packed data

// 18
__global__ void quantize_rows_absmax_char4(const float* in, signed char* out, float* scales, int cols) {
  __shared__ float biggest[4];
  const float4* row = reinterpret_cast<const float4*>(in + blockIdx.x * cols);
  char4* dst = reinterpret_cast<char4*>(out + blockIdx.x * cols);
  float top = 0.0f;
  for (int i = threadIdx.x; i < cols / 4; i += blockDim.x) {
    float4 v = row[i];
    top = fmaxf(top, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
  }
  top = warp_max(top);
  if ((threadIdx.x & 31) == 0) biggest[threadIdx.x >> 5] = top;
  __syncthreads();
  top = fmaxf(fmaxf(biggest[0], biggest[1]), fmaxf(biggest[2], biggest[3]));
  float inverse = 127.0f / top;
  if (threadIdx.x == 0) scales[blockIdx.x] = top / 127.0f;
  for (int i = threadIdx.x; i < cols / 4; i += blockDim.x) {
    float4 v = row[i];
    dst[i] = make_char4((signed char)__float2int_rn(v.x * inverse), (signed char)__float2int_rn(v.y * inverse),
                        (signed char)__float2int_rn(v.z * inverse), (signed char)__float2int_rn(v.w * inverse));
  }
}

// 19
__global__ void int8_matvec_dp4a_warp_rows(const int4* __restrict__ w, const int4* __restrict__ x,
                                           const float* __restrict__ scale, float* y, int rows, int chunks) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (row >= rows) return;
  int acc = 0;
  for (int c = lane; c < chunks; c += 32) {
    int4 a = w[row * chunks + c], b = x[c];
    acc = __dp4a(a.x, b.x, acc);
    acc = __dp4a(a.y, b.y, acc);
    acc = __dp4a(a.z, b.z, acc);
    acc = __dp4a(a.w, b.w, acc);
  }
  for (int d = 16; d > 0; d >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, d);
  if (lane == 0) y[row] = acc * scale[row];
}

// 20
__global__ void dequantize_int4_groups(const unsigned* packed, const __half* scales, const unsigned char* zero_points,
                                       float* out, int words, int group) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < words) {
    unsigned w = packed[i];
    int g = i * 8 / group;
    float s = __half2float(scales[g]);
    int z = zero_points[g];
    for (int k = 0; k < 8; ++k) out[i * 8 + k] = s * (float)((int)((w >> (4 * k)) & 15u) - z);
  }
}

// 21
__global__ void pack_sign_bits_with_ballot(const float* in, unsigned* bits, int n, float threshold) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool set = i < n && in[i] > threshold;
  unsigned word = __ballot_sync(0xffffffffu, set);
  if (threadIdx.x % 32 == 0 && i < n) bits[i / 32] = word;
}

// 22
__global__ void hamming_distance_nearest_code(const uint2* codes, const uint2* queries, int* nearest, int* distance,
                                              int ncodes, int nqueries) {
  __shared__ uint2 tile[64];
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  uint2 mine = make_uint2(0, 0);
  if (q < nqueries) mine = queries[q];
  int best = 65, where = -1;
  for (int base = 0; base < ncodes; base += 64) {
    if (threadIdx.x < 64 && base + (int)threadIdx.x < ncodes) tile[threadIdx.x] = codes[base + threadIdx.x];
    __syncthreads();
    int count = min(64, ncodes - base);
    for (int k = 0; k < count; ++k) {
      int d = __popc(tile[k].x ^ mine.x) + __popc(tile[k].y ^ mine.y);
      if (d < best) {
        best = d;
        where = base + k;
      }
    }
    __syncthreads();
  }
  if (q < nqueries) {
    nearest[q] = where;
    distance[q] = best;
  }
}

// 23
__global__ void base64_encode_triplets(const unsigned char* in, uchar4* out, int triplets) {
  __shared__ unsigned char alphabet[64];
  if (threadIdx.x < 64) {
    int t = threadIdx.x;
    alphabet[t] = t < 26 ? 'A' + t : t < 52 ? 'a' + t - 26 : t < 62 ? '0' + t - 52 : t == 62 ? '+' : '/';
  }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= triplets) return;
  unsigned v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
  out[i] = make_uchar4(alphabet[v >> 18], alphabet[v >> 12 & 63], alphabet[v >> 6 & 63], alphabet[v & 63]);
}

// 24
__global__ void bloom_filter_insert_three_hashes(const unsigned* keys, unsigned* filter, int n, unsigned bits) {
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    unsigned h = keys[i];
    for (int k = 0; k < 3; ++k) {
      h ^= h >> 16;
      h *= 0x85ebca6bu;
      h ^= h >> 13;
      unsigned bit = h % bits;
      atomicOr(&filter[bit / 32], 1u << (bit % 32));
    }
  }
}

static void packed_data() {
  quantize_rows_absmax_char4<<<90, 128>>>(floats(90 * 604), zeros<signed char>(90 * 604), zeros<float>(90), 604);
  int8_matvec_dp4a_warp_rows<<<groups(501 * 32, 256), 256>>>((const int4*)bytes(501 * 70 * 16),
                                                            (const int4*)bytes(70 * 16), floats(501),
                                                            zeros<float>(501), 501, 70);
  dequantize_int4_groups<<<groups(9000, 128), 128>>>((const unsigned*)bytes(36000), halves(2250), bytes(2250, 16),
                                                    zeros<float>(72000), 9000, 32);
  pack_sign_bits_with_ballot<<<groups(50010, 256), 256>>>(floats(50010), zeros<unsigned>(groups(50010, 32)), 50010,
                                                         0.4f);
  hamming_distance_nearest_code<<<groups(12020, 128), 128>>>((const uint2*)bytes(200 * 8), (const uint2*)bytes(12020 * 8),
                                                           zeros<int>(12020), zeros<int>(12020), 200, 12020);
  base64_encode_triplets<<<groups(20005, 256), 256>>>(bytes(20005 * 3), (uchar4*)zeros<unsigned>(20005), 20005);
  bloom_filter_insert_three_hashes<<<30, 256>>>((const unsigned*)ints(18000, 1 << 24), zeros<unsigned>(4096), 18000,
                                               4096 * 32);
}

// ---------------------------------------------------------------- dense linear algebra and mini-apps

// 25
__global__ void gesummv_kernel_global_accumulators(float* A, float* B, float* tmp, float* x, float* y, float alpha,
                                                   float beta, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int j = 0; j < n; j++) {
      tmp[i] += A[i * n + j] * x[j];
      y[i] += B[i * n + j] * x[j];
    }
    y[i] = alpha * tmp[i] + beta * y[i];
  }
}

// 26
__global__ void adi_column_sweep(float* x, const float* a, float* b, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= cols) return;
  float px = x[j], pb = b[j];
  for (int i = 1; i < rows; ++i) {
    float av = a[i * cols + j];
    px = x[i * cols + j] - px * av / pb;
    pb = b[i * cols + j] - av * av / pb;
    x[i * cols + j] = px;
    b[i * cols + j] = pb;
  }
}

// 27
__global__ void lu_trailing_submatrix(double* a, int n, int k) {
  int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) a[i * n + j] -= a[i * n + k] * a[k * n + j] / a[k * n + k];
}

// 28
__global__ void cholesky_batched_5x5_interleaved(const float* in, float* out, int batch) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= batch) return;
  float l[5][5];
#pragma unroll
  for (int i = 0; i < 5; ++i) {
#pragma unroll
    for (int j = 0; j < 5; ++j)
      if (j <= i) l[i][j] = in[(i * (i + 1) / 2 + j) * batch + t] + (i == j ? 5.0f : 0.0f);
  }
#pragma unroll
  for (int j = 0; j < 5; ++j) {
#pragma unroll
    for (int k = 0; k < j; ++k) {
#pragma unroll
      for (int i = j; i < 5; ++i) l[i][j] -= l[i][k] * l[j][k];
    }
    float d = sqrtf(l[j][j]);
    l[j][j] = d;
#pragma unroll
    for (int i = j + 1; i < 5; ++i) l[i][j] /= d;
  }
#pragma unroll
  for (int i = 0; i < 5; ++i)
#pragma unroll
    for (int j = 0; j <= i; ++j) out[(i * (i + 1) / 2 + j) * batch + t] = l[i][j];
}

// 29
struct Matrix3 {
  float m[9];
};
__global__ void invert_3x3_array_of_structs(const Matrix3* in, Matrix3* out, float* det, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Matrix3 a = in[i], r;
    float c0 = a.m[4] * a.m[8] - a.m[5] * a.m[7];
    float c1 = a.m[5] * a.m[6] - a.m[3] * a.m[8];
    float c2 = a.m[3] * a.m[7] - a.m[4] * a.m[6];
    float d = a.m[0] * c0 + a.m[1] * c1 + a.m[2] * c2;
    float s = 1.0f / d;
    r.m[0] = c0 * s;
    r.m[1] = (a.m[2] * a.m[7] - a.m[1] * a.m[8]) * s;
    r.m[2] = (a.m[1] * a.m[5] - a.m[2] * a.m[4]) * s;
    r.m[3] = c1 * s;
    r.m[4] = (a.m[0] * a.m[8] - a.m[2] * a.m[6]) * s;
    r.m[5] = (a.m[2] * a.m[3] - a.m[0] * a.m[5]) * s;
    r.m[6] = c2 * s;
    r.m[7] = (a.m[1] * a.m[6] - a.m[0] * a.m[7]) * s;
    r.m[8] = (a.m[0] * a.m[4] - a.m[1] * a.m[3]) * s;
    out[i] = r;
    det[i] = d;
  }
}

// 30
extern __shared__ float pcr_shared[];
__global__ void tridiagonal_parallel_cyclic_reduction(const float* a, const float* b, const float* c, const float* d,
                                                      float* x, int n) {
  float* sa = pcr_shared;
  float* sb = sa + n;
  float* sc = sb + n;
  float* sd = sc + n;
  int i = threadIdx.x, at = blockIdx.x * n + i;
  sa[i] = i == 0 ? 0.0f : a[at];
  sb[i] = b[at] + 4.0f;
  sc[i] = i == n - 1 ? 0.0f : c[at];
  sd[i] = d[at];
  __syncthreads();
  for (int step = 1; step < n; step *= 2) {
    int lo = max(i - step, 0), hi = min(i + step, n - 1);
    float k1 = i - step >= 0 ? sa[i] / sb[lo] : 0.0f;
    float k2 = i + step < n ? sc[i] / sb[hi] : 0.0f;
    float nb = sb[i] - sc[lo] * k1 - sa[hi] * k2;
    float nd = sd[i] - sd[lo] * k1 - sd[hi] * k2;
    float na = -sa[lo] * k1, nc = -sc[hi] * k2;
    __syncthreads();
    sa[i] = na;
    sb[i] = nb;
    sc[i] = nc;
    sd[i] = nd;
    __syncthreads();
  }
  x[at] = sd[i] / sb[i];
}

// 31
__global__ void transpose_padded_tile_32x8(float* odata, const float* idata, int width, int height) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < height && y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// 32
__global__ void transpose_xor_swizzle_doubles(const double* in, double* out, int n) {
  __shared__ double tile[16 * 16];
  int tx = threadIdx.x, ty = threadIdx.y;
  tile[ty * 16 + (tx ^ ty)] = in[(blockIdx.y * 16 + ty) * n + blockIdx.x * 16 + tx];
  __syncthreads();
  out[(blockIdx.x * 16 + ty) * n + blockIdx.y * 16 + tx] = tile[tx * 16 + (ty ^ tx)];
}

// 33: Rodinia's back propagation forward layer
__global__ void backprop_layer_forward(const float* input, const float* weights, float* hidden_partial, float* product,
                                       int hid) {
  int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int index = (hid + 1) * 16 * by + (hid + 1) * ty + tx + 1 + (hid + 1);
  int index_in = 16 * by + ty + 1;
  __shared__ float input_node[16];
  __shared__ float weight_matrix[16][16];
  if (tx == 0) input_node[ty] = input[index_in];
  __syncthreads();
  weight_matrix[ty][tx] = weights[index];
  __syncthreads();
  weight_matrix[ty][tx] = weight_matrix[ty][tx] * input_node[ty];
  __syncthreads();
  for (int power_two = 2; power_two <= 16; power_two *= 2) {
    if (ty % power_two == 0) weight_matrix[ty][tx] = weight_matrix[ty][tx] + weight_matrix[ty + power_two / 2][tx];
    __syncthreads();
  }
  product[index] = weight_matrix[ty][tx];
  if (tx == 0) hidden_partial[by * hid + ty] = weight_matrix[0][ty];
}

// 34
__global__ void floyd_warshall_relax_through(int* dist, int* via, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y;
  if (j >= n) return;
  if (i == k || j == k) return;
  int through = dist[i * n + k] + dist[k * n + j];
  if (through < dist[i * n + j]) {
    dist[i * n + j] = through;
    via[i * n + j] = k;
  }
}

// 35
__global__ void needleman_wunsch_tile_diagonal(const int* reference, int* matrix, int cols, int penalty, int diagonal) {
  __shared__ int temp[17][17];
  __shared__ int ref[16][16];
  int bx = blockIdx.x, by = diagonal - bx, tx = threadIdx.x;
  int base = cols * 16 * by + 16 * bx;
  if (tx == 0) temp[0][0] = matrix[base];
  for (int ty = 0; ty < 16; ty++) ref[ty][tx] = reference[base + cols * (ty + 1) + tx + 1];
  temp[tx + 1][0] = matrix[base + cols * (tx + 1)];
  temp[0][tx + 1] = matrix[base + tx + 1];
  __syncthreads();
  for (int m = 0; m < 16; m++) {
    if (tx <= m) {
      int x = tx + 1, y = m - tx + 1;
      temp[y][x] = max(temp[y - 1][x - 1] + ref[y - 1][x - 1], max(temp[y][x - 1], temp[y - 1][x]) - penalty);
    }
    __syncthreads();
  }
  for (int m = 14; m >= 0; m--) {
    if (tx <= m) {
      int x = tx + 16 - m, y = 16 - tx;
      temp[y][x] = max(temp[y - 1][x - 1] + ref[y - 1][x - 1], max(temp[y][x - 1], temp[y - 1][x]) - penalty);
    }
    __syncthreads();
  }
  for (int ty = 0; ty < 16; ty++) matrix[base + cols * (ty + 1) + tx + 1] = temp[ty + 1][tx + 1];
}

// 36
__global__ void pathfinder_rows_in_shared(int iterations, const int* wall, const int* src, int* results, int cols) {
  __shared__ int prev[256];
  __shared__ int result[256];
  int tx = threadIdx.x;
  int small_block = 256 - 2 * iterations;
  int x = (int)blockIdx.x * small_block - iterations + tx;
  int col = clampi(x, 0, cols - 1);
  prev[tx] = src[col];
  result[tx] = 0;
  __syncthreads();
  for (int i = 0; i < iterations; i++) {
    bool computed = false;
    if (tx >= i + 1 && tx <= 254 - i && x >= 0 && x < cols) {
      computed = true;
      int left = x > 0 ? prev[tx - 1] : prev[tx];
      int right = x < cols - 1 ? prev[tx + 1] : prev[tx];
      int shortest = min(min(left, prev[tx]), right);
      result[tx] = shortest + wall[i * cols + col];
    }
    __syncthreads();
    if (computed) prev[tx] = result[tx];
    __syncthreads();
  }
  if (tx >= iterations && tx < 256 - iterations && x < cols) results[x] = prev[tx];
}

// 37
__global__ void kmeans_assign_row_major(const float* features, const float* clusters, int* membership, int npoints,
                                        int nclusters, int nfeatures) {
  unsigned point = blockIdx.x * blockDim.x + threadIdx.x;
  int index = -1;
  if (point < (unsigned)npoints) {
    float min_dist = FLT_MAX;
    for (int i = 0; i < nclusters; i++) {
      float ans = 0.0f;
      for (int l = 0; l < nfeatures; l++) {
        float diff = features[point * nfeatures + l] - clusters[i * nfeatures + l];
        ans += diff * diff;
      }
      if (ans < min_dist) {
        min_dist = ans;
        index = i;
      }
    }
    membership[point] = index;
  }
}

// 38
extern __shared__ int centroid_shared[];
__global__ void kmeans_accumulate_centroids(const int* quantised, const int* membership, int* sums, unsigned* counts,
                                            int n, int k, int dims) {
  int* local_sums = centroid_shared;
  unsigned* local_counts = reinterpret_cast<unsigned*>(local_sums + k * dims);
  for (int i = threadIdx.x; i < k * dims; i += blockDim.x) local_sums[i] = 0;
  if (threadIdx.x < k) local_counts[threadIdx.x] = 0;
  __syncthreads();
  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n; p += gridDim.x * blockDim.x) {
    int c = membership[p];
    atomicAdd(&local_counts[c], 1u);
    for (int d = 0; d < dims; ++d) atomicAdd(&local_sums[c * dims + d], quantised[d * n + p]);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < k * dims; i += blockDim.x) atomicAdd(&sums[i], local_sums[i]);
  if (threadIdx.x < k && local_counts[threadIdx.x] != 0) atomicAdd(&counts[threadIdx.x], local_counts[threadIdx.x]);
}

static void dense_and_mini_apps() {
  gesummv_kernel_global_accumulators<<<groups(150, 64), 64>>>(floats(150 * 150), floats(150 * 150, 2),
                                                             zeros<float>(150), floats(150), zeros<float>(150), 1.5f,
                                                             0.5f, 150);
  adi_column_sweep<<<groups(2005, 128), 128>>>(floats(90 * 2005), floats(90 * 2005, 2), floats(90 * 2005, 3), 90, 2005);
  lu_trailing_submatrix<<<dim3(groups(203 - 8, 16), groups(203 - 8, 16)), dim3(16, 16)>>>(doubles(203 * 203), 203, 7);
  cholesky_batched_5x5_interleaved<<<groups(10001, 128), 128>>>(floats(15 * 10001), zeros<float>(15 * 10001), 10001);
  invert_3x3_array_of_structs<<<groups(10010, 256), 256>>>((const Matrix3*)floats(9 * 10010),
                                                          (Matrix3*)zeros<float>(9 * 10010), zeros<float>(10010), 10010);
  tridiagonal_parallel_cyclic_reduction<<<100, 200, 4 * 200 * sizeof(float)>>>(
      floats(100 * 200), floats(100 * 200, 2), floats(100 * 200, 3), floats(100 * 200, 4), zeros<float>(100 * 200), 200);
  transpose_padded_tile_32x8<<<dim3(groups(300, 32), groups(210, 32)), dim3(32, 8)>>>(zeros<float>(300 * 210),
                                                                                     floats(300 * 210), 300, 210);
  transpose_xor_swizzle_doubles<<<dim3(12, 12), dim3(16, 16)>>>(doubles(192 * 192), zeros<double>(192 * 192), 192);
  backprop_layer_forward<<<dim3(1, 100), dim3(16, 16)>>>(floats(1601), floats(17 * 1602), zeros<float>(1600),
                                                        zeros<float>(17 * 1602), 16);
  floyd_warshall_relax_through<<<dim3(groups(180, 64), 180), 64>>>(ints(180 * 180, 1000), zeros<int>(180 * 180), 180,
                                                                  55);
  needleman_wunsch_tile_diagonal<<<30, 16>>>(ints(481 * 481, 20), ints(481 * 481, 50), 481, 10, 29);
  pathfinder_rows_in_shared<<<groups(20000, 256 - 32), 256>>>(16, ints(16 * 20000, 10), ints(20000, 10, 5),
                                                            zeros<int>(20000), 20000);
  kmeans_assign_row_major<<<groups(12010, 256), 256>>>(floats(12010 * 14), floats(6 * 14), zeros<int>(12010), 12010, 6, 14);
  kmeans_accumulate_centroids<<<20, 128, (9 * 5 + 9) * sizeof(int)>>>(ints(5 * 8000, 256), ints(8000, 9),
                                                                     zeros<int>(45), zeros<unsigned>(9), 8000, 9, 5);
}

// ---------------------------------------------------------------- stencils and grids

// 39
__global__ void jacobi_2d_five_point_tile(const float* in, float* out, int nx, int ny) {
  __shared__ float t[10][34];
  int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int cx = min(x, nx - 1), cy = min(y, ny - 1);
  t[ly][lx] = in[cy * nx + cx];
  if (threadIdx.x == 0) t[ly][0] = in[cy * nx + max(cx - 1, 0)];
  if (threadIdx.x == 31) t[ly][33] = in[cy * nx + min(x + 1, nx - 1)];
  if (threadIdx.y == 0) t[0][lx] = in[max(cy - 1, 0) * nx + cx];
  if (threadIdx.y == 7) t[9][lx] = in[min(y + 1, ny - 1) * nx + cx];
  __syncthreads();
  if (x < nx && y < ny)
    out[y * nx + x] = 0.2f * (t[ly][lx] + t[ly][lx - 1] + t[ly][lx + 1] + t[ly - 1][lx] + t[ly + 1][lx]);
}

// 40
__global__ void hotspot_two_steps_per_launch(const float* temp, const float* power, float* out, int nx, int ny) {
  __shared__ float now[16][16];
  __shared__ float next[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = (int)blockIdx.x * 12 + tx - 2, y = (int)blockIdx.y * 12 + ty - 2;
  int at = clampi(y, 0, ny - 1) * nx + clampi(x, 0, nx - 1);
  now[ty][tx] = temp[at];
  float p = power[at];
  __syncthreads();
  bool inner = tx >= 1 && tx <= 14 && ty >= 1 && ty <= 14;
  if (inner)
    next[ty][tx] = now[ty][tx] + 0.1f * (p + now[ty][tx - 1] + now[ty][tx + 1] + now[ty - 1][tx] + now[ty + 1][tx] -
                                         4.0f * now[ty][tx]);
  __syncthreads();
  if (tx >= 2 && tx <= 13 && ty >= 2 && ty <= 13 && x < nx && y < ny)
    out[y * nx + x] = next[ty][tx] + 0.1f * (p + next[ty][tx - 1] + next[ty][tx + 1] + next[ty - 1][tx] +
                                             next[ty + 1][tx] - 4.0f * next[ty][tx]);
}

// 41
__global__ void srad_gradients_and_coefficient(const float* J, float* dN, float* dS, float* dW, float* dE, float* C,
                                               int rows, int cols, float q0) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  int i = row * cols + col;
  float jc = J[i];
  float n = J[max(row - 1, 0) * cols + col] - jc;
  float s = J[min(row + 1, rows - 1) * cols + col] - jc;
  float w = J[row * cols + max(col - 1, 0)] - jc;
  float e = J[row * cols + min(col + 1, cols - 1)] - jc;
  float g2 = (n * n + s * s + w * w + e * e) / (jc * jc);
  float l = (n + s + w + e) / jc;
  float num = 0.5f * g2 - 0.0625f * l * l;
  float den = 1.0f + 0.25f * l;
  float q = num / (den * den);
  float c = 1.0f / (1.0f + (q - q0) / (q0 * (1.0f + q0)));
  dN[i] = n;
  dS[i] = s;
  dW[i] = w;
  dE[i] = e;
  C[i] = c < 0.0f ? 0.0f : c > 1.0f ? 1.0f : c;
}

// 42
__global__ void heat_3d_march_in_z(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, int nz,
                                   float k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  int plane = nx * ny, at = y * nx + x;
  float below = in[at], centre = in[at + plane];
  for (int z = 1; z < nz - 1; ++z) {
    at += plane;
    float above = in[at + plane];
    out[at] = centre + k * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + below + above - 6.0f * centre);
    below = centre;
    centre = above;
  }
}

// 43: radius 4 in each direction, the volume is padded by 4 on every side
__global__ void wave_3d_order8_shared_plane(const float* in, float* out, int dimx, int dimy, int dimz) {
  constexpr int R = 4;
  __shared__ float tile[8 + 2 * R][32 + 2 * R];
  const float c[R + 1] = {-2.847222f, 1.6f, -0.2f, 0.0253968f, -0.00178571f};
  int stride_y = dimx + 2 * R, stride_z = stride_y * (dimy + 2 * R);
  int gx = blockIdx.x * 32 + threadIdx.x, gy = blockIdx.y * 8 + threadIdx.y;
  bool valid = gx < dimx && gy < dimy;
  int tx = threadIdx.x + R, ty = threadIdx.y + R;
  int column = (min(gy, dimy - 1) + R) * stride_y + min(gx, dimx - 1) + R;
  float infront[R], behind[R], current;
#pragma unroll
  for (int i = 0; i < R; ++i) behind[i] = in[column + (R - 1 - i) * stride_z];
  current = in[column + R * stride_z];
#pragma unroll
  for (int i = 0; i < R; ++i) infront[i] = in[column + (R + 1 + i) * stride_z];
  for (int z = 0; z < dimz; ++z) {
    int at = column + (z + R) * stride_z;
    if (z > 0) {
#pragma unroll
      for (int i = R - 1; i > 0; --i) behind[i] = behind[i - 1];
      behind[0] = current;
      current = infront[0];
#pragma unroll
      for (int i = 0; i < R - 1; ++i) infront[i] = infront[i + 1];
      infront[R - 1] = in[at + R * stride_z];
    }
    __syncthreads();
    if (threadIdx.y < R) {
      tile[threadIdx.y][tx] = in[at - R * stride_y];
      tile[threadIdx.y + 8 + R][tx] = in[min(at + 8 * stride_y, (z + R + 1) * stride_z - 1)];
    }
    if (threadIdx.x < R) {
      tile[ty][threadIdx.x] = in[at - R];
      tile[ty][threadIdx.x + 32 + R] = in[min(at + 32, (z + R + 1) * stride_z - 1)];
    }
    tile[ty][tx] = current;
    __syncthreads();
    float value = 3.0f * c[0] * current;
#pragma unroll
    for (int i = 1; i <= R; ++i)
      value += c[i] * (infront[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] + tile[ty][tx - i] +
                       tile[ty][tx + i]);
    if (valid) out[at] = value;
  }
}

// 44
__global__ void lattice_boltzmann_d2q9_pull(const float* fin, float* fout, const unsigned char* solid, int nx, int ny,
                                            float omega) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (x >= nx) return;
  constexpr int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  constexpr int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  constexpr int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
  constexpr float w[9] = {4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};
  int cells = nx * ny, at = y * nx + x;
  float f[9], rho = 0.0f, ux = 0.0f, uy = 0.0f;
#pragma unroll
  for (int q = 0; q < 9; ++q) {
    int sx = (x - ex[q] + nx) % nx, sy = (y - ey[q] + ny) % ny;
    f[q] = fin[q * cells + sy * nx + sx];
    rho += f[q];
    ux += ex[q] * f[q];
    uy += ey[q] * f[q];
  }
  if (solid[at] == 0) {
#pragma unroll
    for (int q = 0; q < 9; ++q) fout[opposite[q] * cells + at] = f[q];
    return;
  }
  ux /= rho;
  uy /= rho;
  float usq = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int q = 0; q < 9; ++q) {
    float cu = 3.0f * (ex[q] * ux + ey[q] * uy);
    float feq = w[q] * rho * (1.0f + cu + 0.5f * cu * cu - usq);
    fout[q * cells + at] = f[q] + omega * (feq - f[q]);
  }
}

// 45
__global__ void game_of_life_bit_packed(const unsigned* in, unsigned* out, int words, int rows) {
  int w = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (w >= words || y >= rows) return;
  int left = (w + words - 1) % words, right = (w + 1) % words;
  unsigned long long line[3];
  unsigned centre = 0;
  for (int d = 0; d < 3; ++d) {
    const unsigned* row = in + (y + d - 1 + rows) % rows * words;
    unsigned c = row[w];
    if (d == 1) centre = c;
    line[d] = (unsigned long long)(row[left] >> 31) | (unsigned long long)c << 1 |
              (unsigned long long)(row[right] & 1u) << 33;
  }
  unsigned result = 0;
  for (int b = 0; b < 32; ++b) {
    int alive = (centre >> b) & 1;
    int n = __popc((unsigned)(line[0] >> b) & 7u) + __popc((unsigned)(line[1] >> b) & 7u) +
            __popc((unsigned)(line[2] >> b) & 7u) - alive;
    result |= (unsigned)(n == 3 || (n == 2 && alive)) << b;
  }
  out[y * words + w] = result;
}

static void stencils() {
  jacobi_2d_five_point_tile<<<dim3(groups(250, 32), groups(131, 8)), dim3(32, 8)>>>(floats(250 * 131),
                                                                                   zeros<float>(250 * 131), 250, 131);
  hotspot_two_steps_per_launch<<<dim3(groups(200, 12), groups(130, 12)), dim3(16, 16)>>>(
      floats(200 * 130), floats(200 * 130, 2), zeros<float>(200 * 130), 200, 130);
  srad_gradients_and_coefficient<<<dim3(groups(190, 16), groups(150, 16)), dim3(16, 16)>>>(
      floats(150 * 190), zeros<float>(150 * 190), zeros<float>(150 * 190), zeros<float>(150 * 190),
      zeros<float>(150 * 190), zeros<float>(150 * 190), 150, 190, 0.05f);
  heat_3d_march_in_z<<<dim3(groups(70, 32), groups(50, 4)), dim3(32, 4)>>>(floats(70 * 50 * 30),
                                                                          zeros<float>(70 * 50 * 30), 70, 50, 30, 0.1f);
  wave_3d_order8_shared_plane<<<dim3(3, 5), dim3(32, 8)>>>(floats(98 * 48 * 28), zeros<float>(98 * 48 * 28), 90, 40, 20);
  lattice_boltzmann_d2q9_pull<<<dim3(groups(150, 64), 100), 64>>>(floats(9 * 150 * 100), zeros<float>(9 * 150 * 100),
                                                                 bytes(150 * 100, 12), 150, 100, 1.2f);
  game_of_life_bit_packed<<<dim3(2, 50), dim3(16, 8)>>>((const unsigned*)ints(30 * 399, 1 << 24),
                                                       zeros<unsigned>(30 * 399), 30, 399);
}

// ---------------------------------------------------------------- images

// 46
__global__ void convolution_columns_transposed_tile(float* dst, const float* src, const float* __restrict__ taps, int w,
                                                    int h) {
  __shared__ float s[16][10 * 8 + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 16 + tx;
  int y0 = ((int)blockIdx.y * 8 - 1) * 8 + ty;
#pragma unroll
  for (int i = 0; i < 10; ++i) {
    int y = y0 + i * 8;
    s[tx][ty + i * 8] = (x < w && y >= 0 && y < h) ? src[y * w + x] : 0.0f;
  }
  __syncthreads();
#pragma unroll
  for (int i = 1; i <= 8; ++i) {
    float sum = 0.0f;
#pragma unroll
    for (int j = -8; j <= 8; ++j) sum += taps[8 - j] * s[tx][ty + i * 8 + j];
    int y = y0 + i * 8;
    if (x < w && y < h) dst[y * w + x] = sum;
  }
}

// 47
static __device__ __forceinline__ void order_pair(int& a, int& b) {
  int lo = min(a, b);
  b = max(a, b);
  a = lo;
}
__global__ void median_3x3_sorting_network(const unsigned char* in, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int v[9];
#pragma unroll
  for (int k = 0; k < 9; ++k)
    v[k] = in[clampi(y + k / 3 - 1, 0, h - 1) * w + clampi(x + k % 3 - 1, 0, w - 1)];
#pragma unroll
  for (int i = 0; i < 5; ++i)
#pragma unroll
    for (int j = 8; j > i; --j) order_pair(v[j - 1], v[j]);
  out[y * w + x] = (unsigned char)v[4];
}

// 48
__global__ void erosion_7x7_shared_bytes(const unsigned char* in, unsigned char* out, int w, int h) {
  __shared__ unsigned char tile[22][24];
  int tid = threadIdx.y * 16 + threadIdx.x;
  int x0 = (int)blockIdx.x * 16 - 3, y0 = (int)blockIdx.y * 16 - 3;
  for (int i = tid; i < 22 * 22; i += 256) {
    int r = i / 22, c = i % 22;
    int x = x0 + c, y = y0 + r;
    unsigned char v = 255;
    if (x >= 0 && x < w && y >= 0 && y < h) v = in[y * w + x];
    tile[r][c] = v;
  }
  __syncthreads();
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h) {
    int smallest = 255;
    for (int r = 0; r < 7; ++r)
      for (int c = 0; c < 7; ++c) smallest = min(smallest, (int)tile[threadIdx.y + r][threadIdx.x + c]);
    out[y * w + x] = (unsigned char)smallest;
  }
}

// 49
__global__ void integral_image_rows_warp_scan(const unsigned char* in, int* out, int w, int h) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  int lane = threadIdx.x & 31;
  if (row >= h) return;
  int carry = 0;
  for (int base = 0; base < w; base += 32) {
    int x = base + lane;
    int v = x < w ? in[row * w + x] : 0;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
      int other = __shfl_up_sync(0xffffffffu, v, d);
      if (lane >= d) v += other;
    }
    v += carry;
    if (x < w) out[row * w + x] = v;
    carry = __shfl_sync(0xffffffffu, v, 31);
  }
}

// 50
__global__ void bilinear_resize_uchar4(const uchar4* src, uchar4* dst, int sw, int sh, int dw, int dh) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= dw || y >= dh) return;
  float fx = (x + 0.5f) * ((float)sw / dw) - 0.5f, fy = (y + 0.5f) * ((float)sh / dh) - 0.5f;
  int ix = (int)floorf(fx), iy = (int)floorf(fy);
  float ax = fx - ix, ay = fy - iy;
  int xa = clampi(ix, 0, sw - 1), xb = clampi(ix + 1, 0, sw - 1);
  int ya = clampi(iy, 0, sh - 1), yb = clampi(iy + 1, 0, sh - 1);
  uchar4 p = src[ya * sw + xa], q = src[ya * sw + xb], r = src[yb * sw + xa], s = src[yb * sw + xb];
  float wp = (1 - ax) * (1 - ay), wq = ax * (1 - ay), wr = (1 - ax) * ay, ws = ax * ay;
  uchar4 o;
  o.x = (unsigned char)(wp * p.x + wq * q.x + wr * r.x + ws * s.x);
  o.y = (unsigned char)(wp * p.y + wq * q.y + wr * r.y + ws * s.y);
  o.z = (unsigned char)(wp * p.z + wq * q.z + wr * r.z + ws * s.z);
  o.w = 255;
  dst[y * dw + x] = o;
}

// 51
__global__ void histogram_256_block_private(const uchar4* in, unsigned* histogram, int n4) {
  __shared__ unsigned local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += blockDim.x * gridDim.x) {
    uchar4 v = in[i];
    atomicAdd(&local[v.x], 1u);
    atomicAdd(&local[v.y], 1u);
    atomicAdd(&local[v.z], 1u);
    atomicAdd(&local[v.w], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&histogram[i], local[i]);
}

// 52
__global__ void canny_non_maximum_suppression(const float* magnitude, const unsigned char* direction, float* out, int w,
                                              int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int at = y * w + x;
  if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
    out[at] = 0.0f;
    return;
  }
  float m = magnitude[at], before, after;
  switch (direction[at]) {
    case 0:
      before = magnitude[at - 1];
      after = magnitude[at + 1];
      break;
    case 1:
      before = magnitude[at - w + 1];
      after = magnitude[at + w - 1];
      break;
    case 2:
      before = magnitude[at - w];
      after = magnitude[at + w];
      break;
    default:
      before = magnitude[at - w - 1];
      after = magnitude[at + w + 1];
      break;
  }
  out[at] = (m >= before && m > after) ? m : 0.0f;
}

// 53
__global__ void dct_8x8_four_blocks(const unsigned char* in, short* out, int blocks_x, int nblocks) {
  __shared__ float basis[8][8];
  __shared__ float a[4][8][9];
  __shared__ float b[4][8][9];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int which = blockIdx.x * 4 + z;
  bool valid = which < nblocks;
  int width = blocks_x * 8;
  int at = (which / blocks_x * 8 + y) * width + which % blocks_x * 8 + x;
  if (z == 0) basis[y][x] = (y == 0 ? 0.35355339f : 0.5f) * cospif((2 * x + 1) * y / 16.0f);
  a[z][y][x] = valid ? (float)in[at] - 128.0f : 0.0f;
  __syncthreads();
  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += a[z][y][k] * basis[x][k];
  b[z][y][x] = sum;
  __syncthreads();
  sum = 0.0f;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += basis[y][k] * b[z][k][x];
  if (valid) out[at] = (short)__float2int_rn(sum / (4.0f + x + y));
}

static void images() {
  convolution_columns_transposed_tile<<<dim3(groups(200, 16), groups(150, 64)), dim3(16, 8)>>>(
      zeros<float>(200 * 150), floats(200 * 150), floats(17), 200, 150);
  median_3x3_sorting_network<<<dim3(groups(210, 32), groups(130, 8)), dim3(32, 8)>>>(
      bytes(210 * 130), zeros<unsigned char>(210 * 130), 210, 130);
  erosion_7x7_shared_bytes<<<dim3(groups(197, 16), groups(123, 16)), dim3(16, 16)>>>(
      bytes(197 * 123), zeros<unsigned char>(197 * 123), 197, 123);
  integral_image_rows_warp_scan<<<groups(301, 4), 128>>>(bytes(301 * 333), zeros<int>(301 * 333), 333, 301);
  bilinear_resize_uchar4<<<dim3(groups(250, 16), groups(170, 16)), dim3(16, 16)>>>(
      (const uchar4*)bytes(120 * 90 * 4), (uchar4*)zeros<unsigned>(250 * 170), 120, 90, 250, 170);
  histogram_256_block_private<<<24, 192>>>((const uchar4*)bytes(4 * 15000), zeros<unsigned>(256), 15000);
  canny_non_maximum_suppression<<<dim3(groups(180, 32), groups(140, 8)), dim3(32, 8)>>>(
      floats(180 * 140), bytes(180 * 140, 4), zeros<float>(180 * 140), 180, 140);
  dct_8x8_four_blocks<<<groups(25 * 15, 4), dim3(8, 8, 4)>>>(bytes(200 * 120), zeros<short>(200 * 120), 25, 25 * 15);
}

// ---------------------------------------------------------------- sorting and scanning

// 54
__global__ void bitonic_sort_512_in_shared(unsigned* keys) {
  __shared__ unsigned s[512];
  unsigned* mine = keys + blockIdx.x * 512;
  s[threadIdx.x] = mine[threadIdx.x];
  s[threadIdx.x + 256] = mine[threadIdx.x + 256];
  for (unsigned size = 2; size <= 512; size <<= 1) {
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      bool ascending = (pos & size) == 0;
      unsigned a = s[pos], b = s[pos + stride];
      if ((a > b) == ascending) {
        s[pos] = b;
        s[pos + stride] = a;
      }
    }
  }
  __syncthreads();
  mine[threadIdx.x] = s[threadIdx.x];
  mine[threadIdx.x + 256] = s[threadIdx.x + 256];
}

// 55
#define AVOID_CONFLICTS(i) ((i) + ((i) >> 5))
extern __shared__ int blelloch_shared[];
__global__ void blelloch_exclusive_scan_padded(const int* in, int* out, int* block_sums, int n) {
  int t = threadIdx.x, len = 2 * blockDim.x, base = blockIdx.x * len;
  int ai = t, bi = t + blockDim.x;
  blelloch_shared[AVOID_CONFLICTS(ai)] = base + ai < n ? in[base + ai] : 0;
  blelloch_shared[AVOID_CONFLICTS(bi)] = base + bi < n ? in[base + bi] : 0;
  int offset = 1;
  for (int d = len >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = AVOID_CONFLICTS(offset * (2 * t + 1) - 1), b = AVOID_CONFLICTS(offset * (2 * t + 2) - 1);
      blelloch_shared[b] += blelloch_shared[a];
    }
    offset *= 2;
  }
  if (t == 0) {
    block_sums[blockIdx.x] = blelloch_shared[AVOID_CONFLICTS(len - 1)];
    blelloch_shared[AVOID_CONFLICTS(len - 1)] = 0;
  }
  for (int d = 1; d < len; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = AVOID_CONFLICTS(offset * (2 * t + 1) - 1), b = AVOID_CONFLICTS(offset * (2 * t + 2) - 1);
      int v = blelloch_shared[a];
      blelloch_shared[a] = blelloch_shared[b];
      blelloch_shared[b] += v;
    }
  }
  __syncthreads();
  if (base + ai < n) out[base + ai] = blelloch_shared[AVOID_CONFLICTS(ai)];
  if (base + bi < n) out[base + bi] = blelloch_shared[AVOID_CONFLICTS(bi)];
}

// 56
__global__ void radix_split_four_bits_in_block(const int* keys_in, int* keys_out, int shift) {
  __shared__ int keys[256];
  __shared__ int warp_zeros[8];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  keys[t] = keys_in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int bit = shift; bit < shift + 4; ++bit) {
    int key = keys[t];
    bool zero = ((key >> bit) & 1) == 0;
    unsigned vote = __ballot_sync(0xffffffffu, zero);
    if (lane == 0) warp_zeros[warp] = __popc(vote);
    __syncthreads();
    int before = __popc(vote & ((1u << lane) - 1u)), total = 0;
    for (int w = 0; w < 8; ++w) {
      int c = warp_zeros[w];
      if (w < warp) before += c;
      total += c;
    }
    keys[zero ? before : total + t - before] = key;
    __syncthreads();
  }
  keys_out[blockIdx.x * 256 + t] = keys[t];
}

// 57
__global__ void merge_path_eight_per_thread(const int* __restrict__ a, int na, const int* __restrict__ b, int nb,
                                            int* __restrict__ out) {
  int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  if (diagonal >= na + nb) return;
  int lo = max(0, diagonal - nb), hi = min(diagonal, na);
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (a[mid] <= b[diagonal - 1 - mid])
      lo = mid + 1;
    else
      hi = mid;
  }
  int i = lo, j = diagonal - lo;
  int end = min(diagonal + 8, na + nb);
  for (int k = diagonal; k < end; ++k) {
    bool from_a = j >= nb || (i < na && a[i] <= b[j]);
    out[k] = from_a ? a[i++] : b[j++];
  }
}

// 58
__global__ void compact_short_values_by_block(const short* in, short* out, int* counts, int n, int below) {
  __shared__ int warp_offsets[8];
  int i = blockIdx.x * 256 + threadIdx.x;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  short v = 0;
  bool keep = false;
  if (i < n) {
    v = in[i];
    keep = v < below;
  }
  unsigned vote = __ballot_sync(0xffffffffu, keep);
  if (lane == 0) warp_offsets[warp] = __popc(vote);
  __syncthreads();
  if (threadIdx.x == 0) {
    int running = 0;
    for (int w = 0; w < 8; ++w) {
      int c = warp_offsets[w];
      warp_offsets[w] = running;
      running += c;
    }
    counts[blockIdx.x] = running;
  }
  __syncthreads();
  if (keep) out[blockIdx.x * 256 + warp_offsets[warp] + __popc(vote & ((1u << lane) - 1u))] = v;
}

static void sorting() {
  bitonic_sort_512_in_shared<<<25, 256>>>((unsigned*)ints(25 * 512, 1000000));
  blelloch_exclusive_scan_padded<<<groups(20001, 512), 256, (512 + 16) * sizeof(int)>>>(
      ints(20001, 100), zeros<int>(20001), zeros<int>(groups(20001, 512)), 20001);
  radix_split_four_bits_in_block<<<60, 256>>>(ints(60 * 256, 65536), zeros<int>(60 * 256), 4);
  merge_path_eight_per_thread<<<groups(groups(90003, 8), 128), 128>>>(sorted_ints(70000, 5), 70000,
                                                                     sorted_ints(20003, 8), 20003, zeros<int>(90003));
  compact_short_values_by_block<<<groups(15100, 256), 256>>>(shorts(15100, 1000), zeros<short>(60 * 256),
                                                            zeros<int>(60), 15100, 350);
}

// ---------------------------------------------------------------- sparse matrices and graphs

// 59
__global__ void spmv_csr_sixteen_lanes_per_row(const int* __restrict__ offsets, const int* __restrict__ columns,
                                               const float* __restrict__ values, const float* __restrict__ x, float* y,
                                               int rows) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
  if (row >= rows) return;
  int end = offsets[row + 1];
  float sum = 0.0f;
  for (int k = offsets[row] + tile.thread_rank(); k < end; k += 16) sum += values[k] * x[columns[k]];
  for (int d = tile.size() / 2; d > 0; d /= 2) sum += tile.shfl_down(sum, d);
  if (tile.thread_rank() == 0) y[row] = sum;
}

// 60
__global__ void spmv_ell_column_major_doubles(const int* columns, const double* values, const double* x, double* y,
                                              int rows, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    double sum = 0.0;
    for (int k = 0; k < width; ++k) {
      int c = columns[k * rows + row];
      if (c < rows) sum += values[k * rows + row] * x[c];  // larger columns are padding
    }
    y[row] += sum;
  }
}

// 61
__global__ void spmv_jds_permuted_rows(const float* data, const int* index, const int* diagonal_start,
                                       const int* row_length, const int* perm, const float* x, float* y, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float sum = 0.0f;
  int length = row_length[i];
  for (int k = 0; k < length; k++) {
    int j = diagonal_start[k] + i;
    sum += data[j] * x[index[j]];
  }
  y[perm[i]] = sum;
}

// 62
struct Entry {
  int row, column;
  float value;
};
__global__ void spmv_coo_entries_atomic(const Entry* entries, const float* x, float* y, int nnz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nnz) {
    Entry e = entries[i];
    atomicAdd(&y[e.row], e.value * x[e.column]);
  }
}

// 63
__global__ void bfs_expand_masked_frontier(const int* offsets, const int* neighbours, const unsigned char* frontier,
                                           const unsigned char* visited, int* cost, unsigned* next, int level,
                                           int vertices) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < vertices && frontier[v] == 0) {
    for (int e = offsets[v]; e < offsets[v + 1]; e++) {
      int u = neighbours[e];
      if (visited[u]) continue;
      atomicMax(&cost[u], level + 1);
      atomicOr(&next[u >> 5], 1u << (u & 31));
    }
  }
}

// 64
__global__ void triangle_count_sorted_neighbours(const int* offsets, const int* neighbours, int vertices,
                                                 unsigned long long* triangles) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  int found = 0;
  if (v < vertices) {
    int begin = offsets[v], end = offsets[v + 1];
    for (int e = begin; e < end; ++e) {
      int u = neighbours[e];
      int i = e + 1, j = offsets[u], stop = offsets[u + 1];
      while (i < end && j < stop) {
        int a = neighbours[i], b = neighbours[j];
        if (a == b) ++found;
        if (a <= b) ++i;
        if (b <= a) ++j;
      }
    }
  }
  for (int d = 16; d > 0; d /= 2) found += __shfl_down_sync(0xffffffffu, found, d);
  if (threadIdx.x % 32 == 0 && found > 0) atomicAdd(triangles, (unsigned long long)found);
}

static void sparse_and_graphs() {
  spmv_csr_sixteen_lanes_per_row<<<groups(2501 * 16, 128), 128>>>(sorted_ints(2502, 30), ints(2502 * 30, 1500),
                                                                 floats(2502 * 30), floats(1500), zeros<float>(2501),
                                                                 2501);
  spmv_ell_column_major_doubles<<<groups(12003, 128), 128>>>(ints(9 * 12003, 13900), doubles(9 * 12003), doubles(12003),
                                                           zeros<double>(12003), 12003, 9);
  {
    const int rows = 10001;
    std::vector<int> length(rows), start;
    for (int i = 0; i < rows; ++i) length[i] = 30 - i * 28 / rows;
    int total = 0;
    for (int d = 0; d < length[0]; ++d) {
      start.push_back(total);
      for (int i = 0; i < rows && length[i] > d; ++i) ++total;
    }
    spmv_jds_permuted_rows<<<groups(rows, 128), 128>>>(floats(total), ints(total, 2000), upload(start), upload(length),
                                                      permutation(rows), floats(2000), zeros<float>(rows), rows);
  }
  {
    const int nnz = 20011;
    Draw draw{77};
    std::vector<Entry> entries(nnz);
    for (int i = 0; i < nnz; ++i) {
      entries[i].row = i / 7;
      entries[i].column = (int)(draw() % 1200);
      entries[i].value = (float)(draw() % 64);
    }
    spmv_coo_entries_atomic<<<groups(nnz, 192), 192>>>(upload(entries), floats(1200), zeros<float>(nnz / 7 + 1), nnz);
  }
  bfs_expand_masked_frontier<<<groups(9000, 256), 256>>>(sorted_ints(9001, 12), ints(9001 * 12, 9000), bytes(9000, 4),
                                                        bytes(9000, 3, 5), zeros<int>(9000), zeros<unsigned>(9000 / 32 + 1),
                                                        4, 9000);
  {
    const int vertices = 6000;
    Draw draw{99};
    std::vector<int> offsets(1, 0), neighbours;
    for (int v = 0; v < vertices; ++v) {
      int degree = 3 + (int)(draw() % 8), u = v;
      for (int k = 0; k < degree; ++k) {
        u += 1 + (int)(draw() % 6);
        if (u < vertices) neighbours.push_back(u);
      }
      offsets.push_back((int)neighbours.size());
    }
    triangle_count_sorted_neighbours<<<groups(vertices, 128), 128>>>(upload(offsets), upload(neighbours), vertices,
                                                                    zeros<unsigned long long>(1));
  }
}

// ---------------------------------------------------------------- transforms, particles, strings, random numbers

// 65
__global__ void fft_256_stockham_in_shared(const float2* in, float2* out, const float2* __restrict__ twiddle) {
  __shared__ float2 buffer[2][256];
  int j = threadIdx.x;  // 128 threads
  const float2* x = in + blockIdx.x * 256;
  buffer[0][j] = x[j];
  buffer[0][j + 128] = x[j + 128];
  int from = 0;
  for (int ns = 1; ns < 256; ns *= 2) {
    __syncthreads();
    int k = j % ns;
    float2 w = twiddle[k * (128 / ns)];
    float2 a = buffer[from][j], b = buffer[from][j + 128];
    b = make_float2(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
    int d = j / ns * ns * 2 + k;
    buffer[from ^ 1][d] = make_float2(a.x + b.x, a.y + b.y);
    buffer[from ^ 1][d + ns] = make_float2(a.x - b.x, a.y - b.y);
    from ^= 1;
  }
  __syncthreads();
  out[blockIdx.x * 256 + j] = buffer[from][j];
  out[blockIdx.x * 256 + j + 128] = buffer[from][j + 128];
}

// 66
__global__ void nbody_tiled_accelerations(const float4* bodies, float4* acceleration, int n) {
  __shared__ float4 tile[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = bodies[min(i, n - 1)];
  float3 acc = make_float3(0.0f, 0.0f, 0.0f);
  for (int base = 0; base < n; base += 128) {
    int j = base + threadIdx.x;
    tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 128; ++k) {
      float4 other = tile[k];
      float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      float s = other.w * r * r * r;
      acc.x += dx * s;
      acc.y += dy * s;
      acc.z += dz * s;
    }
    __syncthreads();
  }
  if (i < n) acceleration[i] = make_float4(acc.x, acc.y, acc.z, 0.0f);
}

// 67
struct Particle {
  float x, y, vx, vy, charge;
};
__global__ void particle_push_and_deposit_cloud_in_cell(Particle* particles, float* density, int n, int grid, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = particles[i].x + dt * particles[i].vx;
  float y = particles[i].y + dt * particles[i].vy;
  x -= floorf(x);
  y -= floorf(y);
  particles[i].x = x;
  particles[i].y = y;
  float gx = x * (grid - 1), gy = y * (grid - 1);
  int cx = min((int)gx, grid - 2), cy = min((int)gy, grid - 2);
  float fx = gx - cx, fy = gy - cy, q = particles[i].charge;
  float* corner = density + cy * grid + cx;
  atomicAdd(corner, q * (1 - fx) * (1 - fy));
  atomicAdd(corner + 1, q * fx * (1 - fy));
  atomicAdd(corner + grid, q * (1 - fx) * fy);
  atomicAdd(corner + grid + 1, q * fx * fy);
}

// 68
__global__ void monte_carlo_pi_xorshift_states(unsigned* states, unsigned long long* hits, int n, int tries) {
  __shared__ unsigned block_hits;
  if (threadIdx.x == 0) block_hits = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned mine = 0;
  if (i < n) {
    unsigned s = states[i] | 1u;
    for (int t = 0; t < tries; ++t) {
      float p[2];
      for (int k = 0; k < 2; ++k) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        p[k] = (float)(s >> 8) * (1.0f / 16777216.0f);
      }
      if (p[0] * p[0] + p[1] * p[1] < 1.0f) ++mine;
    }
    states[i] = s;
  }
  mine = __reduce_add_sync(0xffffffffu, mine);
  if ((threadIdx.x & 31) == 0) atomicAdd(&block_hits, mine);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(hits, (unsigned long long)block_hits);
}

// 69
__global__ void horspool_search_text_chunks(const unsigned char* text, const unsigned char* pattern, int* matches, int n,
                                            int m, int chunk) {
  __shared__ unsigned char skip[256];
  skip[threadIdx.x] = (unsigned char)m;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int k = 0; k < m - 1; ++k) skip[pattern[k]] = (unsigned char)(m - 1 - k);
  __syncthreads();
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int at = t * chunk, end = min(at + chunk, n - m + 1);
  if (at >= n) return;
  int found = 0;
  while (at < end) {
    int k = m - 1;
    while (k >= 0 && text[at + k] == pattern[k]) --k;
    if (k < 0) ++found;
    at += skip[text[at + m - 1]];
  }
  matches[t] = found;
}

// 70
__global__ void smith_waterman_pair_per_thread(const unsigned char* queries, const unsigned char* targets, int* scores,
                                               int pairs, int qlen, int tlen) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= pairs) return;
  int row[25];
  for (int i = 0; i <= 24; ++i) row[i] = 0;
  int best = 0;
  for (int j = 0; j < tlen; ++j) {
    int c = targets[j * pairs + t];
    int diagonal = 0;
    for (int i = 1; i <= qlen; ++i) {
      int up = row[i];
      int score = diagonal + (queries[(i - 1) * pairs + t] == c ? 3 : -2);
      score = max(max(score, 0), max(up, row[i - 1]) - 2);
      row[i] = score;
      diagonal = up;
      best = max(best, score);
    }
  }
  scores[t] = best;
}

static void transforms_particles_strings() {
  {
    std::vector<float2> twiddle(128);
    for (int k = 0; k < 128; ++k) {
      double angle = -6.283185307179586 * k / 256.0;
      twiddle[k] = make_float2((float)cos(angle), (float)sin(angle));
    }
    fft_256_stockham_in_shared<<<70, 128>>>((const float2*)floats(70 * 512), (float2*)zeros<float>(70 * 512),
                                           upload(twiddle));
  }
  nbody_tiled_accelerations<<<groups(600, 128), 128>>>((const float4*)floats(4 * 600), (float4*)zeros<float>(4 * 600),
                                                      600);
  particle_push_and_deposit_cloud_in_cell<<<groups(10000, 256), 256>>>((Particle*)floats(5 * 10000),
                                                                      zeros<float>(64 * 64), 10000, 64, 0.1f);
  monte_carlo_pi_xorshift_states<<<groups(12345, 256), 256>>>((unsigned*)ints(12345, 1 << 24),
                                                             zeros<unsigned long long>(1), 12345, 50);
  horspool_search_text_chunks<<<groups(groups(400003, 40), 256), 256>>>(bytes(400003, 4), bytes(5, 4, 8),
                                                                       zeros<int>(groups(400003, 40)), 400003, 5, 40);
  smith_waterman_pair_per_thread<<<groups(6010, 128), 128>>>(bytes(24 * 6010, 4), bytes(40 * 6010, 4, 9),
                                                            zeros<int>(6010), 6010, 24, 40);
}

int main() {
  language_model();
  packed_data();
  dense_and_mini_apps();
  stencils();
  images();
  sorting();
  sparse_and_graphs();
  transforms_particles_strings();
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
