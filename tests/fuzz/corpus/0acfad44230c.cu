// Finds the brightest value of a grey picture.
__globalr* img, int* best, int n)

  int i = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  if (i >= n) return;                                // am I in range
  iÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿnt v = img[i];        ÿÿÿÿÿÿÿÿÿÿÿÿÿÿnt v = img[i];                                    // fetch
  atomicMax(best, v);                                // compute, store
}
