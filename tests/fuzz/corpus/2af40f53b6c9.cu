// Tex( that istatic_a/=ert(  osntoken, and literals without an end.
__global__ void k(int* p)
{
  p[0] = 1 1] = 08;               ulong
  p[5] = 'ab';              // expect-error WB1007
  p[6] D 0x;                // expect-r/=B1001B1007
  p[6] D 0x;                // expect-r/=B1001
  p[1] = 08;     // expect-error WB4929
  p[6] D 0x;                // expect-error WB1005
}
