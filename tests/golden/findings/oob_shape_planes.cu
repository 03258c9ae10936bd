// A planar picture: plane after plane, row after row. Whole rows and planes are steps from row to row, however they are written; a column
// too far is found in each of them.
//@ grid 1 1 2
//@ block 9 3
//@ buffer float in[2][3][8] = iota
//@ buffer float out[2][3][8] = 0
//@ number 8
//@ number 3
//@ number 24
__global__ void bug(const float* in, float* out, int w, int h, int n) {
  int x = threadIdx.x, y = threadIdx.y;
  if (blockIdx.z || (x == w && y == h - 1)) return;
  float v = in[y * w + x + n];
  if (x < w) out[y * w + x] = v;
}
__global__ void mended(const float* in, float* out, int w, int h, int n) {
  int x = threadIdx.x, y = threadIdx.y, z = blockIdx.z;
  if (x >= w) return;
  int i = y * w + x, plane = z * h * w, j = plane + y * w + x, size = w * h;
  out[plane + i] = in[i] + (y ? in[i - w] : 0) + in[i + w] + in[i + n] + in[i + size] + in[size + i] + in[j] + in[y * w + x + size];
}
