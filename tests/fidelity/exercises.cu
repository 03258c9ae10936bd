// Exercises as courses, suites and libraries write them. No counter depends on the order of threads.
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cfloat>
#include <climits>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

struct Random {  // each array has its own: arguments are evaluated in any order
  unsigned long long seed;
  explicit Random(unsigned key) : seed(88172645463325252ull + key * 2654435761ull) {
    for (int i = 0; i < 8; ++i) (*this)();
  }
  unsigned operator()() {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (unsigned)(seed >> 20);
  }
};

template <class T>
T* upload(const std::vector<T>& v) {
  T* p;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
template <class T>
T* zeros(int count) {
  T* p;
  cudaMalloc(&p, count * sizeof(T));
  cudaMemset(p, 0, count * sizeof(T));
  return p;
}
static float* floats(int count, float low = 0.0f, float high = 1.0f, int salt = 0) {
  Random rnd(count * 64 + salt);
  std::vector<float> v(count);
  for (float& x : v) x = low + (high - low) * (float)(rnd() % 65536) / 65536.0f;
  return upload(v);
}
static double* doubles(int count, int salt = 8) {
  Random rnd(count * 64 + salt);
  std::vector<double> v(count);
  for (double& x : v) x = (double)(1 + rnd() % 65535) / 65536.0;
  return upload(v);
}
static int* ints(int count, int below, int salt = 16) {
  Random rnd(count * 64 + salt);
  std::vector<int> v(count);
  for (int& x : v) x = (int)(rnd() % below);
  return upload(v);
}
static unsigned char* bytes(int count) {
  Random rnd(count * 64 + 24);
  std::vector<unsigned char> v(count);
  for (unsigned char& x : v) x = (unsigned char)(rnd() & 255);
  return upload(v);
}
static int ceil_div(int a, int b) { return (a + b - 1) / b; }
static unsigned short* halves(int count, float low, float high, int salt = 40) {
  Random rnd(count * 64 + salt);
  std::vector<__half> v(count);
  for (__half& x : v) x = __float2half(low + (high - low) * (float)(rnd() % 65536) / 65536.0f);
  return (unsigned short*)upload(v);
}
static std::vector<int> offsets_of(int rows, int longest, int salt = 48) {
  Random rnd(rows * 64 + salt);
  std::vector<int> v(rows + 1, 0);
  for (int r = 0; r < rows; ++r) v[r + 1] = v[r] + (int)(rnd() % (longest + 1));
  return v;
}

// ======== 1: access patterns, vector types, PolyBench
__global__ void shifted_copy_offset(float* odata, const float* idata, int offset, int n) {
  int xid = blockIdx.x * blockDim.x + threadIdx.x + offset;
  if (xid < n) odata[xid] = idata[xid];
}

__global__ void every_kth_increment(double* a, int stride, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  long long at = (long long)t * stride;
  while (at < n) {
    a[at] = a[at] + 1.0;
    at += (long long)gridDim.x * blockDim.x * stride;
  }
}

struct YuvPlanes {
  unsigned char *y, *u, *v;
  int pitch;
};
__device__ inline unsigned char clamp_byte(float f) { return (unsigned char)fminf(fmaxf(f, 0.0f), 255.0f); }
__global__ void rgb24_to_yuv420(const uchar3* __restrict__ rgb, YuvPlanes out, int width, int height) {
  int x = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  int y = (blockIdx.y * blockDim.y + threadIdx.y) * 2;
  if (x + 1 >= width || y + 1 >= height) return;
  float su = 0, sv = 0;
  for (int dy = 0; dy < 2; ++dy) {
    for (int dx = 0; dx < 2; ++dx) {
      uchar3 p = rgb[(y + dy) * width + x + dx];
      float luma = 0.299f * p.x + 0.587f * p.y + 0.114f * p.z;
      out.y[(y + dy) * out.pitch + x + dx] = clamp_byte(luma);
      su += 0.492f * (p.z - luma);
      sv += 0.877f * (p.x - luma);
    }
  }
  int c = (y / 2) * (out.pitch / 2) + x / 2;
  out.u[c] = clamp_byte(su * 0.25f + 128.0f);
  out.v[c] = clamp_byte(sv * 0.25f + 128.0f);
}

struct Body7 {
  float px, py, pz, vx, vy, vz, mass;
  __device__ float kinetic() const { return 0.5f * mass * (vx * vx + vy * vy + vz * vz); }
  __device__ void drift(float dt) {
    px += vx * dt;
    py += vy * dt;
    pz += vz * dt;
  }
};
__global__ void leapfrog_aos7(Body7* bodies, float* energy, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Body7 b = bodies[i];
  b.drift(dt);
  if (b.pz < 0.0f) {
    b.pz = -b.pz;
    b.vz = -0.9f * b.vz;
  }
  b.vz -= 9.81f * dt;
  bodies[i] = b;
  energy[i] = b.kinetic();
}

__global__ void quaternion_rotate_soa(const float4* __restrict__ q, const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z, float4* rotated, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float4 r = q[i];
    float inv = rsqrtf(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w + 1e-6f);
    r.x *= inv, r.y *= inv, r.z *= inv, r.w *= inv;
    float vx = x[i], vy = y[i], vz = z[i];
    float tx = 2.0f * (r.y * vz - r.z * vy), ty = 2.0f * (r.z * vx - r.x * vz), tz = 2.0f * (r.x * vy - r.y * vx);
    rotated[i] = make_float4(vx + r.w * tx + r.y * tz - r.z * ty, vy + r.w * ty + r.z * tx - r.x * tz, vz + r.w * tz + r.x * ty - r.y * tx, 1.0f);
  }
}

__global__ void half2_axpby(const __half2* __restrict__ x, const __half2* __restrict__ y, float2* __restrict__ wide, __half2* __restrict__ narrow, float a, float b, int pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pairs) {
    float2 fx = __half22float2(x[i]);
    float2 fy = __half22float2(y[i]);
    float2 r = make_float2(a * fx.x + b * fy.x, a * fx.y + b * fy.y);
    wide[i] = r;
    narrow[i] = __floats2half2_rn(r.x, r.y);
  }
}

__global__ void complex_pointwise_mul(double2* a, const double2* b, double scale, int n) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += numThreads) {
    double2 u = a[i], v = b[i];
    a[i] = make_double2(scale * (u.x * v.x - u.y * v.y), scale * (u.x * v.y + u.y * v.x));
  }
}

__global__ void triangle_normals_float3(const float3* vertices, const int3* faces, float3* normals, float* areas, int count) {
  int f = blockIdx.x * blockDim.x + threadIdx.x;
  if (f < count) {
    int3 face = faces[f];
    float3 a = vertices[face.x], b = vertices[face.y], c = vertices[face.z];
    float ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z;
    float wx = c.x - a.x, wy = c.y - a.y, wz = c.z - a.z;
    float nx = uy * wz - uz * wy, ny = uz * wx - ux * wz, nz = ux * wy - uy * wx;
    float len = sqrtf(nx * nx + ny * ny + nz * nz);
    areas[f] = 0.5f * len;
    float inv = len > 1e-8f ? 1.0f / len : 0.0f;
    normals[f] = make_float3(nx * inv, ny * inv, nz * inv);
  }
}

__global__ void atax_row_then_scale(int nx, int ny, const float* A, const float* x, float* tmp) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nx) {
    tmp[i] = 0;
    for (int j = 0; j < ny; j++) {
      tmp[i] += A[i * ny + j] * x[j];
    }
  }
}

__global__ void mvt_transposed(int n, const double* a, double* x2, const double* y_2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double sum = x2[i];
    for (int j = 0; j < n; j++) sum += a[j * n + i] * y_2[j];
    x2[i] = sum;
  }
}

// upper triangle of the correlation matrix, a thread per first column
__global__ void corr_upper_triangle(int m, int n, const float* data, float* symmat) {
  int j1 = blockIdx.x * blockDim.x + threadIdx.x;
  if (j1 < m - 1) {
    symmat[j1 * m + j1] = 1.0f;
    for (int j2 = j1 + 1; j2 < m; j2++) {
      float acc = 0.0f;
      for (int i = 0; i < n; i++) acc += data[i * m + j1] * data[i * m + j2];
      symmat[j1 * m + j2] = acc;
      symmat[j2 * m + j1] = acc;
    }
  }
}

__global__ void gather_scatter_rows(const float4* __restrict__ table, const int* __restrict__ from, const int* __restrict__ to, float4* __restrict__ dest, int rows, int width4) {
  int lane = threadIdx.x & 7;
  int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 3;
  if (row >= rows) return;
  int src = from[row], dst = to[row];
  for (int k = lane; k < width4; k += 8) {
    float4 v = table[src * width4 + k];
    dest[dst * width4 + k] = v;
  }
}

static void chapter_1() {
  shifted_copy_offset<<<ceil_div(4000, 128), 128>>>(zeros<float>(4000), floats(4000), 5, 4000);
  every_kth_increment<<<6, 96>>>(doubles(12000), 9, 12000);
  {
    YuvPlanes planes{zeros<unsigned char>(104 * 60), zeros<unsigned char>(52 * 30), zeros<unsigned char>(52 * 30), 104};
    rgb24_to_yuv420<<<dim3(4, 4), dim3(16, 8)>>>((uchar3*)bytes(98 * 60 * 3), planes, 98, 60);
  }
  leapfrog_aos7<<<ceil_div(1500, 128), 128>>>((Body7*)floats(1500 * 7), zeros<float>(1500), 0.05f, 1500);
  quaternion_rotate_soa<<<5, 192>>>((float4*)floats(3000 * 4, -1, 1), floats(3000), floats(3000, 0, 1, 1), floats(3000, 0, 1, 2), zeros<float4>(3000), 3000);
  half2_axpby<<<ceil_div(2900, 256), 256>>>((__half2*)halves(5800, -1, 1), (__half2*)halves(5800, -1, 1, 41), zeros<float2>(2900), zeros<__half2>(2900), 0.5f, 1.5f, 2900);
  complex_pointwise_mul<<<7, 128>>>((double2*)doubles(2 * 2100), (double2*)doubles(2 * 2100, 9), 1.0 / 2100, 2100);
  triangle_normals_float3<<<ceil_div(1100, 128), 128>>>((float3*)floats(900 * 3), (int3*)ints(1100 * 3, 900), zeros<float3>(1100), zeros<float>(1100), 1100);
  atax_row_then_scale<<<ceil_div(230, 64), 64>>>(230, 77, floats(230 * 77), floats(77), floats(230));
  mvt_transposed<<<ceil_div(140, 32), 32>>>(140, doubles(140 * 140), doubles(140), doubles(140, 9));
  corr_upper_triangle<<<ceil_div(66, 32), 32>>>(66, 20, floats(66 * 20), floats(66 * 66));
  {
    const int rows = 260, w4 = 11;
    std::vector<int> to(rows);
    for (int i = 0; i < rows; ++i) to[i] = (i * 37 + 11) % rows;
    gather_scatter_rows<<<ceil_div(rows * 8, 128), 128>>>((float4*)floats(400 * w4 * 4), ints(rows, 400), upload(to), zeros<float4>(rows * w4), rows, w4);
  }
}

