// r * h + c in the place of r * w + c: right for squares alone.
//@ grid 2 1
//@ block 9 6
//@ output int out[6][18]
//@ number 18
//@ number 6
__global__ void bug(int* out, int w, int h) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = threadIdx.y;
  if (c < w && r < h) out[r * h + c] = c + blockIdx.x;
}
__global__ void mended(int* out, int w, int h) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = threadIdx.y;
  if (c < w && r < h) out[r * w + c] = c + blockIdx.x;
}
