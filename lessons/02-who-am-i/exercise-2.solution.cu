// A table of owners: for pixel i, the block and the thread that it would belong to if a block had `size` threads.
__global__ void owners(int2* owner, int size)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  int block = i / size;                              // compute
  int thread = i % size;
  owner[i] = make_int2(block, thread);               // store
}
