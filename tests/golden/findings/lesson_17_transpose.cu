// A tile is read turned before everybody has filled it.
//@ block 8 8
//@ buffer int in[8][8] = iota
//@ output int out[8][8]
__global__ void bug(const int* in, int* out) {
  __shared__ int tile[8][9];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 8 + x];
  out[y * 8 + x] = tile[x][y];
}
__global__ void mended(const int* in, int* out) {
  __shared__ int tile[8][9];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 8 + x];
  __syncthreads();
  out[y * 8 + x] = tile[x][y];
}
