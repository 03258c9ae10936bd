// Softens a picture: each pixel becomes the mean of itself and the pixels to its left and right.
__global__ void soften(const unsigned char* img, unsigned char* out, int width, int height)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;           // who am I
  if (i >= width * height) return;                         // am I in range
  int x = i % width;
  int y = i / width;
  int left = max(x - 1, 0);
  int right = min(x + 1, width - 1);
  int sum = img[y * width + left] + img[y * width + x] + img[y * width + right];     // fetch
  out[y * width + x] = sum / 3;                            // compute, store
}
