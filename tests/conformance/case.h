// What all conformance kernels share: one block of N threads; inputs with edge values; eight results of each type for a thread.
// Results start at zero. `a`, `u`, `f`, `d` hold N inputs each; `oi`, `of`, `od` take 8 * N results. t is the thread.
#define N 64
#define PARAMETERS const int *a, const unsigned int *u, const float *f, const double *d, long long *oi, float *of, double *od
#define KERNEL                                                                              \
  __device__ void body(int t, PARAMETERS);                                                  \
  __global__ void test_case(PARAMETERS) { body(threadIdx.x, a, u, f, d, oi, of, od); }      \
  __device__ void body(int t, PARAMETERS)
