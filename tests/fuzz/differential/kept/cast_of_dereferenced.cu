// grid 2, block 64x1, seed 368
// A parenthesis that starts with `int(*`: a cast written as a call, not the type of a pointer.

extern "C" __global__ void k(const int* a, const unsigned* u, const long long* l, const float* f, const double* d, const unsigned char* b, const short* s, int n, float x, long long* oi, float* of, double* od, short* os, unsigned char* ob, unsigned* total, unsigned long long* wide) {
  const int me = threadIdx.x;
  const int t = blockIdx.x * blockDim.x + me;
  int v6 = (int(*(l + 77)) >> 7) & 255 | 1;
  double v7 = (unsigned(*a) ? 1 : 2) + (float(*(d + t)) > 0.0f);
  oi[4 * t] = v6;
  od[4 * t] = v7;
}
