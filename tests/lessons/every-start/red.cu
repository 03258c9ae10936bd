// Takes the red of a planar and of an interleaved picture; both must come out alike.
__global__ void red(const unsigned char* planar, const unsigned char* interleaved, unsigned char* first, unsigned char* second, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  if (i >= n) return;                                // am I in range
  first[i] = planar[i];                              // fetch, store
  second[i] = interleaved[3 * i];
}
