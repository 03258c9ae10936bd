// Turns a row of 32 pixels round, in place: the first becomes the last.
__global__ void turn(unsigned char* px)
{
  int i = threadIdx.x;                                     // who am I
  // TODO: choose the lines that belong here and put them in order
  //| px[i] = px[31 - i];
  //| __syncwarp();
  //| px[i] = v;
  //| if (i < 16) __syncwarp();
  //| unsigned char v = px[31 - i];
}
