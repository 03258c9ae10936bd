// One thread of each block takes an account's lock, adds to it and gives the lock back; the others make what it adds.
__global__ void locked_accounts(int* locks, int* accounts, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < rounds; round++) {
    int mine = (i * 7 + round) % 13;
    for (int step = 16; step > 0; step /= 2) mine += __shfl_xor_sync(0xffffffffu, mine, step);
    if (threadIdx.x == 0) {
      int account = (i / 256 * 37 + round * 101) % n;
      while (atomicCAS(&locks[account], 0, 1) != 0) {
      }
      __threadfence();
      *(volatile int*)&accounts[account] += mine;
      __threadfence();
      atomicExch(&locks[account], 0);
    }
    __syncwarp();
  }
}
