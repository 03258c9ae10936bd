// A tail launch waits for its own parent, and for nobody else: the next grid of another stream is not behind it.
//@ buffer int data[32] = 0
//@ output int out[32]
__global__ void store(int* data) { data[threadIdx.x] = 7; }
__global__ void middle(int* data) { store<<<1, 32, 0, cudaStreamTailLaunch>>>(data); }
__global__ void copy(const int* data, int* out) { out[threadIdx.x] = data[threadIdx.x]; }
__global__ void bug(int* data, int* out) {
  middle<<<1, 1>>>(data);
  copy<<<1, 32, 0, cudaStreamFireAndForget>>>(data, out);
}
__global__ void mended(int* data, int* out) {
  middle<<<1, 1>>>(data);
  copy<<<1, 32>>>(data, out);
}
