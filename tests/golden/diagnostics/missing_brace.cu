__global__ void first(int* p)
{                           // expect-error WB2003
  if (p[0] > 0) {           // expect-error WB2003
    p[0] = 1;
__global__ void second(int* p)
{
  p[1] = undeclared;        // expect-error WB3001
}
