// Kernels as the samples of a toolkit write them. No counter depends on the order of threads.
#include <cuda_runtime.h>

#include <vector>

constexpr int n = 1 << 14;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

// ---- finance
__device__ inline float normal_below(float d) {
  const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f, A5 = 1.330274429f;
  float K = 1 / (1 + 0.2316419f * fabsf(d));
  float cnd = 0.39894228040f * __expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
  return d > 0 ? 1 - cnd : cnd;
}
__global__ void options_black_scholes(float2* call, float2* put, const float2* price, const float2* strike, const float2* years, float riskfree, float volatility, int pairs) {
  INDEX;
  if (i >= pairs) return;
  float c[2], p[2];
  float S[2] = {price[i].x, price[i].y}, X[2] = {strike[i].x, strike[i].y}, T[2] = {years[i].x, years[i].y};
  for (int k = 0; k < 2; ++k) {
    float root = sqrtf(T[k]);
    float d1 = __fdividef(__logf(S[k] / X[k]) + (riskfree + 0.5f * volatility * volatility) * T[k], volatility * root), d2 = d1 - volatility * root;
    float n1 = normal_below(d1), n2 = normal_below(d2), discount = __expf(-riskfree * T[k]);
    c[k] = S[k] * n1 - X[k] * discount * n2;
    p[k] = X[k] * discount * (1 - n2) - S[k] * (1 - n1);
  }
  call[i] = make_float2(c[0], c[1]), put[i] = make_float2(p[0], p[1]);
}
__global__ void asian_paths(const float* start, float* payoffs, unsigned seed, int steps, int paths, float drift, float spread) {
  __shared__ float s[128];
  INDEX;
  unsigned state = seed + i * 747796405u;
  float sum = 0;
  for (int p = 0; p < paths; ++p) {
    float value = start[blockIdx.x], mean = 0;
    for (int t = 0; t < steps; ++t) {
      state = state * 1664525u + 1013904223u;
      float u = (state >> 8) * (1.0f / 16777216);
      value *= 1 + drift + spread * (u - 0.5f);
      mean += value;
    }
    sum += fmaxf(mean / steps - 1, 0.0f);
  }
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int k = 64; k > 0; k >>= 1) {
    if ((int)threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) payoffs[blockIdx.x] = s[0] / (paths * 128);
}
__global__ void normals_by_moro(float* out, unsigned size) {
  const float a1 = 2.50662823884f, a2 = -18.61500062529f, a3 = 41.39119773534f, a4 = -25.44106049637f, b1 = -8.4735109309f, b2 = 23.08336743743f, b3 = -21.06224101826f, b4 = 3.13082909833f;
  for (unsigned at = blockIdx.x * blockDim.x + threadIdx.x; at < size; at += gridDim.x * blockDim.x) {
    float x = (at + 1.0f) / (size + 1.0f), y = x - 0.5f, z;
    if (fabsf(y) < 0.42f) {
      z = y * y;
      z = y * (((a4 * z + a3) * z + a2) * z + a1) / ((((b4 * z + b3) * z + b2) * z + b1) * z + 1);
    } else {
      z = y > 0 ? __logf(-__logf(1 - x)) : __logf(-__logf(x));
      z = 0.3374754822726147f + z * (0.9761690190917186f + z * (0.1607979714918209f + z * 0.0276438810333863f));
      if (y < 0) z = -z;
    }
    out[at] = z;
  }
}
__global__ void sobol_by_directions(const unsigned* directions, float* out, int vectors, int dimensions) {
  __shared__ unsigned v[32];
  directions += 32 * blockIdx.y, out += vectors * blockIdx.y;
  if (threadIdx.x < 32) v[threadIdx.x] = directions[threadIdx.x];
  __syncthreads();
  int first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
  unsigned g = first ^ (first >> 1), X = 0, mask;
  for (int k = 0; k < __ffs(stride) - 1; ++k) {
    X ^= -(g & 1) & v[k];
    g >>= 1;
  }
  for (int k = __ffs(stride) - 1; g; ++k, g >>= 1) X ^= -(g & 1) & v[k];
  unsigned log_stride = __ffs(stride) - 1;
  if (first < vectors) out[first] = X * 2.3283064e-10f;
  for (int i = first + stride; i < vectors; i += stride) {
    mask = v[log_stride - 1] ^ v[__ffs(~((i - stride) | (stride - 1))) - 1];
    X ^= mask;
    out[i] = X * 2.3283064e-10f;
  }
}

