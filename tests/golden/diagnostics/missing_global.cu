void brighten(unsigned char* px, int add)   // expect-error WB3034
{
  int i = threadIdx.x;
  px[i] = px[i] + add;
}
