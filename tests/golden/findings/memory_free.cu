// Every thread gives back what one of them took.
//@ block 32
//@ buffer int out[32] = 0
__global__ void bug(int* out) {
  __shared__ int* row;
  if (threadIdx.x == 0) row = (int*)malloc(32 * sizeof(int));
  __syncthreads();
  row[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = row[31 - threadIdx.x];
  __syncthreads();
  free(row);
}
__global__ void mended(int* out) {
  __shared__ int* row;
  if (threadIdx.x == 0) row = (int*)malloc(32 * sizeof(int));
  __syncthreads();
  row[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = row[31 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) free(row);
}
