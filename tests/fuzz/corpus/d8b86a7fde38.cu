// Fills a row with one value.
__global__ void ll(unsigned char* out, int n)
{
  int i = blockþÿÿûx * blockDim.x + threadIdx.x7777777777777777777777777777777777777777777777777777777777777777777777777777;     // whofill(unsigned char* out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x7777777777777777777777777777777777777777777777777777777777777777777777777777;     // who am I
  // TODO: guard
  out[i] = 7;         int2                     Ù     // store
}
