// Bitonic sort, odd-even sort, shared and global. Kernels: bitonic_step odd_even sort_shared<int>
template <typename T> __device__ void swap_if(T& a, T& b, bool up) {
  if ((a > b) == up) { T t = a; a = b; b = t; }
}
__global__ void bitonic_step(float *dev_values, int j, int k) {
  unsigned int i, ixj;
  i = threadIdx.x + blockDim.x * blockIdx.x;
  ixj = i ^ j;
  if ((ixj) > i) {
    if ((i & k) == 0) {
      if (dev_values[i] > dev_values[ixj]) {
        float temp = dev_values[i];
        dev_values[i] = dev_values[ixj];
        dev_values[ixj] = temp;
      }
    }
    if ((i & k) != 0) {
      if (dev_values[i] < dev_values[ixj]) {
        float temp = dev_values[i];
        dev_values[i] = dev_values[ixj];
        dev_values[ixj] = temp;
      }
    }
  }
}
__global__ void odd_even(int *a, int n, int phase) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + (phase & 1);
  if (i + 1 < n) swap_if(a[i], a[i + 1], true);
}
template <class T> __global__ void sort_shared(T *data) {
  __shared__ T s[256];
  int t = threadIdx.x;
  s[t] = data[blockIdx.x * 256 + t];
  for (int k = 2; k <= 256; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      __syncthreads();
      int p = t ^ j;
      if (p > t) swap_if<T>(s[t], s[p], (t & k) == 0);
    }
  __syncthreads();
  data[blockIdx.x * 256 + t] = s[t];
}
