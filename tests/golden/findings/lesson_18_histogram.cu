// bins[v]++ is three steps.
//@ grid 2
//@ block 64
//@ buffer uchar in[128] = 200
//@ buffer int bins[256] = 0
__global__ void bug(const unsigned char* in, int* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bins[in[i]]++;
}
__global__ void mended(const unsigned char* in, int* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[in[i]], 1);
}
