// Turns a part of a picture into its negative: the pixels from `first` on, up to the one before `last`.
__global__ void invert_part(unsigned char* px, int first, int last)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  // TODO: thread 0 of block 0 belongs on pixel `first`, and nobody may touch pixel `last`
  px[i] = 255 - px[i];                               // fetch, compute, store
}
