// Histograms with privatised bins, a ticket lock, last block done. Kernels: hist_shared hist_stride with_lock sum_last
__global__ void hist_shared(unsigned char *buffer, long size, unsigned int *histo) {
  __shared__ unsigned int temp[256];
  temp[threadIdx.x] = 0;
  __syncthreads();
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int offset = blockDim.x * gridDim.x;
  while (i < size) {
    atomicAdd(&temp[buffer[i]], 1);
    i += offset;
  }
  __syncthreads();
  atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}
__global__ void hist_stride(const int* in, int* bins, int n, int num_bins, int lowest, int width) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (unsigned)n; i += gridDim.x * blockDim.x) {
    int b = (in[i] - lowest) / width;
    if (b < 0 || b >= num_bins) continue;
    atomicAdd(bins + b, 1);
  }
}
__device__ int mutex = 0;
__device__ void lock(int* m) { while (atomicCAS(m, 0, 1) != 0); __threadfence(); }
__device__ void unlock(int* m) { __threadfence(); atomicExch(m, 0); }
__global__ void with_lock(int* total) {
  if (threadIdx.x == 0) {
    lock(&mutex);
    *total = *total + 1;
    unlock(&mutex);
  }
}
__device__ unsigned int count = 0;
__shared__ bool isLastBlockDone;
__global__ void sum_last(const float* array, unsigned int N, volatile float* result) {
  __shared__ float partial;
  if (threadIdx.x == 0) {
    float s = 0;
    for (unsigned int i = blockIdx.x; i < N; i += gridDim.x) s += array[i];
    partial = s;
    result[blockIdx.x] = partial;
    __threadfence();
    unsigned int value = atomicInc(&count, gridDim.x);
    isLastBlockDone = (value == (gridDim.x - 1));
  }
  __syncthreads();
  if (isLastBlockDone && threadIdx.x == 0) {
    float total = 0;
    for (unsigned int b = 0; b < gridDim.x; ++b) total += result[b];
    result[0] = total;
    count = 0;
  }
}
