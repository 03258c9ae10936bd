struct Pixel { unsigned char red, green, blue; };
__global__ void k(int* data, int width, Pixel* px)
{
  int i = blockidx.x * blockDim.x + threadIdx.x;     // expect-error WB3002
  int j = threadIdx.w;                               // expect-error WB3003
  int l = threadIdx.X;                               // expect-error WB3004
  data[i] = widht;                                   // expect-error WB3002
  data[i] = whatever;                                // expect-error WB3001
  data[j] = whatever + 1;
  _syncthreads();                                    // expect-error WB3002
  px[0].gren = 1;                                    // expect-error WB3004
  px[0].alpha = l;                                   // expect-error WB3003
  flaot f = 2.0f;                                    // expect-error WB3007
  Matrix m;                                          // expect-error WB3006
  data[0] = f + m;
  int width = 2;                                     // expect-error WB3005
}
__global__ other(int* p) { }                         // expect-error WB2006
__global__ viod third(int* p) { }                    // expect-error WB3007