// ======== 2: stencils, images, convolutions, pooling
__global__ void jacobi_five_point(const float* __restrict__ old_grid, float* __restrict__ new_grid, int nx, int ny) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (i < nx - 1 && j < ny - 1) {
    int c = j * nx + i;
    new_grid[c] = 0.25f * (old_grid[c - 1] + old_grid[c + 1] + old_grid[c - nx] + old_grid[c + nx]);
  }
}

#define HX 32
#define HY 8
__global__ void heat_tile_halo(const float* in, float* out, int nx, int ny, float k) {
  __shared__ float tile[HY + 2][HX + 2];
  int gx = blockIdx.x * HX + threadIdx.x, gy = blockIdx.y * HY + threadIdx.y;
  int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
  int cx = min(gx, nx - 1), cy = min(gy, ny - 1);
  tile[ly][lx] = in[cy * nx + cx];
  if (threadIdx.x == 0) tile[ly][0] = in[cy * nx + max(gx - 1, 0)];
  if (threadIdx.x == HX - 1) tile[ly][HX + 1] = in[cy * nx + min(gx + 1, nx - 1)];
  if (threadIdx.y == 0) tile[0][lx] = in[max(gy - 1, 0) * nx + cx];
  if (threadIdx.y == HY - 1) tile[HY + 1][lx] = in[min(gy + 1, ny - 1) * nx + cx];
  __syncthreads();
  if (gx < nx && gy < ny) {
    float c = tile[ly][lx];
    out[gy * nx + gx] = c + k * (tile[ly][lx - 1] + tile[ly][lx + 1] + tile[ly - 1][lx] + tile[ly + 1][lx] - 4.0f * c);
  }
}

#define FD_R 3
__constant__ float fd_coeff[FD_R + 1];
// the planes along z pass through registers, the plane in the middle through shared memory
__global__ void fd3d_register_queue(const float* __restrict__ input, float* __restrict__ output, int dimx, int dimy, int dimz) {
  __shared__ float plane[8 + 2 * FD_R][16 + 2 * FD_R];
  int tx = threadIdx.x + FD_R, ty = threadIdx.y + FD_R;
  int px = dimx + 2 * FD_R, stride_z = px * (dimy + 2 * FD_R);
  int idx = (blockIdx.y * 8 + ty) * px + blockIdx.x * 16 + tx;
  float behind[FD_R], infront[FD_R], current;
#pragma unroll
  for (int r = 0; r < FD_R; ++r) behind[FD_R - 1 - r] = input[idx + r * stride_z];
  current = input[idx + FD_R * stride_z];
#pragma unroll
  for (int r = 0; r < FD_R; ++r) infront[r] = input[idx + (FD_R + 1 + r) * stride_z];
  int at = idx + FD_R * stride_z;
  for (int z = 0; z < dimz; ++z) {
    __syncthreads();
    if (threadIdx.y < FD_R) {
      plane[threadIdx.y][tx] = input[at - FD_R * px];
      plane[threadIdx.y + 8 + FD_R][tx] = input[at + 8 * px];
    }
    if (threadIdx.x < FD_R) {
      plane[ty][threadIdx.x] = input[at - FD_R];
      plane[ty][threadIdx.x + 16 + FD_R] = input[at + 16];
    }
    plane[ty][tx] = current;
    __syncthreads();
    float value = fd_coeff[0] * current;
#pragma unroll
    for (int r = 1; r <= FD_R; ++r)
      value += fd_coeff[r] * (infront[r - 1] + behind[r - 1] + plane[ty - r][tx] + plane[ty + r][tx] + plane[ty][tx - r] + plane[ty][tx + r]);
    output[at] = value;
#pragma unroll
    for (int r = FD_R - 1; r > 0; --r) behind[r] = behind[r - 1];
    behind[0] = current;
    current = infront[0];
#pragma unroll
    for (int r = 0; r < FD_R - 1; ++r) infront[r] = infront[r + 1];
    at += stride_z;
    if (z + 1 < dimz) infront[FD_R - 1] = input[at + FD_R * stride_z];
  }
}

__global__ void stencil27_box(const double* __restrict__ a, double* __restrict__ b, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  double sum = 0.0;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        int far = abs(dx) + abs(dy) + abs(dz);
        double w = far == 0 ? 0.5 : 0.5 / (26.0 * far);
        sum += w * a[((z + dz) * ny + y + dy) * nx + x + dx];
      }
  b[(z * ny + y) * nx + x] = sum;
}

__global__ void hotspot_layers(const float* p, const float* tIn, float* tOut, int nx, int ny, int nz, float ce, float cn, float ct, float cc, float amb) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  int j = blockDim.y * blockIdx.y + threadIdx.y;
  if (i >= nx || j >= ny) return;
  int c = i + j * nx;
  int xy = nx * ny;
  int W = (i == 0) ? c : c - 1;
  int E = (i == nx - 1) ? c : c + 1;
  int N = (j == 0) ? c : c - nx;
  int S = (j == ny - 1) ? c : c + nx;
  float below, mid, above;
  below = mid = tIn[c];
  above = tIn[c + xy];
  tOut[c] = cc * mid + ce * (tIn[W] + tIn[E]) + cn * (tIn[S] + tIn[N]) + ct * (below + above) + 0.01f * p[c] + ct * amb;
  c += xy, W += xy, E += xy, N += xy, S += xy;
  for (int k = 1; k < nz - 1; ++k) {
    below = mid;
    mid = above;
    above = tIn[c + xy];
    tOut[c] = cc * mid + ce * (tIn[W] + tIn[E]) + cn * (tIn[S] + tIn[N]) + ct * (below + above) + 0.01f * p[c] + ct * amb;
    c += xy, W += xy, E += xy, N += xy, S += xy;
  }
  below = mid;
  mid = above;
  tOut[c] = cc * mid + ce * (tIn[W] + tIn[E]) + cn * (tIn[S] + tIn[N]) + ct * (below + mid) + 0.01f * p[c] + ct * amb;
}

__constant__ int lbm_cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int lbm_cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float lbm_w[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
__global__ void lbm_d2q9_pull(const float* __restrict__ f, float* __restrict__ fnew, const unsigned char* solid, int nx, int ny, float omega) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  const int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
  float g[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    int sx = (x - lbm_cx[k] + nx) % nx, sy = (y - lbm_cy[k] + ny) % ny;
    g[k] = f[(k * ny + sy) * nx + sx];
    rho += g[k];
    ux += g[k] * lbm_cx[k];
    uy += g[k] * lbm_cy[k];
  }
  if (solid[y * nx + x] > 225) {
#pragma unroll
    for (int k = 0; k < 9; ++k) fnew[(k * ny + y) * nx + x] = g[opposite[k]];
    return;
  }
  ux /= rho, uy /= rho;
  float usq = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    float cu = 3.0f * (lbm_cx[k] * ux + lbm_cy[k] * uy);
    float eq = lbm_w[k] * rho * (1.0f + cu + 0.5f * cu * cu - usq);
    fnew[(k * ny + y) * nx + x] = g[k] + omega * (eq - g[k]);
  }
}

// torus, a cell per byte, the tile with its halo loaded by all threads in a loop
__global__ void life_tile_bytes(const unsigned char* cells, unsigned char* next, int w, int h) {
  const int TW = 18, TH = 10;
  __shared__ unsigned char tile[TH * TW];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  for (int k = t; k < TH * TW; k += blockDim.x * blockDim.y) {
    int x = ((int)(blockIdx.x * 16) + k % TW - 1 + w) % w;
    int y = ((int)(blockIdx.y * 8) + k / TW - 1 + h) % h;
    tile[k] = cells[y * w + x] & 1;
  }
  __syncthreads();
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < w && y < h) {
    int alive = 0;
    for (int dy = 0; dy < 3; ++dy)
      for (int dx = 0; dx < 3; ++dx)
        if (dx != 1 || dy != 1) alive += tile[(threadIdx.y + dy) * TW + threadIdx.x + dx];
    unsigned char self = tile[(threadIdx.y + 1) * TW + threadIdx.x + 1];
    next[y * w + x] = alive == 3 || (alive == 2 && self);
  }
}

// several steps of the wave equation in one launch, with ghost cells that shrink
__global__ void wave1d_ghost_steps(const float* u_prev, const float* u_curr, float* u_out, int n, int steps, float c2) {
  __shared__ float buf[3][160];
  int width = blockDim.x - 2 * steps;
  int i = (int)(blockIdx.x * width) + (int)threadIdx.x - steps;
  int t = threadIdx.x;
  bool inside = i >= 0 && i < n;
  buf[0][t] = inside ? u_prev[i] : 0.0f;
  buf[1][t] = inside ? u_curr[i] : 0.0f;
  __syncthreads();
  int before = 0, now = 1, after = 2;
  for (int s = 1; s <= steps; ++s) {
    float v = 0.0f;
    if (t >= s && t < (int)blockDim.x - s && i > 0 && i < n - 1)
      v = 2.0f * buf[now][t] - buf[before][t] + c2 * (buf[now][t - 1] - 2.0f * buf[now][t] + buf[now][t + 1]);
    buf[after][t] = v;
    __syncthreads();
    int swap = before;
    before = now, now = after, after = swap;
  }
  if (t >= steps && t < (int)blockDim.x - steps && inside) u_out[i] = buf[now][t];
}

__global__ void red_black_relax(double* u, const double* rhs, int n, int color, double omega) {
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int half_i = blockIdx.x * blockDim.x + threadIdx.x;
  int i = 2 * half_i + 1 + ((j + color) & 1);
  if (i >= n - 1 || j >= n - 1) return;
  int c = j * n + i;
  double r = 0.25 * (u[c - 1] + u[c + 1] + u[c - n] + u[c + n] + rhs[c]);
  u[c] = (1.0 - omega) * u[c] + omega * r;
}

#define SEP_RADIUS 4
__constant__ float sep_kernel[2 * SEP_RADIUS + 1];
__global__ void separable_columns_odd_pitch(float* dst, const float* src, int width, int height, int pitch) {
  __shared__ float s_data[16][(4 + 2) * 4 + 1];
  int baseX = blockIdx.x * 16 + threadIdx.x;
  int baseY = (blockIdx.y * 4 - 1) * 4 + threadIdx.y;
  src += baseX;
  for (int i = 1; i < 1 + 4; i++) s_data[threadIdx.x][threadIdx.y + i * 4] = (baseY + i * 4 < height) ? src[(baseY + i * 4) * pitch] : 0;
  s_data[threadIdx.x][threadIdx.y] = (baseY >= 0) ? src[baseY * pitch] : 0;
  s_data[threadIdx.x][threadIdx.y + 5 * 4] = (height - baseY > 5 * 4) ? src[(baseY + 5 * 4) * pitch] : 0;
  __syncthreads();
#pragma unroll
  for (int i = 1; i < 1 + 4; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -SEP_RADIUS; j <= SEP_RADIUS; j++) sum += sep_kernel[SEP_RADIUS - j] * s_data[threadIdx.x][threadIdx.y + i * 4 + j];
    if (baseY + i * 4 < height) dst[(baseY + i * 4) * pitch + baseX] = sum;
  }
}

