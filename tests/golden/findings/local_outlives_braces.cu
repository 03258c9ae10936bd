// A pointer to a variable of an inner block is used behind it.
//@ block 32
//@ output int out[32]
__global__ void bug(int* out) {
  const int* best = nullptr;
  for (int k = 0; k < 2; ++k) {
    int candidates[4] = {k, k + 1, k + 2, (int)threadIdx.x};
    if (k == 1) best = &candidates[threadIdx.x % 4];
  }
  out[threadIdx.x] = *best;
}
__global__ void mended(int* out) {
  int candidates[4];
  const int* best = nullptr;
  for (int k = 0; k < 2; ++k) {
    for (int i = 0; i < 4; ++i) candidates[i] = i == 3 ? (int)threadIdx.x : k + i;
    if (k == 1) best = &candidates[threadIdx.x % 4];
  }
  out[threadIdx.x] = *best;
}
