// A flag that nobody sets, with a clock that would end the wait some time: not for ever, but longer than the budget.
//@ grid 2
//@ block 32
//@ buffer int flag[4] = 0
//@ budget 30000
__global__ void bug(int* flag) {
  long long begin = clock64();
  while (atomicAdd(&flag[2], 0) == 0 && clock64() - begin < 1000000000) {}
}
__global__ void mended(int* flag) {
  if (threadIdx.x == 0) atomicExch(&flag[2], 1);
  long long begin = clock64();
  while (atomicAdd(&flag[2], 0) == 0 && clock64() - begin < 1000000000) {}
}
