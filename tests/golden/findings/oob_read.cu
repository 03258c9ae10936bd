// A grid is whole blocks: the last one has threads with nothing to do.
//@ grid 4
//@ block 256
//@ buffer float in[1000] = iota
//@ buffer float out[1024] = 0
//@ number 1000
__global__ void bug(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i];
}
__global__ void mended(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
