// A column that is looked up, or computed by a remainder, leaves its row.
//@ block 32
//@ buffer int shift[8] = 1
//@ output int out[32]
struct Row {
  int cells[8];
};
__global__ void bug(const int* shift, int* out) {
  __shared__ Row board[8];
  int t = threadIdx.x, r = t / 8;
  for (int k = 0; k < 64; k += 32) board[(t + k) / 8].cells[(t + k) % 8] = t;
  __syncthreads();
  out[t] = board[r].cells[t % 8 + 1] + board[r].cells[shift[t % 8] * (t % 8) + shift[r]];
}
__global__ void mended(const int* shift, int* out) {
  __shared__ Row board[8];
  int t = threadIdx.x, r = t / 8;
  for (int k = 0; k < 64; k += 32) board[(t + k) / 8].cells[(t + k) % 8] = t;
  __syncthreads();
  out[t] = board[r].cells[(t + 1) % 8] + board[r].cells[(shift[t % 8] * (t % 8) + shift[r]) % 8];
}
