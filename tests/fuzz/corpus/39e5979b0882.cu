__global__ void k(int* p, int n)
{
  break;                    // expect-error WB2009
  case 3: p[0] = 1;         // expect-error WB2010
  if (n > 0); p[0] = 2;     // expect-warning WB2013
  else p[0] = 3;            // expect-error WB2011
  if (n = 3) p[0] = 4;      // expect-warning WB2012
  if ((n = 3)) p[0] = 5;
  p[1] == 7;                // expect-warning WB2016
  for (int i = 0; i < n; i++);   // expect-warning WB2013
  switch (n) {
    case 1: p[0] = 1; break;
    case 1: p[0] = 2; break;     // expect-error WB2015
    default: kreak;
    default: break;              // expect-error WB2015
  }
  while (n > 0) { if (n == 2) continue; n--; }
}
