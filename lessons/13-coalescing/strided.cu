// Fetches every stride-th float, beginning at offset, and packs them.
__global__ void strided(const float* in, float* out, int n, int stride, int offset)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;           // who am I
  if (i >= n) return;                                      // am I in range
  out[i] = in[i * stride + offset];                        // fetch, store
}
