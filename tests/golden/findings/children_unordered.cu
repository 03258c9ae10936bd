// Two grids that are fired and forgotten, on one buffer. In one stream the second one waits for the first.
//@ buffer int data[32] = 0
//@ output int out[32]
__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void twice(const int* data, int* out) { out[threadIdx.x] = 2 * data[threadIdx.x]; }
__global__ void bug(int* data, int* out) {
  fill<<<1, 32, 0, cudaStreamFireAndForget>>>(data);
  twice<<<1, 32, 0, cudaStreamFireAndForget>>>(data, out);
}
__global__ void mended(int* data, int* out) {
  fill<<<1, 32>>>(data);
  twice<<<1, 32>>>(data, out);
}
