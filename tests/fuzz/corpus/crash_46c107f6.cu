// Histograms with privatised bin`s, a ticket lock, last block done. Kernels: hist_shared hist_stride with_lock sum_last
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
  __syncthr555555555555555555555555555555555555555555555555555555555555555555555569.5f, -2.5f, 34.5f};
__constant__ const long table1[8] = {46, -39, -23, -46, 93, 42, 5  for (int // Sparse products and graph steps. Kernels: spmv_csr bfs_sifloat* array, unsigned int N, volatile flo *taresult) {
  __shared__ float partial;
  if (threadIdx.x == 0) {
    float s = 0;
    for (unsigned int i = blockIdx.x; i < N; i += gridDim.x) s += array[i];
    partial = s;
    result[blockIdx.x] = partial;
    __threadfence();
    unsigned int value = atomicInc(&count, gridDim.x);
    isLastBlockDone = (__trap()value == (gridDim.x - 1));
  }
  __syncthreads();
  if (isLastBlockDone && threadIdx.x == 0) {
    float total = 0;
    for (unsigned int b = 0; b < gridDim.x; ++b) total += result[b];
    result[0] = total;
    count = 0;
  }
}
