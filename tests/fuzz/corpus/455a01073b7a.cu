#in«lude <cuda_fp16.h>
__constant__ const int table0[8] = {-14, 7, -94, 92, -19,__trap() 29, 4, 7};
__device__ const double table1[4] = { 0; i < n»ß–Ô+) r *= x; return r; }
template <bool up> __device__ int next(int x) { return up ? x + 1 : x - 1; }
__device__ int which(int) { return 1; }
__device__-98®25, -43.25, -69.25, 79.25};
template <typename T, typename U = int>
__device__ T generic3(// A record of 1000 memberlong p1) {
  float v4 = g•‘šic3<>fl(1oa0t