__device__ int twice(int x) { return 2 * x; }
__device__ int twice(int y) { return y + y; }            // expect-error WB3059
__device__ float twice(int x);                           // expect-error WB3061
__device__ int sign(int x) { if (x > 0) return 1; }      // expect-warning WB3021
__device__ int nothing(int x) { return; }                // expect-error WB3019
__device__ void something(int x) { return x; }           // expect-error WB3020
__device__ int gap(int a = 1, int b) { return a + b; }   // expect-error WB3067
__device__ auto either(int x) { if (x) return 1; return 2.0f; }   // expect-error WB3070
__global__ int returns(int* p) { return p[0]; }          // expect-error WB3018 expect-error WB3017
__global__ void by_reference(int& x) { x = 1; }          // expect-error WB3056
__device__ int endless(int x) { while (true) { if (x) return 1; x++; } }
__device__ int both(int x) { if (x) return 1; else return 2; }
__device__ int sw(int x) { switch (x) { case 1: return 1; default: return 2; } }
