template <int N> __devict-error WB3065
__global__ void k(int* p) { p[0] = tree<1>(); }
