// Each block hands its first element on to the next by a flag; and all threads read an element of the block before, which waits for nobody.
__global__ void clean(int* out, int* seen, int* words, int n)
{
  volatile int* ready = words;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
  if (threadIdx.x == 0) {
    __threadfence();
    ready[blockIdx.x] = 1;
    if (blockIdx.x > 0) while (ready[blockIdx.x - 1] == 0) { }
    __threadfence();
    if (blockIdx.x > 0) seen[i] = out[i - blockDim.x];
  }
}
__global__ void racy(int* out, int* seen, int* words, int n)
{
  volatile int* ready = words;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
  if (threadIdx.x == 0) {
    __threadfence();
    ready[blockIdx.x] = 1;
    if (blockIdx.x > 0) while (ready[blockIdx.x - 1] == 0) { }
    __threadfence();
  }
  if (i >= blockDim.x) seen[i] = out[i - blockDim.x];
}
