// The parent reads what its child is to compute: it does not wait for it. The twin reads it in a tail launch.
//@ block 32
//@ buffer int data[32] = iota
//@ output int out[1]
__global__ void square(int* data) { data[threadIdx.x] = data[threadIdx.x] * data[threadIdx.x]; }
__global__ void total(const int* data, int* out) {
  int sum = 0;
  for (int i = 0; i < 32; i++) sum += data[i];
  *out = sum;
}
__global__ void bug(int* data, int* out) {
  if (threadIdx.x != 0) return;
  square<<<1, 32>>>(data);
  out[0] = data[5];
}
__global__ void mended(int* data, int* out) {
  if (threadIdx.x != 0) return;
  square<<<1, 32>>>(data);
  total<<<1, 1, 0, cudaStreamTailLaunch>>>(data, out);
}
