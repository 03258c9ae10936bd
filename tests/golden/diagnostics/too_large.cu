// expect-error WB1020  /*repeat 4300000: . */
__global__ void k(int* p) { p[0] = 1; }
