// im2col with padding that nobody looks at: a pixel in front of the picture.
//@ block 5 5
//@ buffer int img[25] = iota
//@ output int out[25]
__global__ void bug(const int* img, int* out) {
  int x = threadIdx.x, y = threadIdx.y;
  out[5 * y + x] = img[5 * y + x - 1];
}
__global__ void mended(const int* img, int* out) {
  int x = threadIdx.x, y = threadIdx.y;
  out[5 * y + x] = x > 0 ? img[5 * y + x - 1] : 0;
}
