// One thread for each row: it adds up its row from left to right.
__global__ void row_sums(const float* img, float* sum, int width, int height)
{
  int y = blockIdx.x * blockDim.x + threadIdx.x;           // who am I
  if (y >= height) return;                                 // am I in range
  float s = 0;
  for (int x = 0; x < width; x++)
    s += img[y * width + x];                               // fetch, compute
  sum[y] = s;                                              // store
}
