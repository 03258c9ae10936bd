// Atomics of different sizes on common bytes are not atomic to each other.
//@ block 64
//@ buffer uint bins[8] = 0
__global__ void bug(unsigned* bins) {
  if (threadIdx.x < 32) atomicAdd(&bins[2], 1u);
  else atomicAdd((unsigned long long*)&bins[2], 1ull);
}
__global__ void mended(unsigned* bins) {
  if (threadIdx.x < 32) atomicAdd(&bins[2], 1u);
  else atomicAdd((unsigned long long*)&bins[4], 1ull);
}
