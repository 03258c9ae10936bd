// kernel: fill<float>
template <int N>
__global__ void fill(int* p) { p[threadIdx.x] = N; }   // expect-error WB3036
