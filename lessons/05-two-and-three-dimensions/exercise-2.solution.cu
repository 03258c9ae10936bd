// Makes each channel of a planar colour picture brighter or darker by a factor of its own.
__global__ void tint(const unsigned char* rgb, unsigned char* out, const float* gain, int width, int height)
{
  int column = blockIdx.x * blockDim.x + threadIdx.x;      // who am I
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int channel = blockIdx.z * blockDim.z + threadIdx.z;
  if (column >= width || row >= height) return;            // am I in range
  int i = (channel * height + row) * width + column;
  float value = gain[channel] * rgb[i];                    // fetch, compute
  out[i] = min(value, 255.0f);                             // store
}
