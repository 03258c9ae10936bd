// For each point of the plane: how many steps until it runs away, at most 64.
__global__ void mandelbrot(unsigned char* out, int width, int height)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;           // who am I
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float cx = 3.0f * x / width - 2.2f;
  float cy = 2.5f * y / height - 1.25f;
  float zx = 0, zy = 0;
  int k = 0;
  for (; k < 64 && zx * zx + zy * zy < 4; k++)             // compute
  {
    float next = zx * zx - zy * zy + cx;
    zy = 2 * zx * zy + cy;
    zx = next;
  }
  out[y * width + x] = 3 * k;                              // store
}