__global__ void fir_filter_long(const float* __restrict__ signal, const float* __restrict__ taps, float* __restrict__ filtered, int n, int ntaps) {
  extern __shared__ float fir_window[];
  int start = blockIdx.x * blockDim.x;
  for (int k = threadIdx.x; k < blockDim.x + ntaps - 1; k += blockDim.x) {
    int at = start + k - (ntaps - 1);
    fir_window[k] = at >= 0 && at < n ? signal[at] : 0.0f;
  }
  __syncthreads();
  int i = start + threadIdx.x;
  if (i >= n) return;
  float acc = 0.0f;
  for (int k = 0; k < ntaps; ++k) acc += taps[k] * fir_window[threadIdx.x + ntaps - 1 - k];
  filtered[i] = acc;
}

__global__ void maxpool_with_mask(const float* bottom, int nthreads, int channels, int height, int width, int pooled_h, int pooled_w, int ksize, int stride, int pad, float* top, int* mask) {
  for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < nthreads; index += blockDim.x * gridDim.x) {
    int pw = index % pooled_w;
    int ph = (index / pooled_w) % pooled_h;
    int c = (index / pooled_w / pooled_h) % channels;
    int n = index / pooled_w / pooled_h / channels;
    int hstart = ph * stride - pad, wstart = pw * stride - pad;
    int hend = min(hstart + ksize, height), wend = min(wstart + ksize, width);
    hstart = max(hstart, 0);
    wstart = max(wstart, 0);
    float maxval = -FLT_MAX;
    int maxidx = -1;
    const float* slice = bottom + (n * channels + c) * height * width;
    for (int h = hstart; h < hend; ++h)
      for (int w = wstart; w < wend; ++w)
        if (slice[h * width + w] > maxval) {
          maxidx = h * width + w;
          maxval = slice[maxidx];
        }
    top[index] = maxval;
    mask[index] = maxidx;
  }
}

template <int K>
__global__ void depthwise_nhwc(const float* __restrict__ x, const float* __restrict__ weight, const float* __restrict__ bias, float* __restrict__ y, int H, int W, int C) {
  int c = threadIdx.x;
  int ow = blockIdx.x * blockDim.y + threadIdx.y;
  int oh = blockIdx.y;
  if (c >= C || ow >= W) return;
  float acc = bias[c];
#pragma unroll
  for (int kh = 0; kh < K; ++kh) {
    int ih = oh + kh - K / 2;
    if (ih < 0 || ih >= H) continue;
#pragma unroll
    for (int kw = 0; kw < K; ++kw) {
      int iw = ow + kw - K / 2;
      if (iw >= 0 && iw < W) acc += x[(ih * W + iw) * C + c] * weight[(kh * K + kw) * C + c];
    }
  }
  y[(oh * W + ow) * C + c] = fminf(fmaxf(acc, 0.0f), 6.0f);
}

__global__ void bilinear_upsample_nchw(const float* in, float* out, int planes, int ih, int iw, int oh, int ow) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= ow || y >= oh) return;
  float fy = fmaxf((y + 0.5f) * ih / oh - 0.5f, 0.0f), fx = fmaxf((x + 0.5f) * iw / ow - 0.5f, 0.0f);
  int y0 = (int)fy, x0 = (int)fx;
  int yp = y0 < ih - 1 ? iw : 0, xp = x0 < iw - 1 ? 1 : 0;
  float ly = fy - y0, lx = fx - x0;
  for (int p = 0; p < planes; ++p) {
    const float* base = in + (p * ih + y0) * iw + x0;
    out[(p * oh + y) * ow + x] = (1 - ly) * ((1 - lx) * base[0] + lx * base[xp]) + ly * ((1 - lx) * base[yp] + lx * base[yp + xp]);
  }
}

__global__ void unsharp_uchar4(const uchar4* src, uchar4* dst, int w, int h, float amount) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int3 sum = make_int3(0, 0, 0);
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      uchar4 p = src[min(max(y + dy, 0), h - 1) * w + min(max(x + dx, 0), w - 1)];
      sum.x += p.x, sum.y += p.y, sum.z += p.z;
    }
  uchar4 c = src[y * w + x];
  c.x = clamp_byte(c.x + amount * (c.x - sum.x / 9.0f));
  c.y = clamp_byte(c.y + amount * (c.y - sum.y / 9.0f));
  c.z = clamp_byte(c.z + amount * (c.z - sum.z / 9.0f));
  dst[y * w + x] = c;
}

// erosion along rows with van Herk's two running minima, a segment per thread
__global__ void erode_rows_vanherk(const unsigned char* src, unsigned char* dst, int w, int h, int win) {
  int row = blockIdx.y;
  int seg = blockIdx.x * blockDim.x + threadIdx.x;
  int first = seg * win;
  if (first >= w || row >= h) return;
  const unsigned char* line = src + row * w;
  unsigned char suffix[16];
  unsigned char m = 255;
  for (int k = win - 1; k >= 0; --k) {
    int at = first + k;
    if (at < w) m = min(m, line[at]);
    suffix[k] = m;
  }
  unsigned char prefix = 255;
  for (int k = 0; k < win && first + k < w; ++k) {
    dst[row * w + first + k] = min(suffix[k], prefix);
    int ahead = first + win + k;
    if (ahead < w) prefix = min(prefix, line[ahead]);
  }
}

static void chapter_2() {
  jacobi_five_point<<<dim3(4, 8), dim3(32, 8)>>>(floats(110 * 64), zeros<float>(110 * 64), 110, 64);
  heat_tile_halo<<<dim3(ceil_div(85, HX), ceil_div(45, HY)), dim3(HX, HY)>>>(floats(85 * 45), zeros<float>(85 * 45), 85, 45, 0.2f);
  float taps[9] = {0.3f, 0.2f, -0.05f, 0.01f, 0.4f, 0.01f, -0.05f, 0.2f, 0.3f};
  cudaMemcpyToSymbol(fd_coeff, taps, sizeof(float) * (FD_R + 1));
  cudaMemcpyToSymbol(sep_kernel, taps, sizeof(float) * (2 * SEP_RADIUS + 1));
  {
    int padded = (32 + 2 * FD_R) * (24 + 2 * FD_R) * (9 + 2 * FD_R);
    fd3d_register_queue<<<dim3(2, 3), dim3(16, 8)>>>(floats(padded), zeros<float>(padded), 32, 24, 9);
  }
  stencil27_box<<<dim3(2, 4, 4), dim3(16, 4, 2)>>>(doubles(22 * 14 * 8), zeros<double>(22 * 14 * 8), 22, 14, 8);
  hotspot_layers<<<dim3(2, 6), dim3(32, 4)>>>(floats(50 * 22 * 6), floats(50 * 22 * 6), zeros<float>(50 * 22 * 6), 50, 22, 6, 0.1f, 0.1f, 0.05f, 0.5f, 20.0f);
  lbm_d2q9_pull<<<dim3(3, 7), dim3(32, 4)>>>(floats(9 * 70 * 26, 0.1f, 1), zeros<float>(9 * 70 * 26), bytes(70 * 26), 70, 26, 0.8f);
  life_tile_bytes<<<dim3(5, 7), dim3(16, 8)>>>(bytes(75 * 50), zeros<unsigned char>(75 * 50), 75, 50);
  wave1d_ghost_steps<<<ceil_div(2000, 160 - 12), 160>>>(floats(2000), floats(2000, 0, 1, 1), zeros<float>(2000), 2000, 6, 0.3f);
  red_black_relax<<<dim3(2, 8), dim3(32, 8)>>>(doubles(65 * 65), doubles(65 * 65, 9), 65, 1, 1.4);
  separable_columns_odd_pitch<<<dim3(4, 3), dim3(16, 4)>>>(zeros<float>(64 * 45), floats(64 * 45), 64, 45, 64);
  fir_filter_long<<<ceil_div(1900, 128), 128, (128 + 33 - 1) * sizeof(float)>>>(floats(1900), floats(33), zeros<float>(1900), 1900, 33);
  {
    int ph = 13, pw = 15, total = 2 * 5 * ph * pw;
    maxpool_with_mask<<<6, 192>>>(floats(2 * 5 * 25 * 29), total, 5, 25, 29, ph, pw, 3, 2, 1, zeros<float>(total), zeros<int>(total));
  }
  depthwise_nhwc<3><<<dim3(5, 12), dim3(40, 4)>>>(floats(12 * 18 * 36, -1, 1), floats(9 * 36, -1, 1), floats(36), zeros<float>(12 * 18 * 36), 12, 18, 36);
  bilinear_upsample_nchw<<<dim3(3, 6), dim3(32, 8)>>>(floats(3 * 19 * 31), zeros<float>(3 * 45 * 80), 3, 19, 31, 45, 80);
  unsharp_uchar4<<<dim3(4, 9), dim3(16, 4)>>>((uchar4*)bytes(61 * 34 * 4), zeros<uchar4>(61 * 34), 61, 34, 0.6f);
  erode_rows_vanherk<<<dim3(1, 30), 32>>>(bytes(200 * 30), zeros<unsigned char>(200 * 30), 200, 30, 7);
}

// ======== 3: transposes, dense matrices, solvers, transforms
__global__ void transpose_write_strided(const float* in, float* out, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
}

template <class T, int TILE, int ROWS>
__global__ void transpose_padded_edges(const T* __restrict__ in, T* __restrict__ out, int rows, int cols) {
  __shared__ T block[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int k = 0; k < TILE; k += ROWS)
    if (x < cols && y + k < rows) block[threadIdx.y + k][threadIdx.x] = in[(y + k) * cols + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int k = 0; k < TILE; k += ROWS)
    if (x < rows && y + k < cols) out[(y + k) * rows + x] = block[threadIdx.x][threadIdx.y + k];
}

__global__ void transpose_xor_swizzle(const float4* in, float* out, int n) {
  __shared__ float tile[32 * 32];
  int lane = threadIdx.x & 7, row = threadIdx.x >> 3;
  int bx = blockIdx.x * 32, by = blockIdx.y * 32;
  float4 v = in[((by + row) * n + bx) / 4 + lane];
  tile[row * 32 + ((lane * 4 + 0) ^ row)] = v.x;
  tile[row * 32 + ((lane * 4 + 1) ^ row)] = v.y;
  tile[row * 32 + ((lane * 4 + 2) ^ row)] = v.z;
  tile[row * 32 + ((lane * 4 + 3) ^ row)] = v.w;
  __syncthreads();
  int tx = threadIdx.x & 31;
  for (int ty = threadIdx.x >> 5; ty < 32; ty += 8) out[(bx + ty) * n + by + tx] = tile[tx * 32 + (ty ^ tx)];
}

