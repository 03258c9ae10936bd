// A loop goes one element too far: it stays in what the heap has rounded up to, and is one byte past what was asked for.
//@ block 32
//@ buffer int out[32] = 0
__global__ void bug(int* out) {
  int* own = (int*)malloc(10 * sizeof(int));
  for (int i = 0; i <= 10; i++) own[i] = i;
  out[threadIdx.x] = own[9];
  free(own);
}
__global__ void mended(int* out) {
  int* own = (int*)malloc(11 * sizeof(int));
  for (int i = 0; i <= 10; i++) own[i] = i;
  out[threadIdx.x] = own[9];
  free(own);
}
