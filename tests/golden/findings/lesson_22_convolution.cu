// No column test: the window's column -1 is the last pixel of the row before.
//@ grid 2 1
//@ block 8 6
//@ buffer float in[6][16] = iota
//@ buffer float out[6][16] = 0
//@ number 16
//@ number 6
__constant__ float weights[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
__global__ void bug(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (y + dy >= 0 && y + dy < h && (y + dy) * w + x + dx >= 0 && (y + dy) * w + x + dx < w * h) sum += weights[(dy + 1) * 3 + dx + 1] * in[(y + dy) * w + (x + dx)];
  out[y * w + x] = sum / 16;
}
__global__ void mended(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (y + dy >= 0 && y + dy < h && x + dx >= 0 && x + dx < w) sum += weights[(dy + 1) * 3 + dx + 1] * in[(y + dy) * w + (x + dx)];
  out[y * w + x] = sum / 16;
}