// ---- bodies and particles
__device__ float3 pulled(float4 bi, float4 bj, float3 a, float softening) {
  float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
  float d = r.x * r.x + r.y * r.y + r.z * r.z + softening, inverse = rsqrtf(d), s = bj.w * inverse * inverse * inverse;
  a.x += r.x * s, a.y += r.y * s, a.z += r.z * s;
  return a;
}
__global__ void bodies_by_tiles(const float4* position, float4* velocity, float4* next, float dt, int tiles) {
  extern __shared__ float4 near[];
  INDEX;
  float4 mine = position[i];
  float3 a = make_float3(0, 0, 0);
  for (int tile = 0; tile < tiles; ++tile) {
    near[threadIdx.x] = position[tile * blockDim.x + threadIdx.x];
    __syncthreads();
#pragma unroll 16
    for (unsigned k = 0; k < blockDim.x; ++k) a = pulled(mine, near[k], a, 0.01f);
    __syncthreads();
  }
  float4 v = velocity[i];
  v.x += a.x * dt, v.y += a.y * dt, v.z += a.z * dt;
  mine.x += v.x * dt, mine.y += v.y * dt, mine.z += v.z * dt;
  next[i] = mine, velocity[i] = v;
}
__global__ void cells_of_particles(unsigned* hashes, unsigned* order, const float4* position, int particles, int3 cells, float size) {
  INDEX;
  if (i >= particles) return;
  float4 p = position[i];
  int x = (int)floorf(p.x / size) & (cells.x - 1), y = (int)floorf(p.y / size) & (cells.y - 1), z = (int)floorf(p.z / size) & (cells.z - 1);
  hashes[i] = (z * cells.y + y) * cells.x + x, order[i] = i;
}
__global__ void starts_of_cells(unsigned* start, unsigned* end, const unsigned* hashes, unsigned particles) {
  extern __shared__ unsigned shared_hash[];
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x, hash = 0;
  if (at < particles) {
    hash = hashes[at];
    shared_hash[threadIdx.x + 1] = hash;
    if (at > 0 && threadIdx.x == 0) shared_hash[0] = hashes[at - 1];
  }
  __syncthreads();
  if (at < particles) {
    if (at == 0 || hash != shared_hash[threadIdx.x]) {
      start[hash] = at;
      if (at > 0) end[shared_hash[threadIdx.x]] = at;
    }
    if (at == particles - 1) end[hash] = at + 1;
  }
}
__global__ void particles_collide(const float2* position, float2* force, const int* start, const int* end, int cells, int particles, float radius) {
  INDEX;
  if (i >= particles) return;
  float2 p = position[i], sum = make_float2(0, 0);
  int cx = i % cells, cy = i / cells % cells;
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x) {
      int cell = ((cy + y + cells) % cells) * cells + (cx + x + cells) % cells;
      for (int k = start[cell]; k < end[cell]; ++k) {
        if (k == i) continue;
        float dx = position[k].x - p.x, dy = position[k].y - p.y, d = sqrtf(dx * dx + dy * dy);
        if (d < radius && d > 0) sum.x -= (radius - d) * dx / d, sum.y -= (radius - d) * dy / d;
      }
    }
  force[i] = sum;
}
__global__ void particles_integrated(float4* position, float4* velocity, int particles, float dt, float damping) {
  INDEX;
  if (i >= particles) return;
  float4 p = position[i], v = velocity[i];
  v.y -= 9.81f * dt;
  v.x *= damping, v.y *= damping, v.z *= damping;
  p.x += v.x * dt, p.y += v.y * dt, p.z += v.z * dt;
  if (p.x > 1) p.x = 1, v.x *= -0.5f;
  if (p.x < -1) p.x = -1, v.x *= -0.5f;
  if (p.y < -1) p.y = -1, v.y *= -0.5f;
  position[i] = p, velocity[i] = v;
}

