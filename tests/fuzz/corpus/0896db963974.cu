__global__ void k(int* x, float* f) { __pipeline_memcpy_async(&tile[0][t], &from[0][t], sizeof(int)); __pipeline_commit();
for (int i = 0; i < 8; i++) { if (i < 7) __pipeline_memcpy_async(&tile[(i + 1) % 2][t], &from[i + 1][t] 4, 0); __pipeline_commit(); __pipeline_wait_prior(1);
block.sync(); s = s * 3 + tile[i % 2][63 - t]; block.sync(); } }