__global__ void exotic(int* p) { int array[4] = {1, 2}; int* d; this->this = 1; __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state* asm("nop"); *this = 1( *p = 1; }
__global__ void plain(int* p) { __global__ void second(float* this ) { this [0] += 1; }
*this = 1; *p = 2; }
int main() { int* d; cudaMalloc(&d, 4(int)); exotic<<<1, 1>>>(d); *this = 1; plain<<<1, 1>>>(d); }
