global void first(int* p) { p[0] = 1; }            // expect-error WB3002
__kernel__ void second(int* p) { p[0] = 1; }       // expect-error WB3002
_device_ float third(float x) { return x; }        // expect-error WB3002
__global__ void fourth(float* p) { p[0] = third(1); }
