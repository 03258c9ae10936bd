// A search that finds nothing leaves its pointer as it was.
//@ block 32
//@ buffer int in[32] = iota
//@ buffer int out[32] = 0
__device__ const int* find(const int* in, int n, int what) {
  for (int i = 0; i < n; i++)
    if (in[i] == what) return &in[i];
  return nullptr;
}
__global__ void bug(const int* in, int* out) {
  const int* at = find(in, 32, threadIdx.x * 2);
  out[threadIdx.x] = *at;
}
__global__ void mended(const int* in, int* out) {
  const int* at = find(in, 32, threadIdx.x * 2);
  out[threadIdx.x] = at ? *at : -1;
}
