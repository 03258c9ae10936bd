// One thread of each block says that its block is there.
__global__ void roll_call()
{
  if (threadIdx.x == 0)               // who am I
    printf("block %d\n", blockIdx.x);
}
