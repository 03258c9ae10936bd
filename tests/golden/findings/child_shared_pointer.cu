// Shared memory belongs to a block: a child grid cannot reach it.
//@ block 32
//@ buffer int out[32] = 0
__global__ void child(const int* from, int* out) { out[threadIdx.x] = from[threadIdx.x]; }
__global__ void bug(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) child<<<1, 32>>>(tile, out);
}
__device__ int tile_of_all[32];
__global__ void mended(int* out) {
  tile_of_all[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) child<<<1, 32>>>(tile_of_all, out);
}
