// A sum by shuffles in a child of 20 threads: with what comes from lanes that are not there one kernel goes on, the other does not look at it.
//@ block 1
//@ output int out[20]
__global__ void shifted(int* out) {
  int t = threadIdx.x;
  out[t] = __shfl_down_sync(0xffffffff, t, 4);
}
__global__ void first_has_all(int* out) {
  int t = threadIdx.x, sum = t;
  for (int d = 16; d > 0; d /= 2) {
    int more = __shfl_down_sync(0xffffffff, sum, d);
    if (t + d < 20) sum += more;
  }
  out[t] = sum;
}
__global__ void tell(int* out, int sum) { out[0] = sum; }
__global__ void pass_on(int* out) {
  int sum = __shfl_down_sync(0xffffffff, (int)threadIdx.x, 1);
  if (threadIdx.x == 19) tell<<<1, 1>>>(out, sum);
}
__global__ void bug(int* out) {
  shifted<<<1, 20>>>(out);
  pass_on<<<1, 20>>>(out);
}
__global__ void mended(int* out) { first_has_all<<<1, 20>>>(out); }
