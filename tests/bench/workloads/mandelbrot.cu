// Iterations until the orbit of each point leaves the disc of radius 2.
__global__ void mandelbrot(int* out, int width, int height, int limit)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    float cx = -2.0f + x * (3.0f / width), cy = -1.5f + y * (3.0f / height);
    float zx = 0, zy = 0;
    int it = 0;
    while (it < limit) {
      float x2 = zx * zx, y2 = zy * zy;
      if (x2 + y2 > 4.0f) break;
      float t = x2 - y2;
      zy = 2.0f * (zx * zy) + cy;
      zx = t + cx;
      it++;
    }
    out[y * width + x] = it;
  }
}
