// Kernels as frameworks of machine learning write them. No counter depends on the order of threads.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <memory>

constexpr int n = 1 << 14;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

__device__ inline float warp_sum(float v) {
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
  return v;
}
__device__ inline float warp_max(float v) {
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
  return v;
}

// ---- norms and softmaxes
__global__ void softmax_of_a_warp_row(const float* in, float* out, int rows, int cols) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float top = -3.4e38f, sum = 0;
  for (int c = lane; c < cols; c += 32) top = fmaxf(top, in[row * cols + c]);
  top = warp_max(top);
  for (int c = lane; c < cols; c += 32) sum += __expf(in[row * cols + c] - top);
  sum = warp_sum(sum);
  for (int c = lane; c < cols; c += 32) out[row * cols + c] = __expf(in[row * cols + c] - top) / sum;
}
__global__ void softmax_masked_causally(const __half* scores, __half* out, int T, float scale) {
  __shared__ float s[32];
  int row = blockIdx.x % T;
  const __half* from = scores + blockIdx.x * T;
  float top = -1e30f, sum = 0;
  for (int c = threadIdx.x; c <= row; c += blockDim.x) top = fmaxf(top, __half2float(from[c]) * scale);
  top = warp_max(top);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = top;
  __syncthreads();
  for (int w = 0; w < blockDim.x / 32; ++w) top = fmaxf(top, s[w]);
  __syncthreads();
  for (int c = threadIdx.x; c <= row; c += blockDim.x) sum += expf(__half2float(from[c]) * scale - top);
  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int w = 0; w < blockDim.x / 32; ++w) sum += s[w];
  for (int c = threadIdx.x; c < T; c += blockDim.x) out[blockIdx.x * T + c] = c <= row ? __float2half(expf(__half2float(from[c]) * scale - top) / sum) : __float2half(0.0f);
}
__global__ void log_softmax_backward(const float* grad, const float* output, float* out, int cols) {
  __shared__ float partial[128];
  const float *g = grad + blockIdx.x * cols, *y = output + blockIdx.x * cols;
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) sum += g[c];
  partial[threadIdx.x] = sum;
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    __syncthreads();
    if (threadIdx.x < k) partial[threadIdx.x] += partial[threadIdx.x + k];
  }
  __syncthreads();
  for (int c = threadIdx.x; c < cols; c += blockDim.x) out[blockIdx.x * cols + c] = g[c] - __expf(y[c]) * partial[0];
}
__global__ void rms_norm_of_rows(const float* x, const float* weight, float* out, int cols, float eps) {
  __shared__ float s[32];
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) sum += x[blockIdx.x * cols + c] * x[blockIdx.x * cols + c];
  sum = warp_sum(sum);
  if (blockDim.x > 32) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0) s[warp] = sum;
    __syncthreads();
    sum = lane < blockDim.x / 32 ? s[lane] : 0;
    sum = warp_sum(sum);
  }
  float scale = rsqrtf(sum / cols + eps);
  for (int c = threadIdx.x; c < cols; c += blockDim.x) out[blockIdx.x * cols + c] = scale * x[blockIdx.x * cols + c] * weight[c];
}
__global__ void layernorm_of_a_warp_in_fours(const float4* in, const float4* gamma, const float4* beta, float4* out, int rows, int fours) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float sum = 0, squares = 0;
  for (int c = threadIdx.x; c < fours; c += 32) {
    float4 v = in[row * fours + c];
    sum += v.x + v.y + v.z + v.w, squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  float mean = warp_sum(sum) / (fours * 4), inverse = rsqrtf(warp_sum(squares) / (fours * 4) - mean * mean + 1e-5f);
  for (int c = threadIdx.x; c < fours; c += 32) {
    float4 v = in[row * fours + c], g = gamma[c], b = beta[c];
    out[row * fours + c] = make_float4((v.x - mean) * inverse * g.x + b.x, (v.y - mean) * inverse * g.y + b.y, (v.z - mean) * inverse * g.z + b.z, (v.w - mean) * inverse * g.w + b.w);
  }
}
__global__ void group_norm_moments(const float* in, float* mean, float* rstd, int D, int HxW) {
  __shared__ float s[8], q[8];
  int size = D * HxW, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float m = 0, m2 = 0;
  for (int k = threadIdx.x; k < size; k += blockDim.x) {
    float x = in[blockIdx.x * size + k];
    m += x, m2 += x * x;
  }
  m = warp_sum(m), m2 = warp_sum(m2);
  if (lane == 0) s[warp] = m, q[warp] = m2;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; ++w) m += s[w], m2 += q[w];
    mean[blockIdx.x] = m / size, rstd[blockIdx.x] = rsqrtf(m2 / size - m / size * m / size + 1e-5f);
  }
}
__global__ void batch_moments_of_channels(const float* in, float* mean, float* var, int N, int C, int S) {
  __shared__ float count[4], means[4], m2s[4];
  int c = blockIdx.x;
  float avg = 0, m2 = 0, k = 0;
  for (int b = 0; b < N; ++b)
    for (int x = threadIdx.x; x < S; x += blockDim.x) {
      float v = in[(b * C + c) * S + x], d = v - avg;
      k += 1, avg += d / k, m2 += d * (v - avg);
    }
  for (int o = 1; o < 32; o *= 2) {
    float oa = __shfl_xor_sync(~0u, avg, o), ok = __shfl_xor_sync(~0u, k, o), om = __shfl_xor_sync(~0u, m2, o), f = 1 / fmaxf(1, k + ok);
    m2 += om + (avg - oa) * (avg - oa) * k * ok * f, avg = (k * avg + ok * oa) * f, k += ok;
  }
  if (threadIdx.x % 32 == 0) count[threadIdx.x / 32] = k, means[threadIdx.x / 32] = avg, m2s[threadIdx.x / 32] = m2;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 4; ++w) {
      float f = 1 / (k + count[w]), d = avg - means[w];
      m2 += m2s[w] + d * d * k * count[w] * f, avg = (k * avg + count[w] * means[w]) * f, k += count[w];
    }
    mean[c] = avg, var[c] = m2 / k;
  }
}

