__global__ void k(int* p) { p[0] = 1/*repeat 2000: +1 */; }   // expect-error WB2014
