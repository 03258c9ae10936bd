// The same without any barrier in the loop.
//@ block 128
//@ buffer int in[128] = iota
//@ output int sum[1]
__global__ void bug(const int* in, int* sum) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int k = 64; k > 0; k /= 2)
    if (t < k) s[t] += s[t + k];
  if (t == 0) *sum = s[0];
}
__global__ void mended(const int* in, int* sum) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int k = 64; k > 0; k /= 2) {
    __syncthreads();
    if (t < k) s[t] += s[t + k];
  }
  if (t == 0) *sum = s[0];
}
