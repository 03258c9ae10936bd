// A sum made of an atomicCAS: its first look is an atomic, or a plain read that only guesses.
__global__ void clean(int* out, int* seen, int* words, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int old = atomicAdd(&out[threadIdx.x], 0), assumed;
  do {
    assumed = old;
    old = atomicCAS(&out[threadIdx.x], assumed, assumed + i);
  } while (assumed != old);
}
__global__ void racy(int* out, int* seen, int* words, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int old = out[threadIdx.x], assumed;
  do {
    assumed = old;
    old = atomicCAS(&out[threadIdx.x], assumed, assumed + i);
  } while (assumed != old);
}
