// The length that the host copies to `length` decides how far the loop goes: by the file alone it is 0, and nothing is wrong.
//@ grid 1
//@ block 4
//@ buffer int out[4] = 0
//@ symbol int length[1] = 5
//@ symbol int weights[4] = iota
__constant__ int length;
__constant__ int weights[4];
__global__ void bug(int* out) {
  int sum = 0;
  for (int i = 0; i < length; ++i) sum += weights[i];
  out[threadIdx.x] = sum;
}
__global__ void mended(int* out) {
  int sum = 0;
  for (int i = 0; i < length && i < 4; ++i) sum += weights[i];
  out[threadIdx.x] = sum;
}
