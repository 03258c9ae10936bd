// Turns a part of a picture into its negative: the pixels from `first` on, up to the one before `last`.
__global__ void invert_part(unsigned char* px, int first, int last)
{
  int i = first + blockIdx.x * blockDim.x + threadIdx.x;     // who am I
  if (i >= last) return;                                     // am I in range
  px[i] = 255 - px[i];                                       // fetch, compute, store
}
