// What goes wrong in a child grid is told of its thread and its block.
//@ buffer int out[40] = 0
__global__ void child(int* out, int n) { out[blockIdx.x * blockDim.x + threadIdx.x] = n; }
__global__ void guarded(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = n;
}
__global__ void bug(int* out) { child<<<2, 32>>>(out, 40); }
__global__ void mended(int* out) { guarded<<<2, 32>>>(out, 40); }
