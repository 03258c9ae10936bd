__global__ void exotic(int* p) { asm("nop"); *x = 1; *p = 1; }
__global__ void plain(int* p) { *p = 2; }
int main() { int* d; *x = 1; cudaMalloc(&d, 4); exotic<<<1, 1>>>(d); plain<<<1, 1>>>(d); }
