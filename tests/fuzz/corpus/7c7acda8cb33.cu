__global__ void exotic(int* p) { asm("nop"); auto f = [=](auto v) { return v; }; *p = 1; << __global__ void [plain](int* p) { *p = 2; }
int main() { int* d; enum class E : unsigned char { p, q = 200 }; cudaMalloc(&d, 4); exotic<<<1, 1>>>(d); plain<<<1, 1>>>(d); }