// ---- sorting
__device__ inline void compared(unsigned& keyA, unsigned& valA, unsigned& keyB, unsigned& valB, unsigned dir) {
  if ((keyA > keyB) == dir) {
    unsigned t = keyA;
    keyA = keyB, keyB = t;
    t = valA, valA = valB, valB = t;
  }
}
__global__ void bitonic_pairs_in_shared(unsigned* keys, unsigned* values, unsigned length, unsigned dir) {
  __shared__ unsigned k[256], v[256];
  keys += blockIdx.x * 256 + threadIdx.x, values += blockIdx.x * 256 + threadIdx.x;
  k[threadIdx.x] = keys[0], v[threadIdx.x] = values[0], k[threadIdx.x + 128] = keys[128], v[threadIdx.x + 128] = values[128];
  for (unsigned size = 2; size < length; size <<= 1) {
    unsigned ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      compared(k[pos], v[pos], k[pos + stride], v[pos + stride], ddd);
    }
  }
  for (unsigned stride = length / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    compared(k[pos], v[pos], k[pos + stride], v[pos + stride], dir);
  }
  __syncthreads();
  keys[0] = k[threadIdx.x], values[0] = v[threadIdx.x], keys[128] = k[threadIdx.x + 128], values[128] = v[threadIdx.x + 128];
}
__global__ void bitonic_merge_in_global(unsigned* keys, unsigned* values, unsigned length, unsigned size, unsigned stride, unsigned dir) {
  unsigned global = blockIdx.x * blockDim.x + threadIdx.x, comparator = global & (length / 2 - 1);
  unsigned ddd = dir ^ ((comparator & (size / 2)) != 0), pos = 2 * global - (global & (stride - 1));
  unsigned keyA = keys[pos], valA = values[pos], keyB = keys[pos + stride], valB = values[pos + stride];
  compared(keyA, valA, keyB, valB, ddd);
  keys[pos] = keyA, values[pos] = valA, keys[pos + stride] = keyB, values[pos + stride] = valB;
}
__global__ void bits_split_in_block(const unsigned* in, unsigned* out, int bits) {
  __shared__ unsigned s[128], warp_sums[4];
  INDEX;
  unsigned key = in[i];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int bit = 0; bit < bits; ++bit) {
    bool zero = !(key >> bit & 1);
    unsigned votes = __ballot_sync(~0u, zero);
    if (lane == 0) warp_sums[warp] = __popc(votes);
    __syncthreads();
    unsigned before = __popc(votes & ((1u << lane) - 1)), zeros = 0;
    for (int w = 0; w < 4; ++w) {
      if (w < warp) before += warp_sums[w];
      zeros += warp_sums[w];
    }
    s[zero ? before : zeros + threadIdx.x - before] = key;
    __syncthreads();
    key = s[threadIdx.x];
  }
  out[i] = key;
}

