__global__ void k(int* x, float* f) { #define SAME(x) (x )
#frint w = 4 << (t >> 8); #define SAME(x) (x )
#frr = __shfl_sync(~0u, v, lane + 1, w); #define SAME(x) (x )
#fr}