// grid 1, block 64x1, seed 324
// A condition that starts with a type: an expression, no declaration.

extern "C" __global__ void k(const int* a, const unsigned* u, const long long* l, const float* f, const double* d, const unsigned char* b, const short* s, int n, float x, long long* oi, float* of, double* od, short* os, unsigned char* ob, unsigned* total, unsigned long long* wide) {
  const int me = threadIdx.x;
  const int t = blockIdx.x * blockDim.x + me;
  if (bool(*(d + t))) {
    oi[4 * t] = 1;
  } else if (double(*(u + t)) >= 100u) {
    oi[4 * t] = 2;
  } else {
    oi[4 * t] = 3;
  }
  while (bool(*(b + t) >> 3)) {
    oi[4 * t + 1] = 4;
    break;
  }
}
