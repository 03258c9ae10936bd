// expect-error WB3031
__device__ int f(int x) { return x; }
