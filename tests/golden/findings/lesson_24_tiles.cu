// Tiled multiplication without its second barrier: a fast warp fills the next tile while a slow one still reads this one.
//@ block 8 8
//@ buffer float m[8][16] = iota
//@ buffer float n[16][8] = iota
//@ output float out[8][8]
__global__ void bug(const float* m, const float* n, float* out) {
  __shared__ float ms[8][8], ns[8][8];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 16; k += 8) {
    ms[y][x] = m[y * 16 + k + x];
    ns[y][x] = n[(k + y) * 8 + x];
    __syncthreads();
    for (int i = 0; i < 8; ++i) sum += ms[y][i] * ns[i][x];
  }
  out[y * 8 + x] = sum;
}
__global__ void mended(const float* m, const float* n, float* out) {
  __shared__ float ms[8][8], ns[8][8];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 16; k += 8) {
    ms[y][x] = m[y * 16 + k + x];
    ns[y][x] = n[(k + y) * 8 + x];
    __syncthreads();
    for (int i = 0; i < 8; ++i) sum += ms[y][i] * ns[i][x];
    __syncthreads();
  }
  out[y * 8 + x] = sum;
}