// C = A^T B, each thread holds a column of COARSE results
#define CO_TILE 16
#define COARSE 3
__global__ void gemm_tn_coarsened(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float sa[CO_TILE][CO_TILE];
  __shared__ float sb[CO_TILE][CO_TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * CO_TILE + ty;
  int colStart = blockIdx.x * CO_TILE * COARSE + tx;
  float p[COARSE];
  for (int c = 0; c < COARSE; ++c) p[c] = 0.0f;
  for (int ph = 0; ph < (K + CO_TILE - 1) / CO_TILE; ++ph) {
    int ka = ph * CO_TILE + ty, ra = blockIdx.y * CO_TILE + tx;
    sa[ty][tx] = (ka < K && ra < M) ? A[ka * M + ra] : 0.0f;
    for (int c = 0; c < COARSE; ++c) {
      int col = colStart + c * CO_TILE, kb = ph * CO_TILE + ty;
      sb[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
      __syncthreads();
      for (int k = 0; k < CO_TILE; ++k) p[c] += sa[k][ty] * sb[k][tx];
      __syncthreads();
    }
  }
  for (int c = 0; c < COARSE; ++c) {
    int col = colStart + c * CO_TILE;
    if (row < M && col < N) C[row * N + col] = p[c];
  }
}

__global__ void hgemm_register_4x4(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
  __shared__ __align__(16) __half As[8][64 + 8];
  __shared__ __align__(16) __half Bs[8][64];
  int tid = threadIdx.x;
  int tr = tid / 16, tc = tid % 16;
  const __half* a = A + blockIdx.y * 64 * K;
  const __half* b = B + blockIdx.x * 64;
  float acc[4][4] = {};
  for (int k0 = 0; k0 < K; k0 += 8) {
    for (int e = tid; e < 64 * 8; e += 256) As[e % 8][e / 8] = a[(e / 8) * K + k0 + e % 8];
    for (int e = tid; e < 8 * 32; e += 256) {
      __half2 pair = *reinterpret_cast<const __half2*>(&b[(k0 + e / 32) * N + (e % 32) * 2]);
      *reinterpret_cast<__half2*>(&Bs[e / 32][(e % 32) * 2]) = pair;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      float ra[4], rb[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) ra[i] = __half2float(As[k][tr * 4 + i]), rb[i] = __half2float(Bs[k][tc * 4 + i]);
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] += ra[i] * rb[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<float4*>(&C[(blockIdx.y * 64 + tr * 4 + i) * N + blockIdx.x * 64 + tc * 4]) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

__global__ void gemm_double_buffered(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int n) {
  __shared__ float As[2][16][17];
  __shared__ float Bs[2][16][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, col = blockIdx.x * 32 + tx;
  As[0][ty][tx] = A[row * n + tx];
  Bs[0][ty][tx] = B[ty * n + col];
  Bs[0][ty][tx + 16] = B[ty * n + col + 16];
  __syncthreads();
  float s0 = 0.0f, s1 = 0.0f;
  int buf = 0;
  for (int k0 = 16; k0 <= n; k0 += 16) {
    float na = 0, nb0 = 0, nb1 = 0;
    if (k0 < n) {
      na = A[row * n + k0 + tx];
      nb0 = B[(k0 + ty) * n + col];
      nb1 = B[(k0 + ty) * n + col + 16];
    }
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      float a = As[buf][ty][k];
      s0 += a * Bs[buf][k][tx];
      s1 += a * Bs[buf][k][tx + 16];
    }
    if (k0 < n) {
      buf ^= 1;
      As[buf][ty][tx] = na;
      Bs[buf][ty][tx] = nb0;
      Bs[buf][ty][tx + 16] = nb1;
    }
    __syncthreads();
  }
  C[row * n + col] = s0;
  C[row * n + col + 16] = s1;
}

// every thread eliminates its own system, batch index fastest
#define LU_N 6
__global__ void batched_lu_interleaved(double* mats, double* rhs, int batch) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= batch) return;
  double a[LU_N][LU_N];
  for (int i = 0; i < LU_N; ++i)
    for (int j = 0; j < LU_N; ++j) a[i][j] = mats[(i * LU_N + j) * batch + id] + (i == j ? LU_N : 0);
  for (int k = 0; k < LU_N; ++k)
    for (int i = k + 1; i < LU_N; ++i) {
      double f = a[i][k] / a[k][k];
      a[i][k] = f;
      for (int j = k + 1; j < LU_N; ++j) a[i][j] -= f * a[k][j];
      rhs[i * batch + id] -= f * rhs[k * batch + id];
    }
  for (int i = 0; i < LU_N; ++i)
    for (int j = 0; j < LU_N; ++j) mats[(i * LU_N + j) * batch + id] = a[i][j];
}

__global__ void cholesky_block_inplace(float* mats, int n) {
  extern __shared__ float chol_tile[];
  float* g = mats + blockIdx.x * n * n;
  int t = threadIdx.x;
  for (int e = t; e < n * n; e += blockDim.x) chol_tile[(e / n) * (n + 1) + e % n] = g[e];
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    if (t == 0) chol_tile[k * (n + 1) + k] = sqrtf(chol_tile[k * (n + 1) + k]);
    __syncthreads();
    if (t > k && t < n) chol_tile[t * (n + 1) + k] /= chol_tile[k * (n + 1) + k];
    __syncthreads();
    if (t > k && t < n) {
      float l = chol_tile[t * (n + 1) + k];
      for (int j = k + 1; j <= t; ++j) chol_tile[t * (n + 1) + j] -= l * chol_tile[j * (n + 1) + k];
    }
    __syncthreads();
  }
  for (int e = t; e < n * n; e += blockDim.x) g[e] = e % n <= e / n ? chol_tile[(e / n) * (n + 1) + e % n] : 0.0f;
}

__global__ void gemv_warp_float4(const float4* __restrict__ A, const float4* __restrict__ x, float* __restrict__ y, int rows, int cols4) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= rows) return;
  float sum = 0.0f;
  for (int c = lane; c < cols4; c += 32) {
    float4 a = A[warp * cols4 + c], v = __ldg(&x[c]);
    sum += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
  }
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (lane == 0) y[warp] = sum;
}

__global__ void syrk_lower_only(const double* __restrict__ A, double* __restrict__ C, int n, int k, double alpha, double beta) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j > i) return;
  double acc = beta * C[i * n + j];
  for (int l = 0; l < k; ++l) acc += alpha * A[i * k + l] * A[j * k + l];
  C[i * n + j] = acc;
}

__global__ void thomas_per_thread(const float* a, const float* b, const float* c, const float* d, float* cp, float* x, int n, int systems) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems) return;
  cp[s] = c[s] / b[s];
  x[s] = d[s] / b[s];
  for (int i = 1; i < n; i++) {
    int at = i * systems + s;
    float m = 1.0f / (b[at] - a[at] * cp[at - systems]);
    cp[at] = c[at] * m;
    x[at] = (d[at] - a[at] * x[at - systems]) * m;
  }
  for (int i = n - 2; i >= 0; i--) x[i * systems + s] -= cp[i * systems + s] * x[(i + 1) * systems + s];
}

__global__ void pcr_shared_systems(const float* ga, const float* gb, const float* gc, const float* gd, float* gx, int n) {
  extern __shared__ float pcr_rows[];
  float *a = pcr_rows, *b = a + n, *c = b + n, *d = c + n;
  int i = threadIdx.x, base = blockIdx.x * n;
  a[i] = i > 0 ? ga[base + i] : 0.0f;
  b[i] = gb[base + i];
  c[i] = i < n - 1 ? gc[base + i] : 0.0f;
  d[i] = gd[base + i];
  __syncthreads();
  for (int delta = 1; delta < n; delta *= 2) {
    int lo = max(i - delta, 0), hi = min(i + delta, n - 1);
    float k1 = i - delta >= 0 ? a[i] / b[lo] : 0.0f;
    float k2 = i + delta < n ? c[i] / b[hi] : 0.0f;
    float na = -a[lo] * k1, nb = b[i] - c[lo] * k1 - a[hi] * k2, nc = -c[hi] * k2, nd = d[i] - d[lo] * k1 - d[hi] * k2;
    __syncthreads();
    a[i] = na, b[i] = nb, c[i] = nc, d[i] = nd;
    __syncthreads();
  }
  gx[base + i] = d[i] / b[i];
}

// decimation in time, all stages of a block's 256 points in shared memory
__global__ void fft256_shared_radix2(const float2* in, float2* out) {
  __shared__ float re[256], im[256];
  int t = threadIdx.x;
  const float2* x = in + blockIdx.x * 256;
  for (int k = t; k < 256; k += 128) {
    int rev = __brev((unsigned)k) >> 24;
    float2 v = x[k];
    re[rev] = v.x;
    im[rev] = v.y;
  }
  for (int half = 1; half < 256; half <<= 1) {
    __syncthreads();
    int pos = t & (half - 1);
    int lo = ((t & ~(half - 1)) << 1) + pos, hi = lo + half;
    float s, c;
    sincospif(-(float)pos / half, &s, &c);
    float tr = re[hi] * c - im[hi] * s, ti = re[hi] * s + im[hi] * c;
    float ur = re[lo], ui = im[lo];
    re[lo] = ur + tr, im[lo] = ui + ti;
    re[hi] = ur - tr, im[hi] = ui - ti;
  }
  __syncthreads();
  for (int k = t; k < 256; k += 128) out[blockIdx.x * 256 + k] = make_float2(re[k], im[k]);
}

__device__ inline float2 cadd(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ inline float2 csub(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ inline float2 cturn(float2 a, float angle) {
  float s = __sinf(angle), c = __cosf(angle);
  return make_float2(a.x * c - a.y * s, a.x * s + a.y * c);
}
// one Stockham pass of radix 4
__global__ void stockham_radix4_pass(const float2* __restrict__ src, float2* __restrict__ dst, int n, int ns) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int quarter = n / 4;
  if (j >= quarter) return;
  float angle = -6.2831853f * (j % ns) / (ns * 4);
  float2 v[4];
#pragma unroll
  for (int r = 0; r < 4; ++r) v[r] = cturn(src[j + r * quarter], r * angle);
  float2 a = cadd(v[0], v[2]), b = csub(v[0], v[2]), c = cadd(v[1], v[3]), d = csub(v[1], v[3]);
  d = make_float2(d.y, -d.x);
  int base = (j / ns) * ns * 4 + j % ns;
  dst[base] = cadd(a, c);
  dst[base + ns] = cadd(b, d);
  dst[base + 2 * ns] = csub(a, c);
  dst[base + 3 * ns] = csub(b, d);
}

static void chapter_3() {
  transpose_write_strided<<<dim3(5, 4), dim3(16, 16)>>>(floats(60 * 75), zeros<float>(60 * 75), 60, 75);
  transpose_padded_edges<double, 16, 8><<<dim3(4, 3), dim3(16, 8)>>>(doubles(45 * 58), zeros<double>(45 * 58), 45, 58);
  transpose_xor_swizzle<<<dim3(3, 3), 256>>>((float4*)floats(96 * 96), zeros<float>(96 * 96), 96);
  gemm_tn_coarsened<<<dim3(ceil_div(70, CO_TILE * COARSE), ceil_div(40, CO_TILE)), dim3(CO_TILE, CO_TILE)>>>(floats(34 * 40), floats(34 * 70), zeros<float>(40 * 70), 40, 70, 34);
  hgemm_register_4x4<<<dim3(2, 1), 256>>>((__half*)halves(64 * 40, -1, 1), (__half*)halves(40 * 128, -1, 1), zeros<float>(64 * 128), 64, 128, 40);
  gemm_double_buffered<<<dim3(2, 4), dim3(16, 16)>>>(floats(64 * 64), floats(64 * 64, 0, 1, 1), zeros<float>(64 * 64), 64);
  batched_lu_interleaved<<<ceil_div(200, 64), 64>>>(doubles(200 * LU_N * LU_N), doubles(200 * LU_N), 200);
  {
    const int n = 24, count = 5;
    std::vector<float> spd(n * n * count);
    for (int b = 0; b < count; ++b)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) spd[(b * n + i) * n + j] = i == j ? n + b : 1.0f / (1 + abs(i - j));
    cholesky_block_inplace<<<count, 32, n * (n + 1) * sizeof(float)>>>(upload(spd), n);
  }
  gemv_warp_float4<<<ceil_div(90, 4), 128>>>((float4*)floats(90 * 212), (float4*)floats(212), zeros<float>(90), 90, 53);
  syrk_lower_only<<<dim3(4, 7), dim3(16, 8)>>>(doubles(52 * 20), doubles(52 * 52), 52, 20, 1.1, 0.9);
  thomas_per_thread<<<ceil_div(300, 96), 96>>>(floats(300 * 30), floats(300 * 30, 3, 4), floats(300 * 30, 0, 1, 1), floats(300 * 30, 0, 1, 2), zeros<float>(300 * 30), zeros<float>(300 * 30), 30, 300);
  pcr_shared_systems<<<9, 128, 4 * 128 * sizeof(float)>>>(floats(9 * 128), floats(9 * 128, 3, 4), floats(9 * 128, 0, 1, 1), floats(9 * 128, 0, 1, 2), zeros<float>(9 * 128), 128);
  fft256_shared_radix2<<<8, 128>>>((float2*)floats(8 * 512, -1, 1), zeros<float2>(8 * 256));
  stockham_radix4_pass<<<8, 128>>>((float2*)floats(8192, -1, 1), zeros<float2>(4096), 4096, 16);
}

