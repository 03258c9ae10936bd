#include "tests/bench/serial_twins.h"

// Each kernel body is an ordinary function of block and thread; the loops around it are what a CPU programmer would write first.
// Sizes reach the bodies as arguments, as they reach the kernels, so the compiler cannot fold them.

namespace wb::bench::serial {
namespace {

struct Index2 {
  int x, y;
};

template <class T> T* bytes(DeviceBuffer& buffer) { return reinterpret_cast<T*>(buffer.bytes.data()); }

template <class Body> void for_each_thread(int blocks, Body body) {
  for (int by = 0; by < blocks; by++)
    for (int bx = 0; bx < blocks; bx++)
      for (int ty = 0; ty < 16; ty++)
        for (int tx = 0; tx < 16; tx++) body(Index2{bx, by}, Index2{tx, ty});
}

void grey_thread(Index2 b, Index2 t, const unsigned char* rgb, unsigned char* out, int width, int height) {
  int x = b.x * 16 + t.x, y = b.y * 16 + t.y;
  if (x < width && y < height) {
    int i = y * width + x;
    float r = rgb[3 * i], g = rgb[3 * i + 1], bl = rgb[3 * i + 2];
    out[i] = static_cast<unsigned char>(0.21f * r + 0.72f * g + 0.07f * bl);
  }
}

void blur_thread(Index2 b, Index2 t, const float* in, float* out, int width, int height) {
  int x = b.x * 16 + t.x, y = b.y * 16 + t.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  int count = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      int xx = x + dx, yy = y + dy;
      if (xx >= 0 && xx < width && yy >= 0 && yy < height) {
        sum += in[yy * width + xx];
        count++;
      }
    }
  out[y * width + x] = sum / static_cast<float>(count);
}

void matmul_thread(Index2 b, Index2 t, const float* a, const float* m, float* c, int n) {
  int x = b.x * 16 + t.x, y = b.y * 16 + t.y;
  if (x >= n || y >= n) return;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[y * n + k] * m[k * n + x];
  c[y * n + x] = sum;
}

void mandelbrot_thread(Index2 b, Index2 t, int* out, int width, int height, int limit) {
  int x = b.x * 16 + t.x, y = b.y * 16 + t.y;
  if (x >= width || y >= height) return;
  float cx = -2.0f + static_cast<float>(x) * (3.0f / static_cast<float>(width));
  float cy = -1.5f + static_cast<float>(y) * (3.0f / static_cast<float>(height));
  float zx = 0, zy = 0;
  int it = 0;
  while (it < limit) {
    float x2 = zx * zx, y2 = zy * zy;
    if (x2 + y2 > 4.0f) break;
    float next = x2 - y2;
    zy = 2.0f * (zx * zy) + cy;
    zx = next + cx;
    it++;
  }
  out[y * width + x] = it;
}

}  // namespace

void grey(Buffers& buffers) {
  auto rgb = bytes<unsigned char>(buffers[0]), out = bytes<unsigned char>(buffers[1]);
  for_each_thread(image_size / 16, [=](Index2 b, Index2 t) { grey_thread(b, t, rgb, out, image_size, image_size); });
}

void box_blur(Buffers& buffers) {
  auto in = bytes<float>(buffers[0]), out = bytes<float>(buffers[1]);
  for_each_thread(image_size / 16, [=](Index2 b, Index2 t) { blur_thread(b, t, in, out, image_size, image_size); });
}

void matmul_naive(Buffers& buffers) {
  auto a = bytes<float>(buffers[0]), b = bytes<float>(buffers[1]), c = bytes<float>(buffers[2]);
  for_each_thread(matrix_size / 16, [=](Index2 block, Index2 t) { matmul_thread(block, t, a, b, c, matrix_size); });
}

void matmul_tiled(Buffers& buffers) {
  auto a = bytes<float>(buffers[0]), b = bytes<float>(buffers[1]), c = bytes<float>(buffers[2]);
  constexpr int n = matrix_size;
  for (int by = 0; by < n / 16; by++)
    for (int bx = 0; bx < n / 16; bx++) {
      float as[16][16], bs[16][16], sum[16][16] = {};
      for (int p = 0; p < n / 16; p++) {
        for (int ty = 0; ty < 16; ty++)
          for (int tx = 0; tx < 16; tx++) {
            as[ty][tx] = a[(by * 16 + ty) * n + p * 16 + tx];
            bs[ty][tx] = b[(p * 16 + ty) * n + bx * 16 + tx];
          }
        // barrier
        for (int ty = 0; ty < 16; ty++)
          for (int tx = 0; tx < 16; tx++) {
            float s = sum[ty][tx];
            for (int k = 0; k < 16; k++) s += as[ty][k] * bs[k][tx];
            sum[ty][tx] = s;
          }
        // barrier
      }
      for (int ty = 0; ty < 16; ty++)
        for (int tx = 0; tx < 16; tx++) c[(by * 16 + ty) * n + bx * 16 + tx] = sum[ty][tx];
    }
}

void histogram(Buffers& buffers) {
  auto in = bytes<unsigned char>(buffers[0]);
  auto bins = bytes<unsigned int>(buffers[1]);
  for (int b = 0; b < histogram_blocks; b++)
    for (int t = 0; t < 256; t++)
      for (int i = b * 256 + t; i < histogram_length; i += histogram_blocks * 256) bins[in[i]]++;
}

void reduction(Buffers& buffers) {
  auto in = bytes<float>(buffers[0]), out = bytes<float>(buffers[1]);
  for (int b = 0; b < reduction_length / 256; b++) {
    float s[256];
    for (int t = 0; t < 256; t++) s[t] = in[b * 256 + t];
    for (int k = 128; k > 0; k >>= 1)
      for (int t = 0; t < 256; t++)
        if (t < k) s[t] += s[t + k];
    out[b] = s[0];
  }
}

void mandelbrot(Buffers& buffers) {
  auto out = bytes<int>(buffers[0]);
  for_each_thread(set_size / 16, [=](Index2 b, Index2 t) { mandelbrot_thread(b, t, out, set_size, set_size, set_limit); });
}

}  // namespace wb::bench::serial
