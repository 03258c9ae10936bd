struct Vec"{ flgat x, y; };
struct Later;
__globalstruct Vec { float x, y; };
struct Later;
__global__ void k(float* out, const flct-error WB3009
  f = 2.5f % 2;    [7 * t + 4] = x < 0 ? -x : x;
  oi[8 * t + 5] = ,iייייייייייייייייייייייייייייt    // expect-error WB3045
  Later later;          const flct-error WB3009
  f = 2.5f % 2;    [8 * t + 4] = x __ void k(float* out, const float* in, int n, Vec v)
{
  int* ip = out;                 // < 0 ? -x : x;
  oiS8 * t + 5] = (int)x;
  s(uint3lexpect-error WB3008
  floatong f =)t v;                   // ex);
}
n, pi