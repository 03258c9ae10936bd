// Every call is written out in place: ten calls of ten calls of ten ...
__device__ float f0(float x) { return x * x + 1; }   // expect-error WB4502
__device__ float f1(float x) { return f0(x) + f0(x + 1) + f0(x + 2) + f0(x + 3) + f0(x + 4) + f0(x + 5) + f0(x + 6) + f0(x + 7) + f0(x + 8); }
__device__ float f2(float x) { return f1(x) + f1(x + 1) + f1(x + 2) + f1(x + 3) + f1(x + 4) + f1(x + 5) + f1(x + 6) + f1(x + 7) + f1(x + 8); }
__device__ float f3(float x) { return f2(x) + f2(x + 1) + f2(x + 2) + f2(x + 3) + f2(x + 4) + f2(x + 5) + f2(x + 6) + f2(x + 7) + f2(x + 8); }
__device__ float f4(float x) { return f3(x) + f3(x + 1) + f3(x + 2) + f3(x + 3) + f3(x + 4) + f3(x + 5) + f3(x + 6) + f3(x + 7) + f3(x + 8); }
__device__ float f5(float x) { return f4(x) + f4(x + 1) + f4(x + 2) + f4(x + 3) + f4(x + 4) + f4(x + 5) + f4(x + 6) + f4(x + 7) + f4(x + 8); }
__device__ float f6(float x) { return f5(x) + f5(x + 1) + f5(x + 2) + f5(x + 3) + f5(x + 4) + f5(x + 5) + f5(x + 6) + f5(x + 7) + f5(x + 8); }
__global__ void k(float* a) { a[0] = f6(a[1]) + f6(a[2]); }
