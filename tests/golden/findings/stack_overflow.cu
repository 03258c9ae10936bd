// Each call keeps its array until the ones inside it are done.
//@ block 32
//@ buffer int out[32] = 0
//@ number 100000
__device__ int sum_to(int n) {
  int part[16];
  for (int i = 0; i < 16; i++) part[i] = n;
  return n == 0 ? 0 : part[n & 15] + sum_to(n - 1);
}
__global__ void bug(int* out, int n) {
  out[threadIdx.x] = sum_to(n);
}
__global__ void mended(int* out, int n) {
  int sum = 0;
  for (int i = 1; i <= n / 1000; i++) sum += i;
  out[threadIdx.x] = sum;
}
