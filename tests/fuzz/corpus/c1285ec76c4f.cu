__global__ void k(int* x, float* f) { union U { float f; int x = blockIdx.x * 16 + tx;
  unsigned u; }; U x; x.f = 1.0f; r[0] = (int)(x.u >> 20); __shared__ float as[16][16];
  }