// ======== 4: reductions, scans, histograms, sorts, hashing, strings
__global__ void minmax_cg_reduce(const int* data, int* lowest, int* highest, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  __shared__ int2 partial[8];
  int lo = INT_MAX, hi = INT_MIN;
  for (int i = blockIdx.x * blockDim.x + block.thread_rank(); i < n; i += gridDim.x * blockDim.x) {
    int v = data[i];
    lo = min(lo, v);
    hi = max(hi, v);
  }
  for (int d = warp.size() / 2; d > 0; d /= 2) {
    lo = min(lo, warp.shfl_xor(lo, d));
    hi = max(hi, warp.shfl_xor(hi, d));
  }
  if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = make_int2(lo, hi);
  block.sync();
  if (block.thread_rank() == 0) {
    for (unsigned w = 1; w < warp.meta_group_size(); ++w) {
      lo = min(lo, partial[w].x);
      hi = max(hi, partial[w].y);
    }
    lowest[blockIdx.x] = lo;
    highest[blockIdx.x] = hi;
  }
}

__inline__ __device__ double warp_total(double v) {
  for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_down_sync(0xffffffffu, v, offset);
  return v;
}
__global__ void ddot_atomic_finish(const double* __restrict__ x, const double* __restrict__ y, double* result, int n) {
  __shared__ double per_warp[32];
  double s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) s += x[i] * y[i];
  s = warp_total(s);
  if (threadIdx.x % 32 == 0) per_warp[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x < 32) {
    s = threadIdx.x < blockDim.x / 32 ? per_warp[threadIdx.x] : 0.0;
    s = warp_total(s);
    if (threadIdx.x == 0) atomicAdd(result, s);
  }
}

struct Moments {
  float count, mean, m2;
  __device__ void add(float x) {
    count += 1.0f;
    float d = x - mean;
    mean += d / count;
    m2 += d * (x - mean);
  }
  __device__ void merge(const Moments& o) {
    float total = count + o.count;
    if (total == 0.0f) return;
    float d = o.mean - mean;
    mean += d * o.count / total;
    m2 += o.m2 + d * d * count * o.count / total;
    count = total;
  }
};
__global__ void variance_per_channel(const float* x, float* mean, float* var, int batch, int channels, int spatial) {
  __shared__ Moments all[128];
  int c = blockIdx.x;
  Moments m{0.0f, 0.0f, 0.0f};
  for (int b = 0; b < batch; ++b)
    for (int s = threadIdx.x; s < spatial; s += blockDim.x) m.add(x[(b * channels + c) * spatial + s]);
  all[threadIdx.x] = m;
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) all[threadIdx.x].merge(all[threadIdx.x + half]);
  }
  if (threadIdx.x == 0) {
    mean[c] = all[0].mean;
    var[c] = all[0].m2 / all[0].count;
  }
}

__global__ void warp_inclusive_block_scan(const int* in, int* out, int* totals, int n) {
  __shared__ int warp_sums[8];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int v = i < n ? in[i] : 0;
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    int up = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += up;
  }
  if (lane == 31) warp_sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    int w = lane < 8 ? warp_sums[lane] : 0;
#pragma unroll
    for (int d = 1; d < 8; d <<= 1) {
      int up = __shfl_up_sync(0xffffffffu, w, d);
      if (lane >= d) w += up;
    }
    if (lane < 8) warp_sums[lane] = w;
  }
  __syncthreads();
  if (warp > 0) v += warp_sums[warp - 1];
  if (i < n) out[i] = v;
  if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = v;
}

// four items a thread, int4 in and out, block totals known from an earlier pass
__global__ void scan_downsweep_int4(const int4* in, const int* block_totals, int4* out) {
  __shared__ int sums[64];
  __shared__ int carry;
  int t = threadIdx.x;
  if (t == 0) {
    int c = 0;
    for (int b = 0; b < blockIdx.x; ++b) c += block_totals[b];
    carry = c;
  }
  int4 v = in[blockIdx.x * 64 + t];
  v.y += v.x, v.z += v.y, v.w += v.z;
  sums[t] = v.w;
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int add = t >= d ? sums[t - d] : 0;
    __syncthreads();
    sums[t] += add;
    __syncthreads();
  }
  int before = carry + (t > 0 ? sums[t - 1] : 0);
  out[blockIdx.x * 64 + t] = make_int4(before + v.x, before + v.y, before + v.z, before + v.w);
}

// private histograms: 64 byte-wide bins for each thread, folded afterwards
__global__ void histogram64_per_thread(const uchar4* data, unsigned* partial, int n4) {
  __shared__ __align__(16) unsigned char counts[64 * 64];
  int t = threadIdx.x;
  for (int b = 0; b < 16; ++b) reinterpret_cast<unsigned*>(counts)[t + b * 64] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 64 + t; i < n4; i += gridDim.x * 64) {
    uchar4 v = data[i];
    counts[(v.x >> 2) * 64 + t]++;
    counts[(v.y >> 2) * 64 + t]++;
    counts[(v.z >> 2) * 64 + t]++;
    counts[(v.w >> 2) * 64 + t]++;
  }
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < 64; ++k) sum += counts[t * 64 + ((k + t) & 63)];
  partial[blockIdx.x * 64 + t] = sum;
}

__global__ void histogram_global_2d(const float2* points, unsigned* bins, int n, int side) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    float2 p = points[i];
    if (p.x + p.y > 1.7f) continue;
    int bx = min((int)(p.x * side), side - 1), by = min((int)(p.y * side), side - 1);
    atomicAdd(&bins[by * side + bx], 1u);
  }
}

