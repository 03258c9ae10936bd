// Every thread puts keys into a table with open addressing, the first free slot behind its own, and counts them there; then it looks up what its neighbour has put in.
__device__ unsigned slot_of(unsigned key, unsigned slots) { return key * 2654435761u % slots; }
__device__ unsigned key_of(unsigned thread, int k, int distinct) { return (thread + k * 40503u) * 747796405u % distinct + 1; }
__global__ void hash_table(unsigned* keys, int* counts, int* found, int slots, int distinct, int each) {
  unsigned base = blockIdx.x * blockDim.x;
  for (int k = 0; k < each; k++) {
    unsigned key = key_of(base + threadIdx.x, k, distinct);
    for (unsigned slot = slot_of(key, slots);; slot = (slot + 1) % slots) {
      unsigned there = atomicCAS(&keys[slot], 0u, key);
      if (there != 0 && there != key) continue;
      atomicAdd(&counts[slot], 1);
      break;
    }
  }
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < each; k++) {
    unsigned key = key_of(base + (threadIdx.x + 1) % blockDim.x, k, distinct), slot = slot_of(key, slots);
    while (atomicAdd(&keys[slot], 0u) != key) slot = (slot + 1) % slots;
    sum += atomicAdd(&counts[slot], 0);
  }
  found[base + threadIdx.x] = sum;
}
