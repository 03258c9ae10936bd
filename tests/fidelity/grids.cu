// Stencils, simulations on grids, convolutions and pictures as suites and courses write them. Written and read on a card without having been looked at in the
// simulator before. No counter depends on the order of threads.
#include <cuda_runtime.h>

#include <vector>

constexpr int n = 1 << 14;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x
#define PLACE int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y

// ---- simulations
__global__ void hotspot_step(const float* power, const float* temp_src, float* temp_dst, int grid_cols, int grid_rows, float Rx, float Ry, float Rz, float step) {
  __shared__ float temp_on[16][16], power_on[16][16], temp_t[16][16];
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int small = 16 - 2, blkY = small * by - 1, blkX = small * bx - 1, blkYmax = blkY + 15, blkXmax = blkX + 15;
  int yidx = blkY + ty, xidx = blkX + tx, index = grid_cols * yidx + xidx;
  if (yidx >= 0 && yidx <= grid_rows - 1 && xidx >= 0 && xidx <= grid_cols - 1) {
    temp_on[ty][tx] = temp_src[index];
    power_on[ty][tx] = power[index];
  }
  __syncthreads();
  int validYmin = blkY < 0 ? -blkY : 0, validYmax = blkYmax > grid_rows - 1 ? 15 - (blkYmax - grid_rows + 1) : 15;
  int validXmin = blkX < 0 ? -blkX : 0, validXmax = blkXmax > grid_cols - 1 ? 15 - (blkXmax - grid_cols + 1) : 15;
  int N = ty - 1, S = ty + 1, W = tx - 1, E = tx + 1;
  N = N < validYmin ? validYmin : N;
  S = S > validYmax ? validYmax : S;
  W = W < validXmin ? validXmin : W;
  E = E > validXmax ? validXmax : E;
  bool computed = tx >= 1 && tx <= 14 && ty >= 1 && ty <= 14 && tx >= validXmin && tx <= validXmax && ty >= validYmin && ty <= validYmax;
  if (computed)
    temp_t[ty][tx] = temp_on[ty][tx] + step * (power_on[ty][tx] + (temp_on[S][tx] + temp_on[N][tx] - 2.0f * temp_on[ty][tx]) * Ry +
                                               (temp_on[ty][E] + temp_on[ty][W] - 2.0f * temp_on[ty][tx]) * Rx + (80.f - temp_on[ty][tx]) * Rz);
  __syncthreads();
  if (computed) temp_dst[index] = temp_t[ty][tx];
}
__global__ void diffusion_coefficients(const float* J, float* c_out, float* dN, float* dS, float* dW, float* dE, int rows, int cols, float q0) {
  PLACE;
  if (x >= cols || y >= rows) return;
  int up = y > 0 ? y - 1 : 0, down = y < rows - 1 ? y + 1 : rows - 1, left = x > 0 ? x - 1 : 0, right = x < cols - 1 ? x + 1 : cols - 1;
  int k = y * cols + x;
  float Jc = J[k];
  dN[k] = J[up * cols + x] - Jc;
  dS[k] = J[down * cols + x] - Jc;
  dW[k] = J[y * cols + left] - Jc;
  dE[k] = J[y * cols + right] - Jc;
  float G2 = (dN[k] * dN[k] + dS[k] * dS[k] + dW[k] * dW[k] + dE[k] * dE[k]) / (Jc * Jc);
  float L = (dN[k] + dS[k] + dW[k] + dE[k]) / Jc;
  float num = (0.5f * G2) - ((1.0f / 16.0f) * (L * L)), den = 1 + (.25f * L);
  float qsqr = num / (den * den);
  den = (qsqr - q0) / (q0 * (1 + q0));
  float c = 1.0f / (1.0f + den);
  c_out[k] = c < 0 ? 0 : c > 1 ? 1 : c;
}
__global__ void fields_step_ey(float* ey, const float* hz, const float* fict, int t, int nx, int ny) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if ((i < nx) && (j < ny)) {
    if (i == 0) ey[i * ny + j] = fict[t];
    else ey[i * ny + j] = ey[i * ny + j] - 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
  }
}
__global__ void fields_step_hz(const float* ex, const float* ey, float* hz, int nx, int ny) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if ((i < nx) && (j < ny)) hz[i * ny + j] = hz[i * ny + j] - 0.7f * (ex[i * (ny + 1) + (j + 1)] - ex[i * (ny + 1) + j] + ey[(i + 1) * ny + j] - ey[i * ny + j]);
}
__constant__ float coefficients[5];
__global__ void fdtd_of_radius_four(const float* input, float* output, int dimx, int dimy, int dimz) {
  __shared__ float tile[8 + 2 * 4][16 + 2 * 4];
  const int ltidx = threadIdx.x, ltidy = threadIdx.y, gx = blockIdx.x * 16 + ltidx, gy = blockIdx.y * 8 + ltidy;
  const int stride_y = dimx + 2 * 4, stride_z = stride_y * (dimy + 2 * 4), tx = ltidx + 4, ty = ltidy + 4;
  int inputIndex = 4 * stride_y + 4 + gy * stride_y + gx, outputIndex = 0;
  float infront[4], behind[4], current;
  for (int i = 4 - 2; i >= 0; i--) {
    behind[i] = input[inputIndex];
    inputIndex += stride_z;
  }
  current = input[inputIndex];
  outputIndex = inputIndex;
  inputIndex += stride_z;
  for (int i = 0; i < 4; i++) {
    infront[i] = input[inputIndex];
    inputIndex += stride_z;
  }
#pragma unroll 9
  for (int iz = 0; iz < dimz; iz++) {
    for (int i = 4 - 1; i > 0; i--) behind[i] = behind[i - 1];
    behind[0] = current;
    current = infront[0];
#pragma unroll 4
    for (int i = 0; i < 4 - 1; i++) infront[i] = infront[i + 1];
    infront[4 - 1] = input[inputIndex];
    inputIndex += stride_z;
    outputIndex += stride_z;
    __syncthreads();
    if (ltidy < 4) {
      tile[ltidy][tx] = input[outputIndex - 4 * stride_y];
      tile[ltidy + 8 + 4][tx] = input[outputIndex + 8 * stride_y];
    }
    if (ltidx < 4) {
      tile[ty][ltidx] = input[outputIndex - 4];
      tile[ty][ltidx + 16 + 4] = input[outputIndex + 16];
    }
    tile[ty][tx] = current;
    __syncthreads();
    float value = coefficients[0] * current;
#pragma unroll 4
    for (int i = 1; i <= 4; i++) value += coefficients[i] * (infront[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] + tile[ty][tx - i] + tile[ty][tx + i]);
    output[outputIndex] = value;
  }
}
__global__ void lattice_of_nine(const float* from, float* to, const int* walls, int width, int height, float omega) {
  PLACE;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const int size = width * height, k = y * width + x;
  float f0 = from[k], f1 = from[size + k - 1], f2 = from[2 * size + k - width], f3 = from[3 * size + k + 1], f4 = from[4 * size + k + width];
  float f5 = from[5 * size + k - width - 1], f6 = from[6 * size + k - width + 1], f7 = from[7 * size + k + width + 1], f8 = from[8 * size + k + width - 1];
  if (walls[k]) {
    to[size + k] = f3, to[2 * size + k] = f4, to[3 * size + k] = f1, to[4 * size + k] = f2;
    to[5 * size + k] = f7, to[6 * size + k] = f8, to[7 * size + k] = f5, to[8 * size + k] = f6;
    return;
  }
  float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8, ux = (f1 + f5 + f8 - f3 - f6 - f7) / rho, uy = (f2 + f5 + f6 - f4 - f7 - f8) / rho, u2 = 1 - 1.5f * (ux * ux + uy * uy);
  to[k] = f0 + omega * (rho * 4 / 9 * u2 - f0);
  to[size + k] = f1 + omega * (rho / 9 * (u2 + 3 * ux + 4.5f * ux * ux) - f1);
  to[2 * size + k] = f2 + omega * (rho / 9 * (u2 + 3 * uy + 4.5f * uy * uy) - f2);
  to[3 * size + k] = f3 + omega * (rho / 9 * (u2 - 3 * ux + 4.5f * ux * ux) - f3);
  to[4 * size + k] = f4 + omega * (rho / 9 * (u2 - 3 * uy + 4.5f * uy * uy) - f4);
  float a = ux + uy, b = ux - uy;
  to[5 * size + k] = f5 + omega * (rho / 36 * (u2 + 3 * a + 4.5f * a * a) - f5);
  to[6 * size + k] = f6 + omega * (rho / 36 * (u2 - 3 * b + 4.5f * b * b) - f6);
  to[7 * size + k] = f7 + omega * (rho / 36 * (u2 - 3 * a + 4.5f * a * a) - f7);
  to[8 * size + k] = f8 + omega * (rho / 36 * (u2 + 3 * b + 4.5f * b * b) - f8);
}
__global__ void wave_in_shared_memory(const float* before, const float* now, float* next, int size, float c) {
  __shared__ float s[130];
  INDEX;
  int t = threadIdx.x + 1;
  if (i < size) s[t] = now[i];
  if (threadIdx.x == 0) s[0] = i > 0 ? now[i - 1] : 0.f;
  if (threadIdx.x == blockDim.x - 1) s[t + 1] = i + 1 < size ? now[i + 1] : 0.f;
  __syncthreads();
  if (i < size) next[i] = 2.f * s[t] - before[i] + c * (s[t - 1] - 2.f * s[t] + s[t + 1]);
}
__global__ void red_then_black(float* u, const float* f, int width, int colour) {
  PLACE;
  if (x > 0 && y > 0 && x < width - 1 && y < width - 1 && (x + y) % 2 == colour)
    u[y * width + x] = 0.25f * (u[y * width + x - 1] + u[y * width + x + 1] + u[(y - 1) * width + x] + u[(y + 1) * width + x] - f[y * width + x]);
}
__global__ void nineteen_points(const float* p, float* out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= nx - 1 || y >= ny - 1) return;
#define AT(dx, dy, dz) p[((z + dz) * ny + y + dy) * nx + x + dx]
  for (int z = 1; z < nz - 1; ++z) {
    float faces = AT(1, 0, 0) + AT(-1, 0, 0) + AT(0, 1, 0) + AT(0, -1, 0) + AT(0, 0, 1) + AT(0, 0, -1);
    float edges = AT(1, 1, 0) - AT(1, -1, 0) - AT(-1, 1, 0) + AT(-1, -1, 0) + AT(0, 1, 1) - AT(0, -1, 1) - AT(0, 1, -1) + AT(0, -1, -1) + AT(1, 0, 1) - AT(-1, 0, 1) - AT(1, 0, -1) + AT(-1, 0, -1);
    out[(z * ny + y) * nx + x] = faces / 6 + edges * 0.25f - AT(0, 0, 0);
  }
