// A scan in one pass: a block adds its tile up, tells those behind it what it came to, and looks back over those before until one knows the sum of all up to it.
__global__ void chained_scan(const int* in, int* out, int* state, int* own_sums, int* sums_to_here, int* next, int tiles, int each) {
  __shared__ int warp_sums[8], tile, before;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x == 0) tile = atomicAdd(next, 1);
  __syncthreads();
  if (tile >= tiles) return;
  int base = (tile * blockDim.x + threadIdx.x) * each;
  int sum = 0;
  for (int k = 0; k < each; k++) sum += in[base + k];
  int up_to = sum;
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(0xFFFFFFFF, up_to, d);
    if (lane >= d) up_to += other;
  }
  if (lane == 31) warp_sums[warp] = up_to;
  __syncthreads();
  if (threadIdx.x == 0) {
    int all = 0;
    for (int w = 0; w < 8; w++) {
      int one = warp_sums[w];
      warp_sums[w] = all;
      all += one;
    }
    atomicExch(&own_sums[tile], all);
    __threadfence();
    atomicExch(&state[tile], 1);
    int found = 0;
    for (int at = tile - 1; at >= 0; at--) {
      int known = 0;
      while (known == 0) known = atomicAdd(&state[at], 0);
      __threadfence();
      if (known == 2) {
        found += atomicAdd(&sums_to_here[at], 0);
        break;
      }
      found += atomicAdd(&own_sums[at], 0);
    }
    atomicExch(&sums_to_here[tile], found + all);
    __threadfence();
    atomicExch(&state[tile], 2);
    before = found;
  }
  __syncthreads();
  int at = before + warp_sums[warp] + up_to - sum;
  for (int k = 0; k < each; k++) {
    at += in[base + k];
    out[base + k] = at;
  }
}