__global__ void compact_by_block_scan(const float* in, float* out, int* kept, float threshold, int n) {
  __shared__ int place[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  float v = i < n ? in[i] : -1.0f;
  int keep = v >= threshold;
  place[t] = keep;
  __syncthreads();
  for (int d = 1; d < 128; d <<= 1) {
    int other = t >= d ? place[t - d] : 0;
    __syncthreads();
    place[t] += other;
    __syncthreads();
  }
  if (keep) out[blockIdx.x * 128 + place[t] - 1] = v;
  if (t == 127) kept[blockIdx.x] = place[t];
}

__global__ void radix_split_blockwise(unsigned* keys, unsigned* values, int first_bit, int bits) {
  __shared__ unsigned k_s[256], v_s[256], warp_zero[8];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5, base = blockIdx.x * 256;
  unsigned key = keys[base + t], val = values[base + t];
  for (int b = first_bit; b < first_bit + bits; ++b) {
    bool zero = !((key >> b) & 1);
    unsigned ballot = __ballot_sync(0xffffffffu, zero);
    if (lane == 0) warp_zero[warp] = __popc(ballot);
    __syncthreads();
    unsigned before = 0, total = 0;
    for (int w = 0; w < 8; ++w) {
      unsigned c = warp_zero[w];
      if (w < warp) before += c;
      total += c;
    }
    before += __popc(ballot & ((1u << lane) - 1));
    unsigned to = zero ? before : total + t - before;
    k_s[to] = key;
    v_s[to] = val;
    __syncthreads();
    key = k_s[t];
    val = v_s[t];
  }
  keys[base + t] = key;
  values[base + t] = val;
}

__global__ void odd_even_transposition(float* data, int n) {
  extern __shared__ float oet_row[];
  int base = blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) oet_row[i] = data[base + i];
  __syncthreads();
  for (int phase = 0; phase < n; ++phase) {
    int left = 2 * threadIdx.x + (phase & 1);
    if (left + 1 < n) {
      float a = oet_row[left], b = oet_row[left + 1];
      if (a > b) {
        oet_row[left] = b;
        oet_row[left + 1] = a;
      }
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[base + i] = oet_row[i];
}

__global__ void rle_emit_runs(const unsigned char* symbols, const int* head_rank, unsigned char* run_symbol, int* run_length, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned char s = symbols[i];
  if (i > 0 && symbols[i - 1] == s) return;
  int end = i + 1;
  while (end < n && symbols[end] == s) ++end;
  int slot = head_rank[i];
  run_symbol[slot] = s;
  run_length[slot] = end - i;
}

__device__ __forceinline__ unsigned mix32(unsigned k) {
  k ^= k >> 16;
  k *= 0x85ebca6bu;
  k ^= k >> 13;
  k *= 0xc2b2ae35u;
  return k ^ (k >> 16);
}
struct Slot {
  unsigned key;
  int value;
};
__global__ void linear_probe_lookup(const Slot* table, unsigned capacity, const unsigned* queries, int* found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned key = queries[i], slot = mix32(key) & (capacity - 1);
  int result = -1;
  while (true) {
    Slot s = table[slot];
    if (s.key == key) {
      result = s.value;
      break;
    }
    if (s.key == 0xffffffffu) break;
    slot = (slot + 1) & (capacity - 1);
  }
  found[i] = result;
}

__constant__ unsigned char kmp_pattern[8];
__constant__ int kmp_fail[8];
__global__ void kmp_chunks(const char* text, int n, int m, int chunk, int* hits) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int begin = t * chunk, end = min(begin + chunk + m - 1, n);
  int state = 0, count = 0;
  for (int i = begin; i < end; ++i) {
    unsigned char c = text[i];
    while (state > 0 && kmp_pattern[state] != c) state = kmp_fail[state - 1];
    if (kmp_pattern[state] == c) ++state;
    if (state == m) {
      ++count;
      state = kmp_fail[state - 1];
    }
  }
  if (begin < n) hits[t] = count;
}

__global__ void crc32_records(const unsigned char* records, const int* lengths, const unsigned* table, unsigned* crcs, int pitch, int n) {
  __shared__ unsigned lut[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) lut[k] = table[k];
  __syncthreads();
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  unsigned crc = 0xffffffffu;
  const unsigned char* p = records + r * pitch;
  for (int k = 0; k < lengths[r]; ++k) crc = lut[(crc ^ p[k]) & 255] ^ (crc >> 8);
  crcs[r] = ~crc;
}

static void chapter_4() {
  minmax_cg_reduce<<<6, 256>>>(ints(6100, 100000), zeros<int>(6), zeros<int>(6), 6100);
  ddot_atomic_finish<<<5, 160>>>(doubles(4100), doubles(4100, 9), zeros<double>(1), 4100);
  variance_per_channel<<<14, 128>>>(floats(3 * 14 * 150, -2, 2), zeros<float>(14), zeros<float>(14), 3, 14, 150);
  warp_inclusive_block_scan<<<ceil_div(3300, 256), 256>>>(ints(3300, 20), zeros<int>(3300), zeros<int>(13), 3300);
  scan_downsweep_int4<<<17, 64>>>((int4*)ints(17 * 256, 9), ints(17, 1000), zeros<int4>(17 * 64));
  histogram64_per_thread<<<6, 64>>>((uchar4*)bytes(4 * 2500), zeros<unsigned>(6 * 64), 2500);
  histogram_global_2d<<<6, 128>>>((float2*)floats(2 * 3000), zeros<unsigned>(24 * 24), 3000, 24);
  compact_by_block_scan<<<ceil_div(2600, 128), 128>>>(floats(2600), zeros<float>(21 * 128), zeros<int>(21), 0.6f, 2600);
  radix_split_blockwise<<<7, 256>>>((unsigned*)ints(7 * 256, 65536), (unsigned*)ints(7 * 256, 1000), 4, 4);
  odd_even_transposition<<<6, 64, 100 * sizeof(float)>>>(floats(6 * 100), 100);
  {
    Random rnd(77);
    std::vector<unsigned char> symbols;
    std::vector<int> rank;
    int runs = 0;
    while (symbols.size() < 2500) {
      unsigned char s = (unsigned char)(rnd() % 7);
      if (!symbols.empty() && symbols.back() == s) s = (s + 1) % 7;
      int len = 1 + (int)(rnd() % 12);
      for (int k = 0; k < len; ++k) symbols.push_back(s), rank.push_back(runs);
      ++runs;
    }
    int n = (int)symbols.size();
    rle_emit_runs<<<ceil_div(n, 128), 128>>>(upload(symbols), upload(rank), zeros<unsigned char>(runs), zeros<int>(runs), n);
  }
  {
    Random rnd(78);
    const unsigned capacity = 2048;
    std::vector<Slot> table(capacity, Slot{0xffffffffu, 0});
    std::vector<unsigned> queries(1700);
    for (int k = 0; k < 1400; ++k) {
      unsigned key = rnd() % 4000, h = key;
      h ^= h >> 16, h *= 0x85ebca6bu, h ^= h >> 13, h *= 0xc2b2ae35u, h ^= h >> 16;
      unsigned at = h & (capacity - 1);
      while (table[at].key != 0xffffffffu && table[at].key != key) at = (at + 1) & (capacity - 1);
      table[at] = Slot{key, k};
    }
    for (unsigned& q : queries) q = rnd() % 4000;
    linear_probe_lookup<<<ceil_div(1700, 128), 128>>>(upload(table), capacity, upload(queries), zeros<int>(1700), 1700);
  }
  {
    const unsigned char pattern[8] = {'a', 'b', 'a', 'a', 'b', 0, 0, 0};
    const int fail[8] = {0, 0, 1, 1, 2, 0, 0, 0};
    cudaMemcpyToSymbol(kmp_pattern, pattern, sizeof(pattern));
    cudaMemcpyToSymbol(kmp_fail, fail, sizeof(fail));
    Random rnd(79);
    std::vector<char> text(9000);
    for (char& c : text) c = "aabbc"[rnd() % 5];
    int threads = ceil_div(9000, 30);
    kmp_chunks<<<ceil_div(threads, 64), 64>>>(upload(text), 9000, 5, 30, zeros<int>(threads));
  }
  {
    std::vector<unsigned> table(256);
    for (unsigned i = 0; i < 256; ++i) {
      unsigned c = i;
      for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
      table[i] = c;
    }
    crc32_records<<<ceil_div(250, 64), 64>>>(bytes(250 * 44), ints(250, 44), upload(table), zeros<unsigned>(250), 44, 250);
  }
}

// ======== 5: sparse matrices, graphs, physics, networks, dynamic programming
__global__ void spmv_sell_slices(const int* slice_start, const int* slice_width, const int* cols, const float* vals, const int* row_order, const float* x, float* y, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  int slice = r / 32, lane = r % 32;
  if (r >= rows) return;
  int at = slice_start[slice] + lane;
  float acc = 0.0f;
  for (int k = 0; k < slice_width[slice]; ++k, at += 32) {
    int c = cols[at];
    if (c >= 0) acc += vals[at] * x[c];
  }
  y[row_order[r]] = acc;
}

// blocks of 3x3, a row of blocks for each group of three threads
__global__ void spmv_bsr3(const int* __restrict__ brow, const int* __restrict__ bcol, const double* __restrict__ val, const double* __restrict__ x, double* __restrict__ y, int block_rows) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int br = t / 3, r = t % 3;
  if (br < block_rows) {
    double sum = 0.0;
    for (int b = brow[br]; b < brow[br + 1]; ++b) {
      int c = bcol[b] * 3;
      const double* m = val + b * 9 + r * 3;
      sum += m[0] * x[c] + m[1] * x[c + 1] + m[2] * x[c + 2];
    }
    y[t] = sum;
  }
}

__global__ void spmv_csc_scatter(const int* colptr, const int* rowidx, const float* val, const float* x, float* y, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  float xc = x[c];
  if (xc < 0.2f) return;
  for (int e = colptr[c]; e < colptr[c + 1]; ++e) atomicAdd(&y[rowidx[e]], val[e] * xc);
}

__global__ void spmv_csr_octets(const int* __restrict__ ptr, const int* __restrict__ idx, const float* __restrict__ val, const float* __restrict__ x, float* __restrict__ y, int rows) {
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
  int row = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
  if (row >= rows) return;
  int end = ptr[row + 1];
  float sum = 0.0f;
  for (int e = ptr[row] + tile.thread_rank(); e < end; e += tile.size()) sum += val[e] * x[idx[e]];
  for (int d = tile.size() / 2; d > 0; d /= 2) sum += tile.shfl_down(sum, d);
  if (tile.thread_rank() == 0) y[row] = sum;
}

__global__ void pagerank_pull_step(const int* in_ptr, const int* in_src, const int* out_degree, const float* rank, float* next, float* change, float damping, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) {
    float incoming = 0.0f;
    int start = in_ptr[v], stop = in_ptr[v + 1];
    for (int e = start; e < stop; ++e) {
      int u = in_src[e];
      int deg = out_degree[u];
      if (deg > 0) incoming += rank[u] / deg;
    }
    float r = (1.0f - damping) / n + damping * incoming;
    change[v] = fabsf(r - rank[v]);
    next[v] = r;
  }
}

__global__ void sssp_relax_out(const int* row, const int* dst, const int* weight, const int* dist, const unsigned char* active, int* candidate, int n) {
  for (int u = blockIdx.x * blockDim.x + threadIdx.x; u < n; u += blockDim.x * gridDim.x) {
    if (active[u] & 3) continue;
    int du = dist[u];
    for (int e = row[u]; e < row[u + 1]; ++e) {
      int v = dst[e];
      int alt = du + weight[e];
      if (alt < dist[v]) atomicMin(&candidate[v], alt);
    }
  }
}

__global__ void triangles_by_merge(const int* __restrict__ ptr, const int* __restrict__ adj, const int2* __restrict__ edges, int* per_edge, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m) return;
  int2 uv = edges[e];
  int i = ptr[uv.x], iend = ptr[uv.x + 1], j = ptr[uv.y], jend = ptr[uv.y + 1], common = 0;
  while (i < iend && j < jend) {
    int a = adj[i], b = adj[j];
    if (a == b) {
      ++common;
      ++i;
      ++j;
    } else if (a < b) {
      ++i;
    } else {
      ++j;
    }
  }
  per_edge[e] = common;
}

// Jones-Plassmann: a vertex takes the round's colour if none of its uncoloured neighbours has a higher priority
__global__ void coloring_round(const int* ptr, const int* adj, const int* priority, const int* color_in, int* color_out, int round, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  int c = color_in[v];
  if (c < 0) {
    bool highest = true;
    for (int e = ptr[v]; e < ptr[v + 1]; ++e) {
      int w = adj[e];
      if (color_in[w] >= 0 || w == v) continue;
      if (priority[w] > priority[v] || (priority[w] == priority[v] && w > v)) {
        highest = false;
        break;
      }
    }
    if (highest) c = round;
  }
  color_out[v] = c;
}

__device__ float3 pull_of(float4 me, float4 other, float3 acc, float soft2) {
  float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
  float inv = rsqrtf(dx * dx + dy * dy + dz * dz + soft2);
  float f = other.w * inv * inv * inv;
  acc.x += f * dx, acc.y += f * dy, acc.z += f * dz;
  return acc;
}
__global__ void nbody_integrate_tiles(const float4* old_pos, float4* new_pos, float4* vel, int n, float dt, float soft2) {
  extern __shared__ float4 nb_tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = i < n ? old_pos[i] : make_float4(0, 0, 0, 0);
  float3 acc = make_float3(0, 0, 0);
  for (int start = 0; start < n; start += blockDim.x) {
    int j = start + threadIdx.x;
    nb_tile[threadIdx.x] = j < n ? old_pos[j] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < blockDim.x; ++k) acc = pull_of(me, nb_tile[k], acc, soft2);
    __syncthreads();
  }
  if (i >= n) return;
  float4 v = vel[i];
  v.x = (v.x + acc.x * dt) * 0.99f, v.y = (v.y + acc.y * dt) * 0.99f, v.z = (v.z + acc.z * dt) * 0.99f;
  vel[i] = v;
  new_pos[i] = make_float4(me.x + v.x * dt, me.y + v.y * dt, me.z + v.z * dt, me.w);
}

__global__ void kmeans_assign_shared(const float* points, const float* centers, int* member, unsigned* sizes, int n, int k, int dims) {
  extern __shared__ float km_centers[];
  for (int e = threadIdx.x; e < k * dims; e += blockDim.x) km_centers[e] = centers[e];
  __syncthreads();
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= n) return;
  int best = 0;
  float best_d = FLT_MAX;
  for (int c = 0; c < k; ++c) {
    float d = 0.0f;
    for (int f = 0; f < dims; ++f) {
      float diff = points[p * dims + f] - km_centers[c * dims + f];
      d += diff * diff;
    }
    if (d < best_d) best_d = d, best = c;
  }
  member[p] = best;
  atomicAdd(&sizes[best], 1u);
}