#undef AT
}
__global__ void carried_along(const float2* velocity, const float* density, float* out, int width, float dt) {
  PLACE;
  float2 v = velocity[y * width + x];
  float px = fminf(fmaxf(x - dt * v.x, 0.f), width - 2.f), py = fminf(fmaxf(y - dt * v.y, 0.f), width - 2.f);
  int x0 = (int)px, y0 = (int)py;
  float ax = px - x0, ay = py - y0;
  const float* d = density + y0 * width + x0;
  out[y * width + x] = (1 - ay) * ((1 - ax) * d[0] + ax * d[1]) + ay * ((1 - ax) * d[width] + ax * d[width + 1]);
}
__global__ void several_steps_of_heat(const float* in, float* out, int steps) {
  __shared__ float s[2][66];
  int t = threadIdx.x, g = blockIdx.x * 64 + t, now = 0;
  s[0][t + 1] = in[g];
  if (t == 0) s[0][0] = s[1][0] = 0, s[0][65] = s[1][65] = 0;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    s[1 - now][t + 1] = s[now][t + 1] + 0.25f * (s[now][t] - 2 * s[now][t + 1] + s[now][t + 2]);
    __syncthreads();
    now = 1 - now;
  }
  out[g] = s[now][t + 1];
}
__global__ void life_in_tiles(const int* in, int* out, int width) {
  __shared__ int s[10][34];
  PLACE;
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int dy = ty; dy < 10; dy += 8)
    for (int dx = tx; dx < 34; dx += 32) {
      int gx = (blockIdx.x * 32 + dx + width - 1) % width, gy = (blockIdx.y * 8 + dy + width - 1) % width;
      s[dy][dx] = in[gy * width + gx];
    }
  __syncthreads();
  int alive = s[ty][tx] + s[ty][tx + 1] + s[ty][tx + 2] + s[ty + 1][tx] + s[ty + 1][tx + 2] + s[ty + 2][tx] + s[ty + 2][tx + 1] + s[ty + 2][tx + 2];
  out[y * width + x] = alive == 3 || (alive == 2 && s[ty + 1][tx + 1]);
}
__global__ void alignment_of_a_diagonal(const int* reference, int* matrix, int cols, int penalty) {
  __shared__ int temp[17][17], ref[16][16];
  int tx = threadIdx.x, bx = blockIdx.x, by = gridDim.x - 1 - blockIdx.x;
  int index = cols * 16 * by + 16 * bx + tx + cols + 1, index_n = cols * 16 * by + 16 * bx + tx + 1, index_w = cols * 16 * by + 16 * bx + cols, index_nw = cols * 16 * by + 16 * bx;
  if (tx == 0) temp[tx][0] = matrix[index_nw];
  for (int ty = 0; ty < 16; ty++) ref[ty][tx] = reference[index + cols * ty];
  __syncthreads();
  temp[tx + 1][0] = matrix[index_w + cols * tx];
  __syncthreads();
  temp[0][tx + 1] = matrix[index_n];
  __syncthreads();
  for (int m = 0; m < 16; m++) {
    if (tx <= m) {
      int t_x = tx + 1, t_y = m - tx + 1;
      temp[t_y][t_x] = max(temp[t_y - 1][t_x - 1] + ref[t_y - 1][t_x - 1], max(temp[t_y][t_x - 1] - penalty, temp[t_y - 1][t_x] - penalty));
    }
    __syncthreads();
  }
  for (int m = 14; m >= 0; m--) {
    if (tx <= m) {
      int t_x = tx + 16 - m, t_y = 16 - tx;
      temp[t_y][t_x] = max(temp[t_y - 1][t_x - 1] + ref[t_y - 1][t_x - 1], max(temp[t_y][t_x - 1] - penalty, temp[t_y - 1][t_x] - penalty));
    }
    __syncthreads();
  }
  for (int ty = 0; ty < 16; ty++) matrix[index + ty * cols] = temp[ty + 1][tx + 1];
}

