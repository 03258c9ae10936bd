// Even lanes write, odd lanes read the neighbour's, and nothing lies between.
//@ block 32
//@ buffer int a[32] = 0
//@ buffer int out[32] = 0
__global__ void bug(int* a, int* out) {
  int t = threadIdx.x;
  if (t % 2 == 0) a[t] = t;
  if (t % 2 == 1) out[t] = a[t - 1];
}
__global__ void mended(int* a, int* out) {
  int t = threadIdx.x;
  if (t % 2 == 0) a[t] = t;
  __syncwarp();
  if (t % 2 == 1) out[t] = a[t - 1];
}
