// Counting once a warp; buckets; a group's maximum. Kernels: filter_arr mapToBuckets calculateMaxInEachBuckets
#include <stdio.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
#define NUM_ELEMS 1000
#define NUM_THREADS_PER_BLOCK 128
__device__ int atomicAggInc(int *ctr) {
  unsigned int active = __activemask();
  int leader = __ffs(active) - 1;
  int change = __popc(active);
  unsigned int rank = __popc(active & ((1u << (threadIdx.x & 31)) - 1));
  int warp_res;
  if (rank == 0) warp_res = atomicAdd(ctr, change);
  warp_res = __shfl_sync(active, warp_res, leader);
  return warp_res + rank;
}
__global__ void filter_arr(int *dst, int *nres, const int *src, int n) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  for (int i = id; i < n; i += gridDim.x * blockDim.x) {
    if (src[i] > 0) dst[atomicAggInc(nres)] = src[i];
  }
}
__device__ int bucket(int lane, int v) { auto m = __match_any_sync(__activemask(), v); return __popc(m & ((1u << lane) - 1)); }
__global__ void mapToBuckets(const int *srcArr, int *indicesBuckets, int *bucketCounters, int srcSize, int numBuckets) {
  cg::thread_block cta = cg::this_thread_block();
  for (int tid = cta.group_index().x * cta.size() + cta.thread_rank(); tid < srcSize; tid += gridDim.x * blockDim.x) {
    const int bucketNum = srcArr[tid] % numBuckets;
    indicesBuckets[tid] = bucketNum;
    atomicAdd(&bucketCounters[bucketNum], 1);
  }
}
__global__ void calculateMaxInEachBuckets(const int *srcArr, int *res, int n) {
  auto g = cg::coalesced_threads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = i < n ? srcArr[i] : INT_MIN;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  v = cg::reduce(tile, v, cg::greater<int>());
  if (tile.thread_rank() == 0) atomicMax(res, v);
  if (__all_sync(0xffffffff, v >= 0) && __any_sync(0xffffffff, v > 5) && g.size() > 0) __syncwarp();
}
int main(int argc, char **argv) {
  int *data_to_filter, *filtered_data, nres = 0;
  int *d_data_to_filter, *d_filtered_data, *d_nres;
  data_to_filter = reinterpret_cast<int *>(malloc(sizeof(int) * NUM_ELEMS));
  for (int i = 0; i < NUM_ELEMS; i++) data_to_filter[i] = rand() % 20;
  cudaMalloc(&d_data_to_filter, sizeof(int) * NUM_ELEMS);
  cudaMalloc(&d_filtered_data, sizeof(int) * NUM_ELEMS);
  cudaMalloc(&d_nres, sizeof(int));
  cudaMemcpy(d_data_to_filter, data_to_filter, sizeof(int) * NUM_ELEMS, cudaMemcpyHostToDevice);
  cudaMemset(d_nres, 0, sizeof(int));
  dim3 dimBlock(NUM_THREADS_PER_BLOCK, 1, 1);
  dim3 dimGrid((NUM_ELEMS / NUM_THREADS_PER_BLOCK) + 1, 1, 1);
  filter_arr<<<dimGrid, dimBlock>>>(d_filtered_data, d_nres, d_data_to_filter, NUM_ELEMS);
  int *bc; cudaMalloc(&bc, 5 * sizeof(int)); cudaMemset(bc, 0, 5 * sizeof(int));
  mapToBuckets<<<dimGrid, dimBlock>>>(d_data_to_filter, d_filtered_data, bc, NUM_ELEMS, 5);
  calculateMaxInEachBuckets<<<dimGrid, dimBlock>>>(d_data_to_filter, d_nres, NUM_ELEMS);
}
