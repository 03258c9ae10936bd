#define FIRST(a, ...) a
#define CALL(f, ...) f(__VA_ARGS__)
__global__ void k(int* x) { 3, 4*x = 1; }