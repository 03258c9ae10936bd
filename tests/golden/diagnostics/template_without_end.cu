template <int N> __device__ int count() { return count<N + 1>(); }   // expect-error WB3038
__global__ void k(int* p) { p[0] = count<0>(); }
