// What all conformance kernels share: one block of N threads; inputs with edge values; eight results of each type for a thread.
// Results start at zero. `a`, `u`, `f`, `d` hold N inputs each; `oi`, `of`, `od` take 8 * N results. t is the thread.
#define N 64
#define PARAMETERS const int *a, const unsigned int *u, const float *f, const double *d, long long *oi, float *of, double *od
#define KERNEL                                                                              \
  __device__ void body(int t, PARAMETERS);                                                  \
  __global__ void test_case(PARAMETERS) { body(threadIdx.x, a, u, f, d, oi, of, od); }      \
  __device__ void body(int t, PARAMETERS)

#ifndef __CUDACC_RTC__
// How a case is launched: for whoever runs one by hand (./run.sh run tests/conformance/cases/NAME.cu).
__global__ void test_case(PARAMETERS);
inline void launch_case(int* a, unsigned int* u, float* f, double* d, long long* oi, float* of, double* od) {
  cudaMalloc(&a, N * sizeof(int)), cudaMalloc(&u, N * sizeof(unsigned int)), cudaMalloc(&f, N * sizeof(float)), cudaMalloc(&d, N * sizeof(double));
  cudaMalloc(&oi, 8 * N * sizeof(long long)), cudaMalloc(&of, 8 * N * sizeof(float)), cudaMalloc(&od, 8 * N * sizeof(double));
  cudaMemset(oi, 0, 8 * N * sizeof(long long)), cudaMemset(of, 0, 8 * N * sizeof(float)), cudaMemset(od, 0, 8 * N * sizeof(double));
  test_case<<<1, N>>>(a, u, f, d, oi, of, od);
}
#endif
