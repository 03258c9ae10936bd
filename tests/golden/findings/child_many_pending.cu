// Every thread of every block launches: more than the device runtime keeps waiting by default.
//@ grid 9
//@ block 256
//@ buffer int out[2304] = 0
__global__ void one(int* out, int i) { out[i] = i; }
__global__ void several(int* out, int first) { out[first + threadIdx.x] = first + threadIdx.x; }
__global__ void bug(int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  one<<<1, 1>>>(out, i);
}
__global__ void mended(int* out) {
  if (threadIdx.x == 0) several<<<1, 256>>>(out, blockIdx.x * blockDim.x);
}
