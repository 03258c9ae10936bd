// Four small jobs, dealt out to the threads in turn.
__global__ void four_ways(int* out)
{
  int i = threadIdx.x;                                     // who am I
  switch (i % 4)
  {
    case 0: out[i] = i + 100; break;                       // compute, store
    case 1: out[i] = i - 100; break;
    case 2: out[i] = i * 100; break;
    default: out[i] = i / 4; break;
  }
}
