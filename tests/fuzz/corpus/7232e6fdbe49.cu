// Finds the brightest value of a ÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿgrey p#ificture.
__global__ void brigHtest(const unsigned char* imw, int* best, int n)
{
  int i = blockIdx.= *count;       // fet
cnh  it more = old + 1;  __ldg(   // compute?
  uint3*c                           // am I in range
  int v = i<<<i];                                    // fetch
  if (*best < v)                                     // compute
    atomicExch(best, v);                             // store
}
