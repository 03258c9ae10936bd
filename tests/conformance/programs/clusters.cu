// Clusters of blocks: shared memory of the neighbours by copies, atomics and a reduction; the ranks and shapes that they are told.
#include <cooperative_groups.h>
#include "dump.h"
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) ring(unsigned int* out) {
  __shared__ unsigned int mine[32];
  cg::cluster_group cluster = cg::this_cluster();
  unsigned int t = threadIdx.x, rank = cluster.block_rank();
  mine[t] = blockIdx.x * 1000 + t * 3;
  cluster.sync();
  const unsigned int* next = cluster.map_shared_rank(mine, (rank + 1) % cluster.num_blocks());
  out[blockIdx.x * 32 + t] = next[31 - t] * 7 + cluster.query_shared_rank(next) * 100000;
  cluster.sync();
}
__global__ void __cluster_dims__(2, 2, 1) shapes(unsigned int* out) {
  cg::cluster_group cluster = cg::this_cluster();
  unsigned int block = blockIdx.y * gridDim.x + blockIdx.x, at = (block * blockDim.x + threadIdx.x) * 2;
  dim3 index = cluster.block_index(), dim = cluster.dim_blocks();
  out[at] = cluster.block_rank() | cluster.num_blocks() << 4 | cluster.thread_rank() << 8 | cluster.num_threads() << 16;
  out[at + 1] = index.x | index.y << 4 | index.z << 8 | dim.x << 12 | dim.y << 16 | dim.z << 20;
}
// The histogram of the programming guide: each block of the cluster keeps a part of the bins.
__global__ void histogram(int* bins, const int nbins, const int bins_per_block, const int* __restrict__ input, size_t array_size) {
  extern __shared__ int smem[];
  int tid = cg::this_grid().thread_rank();
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) smem[i] = 0;
  cluster.sync();
  for (size_t i = tid; i < array_size; i += blockDim.x * gridDim.x) {
    int ldata = input[i];
    int binid = ldata;
    if (ldata < 0) binid = 0;
    else if (ldata >= nbins) binid = nbins - 1;
    int dst_block_rank = (int)(binid / bins_per_block);
    int dst_offset = binid % bins_per_block;
    int* dst_smem = cluster.map_shared_rank(smem, dst_block_rank);
    atomicAdd(dst_smem + dst_offset, 1);
  }
  cluster.sync();
  int* lbins = bins + cluster.block_rank() * bins_per_block;
  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) atomicAdd(&lbins[i], smem[i]);
}

int main() {
  unsigned int* out;
  cudaMalloc(&out, 512 * 4);
  cudaMemset(out, 0, 512 * 4);
  ring<<<8, 32>>>(out);
  dump<<<1, 1>>>(1, out, 256);
  shapes<<<dim3(4, 2), 16>>>(out);
  dump<<<1, 1>>>(2, out, 256);

  const int nbins = 64, size = 3000;
  int h[size];
  for (int i = 0; i < size; ++i) h[i] = (i * 7919) % 83 - 5;
  int *input, *bins;
  cudaMalloc(&input, sizeof h);
  cudaMalloc(&bins, nbins * sizeof(int));
  cudaMemcpy(input, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, nbins * sizeof(int));
  cudaLaunchConfig_t config = {0};
  config.gridDim = 8;
  config.blockDim = 64;
  config.dynamicSmemBytes = nbins / 4 * sizeof(int);
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = 4;
  attribute[0].val.clusterDim.y = 1;
  attribute[0].val.clusterDim.z = 1;
  config.numAttrs = 1;
  config.attrs = attribute;
  cudaLaunchKernelEx(&config, histogram, bins, nbins, nbins / 4, (const int*)input, (size_t)size);
  dump<<<1, 1>>>(3, (unsigned int*)bins, 64);
  cudaDeviceSynchronize();
  return 0;
}
