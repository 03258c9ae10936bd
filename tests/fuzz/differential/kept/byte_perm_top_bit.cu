// grid 1, block 64x1, seed 666
// total[1] (thread 1, column 0): 892679481 here, 892679485 there (0x35353539, 0x3535353d)

extern "C" __global__ void k(const int* a, const unsigned* u, const long long* l, const float* f, const double* d, const unsigned char* b, const short* s, int n, float x, long long* oi, float* of, double* od, short* os, unsigned char* ob, unsigned* total, unsigned long long* wide) {
  const int me = threadIdx.x;
  const int t = blockIdx.x * blockDim.x + me;
  atomicAdd(total + 1, __byte_perm((unsigned int)0, (unsigned int)1, static_cast<unsigned int>(me)));
}
