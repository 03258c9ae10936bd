// Layers of networks, particles, records and vectors as suites and courses write them. Written and read on a card without having been looked at in the
// simulator before. No counter depends on the order of threads.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <vector>

constexpr int n = 1 << 14;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

// ---- layers
__device__ float sum_of_warp(float v) {
  for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down_sync(0xFFFFFFFF, v, offset);
  return v;
}
__device__ float greatest_of_warp(float v) {
  for (int offset = 16; offset > 0; offset /= 2) v = fmaxf(v, __shfl_down_sync(0xFFFFFFFF, v, offset));
  return v;
}
__global__ void softmax_of_a_thread(float* out, const float* inp, int N, int C) {
  INDEX;
  if (i < N) {
    const float* inp_row = inp + i * C;
    float* out_row = out + i * C;
    float maxval = -1e30f;
    for (int j = 0; j < C; j++) {
      if (inp_row[j] > maxval) maxval = inp_row[j];
    }
    float sum = 0.0f;
    for (int j = 0; j < C; j++) {
      out_row[j] = expf(inp_row[j] - maxval);
      sum += out_row[j];
    }
    for (int j = 0; j < C; j++) out_row[j] /= sum;
  }
}
__global__ void softmax_of_a_block(float* out, const float* inp, int C) {
  extern __shared__ float shared[];
  int idx = blockIdx.x, tid = threadIdx.x, warpId = threadIdx.x / 32, laneId = threadIdx.x % 32, warpsPerBlock = blockDim.x / 32;
  float *maxvals = shared, *sumvals = &shared[warpsPerBlock];
  const float* x = inp + idx * C;
  float maxval = -1e30f;
  for (int i = tid; i < C; i += blockDim.x) maxval = fmaxf(maxval, x[i]);
  maxval = greatest_of_warp(maxval);
  if (laneId == 0) maxvals[warpId] = maxval;
  __syncthreads();
  if (tid == 0) {
    float val = maxvals[tid];
    for (int i = 1; i < warpsPerBlock; i++) val = fmaxf(val, maxvals[i]);
    maxvals[0] = val;
  }
  __syncthreads();
  float offset = maxvals[0];
  for (int i = tid; i < C; i += blockDim.x) out[idx * C + i] = expf(x[i] - offset);
  x = out + idx * C;
  float sumval = 0.0f;
  for (int i = tid; i < C; i += blockDim.x) sumval += x[i];
  sumval = sum_of_warp(sumval);
  if (laneId == 0) sumvals[warpId] = sumval;
  __syncthreads();
  if (tid == 0) {
    float val = sumvals[tid];
    for (int i = 1; i < warpsPerBlock; ++i) val += sumvals[i];
    sumvals[0] = val;
  }
  __syncthreads();
  float sum = sumvals[0];
  for (int i = tid; i < C; i += blockDim.x) out[idx * C + i] = x[i] / sum;
}
__global__ void softmax_in_one_pass(const float* in, float* out, int C) {
  int row = blockIdx.x, lane = threadIdx.x;
  float most = -1e30f, sum = 0;
  for (int k = lane; k < C; k += 32) {
    float v = in[row * C + k], now = fmaxf(most, v);
    sum = sum * __expf(most - now) + __expf(v - now);
    most = now;
  }
  for (int d = 16; d > 0; d >>= 1) {
    float other = __shfl_xor_sync(~0u, most, d), s = __shfl_xor_sync(~0u, sum, d), now = fmaxf(most, other);
    sum = sum * __expf(most - now) + s * __expf(other - now);
    most = now;
  }
  for (int k = lane; k < C; k += 32) out[row * C + k] = __expf(in[row * C + k] - most) / sum;
}
__global__ void layernorm_of_a_thread(float* out, float* mean, float* rstd, const float* inp, const float* weight, const float* bias, int N, int C) {
  INDEX;
  if (i < N) {
    const float* x = inp + i * C;
    float m = 0.0f;
    for (int k = 0; k < C; k++) m += x[k];
    m = m / C;
    float v = 0.0f;
    for (int k = 0; k < C; k++) {
      float shift = x[k] - m;
      v += shift * shift;
    }
    float s = 1.0f / sqrtf(v / C + 1e-5f);
    float* o = out + i * C;
    for (int k = 0; k < C; k++) o[k] = s * (x[k] - m) * weight[k] + bias[k];
    mean[i] = m;
    rstd[i] = s;
  }
}
__global__ void layernorm_back(float* dinp, float* dweight, float* dbias, const float* dout, const float* inp, const float* weight, float mean, float rstd, int C) {
  int row = blockIdx.x, t = threadIdx.x;
  const float *dout_bt = dout + row * C, *inp_bt = inp + row * C;
  float* dinp_bt = dinp + row * C;
  float dnorm_mean = 0.0f, dnorm_norm_mean = 0.0f;
  for (int i = t; i < C; i += 32) {
    float norm = (inp_bt[i] - mean) * rstd, dnorm = weight[i] * dout_bt[i];
    dnorm_mean += dnorm;
    dnorm_norm_mean += dnorm * norm;
  }
  for (int d = 16; d > 0; d /= 2) {
    dnorm_mean += __shfl_xor_sync(~0u, dnorm_mean, d);
    dnorm_norm_mean += __shfl_xor_sync(~0u, dnorm_norm_mean, d);
  }
  dnorm_mean /= C, dnorm_norm_mean /= C;
  for (int i = t; i < C; i += 32) {
    float norm = (inp_bt[i] - mean) * rstd, dnorm = weight[i] * dout_bt[i];
    atomicAdd(&dbias[i], dout_bt[i]);
    atomicAdd(&dweight[i], norm * dout_bt[i]);
    dinp_bt[i] += (dnorm - dnorm_mean - norm * dnorm_norm_mean) * rstd;
  }
}
__global__ void gelu_there_and_back(const float* inp, const float* dout, float* dinp) {
  INDEX;
  float x = inp[i], cube = 0.044715f * x * x * x, arg = 0.7978846f * (x + cube), tanh_out = tanhf(arg), cosh_out = coshf(arg);
  float sech = 1.0f / (cosh_out * cosh_out), local = 0.5f * (1.0f + tanh_out) + x * 0.5f * sech * 0.7978846f * (1.0f + 3.0f * 0.044715f * x * x);
  dinp[i] += local * dout[i];
}
__global__ void tokens_and_places(float4* out, const int* tokens, const float4* wte, const float4* wpe, int T, int C4, int size) {
  INDEX;
  if (i < size) {
    int bt = i / C4, t = bt % T, c = i % C4, token = tokens[bt];
    float4 a = wte[token * C4 + c], b = wpe[t * C4 + c];
    out[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
  }
}
__global__ void heads_permuted(float* q, float* k, float* v, const float* inp, int B, int N, int NH, int d) {
  INDEX;
  if (i < B * NH * N * d) {
    int b = i / (NH * N * d), rest = i % (NH * N * d), nh = rest / (N * d);
    rest = rest % (N * d);
    int place = rest / d, e = rest % d, from = (b * N * 3 * NH * d) + (place * 3 * NH * d) + (0 * NH * d) + (nh * d) + e;
    q[i] = inp[from];
    k[i] = inp[from + NH * d];
    v[i] = inp[from + 2 * (NH * d)];
  }
}
__global__ void scores_of_queries(float* preatt, const float* q, const float* k, int T, int HS) {
  INDEX;
  int t2 = i % T, t = i / T;
  if (t2 > t) {
    preatt[i] = -1e30f;
    return;
  }
  float val = 0.0f;
  for (int j = 0; j < HS; j++) val += q[t * HS + j] * k[t2 * HS + j];
  preatt[i] = val * rsqrtf(HS);
}
__global__ void attention_in_tiles(const float* Q, const float* K, const float* V, float* O, int N) {
  __shared__ float Kj[32][17], Vj[32][17];
  int t = threadIdx.x, row = blockIdx.x * 32 + t;
  float q[16], o[16], m = -1e30f, l = 0;
  for (int x = 0; x < 16; x++) q[x] = Q[row * 16 + x], o[x] = 0;
  for (int j = 0; j < N; j += 32) {
    for (int x = 0; x < 16; x++) {
      Kj[t][x] = K[(j + t) * 16 + x];
      Vj[t][x] = V[(j + t) * 16 + x];
    }
    __syncthreads();
    for (int y = 0; y < 32; y++) {
      float s = 0;
      for (int x = 0; x < 16; x++) s += q[x] * Kj[y][x];
      float now = fmaxf(m, s), scale = __expf(m - now), p = __expf(s - now);
      l = l * scale + p;
      for (int x = 0; x < 16; x++) o[x] = o[x] * scale + p * Vj[y][x];
      m = now;
    }
    __syncthreads();
  }
  for (int x = 0; x < 16; x++) O[row * 16 + x] = o[x] / l;
}
__global__ void losses_of_classes(float* dlogits, const float* probs, const int* targets, float dloss, int V, int size) {
  INDEX;
  if (i < size) {
    int bt = i / V, v = i % V;
    float p = probs[bt * V + v], indicator = v == targets[bt] ? 1.0f : 0.0f;
    dlogits[bt * V + v] += (p - indicator) * dloss;
  }
}
__global__ void adam_step(float* params, const float* grads, float* m_memory, float* v_memory, long size, float rate, float beta1, float beta2, float decay) {
  INDEX;
  if (i >= size) return;
  float grad = grads[i], m = m_memory[i], v = v_memory[i];
  m = fmaf(beta1, m, fmaf(-beta1, grad, grad));
  m_memory[i] = m;
  v = fmaf(beta2, v, fmaf(-beta2, grad * grad, grad * grad));
  v_memory[i] = v;
  params[i] -= rate * (m / (sqrtf(v) + 1e-8f) + decay * params[i]);
}
__global__ void dropped_out(const float* in, float* out, unsigned seed, float rate, int size) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
    unsigned h = (i ^ seed) * 2654435761u;
    h ^= h >> 16;
    out[i] = (h & 0xffffff) * (1.f / 16777216) < rate ? 0.f : in[i] / (1 - rate);
  }
}
__global__ void columns_back_to_image(const float* columns, float* image, int channels, int height, int width, int out_h, int out_w) {
  INDEX;
  if (i >= channels * height * width) return;
  int x = i % width + 1, y = i / width % height + 1, c = i / (width * height);
  int first_x = x < 3 ? 0 : x - 3 + 1, last_x = min(x + 1, out_w), first_y = y < 3 ? 0 : y - 3 + 1, last_y = min(y + 1, out_h);
  float sum = 0;
  for (int oy = first_y; oy < last_y; ++oy)
    for (int ox = first_x; ox < last_x; ++ox) sum += columns[((c * 9 + (y - oy) * 3 + x - ox) * out_h + oy) * out_w + ox];
  image[i] = sum;
}
__global__ void convolution_of_channels(const float* in, const float* weights, const float* bias, float* out, int C, int H, int W) {
  extern __shared__ float w[];
  int m = blockIdx.z, x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, t = threadIdx.y * blockDim.x + threadIdx.x;
  for (int k = t; k < C * 9; k += blockDim.x * blockDim.y) w[k] = weights[m * C * 9 + k];
  __syncthreads();
  if (x >= W - 2 || y >= H - 2) return;
  float acc = bias[m];
  for (int c = 0; c < C; c++)
    for (int p = 0; p < 3; p++)
      for (int q = 0; q < 3; q++) acc += in[(c * H + y + p) * W + x + q] * w[(c * 3 + p) * 3 + q];
  out[(m * (H - 2) + y) * (W - 2) + x] = fmaxf(acc, 0.f);
}
__global__ void greatest_of_windows(const float* in, float* out, int* mask, int channels, int height, int width, int kernel, int stride) {
  INDEX;
  int oh = (height - kernel) / stride + 1, ow = (width - kernel) / stride + 1;
  if (i >= channels * oh * ow) return;
  int px = i % ow, py = i / ow % oh, c = i / (ow * oh), h0 = py * stride, w0 = px * stride;
  const float* slice = in + c * height * width;
  float most = -1e30f;
  int at = -1;
  for (int h = h0; h < h0 + kernel; ++h)
    for (int w = w0; w < w0 + kernel; ++w)
      if (slice[h * width + w] > most) {
        at = h * width + w;
        most = slice[at];
      }
  out[i] = most;
  mask[i] = at;
}
__global__ void batch_normalised(float4* data, const float* mean, const float* variance, const float* gamma, const float* beta, int plane4) {
  int c = blockIdx.y, k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= plane4) return;
  float scale = gamma[c] * rsqrtf(variance[c] + 1e-5f), shift = beta[c] - mean[c] * scale;
  float4 v = data[c * plane4 + k];
  v.x = v.x * scale + shift, v.y = v.y * scale + shift, v.z = v.z * scale + shift, v.w = v.w * scale + shift;
  data[c * plane4 + k] = v;
}
__global__ void gates_of_a_cell(const float* gates, const float* before, float* cell, float* hidden, int size) {
  INDEX;
  if (i >= size) return;
  const float* g = gates + i / 64 * 256 + i % 64;
  float in = 1 / (1 + __expf(-g[0])), forget = 1 / (1 + __expf(-g[64])), fresh = tanhf(g[128]), o = 1 / (1 + __expf(-g[192]));
  float c = forget * before[i] + in * fresh;
  cell[i] = c;
  hidden[i] = o * tanhf(c);
}
__global__ void four_bits_unpacked(const unsigned* packed, const __half* scales, __half* out) {
  INDEX;
  unsigned w = packed[i];
  __half scale = scales[i / 8];
#pragma unroll
  for (int k = 0; k < 8; ++k) out[i * 8 + k] = __hmul(scale, __int2half_rn((int)(w >> (4 * k) & 15) - 8));
}

