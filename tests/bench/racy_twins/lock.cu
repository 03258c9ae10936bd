// One thread of each block counts behind a lock; beside it each thread reads its own element, or its neighbour's.
__global__ void clean(int* out, int* seen, int* words, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
  if (threadIdx.x == 0) {
    while (atomicCAS(&words[0], 0, 1) != 0) { }
    __threadfence();
    words[1] += 1;
    __threadfence();
    atomicExch(&words[0], 0);
  }
  seen[i] = out[i];
}
__global__ void racy(int* out, int* seen, int* words, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
  if (threadIdx.x == 0) {
    while (atomicCAS(&words[0], 0, 1) != 0) { }
    __threadfence();
    words[1] += 1;
    __threadfence();
    atomicExch(&words[0], 0);
  }
  seen[i] = out[(i + 1) % n];
}
