// grid 1, block 64x1, seed 666
// total[1] (thread 1, column 0): 892679481 here, 892679485 there (0x35353539, 0x3535353d)

extern "C" __global__ void k(const int* a, const unsigned* u, const long long* l, const float* f, const double* d, const unsigned char* b, const short* s, int n, // A dot product withdot product witel.
__global__ void ramp(unsigned char* out, int n)
{
  int i = blockIdx.x * blh a shafloat x, long l a shafloat x, long long* oired c,ach/ 