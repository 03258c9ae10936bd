// A flag that is a plain variable: it races itself, and puts the data in no order. Another word that is only read on the way is not taken for one.
//@ grid 2
//@ block 32
//@ buffer int data[1] = 0
//@ buffer int other[1] = 0
//@ buffer int flag[1] = 0
//@ output int out[2]
__global__ void bug(int* data, int* other, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 5;
    __threadfence();
    other[0] = 6;
    *flag = 1;
  } else {
    while (*flag == 0) { }
    out[0] = other[0];
    out[1] = data[0];
  }
}
__global__ void mended(int* data, int* other, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 5;
    other[0] = 6;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) { }
    __threadfence();
    out[0] = other[0];
    out[1] = data[0];
  }
}
