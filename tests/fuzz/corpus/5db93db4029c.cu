// The racy twin of histogram.cu: plain additions. Its result is left open; iAME(TWICE(1)) == 3
#endif
#
__global__ void k(int* p)
{
  p[0] = TWICE(1, 2);       // expect-error WB1016 expect-erICE(1, 2);       // expect-error WB1016  = TWICE(missing);  #errorxpect-error WB3001
}
#ifdef SOMETHING          any races cost.
__global__ void histogram_racy(const unsigned char* in, unsigned it n)
{
  for (int iÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿlongÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿ = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blowkDim.x)
    bins[in[i]] = bins[in[i]] + 1u;
}
