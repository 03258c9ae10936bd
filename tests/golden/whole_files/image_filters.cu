// Filters over pictures: sepia, Sobel, Gaussian with constant weights, bilateral. Kernels: sepia sobel gaussian bilateral
#include <math.h>
typedef unsigned char uchar_t;
#define CLAMP(v, lo, hi) ((v) < (lo) ? (lo) : ((v) > (hi) ? (hi) : (v)))
__constant__ float d_weights[5][5];
__device__ __forceinline__ unsigned char to_byte(float v) { return (unsigned char)CLAMP(v, 0.0f, 255.0f); }
extern "C" __global__ void sepia(const uchar_t* __restrict__ in, uchar_t* __restrict__ out, size_t pixels) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pixels) return;
  const float r = in[i * 3], g = in[i * 3 + 1], b = in[i * 3 + 2];
  out[i * 3 + 0] = to_byte(0.393f * r + 0.769f * g + 0.189f * b);
  out[i * 3 + 1] = to_byte(0.349f * r + 0.686f * g + 0.168f * b);
  out[i * 3 + 2] = to_byte(0.272f * r + 0.534f * g + 0.131f * b);
}
__global__ void sobel(const uchar_t *img, uchar_t *out, int w, int h) {
  const int gx[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
  const int gy[3][3] = {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}};
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= w || row >= h) return;
  int sx = 0, sy = 0;
  for (int dr = -1; dr <= 1; ++dr)
    for (int dc = -1; dc <= 1; ++dc) {
      int r = CLAMP(row + dr, 0, h - 1), c = CLAMP(col + dc, 0, w - 1);
      sx += gx[dr + 1][dc + 1] * img[r * w + c];
      sy += gy[dr + 1][dc + 1] * img[r * w + c];
    }
  float magnitude = sqrtf((float)(sx * sx + sy * sy));
  out[row * w + col] = magnitude > 255 ? 255 : (uchar_t)magnitude;
}
__global__ void gaussian(const float *in, float *out, int width, int height) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < width && y < height) {
    float acc = 0.f, sum = 0.f;
    for (int j = -2; j <= 2; j++)
      for (int i = -2; i <= 2; i++) {
        int px = min(max(x + i, 0), width - 1), py = min(max(y + j, 0), height - 1);
        acc += d_weights[j + 2][i + 2] * in[py * width + px];
        sum += d_weights[j + 2][i + 2];
      }
    out[y * width + x] = acc / sum;
  }
}
__global__ void bilateral(float* out, const float* in, int w, int h, float sigma_d, float sigma_r, int radius) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float center = in[y * w + x], sum = 0, norm = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      int xx = x + dx, yy = y + dy;
      if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue;
      float v = in[yy * w + xx], d2 = (float)(dx * dx + dy * dy), r2 = (v - center) * (v - center);
      float weight = expf(-d2 / (2 * sigma_d * sigma_d)) * expf(-r2 / (2.0f * sigma_r * sigma_r));
      sum += weight * v;
      norm += weight;
    }
  out[y * w + x] = sum / norm;
}
