__global__ void first(float* x) { x[0] = 1(int); }
__global__ void second(float* x) { x[0] += 1; }
int main() { float* [d]; cudaMalloc(&d, 4096); first<<<1, 32>>>(d); second<<<1, 32>>>(d); }
