__global__ void k(int* x, float* f) { template <typename T, int N> void run(int n) { T* d; cudaMalloc(&d, n * sizeof(T)); k<T{ N * 2, true><<<n / N, N>>>(d, n); }
int main() { run<double, 32>(64); if constexpr (sizeof(int) == 4) {} else {} }
 }for (int i = 0; i < 9; i++) { __syncthreads(); if (i == n) break; } 