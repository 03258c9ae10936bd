// A row overrun inside an array.
//@ block 8
//@ output int out[8]
__global__ void bug(int* out) {
  __shared__ int tile[8][8];
  int t = threadIdx.x;
  for (int c = 0; c < 8; ++c) tile[t][c] = t;
  __syncthreads();
  int sum = 0;
  for (int c = 0; c <= 8; ++c)
    if (t < 7) sum += tile[t][c];
  out[t] = sum;
}
__global__ void mended(int* out) {
  __shared__ int tile[8][8];
  int t = threadIdx.x;
  for (int c = 0; c < 8; ++c) tile[t][c] = t;
  __syncthreads();
  int sum = 0;
  for (int c = 0; c < 8; ++c)
    if (t < 7) sum += tile[t][c];
  out[t] = sum;
}
