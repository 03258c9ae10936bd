// Prices by binomial trees. Kernels: binomialOptionsKernel
#include <stdio.h>
#define MAX_OPTIONS 32
#define NUM_STEPS 2048
#define THREADBLOCK_SIZE 128
#define ELEMS_PER_THREAD (NUM_STEPS / THREADBLOCK_SIZE)
#if NUM_STEPS % THREADBLOCK_SIZE
#error Bad constants
#endif
#ifndef DOUBLE_PRECISION
typedef float real;
#else
typedef double real;
#endif

typedef struct {
  real S;
  real X;
  real vDt;
  real puByDf;
  real pdByDf;
} __TOptionData;
static __constant__ __TOptionData d_OptionData[MAX_OPTIONS];
__device__ real d_CallValue[MAX_OPTIONS];

#ifndef DOUBLE_PRECISION
__device__ inline float expiryCallValue(float S, float X, float vDt, int i) {
  float d = S * __expf(vDt * (2.0f * i - NUM_STEPS)) - X;
  return (d > 0.0F) ? d : 0.0F;
}
#else
__device__ inline double expiryCallValue(double S, double X, double vDt, int i) {
  double d = S * exp(vDt * (2.0 * i - NUM_STEPS)) - X;
  return (d > 0.0) ? d : 0.0;
}
#endif

__global__ void binomialOptionsKernel() {
  __shared__ real call_exchange[THREADBLOCK_SIZE + 1];
  const int tid = threadIdx.x;
  const real S = d_OptionData[blockIdx.x].S;
  const real X = d_OptionData[blockIdx.x].X;
  const real vDt = d_OptionData[blockIdx.x].vDt;
  const real puByDf = d_OptionData[blockIdx.x].puByDf;
  const real pdByDf = d_OptionData[blockIdx.x].pdByDf;

  real call[ELEMS_PER_THREAD + 1];
#pragma unroll
  for (int i = 0; i < ELEMS_PER_THREAD; ++i) call[i] = expiryCallValue(S, X, vDt, tid * ELEMS_PER_THREAD + i);

  if (tid == 0) call_exchange[THREADBLOCK_SIZE] = expiryCallValue(S, X, vDt, NUM_STEPS);

  int final_it = max(0, tid * ELEMS_PER_THREAD - 1);

#pragma unroll 16
  for (int i = NUM_STEPS; i > 0; --i) {
    call_exchange[tid] = call[0];
    __syncthreads();
    call[ELEMS_PER_THREAD] = call_exchange[tid + 1];
    __syncthreads();

    if (i > final_it) {
#pragma unroll
      for (int j = 0; j < ELEMS_PER_THREAD; ++j) call[j] = puByDf * call[j + 1] + pdByDf * call[j];
    }
  }
  if (tid == 0) {
    d_CallValue[blockIdx.x] = call[0];
  }
}

typedef struct { float S, X, T, R, V; } TOptionData;
extern "C" void binomialOptionsGPU(real *callValue, TOptionData *optionData, int optN) {
  __TOptionData h_OptionData[MAX_OPTIONS];
  for (int i = 0; i < optN; i++) {
    const real T = optionData[i].T;
    const real dt = T / (real)NUM_STEPS;
    h_OptionData[i].S = (real)optionData[i].S;
    h_OptionData[i].vDt = dt;
  }
  cudaMemcpyToSymbol(d_OptionData, h_OptionData, optN * sizeof(__TOptionData));
  binomialOptionsKernel<<<optN, THREADBLOCK_SIZE>>>();
  cudaMemcpyFromSymbol(callValue, d_CallValue, optN * sizeof(real));
}
int main() { real c[4]; TOptionData o[4]; binomialOptionsGPU(c, o, 4); }