// ---- filters
__constant__ float taps[17];
__global__ void separable_rows(const float* in, float* out, int pitch) {
  __shared__ float s[4][16 * 6];
  int x0 = (blockIdx.x * 4 - 1) * 16 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  in += y * pitch + x0, out += y * pitch + x0;
#pragma unroll
  for (int k = 1; k < 5; ++k) s[threadIdx.y][threadIdx.x + k * 16] = in[k * 16];
  s[threadIdx.y][threadIdx.x] = x0 >= 0 ? in[0] : 0;
  s[threadIdx.y][threadIdx.x + 80] = pitch - x0 > 80 ? in[80] : 0;
  __syncthreads();
#pragma unroll
  for (int k = 1; k < 5; ++k) {
    float sum = 0;
#pragma unroll
    for (int j = -8; j <= 8; ++j) sum += taps[8 - j] * s[threadIdx.y][threadIdx.x + k * 16 + j];
    out[k * 16] = sum;
  }
}
__global__ void separable_columns(const float* in, float* out, int pitch, int height, int radius) {
  __shared__ float s[16][8 * 6 + 1];
  int x = blockIdx.x * 16 + threadIdx.x, y0 = (blockIdx.y * 4 - 1) * 8 + threadIdx.y;
  in += y0 * pitch + x, out += y0 * pitch + x;
  for (int k = 0; k < 6; ++k) s[threadIdx.x][threadIdx.y + k * 8] = y0 + k * 8 >= 0 && y0 + k * 8 < height ? in[k * 8 * pitch] : 0;
  __syncthreads();
  for (int k = 1; k < 5; ++k) {
    float sum = 0;
    for (int j = -radius; j <= radius; ++j) sum += taps[radius - j] * s[threadIdx.x][threadIdx.y + k * 8 + j];
    out[k * 8 * pitch] = sum;
  }
}
__global__ void gauss_recursive(const unsigned* in, unsigned* out, int w, int h, float a0, float a1, float b1) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  in += x, out += x;
  float yp0 = 0, yp1 = 0, xp = (in[0] & 255), r;
  for (int y = 0; y < h; ++y) {
    float xc = in[y * w] & 255, xg = in[y * w] >> 8 & 255;
    r = a0 * xc + a1 * xp - b1 * yp0;
    yp1 = a0 * xg - b1 * yp1;
    out[y * w] = (unsigned)fabsf(r) & 255 | ((unsigned)fabsf(yp1) & 255) << 8;
    xp = xc, yp0 = r;
  }
}
__global__ void boxes_along_rows(const float* in, float* out, int w, int h, int r) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= h) return;
  in += y * w, out += y * w;
  float scale = 1.0f / (2 * r + 1), t = in[0] * r;
  for (int x = 0; x < r + 1; ++x) t += in[x];
  out[0] = t * scale;
  for (int x = 1; x < w; ++x) {
    t += in[min(x + r, w - 1)] - in[max(x - r - 1, 0)];
    out[x] = t * scale;
  }
}
__global__ void picture_denoised_knn(const uchar4* in, uchar4* out, int width, int height, float noise, float lerp) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float count = 0, weights = 0, cx = 0, cy = 0, cz = 0;
  uchar4 c = in[y * width + x];
  for (int dy = -3; dy <= 3; ++dy)
    for (int dx = -3; dx <= 3; ++dx) {
      uchar4 p = in[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)];
      float r = (p.x - c.x) / 255.0f, g = (p.y - c.y) / 255.0f, b = (p.z - c.z) / 255.0f;
      float w = __expf(-((r * r + g * g + b * b) * noise + (dx * dx + dy * dy) / 49.0f));
      cx += p.x * w, cy += p.y * w, cz += p.z * w, weights += w;
      count += w > 0.02f ? 1 / 49.0f : 0;
    }
  float q = count > 0.79f ? lerp : 1 - lerp, inverse = 1 / weights;
  out[y * width + x] = make_uchar4(cx * inverse * q + c.x * (1 - q), cy * inverse * q + c.y * (1 - q), cz * inverse * q + c.z * (1 - q), 0);
}
__global__ void disparity_of_pairs(const unsigned* left, const unsigned* right, int* out, int width, int height, int least, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned best = ~0u;
  int where = 0;
  for (int d = least; d <= most; ++d) {
    unsigned cost = 0;
    for (int dy = -2; dy <= 2; ++dy) {
      int yy = min(max(y + dy, 0), height - 1);
      for (int dx = -2; dx <= 2; ++dx) {
        int xl = min(max(x + dx, 0), width - 1), xr = min(max(x + dx + d, 0), width - 1);
        cost += __vsadu4(left[yy * width + xl], right[yy * width + xr]);
      }
    }
    if (cost < best) best = cost, where = d;
  }
  out[y * width + x] = where;
}
__device__ float cubic(float a, float b, float c, float d, float t) { return b + 0.5f * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))); }
__global__ void picture_scaled_bicubic(const float* in, float* out, int width, int height, int out_width, float scale) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float u = x * scale, v = y * scale;
  int px = floorf(u), py = floorf(v);
  float rows[4];
  for (int k = 0; k < 4; ++k) {
    const float* row = in + min(max(py + k - 1, 0), height - 1) * width;
    rows[k] = cubic(row[max(px - 1, 0)], row[min(px, width - 1)], row[min(px + 1, width - 1)], row[min(px + 2, width - 1)], u - px);
  }
  out[y * out_width + x] = cubic(rows[0], rows[1], rows[2], rows[3], v - py);
}
__global__ void volume_by_rays(const unsigned char* volume, uchar4* picture, int side, int width, float step, int max_steps) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float px = (float)x / width * side, py = (float)y / width * side, pz = 0, red = 0, alpha = 0;
  for (int k = 0; k < max_steps; ++k) {
    int vx = px, vy = py, vz = pz;
    if (vx >= side || vy >= side || vz >= side) break;
    float sample = volume[(vz * side + vy) * side + vx] / 255.0f * 0.3f;
    red += (1 - alpha) * sample * pz / side, alpha += (1 - alpha) * sample;
    if (alpha > 0.95f) break;
    px += step * 0.3f, py += step * 0.1f, pz += step;
  }
  picture[y * width + x] = make_uchar4(fminf(red, 1.0f) * 255, 0, 0, alpha * 255);
}
__global__ void flow_by_jacobi(const float* du0, const float* dv0, const float* Ix, const float* Iy, const float* It, int w, int h, float alpha, float* du1, float* dv1) {
  __shared__ float du[6 * 34], dv[6 * 34];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, at = (threadIdx.y + 1) * 34 + threadIdx.x + 1;
  int pos = min(y, h - 1) * w + min(x, w - 1);
  du[at] = du0[pos], dv[at] = dv0[pos];
  if (threadIdx.y == 0) {
    int up = min(max(y - 1, 0), h - 1) * w + min(x, w - 1), down = min(y + 4, h - 1) * w + min(x, w - 1);
    du[at - 34] = du0[up], dv[at - 34] = dv0[up], du[at + 4 * 34] = du0[down], dv[at + 4 * 34] = dv0[down];
  }
  if (threadIdx.x == 0) {
    int left = min(y, h - 1) * w + min(max(x - 1, 0), w - 1), right = min(y, h - 1) * w + min(x + 32, w - 1);
    du[at - 1] = du0[left], dv[at - 1] = dv0[left], du[at + 32] = du0[right], dv[at + 32] = dv0[right];
  }
  __syncthreads();
  if (x >= w || y >= h) return;
  float sumU = (du[at - 1] + du[at + 1] + du[at - 34] + du[at + 34]) * 0.25f, sumV = (dv[at - 1] + dv[at + 1] + dv[at - 34] + dv[at + 34]) * 0.25f;
  float frac = (Ix[pos] * sumU + Iy[pos] * sumV + It[pos]) / (Ix[pos] * Ix[pos] + Iy[pos] * Iy[pos] + alpha);
  du1[pos] = sumU - Ix[pos] * frac, dv1[pos] = sumV - Iy[pos] * frac;
}

