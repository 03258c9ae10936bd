// Every thread puts keys into a table with open addressing, the first free slot behind its own; when all are in, it looks others up.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ unsigned slot_of(unsigned key, unsigned slots) { return key * 2654435761u % slots; }
__global__ void hash_phases(unsigned* keys, int* counts, int* found, int slots, int distinct, int each) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < each; k++) {
    unsigned key = (i + k * 40503u) * 747796405u % distinct + 1;
    for (unsigned slot = slot_of(key, slots);; slot = (slot + 1) % slots) {
      unsigned there = atomicCAS(&keys[slot], 0u, key);
      if (there != 0 && there != key) continue;
      atomicAdd(&counts[slot], 1);
      break;
    }
  }
  cg::this_grid().sync();
  int sum = 0;
  for (int k = 0; k < each; k++) {
    unsigned key = (i + k * 60497u) * 2246822519u % distinct + 1;
    for (unsigned slot = slot_of(key, slots); keys[slot] != 0; slot = (slot + 1) % slots)
      if (keys[slot] == key) {
        sum += counts[slot];
        break;
      }
  }
  found[i] = sum;
}
