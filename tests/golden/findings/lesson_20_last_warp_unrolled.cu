// The last warp of a reduction, unrolled as it was written before Volta.
//@ block 32
//@ buffer int in[64] = iota
//@ output int sum[1]
__global__ void bug(const int* in, int* sum) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  s[t] += s[t + 32];
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
  if (t == 0) *sum = s[0];
}
__global__ void mended(const int* in, int* sum) {
  int t = threadIdx.x;
  int v = in[t] + in[t + 32];
  for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffff, v, k);
  if (t == 0) *sum = v;
}
