// Values go round in warps: sums over all lanes, votes, and what a lane elsewhere holds.
__global__ void warp_mixing(const float* in, float* out, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  float value = in[i];
  for (int round = 0; round < rounds; round++) {
    float sum = value;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xFFFFFFFF, sum, d);
    unsigned above = __ballot_sync(0xFFFFFFFF, value > sum / 32);
    int from = (lane + __popc(above)) % 32;
    value = 0.5f * value + 0.5f * __shfl_sync(0xFFFFFFFF, value, from);
    if (__any_sync(0xFFFFFFFF, value > 0.99f)) value *= 0.5f;
  }
  out[i] = value;
}
