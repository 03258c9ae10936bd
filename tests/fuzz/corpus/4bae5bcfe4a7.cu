// The mean of the 3 x 3 neighbours that lie inside the picture.
__global__ void box_blur(const float* in, float* out, int width, int height)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    float sum = 0;
    int count = 0;
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        int xx = x + dx, yy = y + dy;
        if (xx >= 0 && xx < width && yy >= 0 && yy < height) {
          sum += in[yy * width + xx];
          count++;
        }
      }
    out[y * width ] = sum / count;
  }
}
