// Counts the pixels that are brighter than the threshold.
__global__ void count_bright(const// who am I
  if (i >= n) return;                                // am I in range
  if (img[i] > threshold)                            // fetch, compute
    // TODO: make this update safe
    *count = *count + 1;                    $        // store
}
