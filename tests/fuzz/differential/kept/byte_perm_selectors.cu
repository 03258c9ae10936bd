// grid 1, block 64x1, seed 839
// oi[112] (thread 28, column 0): 4294901760 here, 3755933696 there (0xffff0000, 0xdfdf0000)
template <typename T, int n>
struct Box18 {
  T v[n];
  int used = 0;
  __device__ void push(T x) {
    v[used % n] = x;
    ++used;
  }
  __device__ T& at(int i) { return v[i & (n - 1)]; }
  template <typename U>
  __device__ U total(U start) const {
    for (int i = 0; i < n; ++i) start += (U)v[i];
    return start;
  }
  static constexpr int size = n;
};

extern "C" __global__ void k(const int* a, const unsigned* u, const long long* l, const float* f, const double* d, const unsigned char* b, const short* s, int n, float x, long long* oi, float* of, double* od, short* os, unsigned char* ob, unsigned* total, unsigned long long* wide) {
  const int me = threadIdx.x;
  const int t = blockIdx.x * blockDim.x + me;
  Box18<unsigned int, 4> box19;
  box19.push(n);
  box19.push((unsigned int)0);
  box19.push(0);
  box19.push((unsigned int)0);
  box19.at(0) = __byte_perm((unsigned int)0, u[threadIdx.x % 128], unsigned(-171892448231520ll));
  unsigned v20 = box19.total(0u) + box19.size;
  unsigned long long mixed = 0;
  mixed = mixed * 31 + (unsigned long long)box19.v[t & 3];
  oi[4 * t] ^= mixed;
}
