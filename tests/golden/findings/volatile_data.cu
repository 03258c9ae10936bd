// Volatile says where a value is fetched, not when: without a fence behind the write, the flag may be seen before it.
//@ grid 2
//@ block 32
//@ buffer int data[4] = 0
//@ buffer int flag[1] = 0
//@ buffer int out[4] = 0
__global__ void bug(volatile int* data, volatile int* flag, int* out) {
  if (threadIdx.x) return;
  if (blockIdx.x == 0) {
    data[1] = 42;
    __threadfence_block();
    *flag = 1;
  } else {
    while (*flag == 0) { }
    out[0] = data[1];
  }
}
__global__ void mended(volatile int* data, volatile int* flag, int* out) {
  if (threadIdx.x) return;
  if (blockIdx.x == 0) {
    data[1] = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) { }
    __threadfence();
    out[0] = data[1];
  }
}
