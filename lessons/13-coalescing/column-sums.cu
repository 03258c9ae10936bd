// One thread for each column: it adds up its column from top to bottom.
__global__ void column_sums(const float* img, float* sum, int width, int height)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;           // who am I
  if (x >= width) return;                                  // am I in range
  float s = 0;
  for (int y = 0; y < height; y++)
    s += img[y * width + x];                               // fetch, compute
  sum[x] = s;                                              // store
}
