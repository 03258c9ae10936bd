// n[i * k + c] where the rows of n have another length.
//@ block 5 3
//@ buffer int m[3][4] = iota
//@ buffer int n[4][5] = iota
//@ output int out[3][5]
__global__ void bug(const int* m, const int* n, int* out) {
  int c = threadIdx.x, r = threadIdx.y, sum = 0;
  for (int i = 0; i < 4; ++i) sum += m[r * 4 + i] * n[i * 7 + c];
  out[r * 5 + c] = sum;
}
__global__ void mended(const int* m, const int* n, int* out) {
  int c = threadIdx.x, r = threadIdx.y, sum = 0;
  for (int i = 0; i < 4; ++i) sum += m[r * 4 + i] * n[i * 5 + c];
  out[r * 5 + c] = sum;
}
