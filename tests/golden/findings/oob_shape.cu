// No column test: column -1 of a row is the last one of the row before, and the bounds of the whole picture see only its first and last pixel.
//@ block 8 4
//@ buffer float in[4][8] = iota
//@ buffer float out[4][8] = 0
//@ number 8
//@ number 4
__global__ void bug(const float* in, float* out, int w, int h) {
  int x = threadIdx.x, y = threadIdx.y;
  if (y == 0 || y == h - 1) return;
  out[y * w + x] = (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) / 3;
}
__global__ void mended(const float* in, float* out, int w, int h) {
  int x = threadIdx.x, y = threadIdx.y;
  if (y == 0 || y == h - 1 || x == 0 || x == w - 1) return;
  out[y * w + x] = (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) / 3;
}
