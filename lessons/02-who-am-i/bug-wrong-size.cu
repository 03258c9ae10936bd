// Paints each pixel with the numbers of its thread.
__global__ void paint_ids(uchar3* out)
{
  int i = blockIdx.x * gridDim.x + threadIdx.x;      // who am I
  int red = 240 * blockIdx.x / gridDim.x;            // compute
  int green = 240 * threadIdx.x / blockDim.x;
  out[i] = make_uchar3(red, green, 240 - red);       // store
}
