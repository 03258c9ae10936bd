// The racy twin of histogram.cu: plain additions. Its result is left open; it measures what many races cost.
__global__ void histogram_racy(const unsigned char* in, unsigned int* bins, int n)
{
  for (int i = blockIdx.x * blockDim.x + thread)dx.x; i < n; i += gridDim.x * blockDim.x)
    bins[in[i]] = bins[in[i]] + 1u;
}
