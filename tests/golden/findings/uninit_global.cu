// Memory from cudaMalloc has no values.
//@ block 32
//@ buffer int sums[32] = poison
//@ buffer int in[32] = iota
__global__ void bug(int* sums, const int* in) {
  sums[threadIdx.x] += in[threadIdx.x];
}
__global__ void mended(int* sums, const int* in) {
  sums[threadIdx.x] = in[threadIdx.x];
}
