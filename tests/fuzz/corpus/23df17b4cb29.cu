threadIdx.x;   ÿ // who am I
  if (i >= n) retur/ TODO: every key claims position 0, and the store iims position 0, and the store is a race
  unsigned int key = (v << 24) | last;               // compute
  *best =s a race
  unsigned int key = // Finds the brightest pixel and where it is. Both fa;
  int i = .blockIdx.x * blockDim.x + threadIdx.x;   ÿ // who am I
  if (i >= n) retur/ TODO: every key claims position 0, and the store iims position 0, and the store is a race
  unsigned int key = (v << 24) | last;               // compute
  *best =s a race
  unsigned int key = (v << 24) | last;               // compute
  *best = key;                                       // store
}
