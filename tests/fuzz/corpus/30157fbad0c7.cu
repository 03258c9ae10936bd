__global__ void k(inv*  < 10; i++) big[i] = i;
  p[0] MISSING_MACRO}     // expect-error WB4505
  for (int i = 0; i < 10; i++) big[i] = i;
  p[0] MISSING_MACRO}
