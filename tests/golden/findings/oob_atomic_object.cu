// A look at an atomic object behind the last one: an atomic access, named without what the library keeps inside.
//@ grid 1
//@ block 32
//@ buffer int flags[32] = 0
//@ buffer int out[32] = 0
#include <cuda/atomic>
__global__ void bug(cuda::atomic<int>* flags, int* out) {
  out[threadIdx.x] = flags[threadIdx.x + 1].load();
}
__global__ void mended(cuda::atomic<int>* flags, int* out) {
  out[threadIdx.x] = flags[(threadIdx.x + 1) % 32].load();
}
