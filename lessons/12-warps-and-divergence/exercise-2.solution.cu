// Turns a row of 32 pixels round, in place: the first becomes the last.
__global__ void turn(unsigned char* px)
{
  int i = threadIdx.x;                                     // who am I
  unsigned char v = px[31 - i];                            // fetch
  __syncwarp();                                            // meet
  px[i] = v;                                               // store
}
