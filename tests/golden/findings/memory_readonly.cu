// A cast takes the `const` away, but the memory stays as it is.
//@ block 32
//@ buffer int out[32] = 0
__constant__ int weight[4] = {1, 3, 3, 1};
__global__ void bug(int* out) {
  int* w = (int*)weight;
  if (threadIdx.x == 0) w[2] = 4;
  out[threadIdx.x] = weight[threadIdx.x & 3];
}
__global__ void mended(int* out) {
  int own = weight[threadIdx.x & 3];
  if ((threadIdx.x & 3) == 2) own = 4;
  out[threadIdx.x] = own;
}
