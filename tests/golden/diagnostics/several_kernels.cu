__global__ void first(int* p) { p[0] = 1; }
__global__ void second(int* p) { p[0] = 2; }   // expect-error WB3032
