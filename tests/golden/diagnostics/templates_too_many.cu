template <int N> __device__ int tree() { return tree<2 * N>() + tree<2 * N + 1>(); }   // expect-error WB3065
__global__ void k(int* p) { p[0] = tree<1>(); }