// ---- bodies
__global__ void bodies_of_shared_float4(const float4* pos, float4* vel, float4* next, int bodies, float dt) {
  __shared__ float4 s[64];
  INDEX;
  float4 mine = pos[i];
  float3 acc = {0.0f, 0.0f, 0.0f};
  for (int tile = 0; tile < bodies / 64; tile++) {
    s[threadIdx.x] = pos[tile * 64 + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 64; k++) {
      float4 other = s[k];
      float dx = other.x - mine.x, dy = other.y - mine.y, dz = other.z - mine.z;
      float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), scale = other.w * inv * inv * inv;
      acc.x += dx * scale, acc.y += dy * scale, acc.z += dz * scale;
    }
    __syncthreads();
  }
  float4 v = vel[i];
  v.x += acc.x * dt, v.y += acc.y * dt, v.z += acc.z * dt;
  mine.x += v.x * dt, mine.y += v.y * dt, mine.z += v.z * dt;
  next[i] = mine;
  vel[i] = v;
}
struct Planet { float x, y, z, vx, vy, vz; };
__global__ void bodies_as_records(Planet* p, float dt, int bodies) {
  INDEX;
  if (i < bodies) {
    float fx = 0.0f, fy = 0.0f, fz = 0.0f;
    for (int j = 0; j < bodies; j++) {
      float dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
      float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-9f), cube = inv * inv * inv;
      fx += dx * cube, fy += dy * cube, fz += dz * cube;
    }
    p[i].vx += dt * fx;
    p[i].vy += dt * fy;
    p[i].vz += dt * fz;
  }
}
__global__ void neighbours_attract(const float4* position, const int* list, float4* force, int neighbours, int atoms, float cutoff) {
  INDEX;
  if (i >= atoms) return;
  float4 mine = position[i], f = {0, 0, 0, 0};
  for (int j = 0; j < neighbours; ++j) {
    float4 other = position[list[j * atoms + i]];
    float dx = mine.x - other.x, dy = mine.y - other.y, dz = mine.z - other.z, r2 = dx * dx + dy * dy + dz * dz;
    if (r2 < cutoff) {
      float inv = 1.f / (r2 + 1), r6 = inv * inv * inv, force = inv * r6 * (r6 - 0.5f);
      f.x += dx * force, f.y += dy * force, f.z += dz * force;
    }
  }
  force[i] = f;
}
struct __align__(16) Vertex { float3 place; float u; float3 normal; float v; };
__global__ void vertices_turned(const Vertex* in, Vertex* out, float cosine, float sine) {
  INDEX;
  Vertex a = in[i];
  float x = cosine * a.place.x - sine * a.place.y, y = sine * a.place.x + cosine * a.place.y;
  a.place.x = x, a.place.y = y;
  x = cosine * a.normal.x - sine * a.normal.y, y = sine * a.normal.x + cosine * a.normal.y;
  a.normal.x = x, a.normal.y = y;
  out[i] = a;
}
struct Arrays { float *x, *y, *vx, *vy; unsigned char* alive; };
__global__ void arrays_of_members(Arrays p, float dt, int size) {
  INDEX;
  if (i >= size || !p.alive[i]) return;
  p.vy[i] -= 9.81f * dt;
  p.x[i] += p.vx[i] * dt;
  p.y[i] += p.vy[i] * dt;
  if (p.y[i] < 0) {
    p.y[i] = -p.y[i];
    p.vy[i] = -0.8f * p.vy[i];
  }
}
struct __align__(8) Item { int key; short count; unsigned char kind, state; };
__global__ void items_aged(Item* items, int* kinds, int size) {
  INDEX;
  if (i >= size) return;
  if (items[i].state) {
    items[i].count += 1;
    kinds[i] = items[i].kind;
  }
}
struct Complex { float re, im; };
__device__ Complex times(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
__global__ void complex_numbers(const Complex* a, const Complex* b, Complex* c, int size) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += blockDim.x * gridDim.x) c[i] = times(a[i], b[i]);
}
struct Sphere { float radius, r, g, b, x, y, z; };
__constant__ Sphere spheres[8];
__global__ void rays_through_pixels(uchar4* picture, int width) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y, offset = x + y * blockDim.x * gridDim.x;
  float ox = x - width / 2, oy = y - width / 2, r = 0, g = 0, b = 0, maxz = -2e10f;
  for (int k = 0; k < 8; k++) {
    float dx = ox - spheres[k].x, dy = oy - spheres[k].y;
    if (dx * dx + dy * dy < spheres[k].radius * spheres[k].radius) {
      float dz = sqrtf(spheres[k].radius * spheres[k].radius - dx * dx - dy * dy), t = dz + spheres[k].z;
      if (t > maxz) {
        float scale = dz / spheres[k].radius;
        r = spheres[k].r * scale, g = spheres[k].g * scale, b = spheres[k].b * scale;
        maxz = t;
      }
    }
  }
  picture[offset] = make_uchar4((int)(r * 255), (int)(g * 255), (int)(b * 255), 255);
}
__global__ void centres_moved(const float2* points, const int* assigned, float2* sums, int* counts, int size, int k) {
  __shared__ float2 own[16];
  __shared__ int own_count[16];
  int t = threadIdx.x;
  if (t < k) own[t] = make_float2(0, 0), own_count[t] = 0;
  __syncthreads();
  INDEX;
  if (i < size) atomicAdd(&own_count[assigned[i]], 1);
  __syncthreads();
  if (t < k) {
    float2 sum = {0, 0};
    for (int p = 0; p < 64; ++p) {
      int at = blockIdx.x * 64 + p;
      if (at < size && assigned[at] == t) sum.x += points[at].x, sum.y += points[at].y;
    }
    own[t] = sum;
  }
  __syncthreads();
  if (t < k) {
    sums[blockIdx.x * k + t] = own[t];
    atomicAdd(&counts[t], own_count[t]);
  }
}
__global__ void options_by_binomials(const float* prices, float* out, float up, int steps) {
  __shared__ float s[65];
  int t = threadIdx.x;
  float price = prices[blockIdx.x];
  s[t] = fmaxf(price * (1 + up * (2 * t - steps)) - 1, 0.f);
  if (t == 0) s[64] = fmaxf(price * (1 + up * 64) - 1, 0.f);
  for (int k = steps; k > 0; --k) {
    __syncthreads();
    float a = s[t], b = s[t + 1];
    __syncthreads();
    if (t < k) s[t] = 0.5f * (a + b);
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void circles_by_chance(unsigned long long* hits, const uint2* seeds, int each) {
  __shared__ unsigned s[128];
  INDEX, t = threadIdx.x;
  uint2 state = seeds[i];
  unsigned mine = 0;
  for (int k = 0; k < each; ++k) {
    state.x = state.x * 1664525u + 1013904223u, state.y = state.y * 22695477u + 1u;
    float x = (state.x >> 8) * (1.f / 16777216), y = (state.y >> 8) * (1.f / 16777216);
    if (x * x + y * y < 1.f) ++mine;
  }
  s[t] = mine;
  __syncthreads();
  for (int d = blockDim.x / 2; d; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) atomicAdd(hits, (unsigned long long)s[0]);
}
__global__ void eight_brain_floats(const uint4* in, uint4* out, int size) {
  INDEX;
  if (i >= size) return;
  uint4 packed = in[i];
  __nv_bfloat162* pairs = reinterpret_cast<__nv_bfloat162*>(&packed);
#pragma unroll
  for (int k = 0; k < 4; ++k) pairs[k] = __hmul2(pairs[k], pairs[k]);
  out[i] = packed;
}

int main() {
  float *f, *g, *h, *o;
  int *marks, *list;
  cudaMalloc(&f, n * 32), cudaMalloc(&g, n * 32), cudaMalloc(&h, n * 16), cudaMalloc(&o, n * 32), cudaMalloc(&marks, n * 4), cudaMalloc(&list, n * 16);
  cudaMemset(f, 0, n * 32), cudaMemset(g, 0, n * 32), cudaMemset(h, 0, n * 16), cudaMemset(o, 0, n * 32);
  std::vector<int> mark(n, 0), lists(n * 4, 0);
  for (int i = 0; i < n; ++i) mark[i] = i * 13 % 11;
  for (int i = 0; i < n * 4; ++i) lists[i] = i * 37 % 499;
  cudaMemcpy(marks, mark.data(), n * 4, cudaMemcpyHostToDevice), cudaMemcpy(list, lists.data(), n * 16, cudaMemcpyHostToDevice);
  softmax_of_a_thread<<<2, 64>>>(o, f, 100, 30);
  softmax_of_a_block<<<16, 128, 32>>>(o, f, 300);
  softmax_in_one_pass<<<16, 32>>>(f, o, 200);
  layernorm_of_a_thread<<<2, 64>>>(o, o + 4 * n, o + 5 * n, f, g, h, 100, 40);
  layernorm_back<<<8, 32>>>(o, o + 4 * n, o + 5 * n, f, g, h, 0.5f, 2, 100);
  gelu_there_and_back<<<16, 128>>>(f, g, o);
  tokens_and_places<<<16, 128>>>((float4*)o, marks, (float4*)f, (float4*)g, 16, 12, 2000);
  heads_permuted<<<16, 128>>>(o, o + n, o + 2 * n, f, 2, 16, 4, 16);
  scores_of_queries<<<8, 128>>>(o, f, g, 32, 20);
  attention_in_tiles<<<2, 32>>>(f, g, h, o, 64);
  losses_of_classes<<<16, 128>>>(o, f, marks, 0.1f, 50, 2000);
  adam_step<<<16, 128>>>(f, g, h, o, 2000, 0.1f, 0.9f, 0.99f, 0.01f);
  dropped_out<<<6, 128>>>(f, o, 77, 0.2f, 3000);
  columns_back_to_image<<<8, 128>>>(f, o, 4, 14, 15, 14, 15);
  convolution_of_channels<<<dim3(2, 2, 3), dim3(16, 8), 144>>>(f, g, h, o, 4, 17, 30);
  greatest_of_windows<<<8, 128>>>(f, o, (int*)o + n, 4, 30, 31, 3, 2);
  batch_normalised<<<dim3(3, 8), 64>>>((float4*)o, f, f + 8, g, g + 8, 150);
  gates_of_a_cell<<<8, 128>>>(f, g, o, o + n, 1000);
  four_bits_unpacked<<<8, 128>>>((unsigned*)f, (__half*)g, (__half*)o);
  bodies_of_shared_float4<<<4, 64>>>((float4*)f, (float4*)g, (float4*)o, 256, 0.1f);
  bodies_as_records<<<2, 64>>>((Planet*)f, 0.1f, 100);
  neighbours_attract<<<4, 128>>>((float4*)f, list, (float4*)o, 12, 500, 2);
  vertices_turned<<<8, 64>>>((Vertex*)f, (Vertex*)o, 0.6f, 0.8f);
  arrays_of_members<<<8, 128>>>({f, g, h, o, (unsigned char*)marks}, 0.1f, 1000);
  items_aged<<<8, 128>>>((Item*)list, (int*)o, 1000);
  complex_numbers<<<6, 128>>>((Complex*)f, (Complex*)g, (Complex*)o, 1000);
  rays_through_pixels<<<dim3(4, 4), dim3(16, 16)>>>((uchar4*)o, 64);
  centres_moved<<<8, 64>>>((float2*)f, marks, (float2*)o, (int*)g, 500, 11);
  options_by_binomials<<<8, 64>>>(f, o, 0.01f, 60);
  circles_by_chance<<<8, 128>>>((unsigned long long*)o, (uint2*)list, 20);
  eight_brain_floats<<<8, 128>>>((uint4*)f, (uint4*)o, 1000);
  return cudaDeviceSynchronize();
}
