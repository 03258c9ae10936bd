// kernel: parent
// A launch in a kernel is one mistake, not three.
__global__ void child(int* p) { p[threadIdx.x] = 1; }
__global__ void parent(int* p) {
  if (threadIdx.x == 0) child<<<1, 32>>>(p);  // expect-error WB4002
}
