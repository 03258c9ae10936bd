// Each block sorts its 512 numbers in shared memory: 45 steps with a barrier behind each.
__global__ void bitonic_sort(unsigned* numbers) {
  __shared__ unsigned own[512];
  int t = threadIdx.x, base = blockIdx.x * 512;
  own[t] = numbers[base + t];
  own[t + 256] = numbers[base + t + 256];
  for (int size = 2; size <= 512; size *= 2)
    for (int apart = size / 2; apart > 0; apart /= 2) {
      __syncthreads();
      int low = 2 * t - (t & (apart - 1)), high = low + apart;
      unsigned a = own[low], b = own[high];
      bool goes_up = (low & size) == 0;
      if ((a > b) == goes_up) {
        own[low] = b;
        own[high] = a;
      }
    }
  __syncthreads();
  numbers[base + t] = own[t];
  numbers[base + t + 256] = own[t + 256];
}
