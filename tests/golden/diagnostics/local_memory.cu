__global__ void k(int* p)
{
  int big[1 << 20];                          // expect-error WB4505
  for (int i = 0; i < 10; i++) big[i] = i;
  p[0] = big[p[1]];
}