// ---- convolutions
__global__ void convolution_of_nine_numbers(const float* A, float* B, int ni, int nj) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  float c11 = +0.2f, c21 = +0.5f, c31 = -0.8f, c12 = -0.3f, c22 = +0.6f, c32 = -0.9f, c13 = +0.4f, c23 = +0.7f, c33 = +0.10f;
  if ((i < ni - 1) && (j < nj - 1) && (i > 0) && (j > 0))
    B[i * nj + j] = c11 * A[(i - 1) * nj + (j - 1)] + c21 * A[(i - 1) * nj + (j + 0)] + c31 * A[(i - 1) * nj + (j + 1)] + c12 * A[(i + 0) * nj + (j - 1)] +
                    c22 * A[(i + 0) * nj + (j + 0)] + c32 * A[(i + 0) * nj + (j + 1)] + c13 * A[(i + 1) * nj + (j - 1)] + c23 * A[(i + 1) * nj + (j + 0)] + c33 * A[(i + 1) * nj + (j + 1)];
}
__constant__ float filter[7];
__global__ void convolution_with_halo_cells(const float* N, float* P, int width) {
  __shared__ float N_ds[64 + 7 - 1];
  int i = blockIdx.x * blockDim.x + threadIdx.x, r = 7 / 2;
  int halo_left = (blockIdx.x - 1) * blockDim.x + threadIdx.x;
  if (threadIdx.x >= blockDim.x - r) N_ds[threadIdx.x - (blockDim.x - r)] = halo_left < 0 ? 0 : N[halo_left];
  N_ds[r + threadIdx.x] = N[blockIdx.x * blockDim.x + threadIdx.x];
  int halo_right = (blockIdx.x + 1) * blockDim.x + threadIdx.x;
  if (threadIdx.x < r) N_ds[r + blockDim.x + threadIdx.x] = halo_right >= width ? 0 : N[halo_right];
  __syncthreads();
  float value = 0;
  for (int j = 0; j < 7; j++) value += N_ds[threadIdx.x + j] * filter[j];
  P[i] = value;
}
__global__ void convolution_of_rows_by_four(const float* in, float* out, int width) {
  PLACE;
  float kept[12], sum[4] = {0, 0, 0, 0};
  int first = x * 4;
#pragma unroll
  for (int k = 0; k < 10; ++k) kept[k] = first + k - 3 >= 0 && first + k - 3 < width ? in[y * width + first + k - 3] : 0.f;
#pragma unroll
  for (int q = 0; q < 4; ++q)
#pragma unroll
    for (int k = 0; k < 7; ++k) sum[q] += filter[k] * kept[q + k];
#pragma unroll
  for (int q = 0; q < 4; ++q) out[y * width + first + q] = sum[q];
}
__global__ void convolution_of_volumes(const float* in, const float* weights, float* out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) return;
  float sum = 0;
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        int cx = min(max(x + dx, 0), nx - 1), cy = min(max(y + dy, 0), ny - 1), cz = min(max(z + dz, 0), nz - 1);
        sum += weights[((dz + 1) * 3 + dy + 1) * 3 + dx + 1] * in[(cz * ny + cy) * nx + cx];
      }
  out[(z * ny + y) * nx + x] = sum;
}
__global__ void weights_in_shared_memory(const float* in, const float* weights, float* out, int width, int taps) {
  extern __shared__ float w[];
  for (int k = threadIdx.x; k < taps; k += blockDim.x) w[k] = weights[k];
  __syncthreads();
  INDEX;
  if (i + taps > width) return;
  float sum = 0;
  for (int k = 0; k < taps; ++k) sum += w[k] * in[i + k];
  out[i] = sum;
}

