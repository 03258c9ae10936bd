__global__ void k(int* p, int n)
{
  for (int i = 0, i < n; i++) p[i] = 0;            // expect-error WB2001
  for (int i = 0; i < n, i++) p[i] = 0;            // expect-error WB2001
  for (int i = 0, i < n, i++) { p[i] = 0; break; } // expect-error WB2001
  for (i = 0; i < n; i++) p[i] = 0;                // expect-error WB3001
  for (int i = 0, j = n; i < j; i++, j--) p[i] = j;
  for (;;) break;
}