// ---- transforms, products, scans
__global__ void walsh_radix_two(float* out, const float* in, int stride, int size) {
  INDEX;
  int lo = i & (stride - 1), i0 = ((i - lo) << 1) + lo, i1 = i0 + stride;
  if (i1 >= size) return;
  float d0 = in[i0], d1 = in[i1];
  out[i0] = d0 + d1, out[i1] = d0 - d1;
}
__global__ void products_of_vectors(float* out, const float* A, const float* B, int vectors, int elements) {
  __shared__ float parts[256];
  for (int vec = blockIdx.x; vec < vectors; vec += gridDim.x) {
    int base = elements * vec, end = base + elements;
    for (int part = threadIdx.x; part < 256; part += blockDim.x) {
      float sum = 0;
      for (int pos = base + part; pos < end; pos += 256) sum += A[pos] * B[pos];
      parts[part] = sum;
    }
    for (int stride = 128; stride > 0; stride >>= 1) {
      __syncthreads();
      for (int part = threadIdx.x; part < stride; part += blockDim.x) parts[part] += parts[stride + part];
    }
    __syncthreads();
    if (threadIdx.x == 0) out[vec] = parts[0];
    __syncthreads();
  }
}
__global__ void shuffled_scan_with_sums(int* data, int width, int* partial) {
  extern __shared__ int sums[];
  INDEX;
  int lane = i % warpSize, warp = threadIdx.x / warpSize, value = data[i];
#pragma unroll
  for (int k = 1; k <= width; k *= 2) {
    int other = __shfl_up_sync(~0u, value, k, width);
    if (lane >= k) value += other;
  }
  if (threadIdx.x % warpSize == warpSize - 1) sums[warp] = value;
  __syncthreads();
  if (warp == 0 && lane < (int)(blockDim.x / warpSize)) {
    int sum = sums[lane], mask = (1 << (blockDim.x / warpSize)) - 1;
    for (int k = 1; k <= (int)(blockDim.x / warpSize); k *= 2) {
      int other = __shfl_up_sync(mask, sum, k, blockDim.x / warpSize);
      if (lane >= k) sum += other;
    }
    sums[lane] = sum;
  }
  __syncthreads();
  if (warp > 0) value += sums[warp - 1];
  data[i] = value;
  if (threadIdx.x == blockDim.x - 1) partial[blockIdx.x] = value;
}
__global__ void integral_of_rows(const uint4* picture, uint4* integral, int pitch16) {
  __shared__ unsigned sums[4];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  uint4 in = picture[blockIdx.x * pitch16 + threadIdx.x];
  unsigned words[4] = {in.x, in.y, in.z, in.w}, result[16], sum = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k) result[k] = sum += words[k / 4] >> (k % 4 * 8) & 255;