// ---- pictures
__global__ void median_of_nine(const unsigned char* in, unsigned char* out, int width, int height) {
  PLACE;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  unsigned char v[9];
  int k = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) v[k++] = in[(y + dy) * width + x + dx];
  for (int a = 0; a < 5; ++a)
    for (int b = a + 1; b < 9; ++b)
      if (v[b] < v[a]) {
        unsigned char swap = v[a];
        v[a] = v[b];
        v[b] = swap;
      }
  out[y * width + x] = v[4];
}
__global__ void bilateral(const float* in, float* out, int width, int height, int radius) {
  PLACE;
  if (x >= width || y >= height) return;
  float centre = in[y * width + x], sum = 0, weight = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      int px = min(max(x + dx, 0), width - 1), py = min(max(y + dy, 0), height - 1);
      float v = in[py * width + px], d = v - centre, w = __expf(-(dx * dx + dy * dy) * 0.1f - d * d * 0.5f);
      sum += w * v, weight += w;
    }
  out[y * width + x] = sum / weight;
}
__global__ void sobel_in_tiles(const float* in, float* out, int width) {
  __shared__ float s[18][18];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  s[ty][tx] = in[y * width + x];
  if (threadIdx.x == 0) s[ty][0] = in[y * width + x - 1];
  if (threadIdx.x == 15) s[ty][17] = in[y * width + x + 1];
  if (threadIdx.y == 0) s[0][tx] = in[(y - 1) * width + x];
  if (threadIdx.y == 15) s[17][tx] = in[(y + 1) * width + x];
  if (threadIdx.x == 0 && threadIdx.y == 0) s[0][0] = in[(y - 1) * width + x - 1];
  if (threadIdx.x == 15 && threadIdx.y == 0) s[0][17] = in[(y - 1) * width + x + 1];
  if (threadIdx.x == 0 && threadIdx.y == 15) s[17][0] = in[(y + 1) * width + x - 1];
  if (threadIdx.x == 15 && threadIdx.y == 15) s[17][17] = in[(y + 1) * width + x + 1];
  __syncthreads();
  float gx = s[ty - 1][tx + 1] + 2 * s[ty][tx + 1] + s[ty + 1][tx + 1] - s[ty - 1][tx - 1] - 2 * s[ty][tx - 1] - s[ty + 1][tx - 1];
  float gy = s[ty + 1][tx - 1] + 2 * s[ty + 1][tx] + s[ty + 1][tx + 1] - s[ty - 1][tx - 1] - 2 * s[ty - 1][tx] - s[ty - 1][tx + 1];
  out[y * width + x] = sqrtf(gx * gx + gy * gy);
}
__global__ void levels_equalised(unsigned char* picture, const float* cdf, int size) {
  INDEX;
  if (i < size) {
    float level = 255 * (cdf[picture[i]] - cdf[0]) / (1.f - cdf[0]);
    picture[i] = (unsigned char)fminf(fmaxf(level, 0.f), 255.f);
  }
}
__global__ void brightness_of_planes(const uchar3* rgb, unsigned char* y_plane, unsigned char* u_plane, unsigned char* v_plane, int width, int height) {
  PLACE;
  if (x >= width || y >= height) return;
  uchar3 p = rgb[y * width + x];
  y_plane[y * width + x] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
  if (x % 2 == 0 && y % 2 == 0) {
    u_plane[y / 2 * (width / 2) + x / 2] = (unsigned char)(-0.169f * p.x - 0.331f * p.y + 0.5f * p.z + 128);
    v_plane[y / 2 * (width / 2) + x / 2] = (unsigned char)(0.5f * p.x - 0.419f * p.y - 0.081f * p.z + 128);
  }
}
__global__ void picture_turned_by_ninety(const uchar4* in, uchar4* out, int width, int height) {
  __shared__ uchar4 s[16][17];
  PLACE;
  if (x < width && y < height) s[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
  if (x < height && y < width) out[y * height + height - 1 - x] = s[threadIdx.x][threadIdx.y];
}
__global__ void dilated_by_a_cross(const unsigned char* in, unsigned char* out, int width, int height) {
  PLACE;
  if (x >= width || y >= height) return;
  unsigned char most = in[y * width + x];
  if (x > 0) most = max(most, in[y * width + x - 1]);
  if (x < width - 1) most = max(most, in[y * width + x + 1]);
  if (y > 0) most = max(most, in[(y - 1) * width + x]);
  if (y < height - 1) most = max(most, in[(y + 1) * width + x]);
  out[y * width + x] = most;
}
__global__ void summed_along_rows(const int* in, int* out, int width) {
  int row = blockIdx.x, lane = threadIdx.x, carry = 0;
  for (int at = lane; at < width; at += 32) {
    int v = in[row * width + at];
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
      int other = __shfl_up_sync(~0u, v, d);
      if (lane >= d) v += other;
    }
    v += carry;
    out[row * width + at] = v;
    carry = __shfl_sync(~0u, v, 31);
  }
}
__global__ void labels_spread(const int* picture, int* labels, int width, int height, int* changed) {
  PLACE;
  if (x >= width || y >= height) return;
  int at = y * width + x, label = labels[at], least = label;
  if (picture[at] == 0) return;
  if (x > 0 && picture[at - 1]) least = min(least, labels[at - 1]);
  if (y > 0 && picture[at - width]) least = min(least, labels[at - width]);
  if (x + 1 < width && picture[at + 1]) least = min(least, labels[at + 1]);
  if (y + 1 < height && picture[at + width]) least = min(least, labels[at + width]);
  if (least < label) *changed = 1;
}
__global__ void wavelet_of_rows(const float* in, float* out, int width) {
  extern __shared__ float row[];
  int t = threadIdx.x, half = width / 2;
  row[t] = in[blockIdx.x * width + t];
  row[t + half] = in[blockIdx.x * width + t + half];
  __syncthreads();
  float even = row[2 * t], odd = row[2 * t + 1], next = row[2 * t + 2 < width ? 2 * t + 2 : 2 * t];
  float detail = odd - 0.5f * (even + next);
  row[2 * t + 1] = detail;
  __syncthreads();
  float before = t > 0 ? row[2 * t - 1] : detail;
  out[blockIdx.x * width + t] = even + 0.25f * (before + detail);
  out[blockIdx.x * width + half + t] = detail;
}
__global__ void boxes_down_columns(const float* in, float* out, int width, int height, int r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float scale = 1.0f / (2 * r + 1), t = in[x] * r;
  for (int y = 0; y < r + 1; y++) t += in[y * width + x];
  out[x] = t * scale;
  for (int y = 1; y < r + 1; y++) {
    t += in[(y + r) * width + x];
    t -= in[x];
    out[y * width + x] = t * scale;
  }
  for (int y = r + 1; y < height - r; y++) {
    t += in[(y + r) * width + x];
    t -= in[(y - r - 1) * width + x];
    out[y * width + x] = t * scale;
  }
}
__global__ void nearest_seeds(const int2* seeds, int2* out, int width, int step) {
  PLACE;
  int2 best = seeds[y * width + x];
  int nearest = (best.x - x) * (best.x - x) + (best.y - y) * (best.y - y);
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      int px = x + dx * step, py = y + dy * step;
      if (px < 0 || py < 0 || px >= width || py >= width) continue;
      int2 seed = seeds[py * width + px];
      int far = (seed.x - x) * (seed.x - x) + (seed.y - y) * (seed.y - y);
      if (far < nearest) nearest = far, best = seed;
    }
  out[y * width + x] = best;
}

