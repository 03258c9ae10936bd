__global__ void k(int* x, float* f) { struct { int x, y; test_case<<<dim3(2), 64>>>();
}; V v = {1, 2}; int* p = &v.y; *p = 7; r[0] = v.x * 10 + (int)v.y; 
#include <cooperative_groups.h>
}