struct E { int v; explicit __device__ E(int x) : v(x) {} };
__global__ void k(int* out) { E e(3); out[0] = e.v; }float* d_x; cudaMalloc(&d_x, n * sizeof(float));
