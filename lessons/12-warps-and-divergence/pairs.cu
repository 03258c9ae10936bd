// Halves the sharpness: both pixels of a pair get the mean of the two.
__global__ void pairs(const unsigned char* img, unsigned char* out)
{
  int i = threadIdx.x;                                     // who am I
  if (i % 2 == 0)
    out[i] = (img[i] + img[i + 1]) / 2;                    // fetch, compute, store
  __syncwarp();                                            // meet
  if (i % 2 == 1)
    out[i] = out[i - 1];                                   // fetch, store
}
