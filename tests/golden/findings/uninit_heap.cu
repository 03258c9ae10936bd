// Memory of the heap does not start as zeros.
//@ block 32
//@ buffer int out[32] = 0
__global__ void bug(int* out) {
  int* count = new int[4];
  for (int i = 0; i < 8; i++) count[i & 3] += i;
  out[threadIdx.x] = count[0];
  delete[] count;
}
__global__ void mended(int* out) {
  int* count = new int[4]();
  for (int i = 0; i < 8; i++) count[i & 3] += i;
  out[threadIdx.x] = count[0];
  delete[] count;
}
