// Sixteen million elements, of which 1,024 threads write one each.
__global__ void sparse(float* out)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i * 16384] = i;
}
