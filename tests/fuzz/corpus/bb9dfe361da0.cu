__shared_<<             // expect-error WB3030
  __constant__ float c;                  // expect-error WB3030
  auto y;              re[threadIdx.x] = 1;
  while (atomicAdd(p, 1) < 3);
  while (p[0] < 3); { p[1] = 2; }        // expect-warning WB2013
}
