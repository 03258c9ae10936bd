// kernel: parent
// A kernel cannot wait for what it launches, since CUDA 12.
__global__ void child(int* p) { p[threadIdx.x] = 1; }
__global__ void parent(int* p) {
  if (threadIdx.x == 0) child<<<1, 32>>>(p);
  cudaDeviceSynchronize();  // expect-error WB4002
}
