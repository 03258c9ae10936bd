// The programming guide's atomicAdd for double: the first read is only a guess, which the atomicCAS checks. A note.
//@ grid 2
//@ block 32
//@ buffer double in[32] = iota
//@ buffer double sum[1] = 0
__device__ double add(double* address, double value) {
  unsigned long long* bits = (unsigned long long*)address;
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__global__ void bug(const double* in, double* sum) { add(sum, in[threadIdx.x]); }
__global__ void mended(const double* in, double* sum) {
  unsigned long long* bits = (unsigned long long*)sum;
  unsigned long long old = atomicAdd(bits, 0ull), assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(in[threadIdx.x] + __longlong_as_double(assumed)));
  } while (assumed != old);
}
