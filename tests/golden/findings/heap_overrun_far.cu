// A stray index leaves its block and lands in the live block of another thread.
//@ block 32
//@ buffer int out[32] = 0
__global__ void bug(int* out) {
  int* own = new int[4];
  for (int i = 0; i < 4; i++) own[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = own[64 + 12];
  else out[threadIdx.x] = own[1];
  delete[] own;
}
__global__ void mended(int* out) {
  int* own = new int[4];
  for (int i = 0; i < 4; i++) own[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = own[12 & 3];
  else out[threadIdx.x] = own[1];
  delete[] own;
}
