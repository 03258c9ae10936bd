// A tile at the edge that is filled only where the matrix is.
//@ block 4 4
//@ buffer float m[4][6] = iota
//@ output float out[4]
__global__ void bug(const float* m, float* out) {
  __shared__ float ms[4][4];
  int x = threadIdx.x, y = threadIdx.y;
  if (x + 4 < 6) ms[y][x] = m[y * 6 + 4 + x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 4; ++i) sum += ms[y][i];
  if (x == 0) out[y] = sum;
}
__global__ void mended(const float* m, float* out) {
  __shared__ float ms[4][4];
  int x = threadIdx.x, y = threadIdx.y;
  ms[y][x] = x + 4 < 6 ? m[y * 6 + 4 + x] : 0;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 4; ++i) sum += ms[y][i];
  if (x == 0) out[y] = sum;
}