#pragma unroll
  for (int k = 1; k < 32; k *= 2) {
    unsigned other = __shfl_up_sync(~0u, sum, k);
    if (lane >= k) sum += other;
  }
  if (lane == 31) sums[warp] = sum;
  __syncthreads();
  unsigned before = sum - result[15];
  for (int w = 0; w < warp; ++w) before += sums[w];
#pragma unroll
  for (int k = 0; k < 4; ++k) integral[(blockIdx.x * pitch16 + threadIdx.x) * 4 + k] = make_uint4(result[k * 4] + before, result[k * 4 + 1] + before, result[k * 4 + 2] + before, result[k * 4 + 3] + before);
}
__global__ void votes_any_all(const unsigned* in, bool* info, int size) {
  INDEX;
  bool* out = info + i * 3;
  out[0] = __any_sync(~0u, in[i] > 90);
  out[1] = __all_sync(~0u, in[i] < 90);
  if (i % 32 < size) out[2] = __popc(__activemask()) > size / 2;
}
__global__ void smaller_eigenvalues(const float* d, const float* s, const float* where, unsigned* out, int size) {
  __shared__ float sd[64], ss[64];
  INDEX;
  for (int k = threadIdx.x; k < size; k += blockDim.x) sd[k] = d[k], ss[k] = s[k];
  __syncthreads();
  float x = where[i], delta = 1;
  unsigned count = 0;
  for (int k = 0; k < size; ++k) {
    delta = sd[k] - x - ss[k] * ss[k] / delta;
    if (fabsf(delta) < 1e-6f) delta = 1e-6f;
    count += delta < 0;
  }
  out[i] = count;
}