__global__ void softmax_online_warp_rows(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  int lane = threadIdx.x, row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  const float* x = in + row * cols;
  float m = -FLT_MAX, d = 0.0f;
  for (int c = lane; c < cols; c += 32) {
    float v = x[c], bigger = fmaxf(m, v);
    d = d * __expf(m - bigger) + __expf(v - bigger);
    m = bigger;
  }
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) {
    float om = __shfl_xor_sync(0xffffffffu, m, o), od = __shfl_xor_sync(0xffffffffu, d, o);
    float bigger = fmaxf(m, om);
    d = d * __expf(m - bigger) + od * __expf(om - bigger);
    m = bigger;
  }
  for (int c = lane; c < cols; c += 32) out[row * cols + c] = __expf(x[c] - m) / d;
}

__device__ float block_sum_shared(float v, float* scratch) {
  int t = threadIdx.x;
  scratch[t] = v;
  __syncthreads();
  for (int s = blockDim.x >> 1; s > 0; s >>= 1) {
    if (t < s) scratch[t] += scratch[t + s];
    __syncthreads();
  }
  float total = scratch[0];
  __syncthreads();
  return total;
}
__global__ void layernorm_grad_input(const float* __restrict__ dy, const __half* __restrict__ x, const float* __restrict__ gamma, const float* mean, const float* rstd, float* __restrict__ dx, int width) {
  __shared__ float scratch[64];
  int row = blockIdx.x;
  float mu = mean[row], rs = rstd[row], a = 0.0f, b = 0.0f;
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    float g = dy[row * width + i] * gamma[i];
    float norm = (__half2float(x[row * width + i]) - mu) * rs;
    a += g;
    b += g * norm;
  }
  a = block_sum_shared(a, scratch) / width;
  b = block_sum_shared(b, scratch) / width;
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    float norm = (__half2float(x[row * width + i]) - mu) * rs;
    dx[row * width + i] = rs * (dy[row * width + i] * gamma[i] - a - norm * b);
  }
}

__global__ void causal_scores_qk(const float4* __restrict__ q, const float4* __restrict__ k, float* __restrict__ scores, int seq, int d4, float scale) {
  int key = blockIdx.x * blockDim.x + threadIdx.x;
  int query = blockIdx.y * blockDim.y + threadIdx.y;
  int head = blockIdx.z;
  if (key >= seq || query >= seq) return;
  float s = -INFINITY;
  if (key <= query) {
    s = 0.0f;
    for (int i = 0; i < d4; ++i) {
      float4 a = q[(head * seq + query) * d4 + i], b = k[(head * seq + key) * d4 + i];
      s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    s *= scale;
  }
  scores[(head * seq + query) * seq + key] = s;
}

// one query against a paged cache of keys and values; sequences differ in length
__global__ void paged_decode_attention(const float* q, const __half2* k_pages, const __half2* v_pages, const int* page_table, const int* lengths, float* out, int max_pages) {
  const int D2 = 16, PAGE = 8;
  __shared__ float qs[2 * 16];
  __shared__ float logits[128];
  __shared__ float red[64];
  int seq = blockIdx.x, t = threadIdx.x, len = lengths[seq];
  if (t < 2 * D2) qs[t] = q[seq * 2 * D2 + t];
  __syncthreads();
  float top = -FLT_MAX;
  for (int pos = t; pos < len; pos += 64) {
    const __half2* key = k_pages + (page_table[seq * max_pages + pos / PAGE] * PAGE + pos % PAGE) * D2;
    float s = 0.0f;
    for (int i = 0; i < D2; ++i) {
      float2 kk = __half22float2(key[i]);
      s += qs[2 * i] * kk.x + qs[2 * i + 1] * kk.y;
    }
    logits[pos] = s;
    top = fmaxf(top, s);
  }
  red[t] = top;
  __syncthreads();
  for (int h = 32; h > 0; h /= 2) {
    if (t < h) red[t] = fmaxf(red[t], red[t + h]);
    __syncthreads();
  }
  top = red[0];
  __syncthreads();
  if (t < D2) {
    float2 acc = make_float2(0, 0);
    float sum = 0.0f;
    for (int pos = 0; pos < len; ++pos) {
      float p = __expf(logits[pos] - top);
      float2 v = __half22float2(v_pages[(page_table[seq * max_pages + pos / PAGE] * PAGE + pos % PAGE) * D2 + t]);
      acc.x += p * v.x;
      acc.y += p * v.y;
      sum += p;
    }
    reinterpret_cast<float2*>(out)[seq * D2 + t] = make_float2(acc.x / sum, acc.y / sum);
  }
}

__global__ void lcs_wavefront_shared(const char* a, const char* b, int* score, int la, int lb) {
  __shared__ int diag[3][97];
  __shared__ char sa[96];
  int i = threadIdx.x + 1, pair = blockIdx.x;
  if (i <= la) sa[threadIdx.x] = a[pair * la + threadIdx.x];
  for (int k = 0; k < 3; ++k) {
    diag[k][i] = 0;
    if (i == 1) diag[k][0] = 0;
  }
  __syncthreads();
  for (int s = 2; s <= la + lb; ++s) {
    int j = s - i;
    int *cur = diag[s % 3], *prev = diag[(s + 2) % 3], *prev2 = diag[(s + 1) % 3];
    if (i <= la && j >= 1 && j <= lb) {
      bool same = sa[i - 1] == b[pair * lb + j - 1];
      cur[i] = same ? (j > 1 ? prev2[i - 1] : 0) + 1 : max(prev[i - 1], j > 1 ? prev[i] : 0);
    }
    __syncthreads();
  }
  if (i == la) score[pair] = diag[(la + lb) % 3][la];
}

// words of differing lengths, each thread with a row of the table of its own
__global__ void edit_distance_local(const char* words, const int* starts, const char* target, int tlen, int* distance, int n) {
  int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w >= n) return;
  int row[17];
  for (int j = 0; j <= tlen; ++j) row[j] = j;
  int begin = starts[w], len = starts[w + 1] - begin;
  for (int i = 1; i <= len; ++i) {
    char c = words[begin + i - 1];
    int corner = row[0];
    row[0] = i;
    for (int j = 1; j <= tlen; ++j) {
      int up = row[j];
      int sub = corner + (c != target[j - 1]);
      row[j] = min(sub, min(up, row[j - 1]) + 1);
      corner = up;
    }
  }
  distance[w] = row[tlen];
}

struct Lcg {
  unsigned state;
  __device__ explicit Lcg(unsigned s) : state(s) {}
  __device__ float uniform() {
    state = state * 1664525u + 1013904223u;
    return ((state >> 8) + 0.5f) * (1.0f / 16777216.0f);
  }
};
__global__ void barrier_option_paths(const unsigned* seeds, const float2* strike_barrier, float* payoff, int steps, int paths) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= paths) return;
  Lcg gen(seeds[p]);
  float2 sb = strike_barrier[p & 15];
  float s = 1.0f;
  bool alive = true;
  for (int k = 0; k < steps; ++k) {
    float g = gen.uniform() + gen.uniform() + gen.uniform() - 1.5f;
    s *= 1.0f + 0.08f * g;
    if (s < sb.y) {
      alive = false;
      break;
    }
  }
  payoff[p] = alive ? fmaxf(s - sb.x, 0.0f) : 0.0f;
}

__global__ void mandel_palette(const uchar4* palette, uchar4* image, int w, int h, int limit) {
  int px = blockIdx.x * blockDim.x + threadIdx.x;
  int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h) return;
  float cx = -2.1f + 2.8f * px / w, cy = -1.2f + 2.4f * py / h;
  float x = 0.0f, y = 0.0f;
  int it = 0;
  while (it < limit && x * x + y * y < 4.0f) {
    float nx = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = nx;
    ++it;
  }
  image[py * w + px] = it == limit ? make_uchar4(0, 0, 0, 255) : palette[it & 31];
}

// rows and columns of a square tile, with a stride and a padding that the host chooses
__global__ void bank_stride_study(const int* in, int* out, int stride, int pad) {
  extern __shared__ int bank_tile[];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  int pitch = 32 + pad;
  for (int r = warp; r < 32; r += blockDim.x / 32) bank_tile[r * pitch + lane] = in[(blockIdx.x * 32 + r) * 32 + lane];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 8; ++k) {
    int col = (k * stride + warp) & 31;
    sum += bank_tile[lane * pitch + col];
    sum ^= bank_tile[((lane * stride) & 31) * pitch + (lane >> 2)];
  }
  out[blockIdx.x * blockDim.x + t] = sum;
}

struct Ball {
  float r, g, b, radius, x, y, z;
  __device__ float hit(float ox, float oy, float* n) const {
    float dx = ox - x, dy = oy - y, rem = radius * radius - dx * dx - dy * dy;
    if (rem > 0) {
      float dz = sqrtf(rem);
      *n = dz / radius;
      return dz + z;
    }
    return -1e20f;
  }
};
#define BALLS 12
__constant__ Ball scene[BALLS];
__global__ void ray_balls_constant(uchar4* bitmap, int w, int h) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= w || y >= h) return;
  float ox = x - w / 2, oy = y - h / 2;
  float r = 0, g = 0, b = 0, maxz = -1e20f;
  for (int i = 0; i < BALLS; i++) {
    float n, t = scene[i].hit(ox, oy, &n);
    if (t > maxz) {
      r = scene[i].r * n;
      g = scene[i].g * n;
      b = scene[i].b * n;
      maxz = t;
    }
  }
  bitmap[y * w + x] = make_uchar4((unsigned char)(r * 255), (unsigned char)(g * 255), (unsigned char)(b * 255), 255);
}

struct QuadNode {
  float x, y, size, mass;
  int child[4];
};
// Barnes and Hut: a walk over the tree with a stack of the thread's own
__global__ void quadtree_walk(const QuadNode* nodes, const float2* targets, float2* force, float theta, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 p = targets[i];
  float fx = 0, fy = 0;
  int stack[24], top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const QuadNode& node = nodes[stack[--top]];
    float dx = node.x - p.x, dy = node.y - p.y, r2 = dx * dx + dy * dy + 1e-4f;
    if (node.child[0] < 0 || node.size * node.size < theta * theta * r2) {
      float f = node.mass * rsqrtf(r2) / r2;
      fx += f * dx;
      fy += f * dy;
    } else {
      for (int c = 0; c < 4; ++c) stack[top++] = node.child[c];
    }
  }
  force[i] = make_float2(fx, fy);
}

// particles sorted by cell; each looks through the 27 cells around its own
__global__ void sph_density_cells(const float4* pos, const int* cell_start, float* density, int n, int side, float h2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = pos[i];
  int cx = (int)(p.x * side), cy = (int)(p.y * side), cz = (int)(p.z * side);
  float rho = 0.0f;
  for (int z = max(cz - 1, 0); z <= min(cz + 1, side - 1); ++z)
    for (int y = max(cy - 1, 0); y <= min(cy + 1, side - 1); ++y) {
      int first = (z * side + y) * side + max(cx - 1, 0), last = (z * side + y) * side + min(cx + 1, side - 1);
      for (int j = cell_start[first]; j < cell_start[last + 1]; ++j) {
        float4 o = pos[j];
        float dx = p.x - o.x, dy = p.y - o.y, dz = p.z - o.z;
        float d = h2 - (dx * dx + dy * dy + dz * dz);
        if (d > 0.0f) rho += o.w * d * d * d;
      }
    }
  density[i] = rho;
}