// ---- pointwise
__global__ void gelu_by_tanh_half2(const __half2* in, __half2* out, int pairs) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < pairs; k += gridDim.x * blockDim.x) {
    float2 v = __half22float2(in[k]);
    v.x = 0.5f * v.x * (1 + tanhf(0.79788456f * (v.x + 0.044715f * v.x * v.x * v.x)));
    v.y = 0.5f * v.y * (1 + tanhf(0.79788456f * (v.y + 0.044715f * v.y * v.y * v.y)));
    out[k] = __float22half2_rn(v);
  }
}
__global__ void silu_and_mul(const __half* in, __half* out, int d) {
  const __half *gate = in + blockIdx.x * 2 * d, *up = gate + d;
  for (int k = threadIdx.x; k < d; k += blockDim.x) {
    float x = __half2float(__ldg(gate + k));
    out[blockIdx.x * d + k] = __float2half(x / (1 + __expf(-x)) * __half2float(__ldg(up + k)));
  }
}
__global__ void rotated_places(float* q, float* k, const int* positions, const float* cache, int heads, int kv_heads, int head) {
  int half = head / 2;
  const float *cosines = cache + positions[blockIdx.x] * head, *sines = cosines + half;
  for (int j = threadIdx.x; j < heads * half; j += blockDim.x) {
    float* at = q + (blockIdx.x * heads + j / half) * head + j % half;
    float x = at[0], y = at[half], c = cosines[j % half], s = sines[j % half];
    at[0] = x * c - y * s, at[half] = y * c + x * s;
  }
  for (int j = threadIdx.x; j < kv_heads * half; j += blockDim.x) {
    float* at = k + (blockIdx.x * kv_heads + j / half) * head + j % half;
    float x = at[0], y = at[half], c = cosines[j % half], s = sines[j % half];
    at[0] = x * c - y * s, at[half] = y * c + x * s;
  }
}
__global__ void rotated_interleaved(const float2* x, float2* out, int half, float theta, int first) {
  INDEX;
  int position = first + i / half, k = i % half;
  float angle = position * powf(theta, -(float)k / half), s, c;
  sincosf(angle, &s, &c);
  float2 v = x[i];
  out[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}
__global__ void momentum_step(float* p, float* m, const float* g, float rate, float momentum, float decay, bool nesterov, int size) {
  INDEX;
  if (i >= size) return;
  float d = g[i] + decay * p[i], b = momentum * m[i] + d;
  m[i] = b, p[i] -= rate * (nesterov ? d + momentum * b : b);
}
__global__ void losses_smooth(const float4* a, const float4* b, float* out, float beta, int fours) {
  INDEX;
  float loss = 0;
  if (i < fours) {
    float4 x = a[i], y = b[i];
    float d[4] = {fabsf(x.x - y.x), fabsf(x.y - y.y), fabsf(x.z - y.z), fabsf(x.w - y.w)};
#pragma unroll
    for (int k = 0; k < 4; ++k) loss += d[k] < beta ? 0.5f * d[k] * d[k] / beta : d[k] - 0.5f * beta;
  }
  loss = warp_sum(loss);
  if (threadIdx.x % 32 == 0) atomicAdd(out, loss);
}

// ---- gathers
__global__ void rows_embedded(const int* tokens, const float4* table, float4* out, int dim4, int padding) {
  int token = tokens[blockIdx.x];
  for (int c = threadIdx.x; c < dim4; c += blockDim.x) out[blockIdx.x * dim4 + c] = token == padding ? make_float4(0, 0, 0, 0) : table[token * dim4 + c];
}
__global__ void rows_embedded_backward(const int* tokens, const float* grad, float* table, int dim, int count) {
  int token = blockIdx.x * blockDim.y + threadIdx.y;
  if (token >= count) return;
  for (int c = threadIdx.x; c < dim; c += blockDim.x) atomicAdd(&table[tokens[token] * dim + c], grad[token * dim + c]);
}
__global__ void bags_of_rows(const int* offsets, const int* indices, const float* table, float* out, int dim, int bags, int mode) {
  int bag = blockIdx.x * blockDim.y + threadIdx.y, begin = offsets[bag], end = offsets[bag + 1];
  if (bag >= bags) return;
  for (int c = threadIdx.x; c < dim; c += blockDim.x) {
    float sum = mode == 2 ? -3e38f : 0;
    for (int k = begin; k < end; ++k) {
      float v = table[indices[k] * dim + c];
      sum = mode == 2 ? fmaxf(sum, v) : sum + v;
    }
    out[bag * dim + c] = mode == 1 && end > begin ? sum / (end - begin) : sum;
  }
}
__global__ void axes_permuted_by_table(const float* in, float* out, int d0, int d1, int d2, int d3) {
  INDEX;
  if (i >= d0 * d1 * d2 * d3) return;
  int w = i % d3, z = i / d3 % d1, y = i / d3 / d1 % d2, x = i / d3 / d1 / d2;
  out[i] = in[((x * d1 + z) * d2 + y) * d3 + w];
}
__global__ void caches_appended(const uint4* key, const uint4* value, uint4* key_cache, uint4* value_cache, const int* slots, int eights, int block_size) {
  int slot = slots[blockIdx.x];
  if (slot < 0) return;
  int block = slot / block_size, offset = slot % block_size;
  for (int k = threadIdx.x; k < eights; k += blockDim.x) {
    key_cache[(block * eights + k) * block_size + offset] = key[blockIdx.x * eights + k];
    value_cache[(block * block_size + offset) * eights + k] = value[blockIdx.x * eights + k];
  }
}

// ---- attention and products
__global__ void attention_of_one_query(const float* q, const float* k, const float* v, float* out, const int* lengths, int heads, int dim, int longest) {
  extern __shared__ float logits[];
  __shared__ float s[4];
  int head = blockIdx.x, seq = blockIdx.y, lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32, length = lengths[seq];
  const float *mine = q + (seq * heads + head) * dim, *keys = k + seq * longest * dim, *values = v + seq * longest * dim;
  float top = -3e38f;
  for (int t = warp; t < length; t += warps) {
    float dot = 0;
    for (int c = lane; c < dim; c += 32) dot += mine[c] * keys[t * dim + c];
    dot = warp_sum(dot) * rsqrtf(dim);
    if (lane == 0) logits[t] = dot;
    top = fmaxf(top, dot);
  }
  if (lane == 0) s[warp] = top;
  __syncthreads();
  for (int w = 0; w < warps; ++w) top = fmaxf(top, s[w]);
  __syncthreads();
  float sum = 0;
  for (int t = threadIdx.x; t < length; t += blockDim.x) sum += logits[t] = __expf(logits[t] - top);
  sum = warp_sum(sum);
  if (lane == 0) s[warp] = sum;
  __syncthreads();
  sum = 0;
  for (int w = 0; w < warps; ++w) sum += s[w];
  for (int c = threadIdx.x; c < dim; c += blockDim.x) {
    float acc = 0;
    for (int t = 0; t < length; ++t) acc += logits[t] * values[t * dim + c];
    out[(seq * heads + head) * dim + c] = acc / sum;
  }
}
__global__ void attention_rows_in_registers(const float* Q, const float* K, const float* V, float* O, int N, float slope) {
  __shared__ float ks[32][16], vs[32][16];
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float q[16], o[16] = {0}, top = -1e30f, sum = 0;
#pragma unroll
  for (int c = 0; c < 16; ++c) q[c] = Q[row * 16 + c] * 0.25f;
  for (int tile = 0; tile < N; tile += 32) {
    __syncthreads();
    for (int k = threadIdx.x; k < 32 * 16; k += blockDim.x) ks[k / 16][k % 16] = K[tile * 16 + k], vs[k / 16][k % 16] = V[tile * 16 + k];
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      if (tile + j > row) break;
      float dot = slope * (tile + j - row);
#pragma unroll
      for (int c = 0; c < 16; ++c) dot += q[c] * ks[j][c];
      float higher = fmaxf(top, dot), old = __expf(top - higher), p = __expf(dot - higher);
      sum = sum * old + p, top = higher;
#pragma unroll
      for (int c = 0; c < 16; ++c) o[c] = o[c] * old + p * vs[j][c];
    }
  }
#pragma unroll
  for (int c = 0; c < 16; ++c) O[row * 16 + c] = o[c] / sum;
}
__global__ void gemv_of_halves(const __half2* A, const __half2* x, float* y, int rows, int pairs) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float sum = 0;
  for (int c = threadIdx.x; c < pairs; c += 32) {
    float2 p = __half22float2(__hmul2(A[row * pairs + c], x[c]));
    sum += p.x + p.y;
  }
  sum = warp_sum(sum);
  if (threadIdx.x == 0) y[row] = sum;
}
struct BlockOf32 { __half d; signed char q[32]; };
__global__ void blocks_of_bytes_unpacked(const BlockOf32* in, float* out, int blocks) {
  INDEX;
  int block = i / 16, k = i % 16 * 2;
  if (block >= blocks) return;
  float d = in[block].d;
  out[block * 32 + k] = in[block].q[k] * d, out[block * 32 + k + 1] = in[block].q[k + 1] * d;
}
__global__ void rows_quantised(const float* in, signed char* out, float* scales, int cols) {
  __shared__ float s[4];
  float top = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) top = fmaxf(top, fabsf(in[blockIdx.x * cols + c]));
  top = warp_max(top);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = top;
  __syncthreads();
  top = fmaxf(fmaxf(s[0], s[1]), fmaxf(s[2], s[3]));
  if (threadIdx.x == 0) scales[blockIdx.x] = top / 127;
  float scale = top > 0 ? 127 / top : 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) out[blockIdx.x * cols + c] = (signed char)__float2int_rn(in[blockIdx.x * cols + c] * scale);
}
__global__ void bytes_multiplied_dp4a(const int* A, const int* B, const float* sa, const float* sb, float* C, int M, int N, int K4) {
  __shared__ int a[16][17], b[16][17];
  int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x, sum = 0;
  for (int t = 0; t < K4; t += 16) {
    a[threadIdx.y][threadIdx.x] = row < M && t + threadIdx.x < K4 ? A[row * K4 + t + threadIdx.x] : 0;
    b[threadIdx.y][threadIdx.x] = blockIdx.x * 16 + threadIdx.y < N && t + threadIdx.x < K4 ? B[(blockIdx.x * 16 + threadIdx.y) * K4 + t + threadIdx.x] : 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) sum = __dp4a(a[threadIdx.y][k], b[threadIdx.x][k], sum);
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = sum * sa[row] * sb[col];
}

