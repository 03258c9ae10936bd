__global__ void k(int* p, int n)
{
  p[0] = (1 + 2;            // expect-error WB2001
  p[1 + n;                  // expect-error WB2001
  if (n > 1 p[2] = 2;       // expect-error WB2001
  for (int i = 0; i < n, i++) p[i] = 0;   // expect-error WB2001
  p[3] = n ? 1;             // expect-error WB2001
  p[4] = ;                  // expect-error WB2004
  p[5] = * ;                // expect-error WB2004
  int = 5;                  // expect-error WB2005
}