__global__ void interp_sorted_table(const double* __restrict__ knots, const double* __restrict__ values, const double* __restrict__ at, double* __restrict__ result, int n, int m) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += blockDim.x * gridDim.x) {
    double x = at[i];
    int lo = 0, hi = n - 1;
    while (hi - lo > 1) {
      int mid = (lo + hi) >> 1;
      if (knots[mid] <= x)
        lo = mid;
      else
        hi = mid;
    }
    double t = (x - knots[lo]) / (knots[hi] - knots[lo]);
    result[i] = values[lo] + t * (values[hi] - values[lo]);
  }
}

__global__ void nearest_code_hamming(const uint4* codes, const uint4* queries, int* nearest, int* bits, int n) {
  int q = blockIdx.x;
  uint4 mine = queries[q];
  unsigned best = 0xffffffffu;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    uint4 c = codes[i];
    unsigned d = __popc(c.x ^ mine.x) + __popc(c.y ^ mine.y) + __popc(c.z ^ mine.z) + __popc(c.w ^ mine.w);
    best = min(best, d << 16 | i);
  }
  best = __reduce_min_sync(0xffffffffu, best);
  if (threadIdx.x == 0) {
    nearest[q] = best & 0xffff;
    bits[q] = best >> 16;
  }
}

static void chapter_5() {
  {
    const int rows = 900;
    Random rnd(501);
    std::vector<int> start, width, cols, order(rows);
    for (int s = 0; s * 32 < rows; ++s) {
      int w = 1 + (int)(rnd() % 14);
      start.push_back((int)cols.size());
      width.push_back(w);
      for (int k = 0; k < w; ++k)
        for (int l = 0; l < 32; ++l) cols.push_back(k == 0 || (int)(rnd() % w) >= k / 2 ? (int)(rnd() % rows) : -1);
    }
    for (int r = 0; r < rows; ++r) order[r] = (r * 7 + 3) % rows;
    int stored = (int)cols.size();
    spmv_sell_slices<<<ceil_div(rows, 128), 128>>>(upload(start), upload(width), upload(cols), floats(stored), upload(order), floats(rows), zeros<float>(rows), rows);
  }
  {
    std::vector<int> starts = offsets_of(220, 9);
    int blocks = starts.back();
    spmv_bsr3<<<ceil_div(660, 96), 96>>>(upload(starts), ints(blocks, 220), doubles(9 * blocks), doubles(660), zeros<double>(660), 220);
  }
  {
    std::vector<int> starts = offsets_of(700, 11, 49);
    int nnz = starts.back();
    spmv_csc_scatter<<<ceil_div(700, 128), 128>>>(upload(starts), ints(nnz, 800), floats(nnz), floats(700), zeros<float>(800), 700);
  }
  {
    std::vector<int> starts = offsets_of(350, 40);
    int nnz = starts.back();
    spmv_csr_octets<<<ceil_div(350, 16), 128>>>(upload(starts), ints(nnz, 350), floats(nnz), floats(350), zeros<float>(350), 350);
  }
  {
    std::vector<int> starts = offsets_of(1300, 12);
    int m = starts.back();
    pagerank_pull_step<<<ceil_div(1300, 192), 192>>>(upload(starts), ints(m, 1300), ints(1300, 9), floats(1300), zeros<float>(1300), zeros<float>(1300), 0.85f, 1300);
  }
  {
    std::vector<int> starts = offsets_of(1500, 16);
    int m = starts.back();
    sssp_relax_out<<<4, 128>>>(upload(starts), ints(m, 1500), ints(m, 30), ints(1500, 60), bytes(1500), ints(1500, 90, 18), 1500);
  }
  {
    const int n = 260;
    Random rnd(502);
    std::vector<int> ptr(1, 0), adj;
    std::vector<int2> edges;
    for (int v = 0; v < n; ++v) {
      for (int w = v + 1; w < n; ++w)
        if (rnd() % 260 < (unsigned)(8 + v % 23)) adj.push_back(w), edges.push_back(make_int2(v, w));
      ptr.push_back((int)adj.size());
    }
    int m = (int)edges.size();
    triangles_by_merge<<<ceil_div(m, 128), 128>>>(upload(ptr), upload(adj), upload(edges), zeros<int>(m), m);
  }
  {
    std::vector<int> starts = offsets_of(1100, 13);
    int m = starts.back();
    Random rnd(503);
    std::vector<int> color(1100);
    for (int& c : color) c = (int)(rnd() % 5) - 3;
    coloring_round<<<ceil_div(1100, 128), 128>>>(upload(starts), ints(m, 1100), ints(1100, 500), upload(color), zeros<int>(1100), 2, 1100);
  }
  nbody_integrate_tiles<<<ceil_div(300, 64), 64, 64 * sizeof(float4)>>>((float4*)floats(300 * 4), zeros<float4>(300), zeros<float4>(300), 300, 0.01f, 0.02f);
  kmeans_assign_shared<<<ceil_div(900, 128), 128, 7 * 10 * sizeof(float)>>>(floats(900 * 10), floats(7 * 10), zeros<int>(900), zeros<unsigned>(7), 900, 7, 10);
  softmax_online_warp_rows<<<ceil_div(50, 4), dim3(32, 4)>>>(floats(50 * 147, -5, 5), zeros<float>(50 * 147), 50, 147);
  layernorm_grad_input<<<18, 64>>>(floats(18 * 250, -1, 1), (__half*)halves(18 * 250, -1, 1), floats(250), floats(18), floats(18, 1, 2), zeros<float>(18 * 250), 250);
  causal_scores_qk<<<dim3(2, 6, 2), dim3(32, 8)>>>((float4*)floats(2 * 45 * 24, -1, 1), (float4*)floats(2 * 45 * 24, -1, 1, 1), zeros<float>(2 * 45 * 45), 45, 6, 0.2f);
  {
    const int seqs = 10, max_pages = 16, pages = 60;
    std::vector<int> lengths(seqs);
    for (int s = 0; s < seqs; ++s) lengths[s] = 5 + (s * 41) % 120;
    paged_decode_attention<<<seqs, 64>>>(floats(seqs * 32, -1, 1), (__half2*)halves(pages * 8 * 32, -1, 1), (__half2*)halves(pages * 8 * 32, -1, 1, 41), ints(seqs * max_pages, pages), upload(lengths), zeros<float>(seqs * 32), max_pages);
  }
  {
    Random rnd(504);
    std::vector<char> a(6 * 90), b(6 * 70), words, target(13);
    for (char& c : a) c = "acgt"[rnd() % 4];
    for (char& c : b) c = "acgt"[rnd() % 4];
    lcs_wavefront_shared<<<6, 96>>>(upload(a), upload(b), zeros<int>(6), 90, 70);
    std::vector<int> starts = offsets_of(380, 19);
    words.resize(starts.back());
    for (char& c : words) c = "abcde"[rnd() % 5];
    for (char& c : target) c = "abcde"[rnd() % 5];
    edit_distance_local<<<ceil_div(380, 64), 64>>>(upload(words), upload(starts), upload(target), 13, zeros<int>(380), 380);
  }
  barrier_option_paths<<<ceil_div(1000, 128), 128>>>((unsigned*)ints(1000, 1 << 30), (float2*)floats(32, 0.7f, 0.95f), zeros<float>(1000), 60, 1000);
  mandel_palette<<<dim3(5, 7), dim3(16, 8)>>>((uchar4*)bytes(128), zeros<uchar4>(75 * 53), 75, 53, 80);
  bank_stride_study<<<8, 128, 32 * 34 * sizeof(int)>>>(ints(8 * 1024, 1000), zeros<int>(8 * 128), 6, 2);
  {
    Random rnd(505);
    std::vector<Ball> balls(BALLS);
    for (Ball& s : balls) {
      s.r = (rnd() % 100) / 100.0f, s.g = (rnd() % 100) / 100.0f, s.b = (rnd() % 100) / 100.0f;
      s.radius = 4.0f + rnd() % 12;
      s.x = (float)(rnd() % 60) - 30, s.y = (float)(rnd() % 40) - 20, s.z = (float)(rnd() % 40) - 20;
    }
    cudaMemcpyToSymbol(scene, balls.data(), sizeof(Ball) * BALLS);
    ray_balls_constant<<<dim3(4, 6), dim3(16, 8)>>>(zeros<uchar4>(62 * 43), 62, 43);
  }
  {
    Random rnd(506);
    std::vector<QuadNode> nodes;
    nodes.push_back(QuadNode{0.5f, 0.5f, 1.0f, 1.0f, {-1, -1, -1, -1}});
    for (size_t k = 0; k < nodes.size() && nodes.size() < 400; ++k) {
      if (nodes[k].size < 0.05f || (k > 4 && rnd() % 3 == 0)) continue;
      for (int c = 0; c < 4; ++c) {
        QuadNode parent = nodes[k];
        float q = parent.size * 0.25f;
        nodes[k].child[c] = (int)nodes.size();
        nodes.push_back(QuadNode{parent.x + (c & 1 ? q : -q), parent.y + (c & 2 ? q : -q), parent.size * 0.5f, parent.mass * 0.25f, {-1, -1, -1, -1}});
      }
    }
    quadtree_walk<<<ceil_div(330, 64), 64>>>(upload(nodes), (float2*)floats(330 * 2), zeros<float2>(330), 0.9f, 330);
  }
  {
    const int side = 5, n = 500;
    Random rnd(507);
    std::vector<int> cell_start(1, 0);
    std::vector<float4> pos;
    for (int c = 0; c < side * side * side; ++c) {
      int count = c == side * side * side - 1 ? n - (int)pos.size() : (int)(rnd() % 8);
      for (int k = 0; k < count && (int)pos.size() < n; ++k) {
        float fx = (c % side + 0.05f + 0.9f * (rnd() % 1000) / 1000.0f) / side;
        float fy = (c / side % side + 0.05f + 0.9f * (rnd() % 1000) / 1000.0f) / side;
        float fz = (c / side / side + 0.05f + 0.9f * (rnd() % 1000) / 1000.0f) / side;
        pos.push_back(make_float4(fx, fy, fz, 1.0f));
      }
      cell_start.push_back((int)pos.size());
    }
    int all = (int)pos.size();
    sph_density_cells<<<ceil_div(all, 64), 64>>>(upload(pos), upload(cell_start), zeros<float>(all), all, side, 0.03f);
  }
  {
    std::vector<double> knots(500);
    for (int k = 0; k < 500; ++k) knots[k] = (double)k * k / (499.0 * 499.0);
    interp_sorted_table<<<5, 128>>>(upload(knots), doubles(500), doubles(1400), zeros<double>(1400), 500, 1400);
  }
  nearest_code_hamming<<<24, 32>>>((uint4*)bytes(16 * 300), (uint4*)bytes(16 * 24), zeros<int>(24), zeros<int>(24), 300);
}

int main() {
  chapter_1();
  chapter_2();
  chapter_3();
  chapter_4();
  chapter_5();
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
