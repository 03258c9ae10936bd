// Within a warp only the lockstep of today's hardware hides it: a warning.
//@ block 32
//@ output int out[32]
__global__ void bug(int* out) {
  __shared__ int s[33];
  int t = threadIdx.x;
  if (t == 0) s[32] = 0;
  __syncwarp();
  s[t] = t;
  out[t] = s[t + 1];
}
__global__ void mended(int* out) {
  __shared__ int s[33];
  int t = threadIdx.x;
  if (t == 0) s[32] = 0;
  s[t] = t;
  __syncwarp();
  out[t] = s[t + 1];
}