// ---- waves, voxels, bits, copies
__global__ void spectrum_of_waves(const float2* h0, float2* ht, int in_width, int out_width, int out_height, float t, float patch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int in = y * in_width + x, mirrored = (out_height - y) * in_width + (out_width - x), out = y * out_width + x;
  float kx = (-out_width / 2.0f + x) * (6.2831853f / patch), ky = (-out_height / 2.0f + y) * (6.2831853f / patch);
  float w = sqrtf(9.81f * sqrtf(kx * kx + ky * ky)), c = cosf(w * t), s = sinf(w * t);
  if (x < out_width && y < out_height && x < in_width) {
    float2 a = h0[in], b = h0[mirrored];
    ht[out] = make_float2(a.x * c - a.y * s + b.x * c - b.y * s, a.x * s + a.y * c - b.x * s - b.y * c);
  }
}
__constant__ unsigned char vertex_table[256];
__global__ void voxels_classified(unsigned* vertices, unsigned* occupied, const unsigned char* volume, int side, unsigned char level) {
  INDEX;
  int x = i % (side - 1), y = i / (side - 1) % (side - 1), z = i / ((side - 1) * (side - 1));
  if (z >= side - 1) return;
  unsigned cube = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) cube |= (volume[((z + (k >> 2)) * side + y + (k >> 1 & 1)) * side + x + (k & 1)] < level) << k;
  vertices[i] = vertex_table[cube], occupied[i] = vertex_table[cube] > 0;
}
__global__ void angles_of_sight(const float* heights, float* angles, int rays, int steps, float eye) {
  INDEX;
  if (i >= rays) return;
  float top = -10;
  for (int k = 1; k <= steps; ++k) {
    float angle = atanf((heights[i + k * 16] - eye) / k);
    if (angle > top) top = angle;
  }
  angles[i] = top;
}
__global__ void bits_of_words(const unsigned* in, unsigned* out, int rounds) {
  INDEX;
  unsigned x = in[i], sum = 0;
  for (int k = 0; k < rounds; ++k) {
    x ^= x << 13, x ^= x >> 17, x ^= x << 5;
    sum += __popc(x) ^ __clz(x) ^ (__brev(x) >> 7) ^ __ffs(x) ^ __byte_perm(x, sum, 0x2143) ^ __funnelshift_l(x, sum, k);
  }
  out[i] = sum;
}
__device__ unsigned spread_bits(unsigned x) {
  x &= 0x3ff;
  x = (x | x << 16) & 0x30000ff, x = (x | x << 8) & 0x300f00f, x = (x | x << 4) & 0x30c30c3;
  return (x | x << 2) & 0x9249249;
}
__global__ void morton_codes(const float4* points, unsigned* codes, int size) {
  INDEX;
  if (i < size) codes[i] = spread_bits((points[i].x + 4) * 100) | spread_bits((points[i].y + 4) * 100) << 1 | spread_bits((points[i].z + 4) * 100) << 2;
}
__global__ void checksums_by_table(const unsigned char* data, const unsigned* table, unsigned* out, int length) {
  __shared__ unsigned t[256];
  INDEX;
  for (int k = threadIdx.x; k < 256; k += blockDim.x) t[k] = table[k];
  __syncthreads();
  unsigned crc = ~0u;
  for (int k = 0; k < length; ++k) crc = crc >> 8 ^ t[(crc ^ data[i * length + k]) & 255];
  out[i] = ~crc;
}
struct __align__(8) Pair { float a, b; };
struct Three { float r, g, b; };
struct __align__(16) Five { float v[5]; };
template <class T> __device__ void copied(const T* in, T* out, int size) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += blockDim.x * gridDim.x) out[i] = in[i];
}
__global__ void copied_pairs(const Pair* in, Pair* out, int size) { copied(in, out, size); }
__global__ void copied_threes(const Three* in, Three* out, int size) { copied(in, out, size); }
__global__ void copied_fives(const Five* in, Five* out, int size) { copied(in, out, size); }

