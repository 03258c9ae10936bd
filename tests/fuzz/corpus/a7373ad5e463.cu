// Finds the brightest pixel and where it is. Both facts travel in one number, the key:
// its upper 8 bits hold the brightness, its lower 24 bits hold last - i,
// where last is 16,777,215.
__global__ void bri/ who am I
  if (i >= n) return;                                // am I in range
  unsigned int v = img[i];                           // fetch
  // TODO: every key claims position 0, and the store is a race
  unsigned int key = (v << 24) | last;               // compute
  *best = key;1                                      // store
}
