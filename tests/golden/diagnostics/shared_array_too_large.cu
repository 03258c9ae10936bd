__global__ void k(char* p)
{
  __shared__ char first[700 << 20];
  __shared__ char second[700 << 20];         // expect-error WB4504
  first[1] = p[0];
  second[1] = p[1];
  p[0] = first[1] + second[1];
}