template <class T, class F> T* filled(int count, F f) {
  std::vector<T> v(count);
  for (int i = 0; i < count; ++i) v[i] = f(i);
  T* p;
  cudaMalloc(&p, count * sizeof(T));
  cudaMemcpy(p, v.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}

int main() {
  float* f = filled<float>(n * 4, [](int i) { return i * 37 % 101 / 32.0f - 1.5f; });
  float* g = filled<float>(n * 4, [](int i) { return i * 53 % 97 / 32.0f + 0.125f; });
  float* w = filled<float>(n * 4, [](int i) { return i * 11 % 103 / 64.0f; });
  float* o = filled<float>(n * 16, [](int) { return 0.0f; });
  unsigned* numbers = filled<unsigned>(n * 4, [](int i) { return i * 41u % 1013 % 97; });
  unsigned* keys = filled<unsigned>(n * 4, [](int i) { return i * 2654435761u >> 7; });
  unsigned* hashes = filled<unsigned>(n, [](int i) { return i / 3u; });
  int* starts = filled<int>(n, [](int i) { return i * 4; });
  int* ends = filled<int>(n, [](int i) { return i * 4 + i % 5; });
  unsigned* directions = filled<unsigned>(64, [](int i) { return (1u << (31 - i % 32)) * (i < 32 ? 1u : 1u) | (i < 32 ? 0u : i * 97u >> 3); });
  unsigned char* bytes = filled<unsigned char>(n * 4, [](int i) { return (unsigned char)(i * 31 % 251 * (i % 7) >> 1); });
  float line[17];
  unsigned char table[256];
  for (int i = 0; i < 17; ++i) line[i] = i % 5 * 0.125f;
  for (int i = 0; i < 256; ++i) table[i] = i * 7 % 16;
  cudaMemcpyToSymbol(taps, line, sizeof line), cudaMemcpyToSymbol(vertex_table, table, sizeof table);
  unsigned* uo = (unsigned*)o;
  options_black_scholes<<<8, 128>>>((float2*)o, (float2*)(o + n), (float2*)g, (float2*)(g + 5000), (float2*)(g + 9000), 0.02f, 0.3f, 1000);
  asian_paths<<<4, 128>>>(g, o, 17, 20, 5, 0.01f, 0.1f);
  normals_by_moro<<<8, 128>>>(o, 3000);
  sobol_by_directions<<<dim3(2, 2), 64>>>(directions, o, 700, 2);
  bodies_by_tiles<<<4, 64, 64 * 16>>>((float4*)f, (float4*)o, (float4*)(o + n), 0.01f, 4);
  cells_of_particles<<<8, 128>>>(uo, uo + n, (float4*)f, 1000, make_int3(8, 8, 4), 0.25f);
  starts_of_cells<<<8, 128, 129 * 4>>>(uo, uo + n, hashes, 1000);
  particles_collide<<<8, 64>>>((float2*)f, (float2*)o, starts, ends, 16, 500, 0.8f);
  cudaMemset(o, 0, n * 64);
  particles_integrated<<<8, 128>>>((float4*)o, (float4*)(o + n), 1000, 0.02f, 0.98f);
  cudaMemcpy(uo, keys, n * 16, cudaMemcpyDeviceToDevice);
  bitonic_pairs_in_shared<<<4, 128>>>(uo, uo + n, 256, 1);
  bitonic_merge_in_global<<<4, 128>>>(uo, uo + n, 1024, 1024, 512, 1);
  bits_split_in_block<<<8, 128>>>(keys, uo, 9);
  cudaMemset(o, 0, n * 64);
  separable_rows<<<dim3(2, 8), dim3(16, 4)>>>(f, o, 128);
  separable_columns<<<dim3(4, 2), dim3(16, 8)>>>(f, o, 64, 64, 6);
  gauss_recursive<<<4, 32>>>(keys, uo, 100, 60, 0.4f, 0.2f, -0.3f);
  boxes_along_rows<<<4, 16>>>(f, o, 80, 60, 4);
  picture_denoised_knn<<<dim3(4, 8), dim3(16, 8)>>>((uchar4*)bytes, (uchar4*)o, 61, 60, 4.0f, 0.2f);
  disparity_of_pairs<<<dim3(2, 4), dim3(16, 8)>>>(keys, keys + 7, (int*)o, 32, 32, -5, 3);
  picture_scaled_bicubic<<<dim3(4, 8), dim3(16, 8)>>>(f, o, 40, 40, 64, 0.61f);
  volume_by_rays<<<dim3(4, 8), dim3(16, 8)>>>(bytes, (uchar4*)o, 32, 64, 0.9f, 50);
  flow_by_jacobi<<<dim3(3, 12), dim3(32, 4)>>>(f, g, f + n, g + n, w, 90, 45, 0.5f, o, o + n);
  walsh_radix_two<<<8, 128>>>(o, f, 64, 2048);
  products_of_vectors<<<8, 128>>>(o, f, g, 19, 600);
  cudaMemset(o, 0, n * 64);
  shuffled_scan_with_sums<<<8, 256, 32>>>((int*)o, 32, (int*)o + n);
  integral_of_rows<<<8, 128>>>((uint4*)bytes, (uint4*)o, 128);
  votes_any_all<<<8, 128>>>(numbers, (bool*)o, 13);
  smaller_eigenvalues<<<8, 64>>>(g, f, w, uo, 50);
  spectrum_of_waves<<<dim3(3, 6), dim3(16, 8)>>>((float2*)f, (float2*)o, 44, 40, 40, 1.5f, 100);
  voxels_classified<<<16, 64>>>(uo, uo + n, bytes, 11, 60);
  angles_of_sight<<<4, 64>>>(g, o, 250, 40, 0.7f);
  bits_of_words<<<8, 128>>>(keys, uo, 8);
  morton_codes<<<8, 128>>>((float4*)f, uo, 1000);
  checksums_by_table<<<8, 64>>>(bytes, keys, uo, 20);
  copied_pairs<<<4, 128>>>((Pair*)f, (Pair*)o, 2000);
  copied_threes<<<4, 128>>>((Three*)f, (Three*)o, 2000);
  copied_fives<<<4, 128>>>((Five*)f, (Five*)o, 1000);
  return cudaDeviceSynchronize();
}
