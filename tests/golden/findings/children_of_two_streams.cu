// Two named streams keep two grids apart; one keeps them in order.
//@ buffer int data[32] = 0
__global__ void add(int* data, int n) { data[threadIdx.x] += n; }
__global__ void bug(int* data) {
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  add<<<1, 32, 0, a>>>(data, 1);
  add<<<1, 32, 0, b>>>(data, 2);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
__global__ void mended(int* data) {
  cudaStream_t a;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  add<<<1, 32, 0, a>>>(data, 1);
  add<<<1, 32, 0, a>>>(data, 2);
  cudaStreamDestroy(a);
}
