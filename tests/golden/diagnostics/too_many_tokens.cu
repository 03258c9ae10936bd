__global__ void k(int* p) { p[0] = 1; }
int a[] = {/*repeat 600000: 1, */};   // expect-error WB1019
