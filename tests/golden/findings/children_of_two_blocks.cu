// Each block has a NULL stream of its own: the grids that two blocks launch are in no order.
//@ grid 2
//@ buffer int data[64] = 0
__global__ void add(int* data, int n) { data[threadIdx.x] += n; }
__global__ void bug(int* data) { add<<<1, 32>>>(data, blockIdx.x + 1); }
__global__ void mended(int* data) { add<<<1, 32>>>(data + 32 * blockIdx.x, blockIdx.x + 1); }
