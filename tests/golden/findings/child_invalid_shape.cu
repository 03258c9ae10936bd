// A grid without blocks, as at the end of a recursion that does not look at its sizes; the runtime tells of it.
//@ buffer int out[32] = 0
//@ number 16
__global__ void child(int* out) { out[threadIdx.x] = 1; }
__global__ void bug(int* out, int n) {
  child<<<n / 32, 32>>>(out);
  if (cudaGetLastError() == 9) printf("refused\n");
}
__global__ void mended(int* out, int n) {
  child<<<(n + 31) / 32, 32>>>(out);
  if (cudaGetLastError() != cudaSuccess) printf("refused\n");
}
