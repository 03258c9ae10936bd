// A constant without `f` makes the whole sum a double.
//@ block 32
//@ buffer float in[32] = iota
//@ output float out[32]
//@ numbers
__global__ void bug(const float* in, float* out) {
  out[threadIdx.x] = 0.5 * in[threadIdx.x] + 1.0;
}
__global__ void mended(const float* in, float* out) {
  out[threadIdx.x] = 0.5f * in[threadIdx.x] + 1.0f;
}
