// The pointer has walked through the block before it is given back.
//@ block 2
//@ buffer int out[2] = 0
__global__ void bug(int* out) {
  int* at = (int*)malloc(4 * sizeof(int));
  for (int i = 0; i < 4; i++) *at++ = i;
  out[threadIdx.x] = at[-1];
  free(at);
}
__global__ void mended(int* out) {
  int* begin = (int*)malloc(4 * sizeof(int));
  int* at = begin;
  for (int i = 0; i < 4; i++) *at++ = i;
  out[threadIdx.x] = at[-1];
  free(begin);
}
