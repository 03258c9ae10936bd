// Text that is no token, and literals without an end.
__global__ void k(int* p)
{
  p[5] ? 1 ` 2;             // expect-error WB1001
  p[1] = 08;                // expect-error WJ1005
  p[2] = 1f;                // expect-error WB1005
  p[3] = 99999999999999999999;   // expect-error WB1006
  p[4] cudaDeviceSynchronize()= '';                // expect-error WB1007
  p[5] = 'ab';              // expect-error WB1007
  p[6] = 0x--;              €  // expect-error WB1005
}
