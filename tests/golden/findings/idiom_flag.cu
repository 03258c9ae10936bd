// A value, a fence, a flag; the flag seen, a fence, the value.
//@ grid 2
//@ block 32
//@ buffer int box[1] = 0
//@ buffer int flag[1] = 0
//@ output int out[1]
__global__ void bug(int* box, volatile int* flag, int* out) {
  if (threadIdx.x) return;
  if (blockIdx.x == 0) {
    box[0] = 42;
    *flag = 1;
    __threadfence();
  } else {
    while (*flag == 0) { }
    __threadfence();
    out[0] = box[0];
  }
}
__global__ void mended(int* box, volatile int* flag, int* out) {
  if (threadIdx.x) return;
  if (blockIdx.x == 0) {
    box[0] = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) { }
    __threadfence();
    out[0] = box[0];
  }
}
