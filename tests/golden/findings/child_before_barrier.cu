// All threads of the block store, one launches: without a barrier between the child may come before the others' stores.
//@ block 64
//@ buffer int data[64] = 0
//@ output int out[64]
__global__ void twice(const int* data, int* out) { out[threadIdx.x] = 2 * data[threadIdx.x]; }
__global__ void bug(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) twice<<<1, 64>>>(data, out);
}
__global__ void mended(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) twice<<<1, 64>>>(data, out);
}