// ---- choosing
__global__ void top_of_rows(const float* in, float* values, int* places, int cols, int k) {
  __shared__ float row[256], best[4];
  __shared__ int where[4];
  for (int c = threadIdx.x; c < cols; c += blockDim.x) row[c] = in[blockIdx.x * cols + c];
  __syncthreads();
  for (int r = 0; r < k; ++r) {
    float v = -3e38f;
    int at = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
      if (row[c] > v) v = row[c], at = c;
    for (int o = 16; o > 0; o >>= 1) {
      float ov = __shfl_down_sync(~0u, v, o);
      int oa = __shfl_down_sync(~0u, at, o);
      if (ov > v || (ov == v && oa < at)) v = ov, at = oa;
    }
    if (threadIdx.x % 32 == 0) best[threadIdx.x / 32] = v, where[threadIdx.x / 32] = at;
    __syncthreads();
    if (threadIdx.x == 0) {
      for (int w = 1; w < 4; ++w)
        if (best[w] > v || (best[w] == v && where[w] < at)) v = best[w], at = where[w];
      values[blockIdx.x * k + r] = v, places[blockIdx.x * k + r] = at, row[at] = -3e38f;
    }
    __syncthreads();
  }
}
__global__ void quantiles_by_radix(const unsigned* in, unsigned* out, int size, int rank) {
  __shared__ unsigned bins[16], prefix, left;
  if (threadIdx.x == 0) prefix = 0, left = rank;
  for (int shift = 28; shift >= 0; shift -= 4) {
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    unsigned mask = shift == 28 ? 0 : ~0u << (shift + 4);
    for (int k = threadIdx.x; k < size; k += blockDim.x) {
      unsigned v = in[blockIdx.x * size + k];
      if ((v & mask) == prefix) atomicAdd(&bins[v >> shift & 15], 1u);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      int b = 0;
      while (left >= bins[b]) left -= bins[b++];
      prefix |= (unsigned)b << shift;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = prefix;
}
__global__ void experts_of_tokens(const float* logits, int* chosen, float* weights, int* counts, int experts, int tokens) {
  INDEX;
  if (i >= tokens) return;
  int a = 0, b = -1;
  for (int e = 1; e < experts; ++e) {
    float v = logits[i * experts + e];
    if (v > logits[i * experts + a]) b = a, a = e;
    else if (b < 0 || v > logits[i * experts + b]) b = e;
  }
  float p = 1 / (1 + __expf(logits[i * experts + b] - logits[i * experts + a]));
  chosen[i * 2] = a, chosen[i * 2 + 1] = b, weights[i * 2] = p, weights[i * 2 + 1] = 1 - p;
  atomicAdd(&counts[a], 1), atomicAdd(&counts[b], 1);
}
__global__ void boxes_suppressed(const float4* boxes, unsigned long long* mask, int count, float threshold) {
  __shared__ float4 s[64];
  int rows = min(count - (int)blockIdx.y * 64, 64), cols = min(count - (int)blockIdx.x * 64, 64);
  if (threadIdx.x < cols) s[threadIdx.x] = boxes[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < rows) {
    float4 a = boxes[blockIdx.y * 64 + threadIdx.x];
    unsigned long long t = 0;
    for (int k = blockIdx.x == blockIdx.y ? threadIdx.x + 1 : 0; k < cols; ++k) {
      float4 b = s[k];
      float w = fmaxf(fminf(a.x + a.z, b.x + b.z) - fmaxf(a.x, b.x), 0.0f), h = fmaxf(fminf(a.y + a.w, b.y + b.w) - fmaxf(a.y, b.y), 0.0f);
      if (w * h > threshold * (a.z * a.w + b.z * b.w - w * h)) t |= 1ull << k;
    }
    mask[(blockIdx.y * 64 + threadIdx.x) * gridDim.x + blockIdx.x] = t;
  }
}

// ---- pictures and sequences
__global__ void convolution_of_each_channel(const float* in, const float* weight, float* out, int C, int H, int W, int stride, int pad) {
  int OH = (H + 2 * pad - 3) / stride + 1, OW = (W + 2 * pad - 3) / stride + 1;
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < C * OH * OW; k += blockDim.x * gridDim.x) {
    int ow = k % OW, oh = k / OW % OH, c = k / OW / OH;
    float sum = 0;
#pragma unroll
    for (int r = 0; r < 3; ++r)
#pragma unroll
      for (int s = 0; s < 3; ++s) {
        int y = oh * stride - pad + r, x = ow * stride - pad + s;
        if (y >= 0 && y < H && x >= 0 && x < W) sum += in[(c * H + y) * W + x] * weight[c * 9 + r * 3 + s];
      }
    out[k] = sum;
  }
}
__global__ void columns_of_image(const float* im, float* col, int size, int H, int W, int kernel, int pad, int stride, int OH, int OW) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < size; k += blockDim.x * gridDim.x) {
    int ow = k % OW, oh = k / OW % OH, c = k / OW / OH, y0 = oh * stride - pad, x0 = ow * stride - pad;
    float* to = col + (c * kernel * kernel * OH + oh) * OW + ow;
    for (int r = 0; r < kernel; ++r)
      for (int s = 0; s < kernel; ++s) {
        int y = y0 + r, x = x0 + s;
        *to = y >= 0 && x >= 0 && y < H && x < W ? im[(c * H + y) * W + x] : 0;
        to += OH * OW;
      }
  }
}
__global__ void upsampled_bilinear(const float* in, float* out, int C, int H, int W, int OH, int OW, float sy, float sx) {
  INDEX;
  if (i >= OH * OW) return;
  float fy = i / OW * sy, fx = i % OW * sx;
  int y = fy, x = fx, yp = y < H - 1, xp = x < W - 1;
  float ly = fy - y, lx = fx - x;
  for (int c = 0; c < C; ++c) {
    const float* p = in + (c * H + y) * W + x;
    out[c * OH * OW + i] = (1 - ly) * ((1 - lx) * p[0] + lx * p[xp]) + ly * ((1 - lx) * p[yp * W] + lx * p[yp * W + xp]);
  }
}
__global__ void pixels_shuffled(const float* in, float* out, int C, int H, int W, int r) {
  INDEX;
  int OW = W * r, OH = H * r, x = i % OW, y = i / OW % OH, c = i / OW / OH;
  if (c < C) out[i] = in[((c * r * r + y % r * r + x % r) * H + y / r) * W + x / r];
}
__global__ void states_scanned(const float* u, const float* delta, const float* A, const float* B, const float* C, float* out, int length, int states) {
  INDEX;
  float state[8] = {0};
  for (int t = 0; t < length; ++t) {
    float d = log1pf(__expf(delta[t * 128 + i % 128])), x = u[t * 128 + i % 128], y = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      if (k >= states) break;
      state[k] = __expf(-d * A[i % 128 * 8 + k]) * state[k] + d * B[t * 8 + k] * x;
      y += state[k] * C[t * 8 + k];
    }
    out[t * 512 + i] = y;
  }
}
__global__ void winograd_of_tiles(const float* in, float* out, int W, int tiles_x, int tiles) {
  INDEX;
  if (i >= tiles) return;
  float d[4][4], t[4][4];
  const float* p = in + i / tiles_x * 2 * W + i % tiles_x * 2;
#pragma unroll
  for (int r = 0; r < 4; ++r)
#pragma unroll
    for (int c = 0; c < 4; ++c) d[r][c] = p[r * W + c];
#pragma unroll
  for (int c = 0; c < 4; ++c) t[0][c] = d[0][c] - d[2][c], t[1][c] = d[1][c] + d[2][c], t[2][c] = d[2][c] - d[1][c], t[3][c] = d[1][c] - d[3][c];
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    out[(r * 4 + 0) * tiles + i] = t[r][0] - t[r][2], out[(r * 4 + 1) * tiles + i] = t[r][1] + t[r][2];
    out[(r * 4 + 2) * tiles + i] = t[r][2] - t[r][1], out[(r * 4 + 3) * tiles + i] = t[r][1] - t[r][3];
  }
}

