// Two parameters point into one buffer. In place, a thread reads the element that its neighbour stores; in the other half, nobody does.
//@ grid 4
//@ block 64
//@ buffer float pool[512] = iota
//@ again pool
//@ again pool + 256
//@ number 256
__global__ void bug(float* out, const float* in, float* other, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = in[i + 1] + other[i];
}
__global__ void mended(float* pool, const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = in[i + 1] + pool[i];
}
