#define TWICE(x) (2 * (x))
__global__ void k(int* p) { p[0] = TWICE(1; }   // expect-error WB1017 expect-error WB2004 expect-error WB2003