int main() {
  float *f, *g, *h, *o;
  int *marks, *labels;
  cudaMalloc(&f, n * 32), cudaMalloc(&g, n * 16), cudaMalloc(&h, n * 16), cudaMalloc(&o, n * 48), cudaMalloc(&marks, n * 4), cudaMalloc(&labels, n * 4);
  cudaMemset(f, 0, n * 32), cudaMemset(g, 0, n * 16), cudaMemset(h, 0, n * 16), cudaMemset(o, 0, n * 48);
  std::vector<int> mark(n, 0), label(n, 0);
  for (int i = 0; i < n; ++i) mark[i] = i * 13 % 7 < 4, label[i] = i * 29 % 3001;
  cudaMemcpy(marks, mark.data(), n * 4, cudaMemcpyHostToDevice), cudaMemcpy(labels, label.data(), n * 4, cudaMemcpyHostToDevice);
  dim3 square(16, 16), flat(32, 8);
  hotspot_step<<<dim3(5, 5), square>>>(f, g, o, 64, 60, 1, 2, 3, 4);
  diffusion_coefficients<<<dim3(4, 4), square>>>(f, o, o + n, o + 2 * n, o + 3 * n, o + 4 * n, 60, 50, 0.5f);
  fields_step_ey<<<dim3(2, 8), flat>>>(f, g, h, 3, 60, 50);
  fields_step_hz<<<dim3(2, 8), flat>>>(f, g, h, 60, 50);
  fdtd_of_radius_four<<<dim3(2, 2), dim3(16, 8)>>>(f, o, 32, 16, 10);
  lattice_of_nine<<<dim3(2, 8), flat>>>(f, o, marks, 60, 62, 1.2f);
  wave_in_shared_memory<<<8, 128>>>(f, g, h, 1024, 0.5f);
  red_then_black<<<dim3(4, 4), square>>>(f, g, 60, 1);
  nineteen_points<<<dim3(2, 4), dim3(32, 8)>>>(f, o, 40, 30, 12);
  carried_along<<<dim3(4, 4), square>>>((float2*)f, g, o, 64, 0.1f);
  several_steps_of_heat<<<8, 64>>>(f, o, 10);
  life_in_tiles<<<dim3(2, 8), flat>>>(marks, (int*)o, 64);
  alignment_of_a_diagonal<<<4, 16>>>(marks, labels, 80, 10);
  convolution_of_nine_numbers<<<dim3(2, 8), flat>>>(f, o, 60, 62);
  convolution_with_halo_cells<<<16, 64>>>(f, o, 1024);
  convolution_of_rows_by_four<<<dim3(1, 8), dim3(16, 8)>>>(f, o, 64);
  convolution_of_volumes<<<dim3(3, 3, 3), dim3(8, 8, 4)>>>(f, g, o, 20, 18, 10);
  weights_in_shared_memory<<<8, 128, 44>>>(f, g, o, 1000, 11);
  median_of_nine<<<dim3(4, 4), square>>>((unsigned char*)f, (unsigned char*)o, 61, 59);
  bilateral<<<dim3(4, 4), square>>>(f, o, 50, 60, 2);
  sobel_in_tiles<<<dim3(3, 3), square>>>(f, o, 64);
  levels_equalised<<<8, 128>>>((unsigned char*)marks, f, 1000);
  brightness_of_planes<<<dim3(4, 4), square>>>((uchar3*)f, (unsigned char*)o, (unsigned char*)o + n, (unsigned char*)o + 2 * n, 60, 50);
  picture_turned_by_ninety<<<dim3(4, 4), square>>>((uchar4*)f, (uchar4*)o, 60, 50);
  dilated_by_a_cross<<<dim3(4, 4), square>>>((unsigned char*)f, (unsigned char*)o, 60, 50);
  summed_along_rows<<<16, 32>>>((int*)f, (int*)o, 100);
  labels_spread<<<dim3(4, 4), square>>>(marks, labels, 60, 50, (int*)o);
  boxes_down_columns<<<2, 64>>>(f, o, 120, 40, 3);
  nearest_seeds<<<dim3(4, 4), square>>>((int2*)h, (int2*)o, 64, 4);
  wavelet_of_rows<<<16, 64, 512>>>(f, o, 128);
  return cudaDeviceSynchronize();
}
