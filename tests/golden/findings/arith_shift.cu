// A shift past the width.
//@ block 40
//@ output uint out[40]
__global__ void bug(unsigned* out) {
  out[threadIdx.x] = 1u << threadIdx.x;
}
__global__ void mended(unsigned* out) {
  out[threadIdx.x] = threadIdx.x < 32 ? 1u << threadIdx.x : 0u;
}
