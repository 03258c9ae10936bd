template <int N, typename T>
__global__ void fill(T* p) { p[threadIdx.x] = N; }   // expect-error WB3035
