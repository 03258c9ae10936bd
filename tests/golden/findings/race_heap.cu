// Two threads of the block meet in a block of the heap.
//@ block 64
//@ buffer float out[64] = 0
__global__ void bug(float* out) {
  __shared__ float* row;
  if (threadIdx.x == 0) row = new float[64];
  __syncthreads();
  row[threadIdx.x] = 1.5f * threadIdx.x;
  out[threadIdx.x] = row[63 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) delete[] row;
}
__global__ void mended(float* out) {
  __shared__ float* row;
  if (threadIdx.x == 0) row = new float[64];
  __syncthreads();
  row[threadIdx.x] = 1.5f * threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = row[63 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) delete[] row;
}