template <class T, class F> T* filled(int count, F f) {
  std::unique_ptr<T[]> v(new T[count]);
  for (int i = 0; i < count; ++i) v[i] = f(i);
  T* p;
  cudaMalloc(&p, count * sizeof(T));
  cudaMemcpy(p, v.get(), count * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}

int main() {
  float* f = filled<float>(n * 4, [](int i) { return i * 37 % 101 / 32.0f - 1.5f; });
  float* g = filled<float>(n * 4, [](int i) { return i * 53 % 97 / 32.0f + 0.125f; });
  float* w = filled<float>(n * 4, [](int i) { return i * 11 % 103 / 64.0f - 0.25f; });
  float* o = filled<float>(n * 16, [](int) { return 0.0f; });
  __half* h = filled<__half>(n * 4, [](int i) { return __half(i * 29 % 83 / 16.0f - 2); });
  int* tokens = filled<int>(n, [](int i) { return i * 41 % 1013 % 97; });
  int* offsets = filled<int>(n, [](int i) { return i * 3 + i % 4; });
  int* slots = filled<int>(n, [](int i) { return i % 9 == 4 ? -1 : i * 5 % 64; });
  int* lengths = filled<int>(64, [](int i) { return 20 + i * 13 % 40; });
  int* packed = filled<int>(n * 2, [](int i) { return (int)(i * 2654435761u); });
  unsigned* keys = filled<unsigned>(n * 4, [](int i) { return (i * 2654435761u) ^ (i * 40503u << 5); });
  BlockOf32* blocks = filled<BlockOf32>(200, [](int i) {
    BlockOf32 b;
    b.d = __half(i % 9 * 0.25f);
    for (int k = 0; k < 32; ++k) b.q[k] = (signed char)(i * 7 + k * 3);
    return b;
  });
  int* io = (int*)o;
  __half* ho = (__half*)o;
  softmax_of_a_warp_row<<<8, 128>>>(f, o, 30, 100);
  softmax_masked_causally<<<48, 64>>>(h, ho, 48, 0.125f);
  log_softmax_backward<<<8, 128>>>(f, w, o, 300);
  rms_norm_of_rows<<<8, 96>>>(f, g, o, 250, 1e-6f);
  layernorm_of_a_warp_in_fours<<<8, dim3(32, 4)>>>((float4*)f, (float4*)g, (float4*)w, (float4*)o, 30, 50);
  group_norm_moments<<<8, 128>>>(f, o, o + n, 6, 77);
  batch_moments_of_channels<<<8, 128>>>(f, o, o + n, 3, 8, 150);
  gelu_by_tanh_half2<<<8, 128>>>((__half2*)h, (__half2*)o, 3000);
  silu_and_mul<<<8, 128>>>(h, ho, 330);
  cudaMemset(o, 0, n * 64);
  rotated_places<<<8, 64>>>(o, o + n, tokens, f, 4, 2, 32);
  rotated_interleaved<<<8, 128>>>((float2*)f, (float2*)o, 32, 10000.0f, 5);
  momentum_step<<<8, 128>>>(o, o + n, f, 0.01f, 0.9f, 0.001f, true, 1000);
  losses_smooth<<<8, 128>>>((float4*)f, (float4*)g, o, 0.5f, 900);
  rows_embedded<<<32, 32>>>(tokens, (float4*)f, (float4*)o, 40, 7);
  rows_embedded_backward<<<16, dim3(32, 4)>>>(tokens, f, o, 50, 61);
  bags_of_rows<<<8, dim3(32, 4)>>>(offsets, tokens, f, o, 50, 32, 1);
  axes_permuted_by_table<<<16, 128>>>(f, o, 3, 5, 7, 16);
  caches_appended<<<40, 32>>>((uint4*)h, (uint4*)(h + n), (uint4*)o, (uint4*)(o + n * 8), slots, 10, 16);
  attention_of_one_query<<<dim3(4, 6), 128, 256>>>(f, g, w, o, lengths, 4, 48, 64);
  attention_rows_in_registers<<<4, 64>>>(f, g, w, o, 256, 0.06f);
  gemv_of_halves<<<16, dim3(32, 4)>>>((__half2*)h, (__half2*)h, o, 61, 200);
  blocks_of_bytes_unpacked<<<16, 128>>>(blocks, o, 120);
  rows_quantised<<<16, 128>>>(f, (signed char*)o, o + n, 400);
  bytes_multiplied_dp4a<<<dim3(4, 4), dim3(16, 16)>>>(packed, packed + 3000, f, g, o, 60, 55, 37);
  top_of_rows<<<8, 128>>>(f, o, io + n, 250, 5);
  quantiles_by_radix<<<8, 128>>>(keys, (unsigned*)o, 1000, 300);
  experts_of_tokens<<<8, 64>>>(f, io, o + n, io + 2 * n, 8, 500);
  boxes_suppressed<<<dim3(3, 3), 64>>>((float4*)g, (unsigned long long*)o, 170, 0.5f);
  convolution_of_each_channel<<<8, 128>>>(f, w, o, 5, 30, 28, 2, 1);
  columns_of_image<<<8, 128>>>(f, o, 4 * 14 * 13, 16, 15, 3, 0, 1, 14, 13);
  upsampled_bilinear<<<16, 64>>>(f, o, 3, 16, 16, 31, 31, 0.5f, 0.5f);
  pixels_shuffled<<<16, 128>>>(f, o, 3, 13, 12, 2);
  states_scanned<<<4, 128>>>(f, w, g, f, w, o, 20, 6);
  winograd_of_tiles<<<4, 64>>>(f, o, 34, 15, 225);
  return cudaDeviceSynchronize();
}
