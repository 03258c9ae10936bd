// Histograms of bytes in shared memory, per warp and per thread, and their merging. Kernels: histogram256Kernel mergeHistogram256Kernel histogram64Kernel
#include <assert.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define HISTOGRAM256_BIN_COUNT 256
#define LOG2_WARP_SIZE 5U
#define WARP_SIZE (1U << LOG2_WARP_SIZE)
#define UINT_BITS 32
typedef unsigned int uint;
typedef unsigned char uchar;
#define WARP_COUNT 6
#define HISTOGRAM256_THREADBLOCK_SIZE (WARP_COUNT * WARP_SIZE)
#define HISTOGRAM256_THREADBLOCK_MEMORY (WARP_COUNT * HISTOGRAM256_BIN_COUNT)
#define SHARED_MEMORY_SIZE 49152
#define MERGE_THREADBLOCK_SIZE 256
#define TAG_MASK 0xFFFFFFFFU

inline __device__ void addByte(uint *s_WarpHist, uint data, uint threadTag) { atomicAdd(s_WarpHist + data, 1); }
inline __device__ void addWord(uint *s_WarpHist, uint data, uint tag) {
  addByte(s_WarpHist, (data >> 0) & 0xFFU, tag);
  addByte(s_WarpHist, (data >> 8) & 0xFFU, tag);
  addByte(s_WarpHist, (data >> 16) & 0xFFU, tag);
  addByte(s_WarpHist, (data >> 24) & 0xFFU, tag);
}
__global__ void histogram256Kernel(uint *d_PartialHistograms, uint *d_Data, uint dataCount) {
  // Per-warp subhistogram storage
  __shared__ uint s_Hist[HISTOGRAM256_THREADBLOCK_MEMORY];
  uint *s_WarpHist = s_Hist + (threadIdx.x >> LOG2_WARP_SIZE) * HISTOGRAM256_BIN_COUNT;
#pragma unroll
  for (uint i = 0; i < (HISTOGRAM256_THREADBLOCK_MEMORY / HISTOGRAM256_THREADBLOCK_SIZE); i++) {
    s_Hist[threadIdx.x + i * HISTOGRAM256_THREADBLOCK_SIZE] = 0;
  }
  const uint tag = threadIdx.x << (UINT_BITS - LOG2_WARP_SIZE);
  __syncthreads();
  for (uint pos = (blockIdx.x * blockDim.x) + threadIdx.x; pos < dataCount; pos += (blockDim.x * gridDim.x)) {
    uint data = d_Data[pos];
    addWord(s_WarpHist, data, tag);
  }
  __syncthreads();
  for (uint bin = threadIdx.x; bin < HISTOGRAM256_BIN_COUNT; bin += HISTOGRAM256_THREADBLOCK_SIZE) {
    uint sum = 0;
    for (uint i = 0; i < WARP_COUNT; i++) {
      sum += s_Hist[bin + i * HISTOGRAM256_BIN_COUNT] & TAG_MASK;
    }
    d_PartialHistograms[blockIdx.x * HISTOGRAM256_BIN_COUNT + bin] = sum;
  }
}
__global__ void mergeHistogram256Kernel(uint *d_Histogram, uint *d_PartialHistograms, uint histogramCount) {
  uint sum = 0;
  for (uint i = threadIdx.x; i < histogramCount; i += MERGE_THREADBLOCK_SIZE) sum += d_PartialHistograms[blockIdx.x + i * HISTOGRAM256_BIN_COUNT];
  __shared__ uint data[MERGE_THREADBLOCK_SIZE];
  data[threadIdx.x] = sum;
  for (uint stride = MERGE_THREADBLOCK_SIZE / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    if (threadIdx.x < stride) data[threadIdx.x] += data[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) d_Histogram[blockIdx.x] = data[0];
}
static const uint PARTIAL_HISTOGRAM256_COUNT = 24;
static uint *d_PartialHistograms;
extern "C" void initHistogram256(void) {
  cudaMalloc((void **)&d_PartialHistograms, PARTIAL_HISTOGRAM256_COUNT * HISTOGRAM256_BIN_COUNT * sizeof(uint));
}
extern "C" void histogram256(uint *d_Histogram, void *d_Data, uint byteCount) {
  assert(byteCount % sizeof(uint) == 0);
  histogram256Kernel<<<PARTIAL_HISTOGRAM256_COUNT, HISTOGRAM256_THREADBLOCK_SIZE>>>(d_PartialHistograms, (uint *)d_Data, byteCount / sizeof(uint));
  mergeHistogram256Kernel<<<HISTOGRAM256_BIN_COUNT, MERGE_THREADBLOCK_SIZE>>>(d_Histogram, d_PartialHistograms, PARTIAL_HISTOGRAM256_COUNT);
}
// 64 bins: bytes that fold the thread number to avoid bank conflicts
#define HISTOGRAM64_BIN_COUNT 64
#define HISTOGRAM64_THREADBLOCK_SIZE (4 * 16)
typedef uint4 data_t;
inline __device__ void addByte64(uchar *s_ThreadBase, uint data) { s_ThreadBase[data * HISTOGRAM64_THREADBLOCK_SIZE]++; }
__global__ void histogram64Kernel(uint *d_PartialHistograms, data_t *d_Data, uint dataCount) {
  const uint threadPos = ((threadIdx.x & ~(16 * 4 - 1)) << 0) | ((threadIdx.x & (16 - 1)) << 2) | ((threadIdx.x & (16 * 3)) >> 4);
  __shared__ uchar s_Hist[HISTOGRAM64_THREADBLOCK_SIZE * HISTOGRAM64_BIN_COUNT];
  uchar *s_ThreadBase = s_Hist + threadPos;
#pragma unroll
  for (uint i = 0; i < (HISTOGRAM64_BIN_COUNT / 4); i++) ((uint *)s_Hist)[threadIdx.x + i * HISTOGRAM64_THREADBLOCK_SIZE] = 0;
  __syncthreads();
  for (uint pos = blockIdx.x * blockDim.x + threadIdx.x; pos < dataCount; pos += blockDim.x * gridDim.x) {
    data_t data = d_Data[pos];
    addByte64(s_ThreadBase, (data.x >> 2) & 0x3FU); addByte64(s_ThreadBase, (data.y >> 10) & 0x3FU);
    addByte64(s_ThreadBase, (data.z >> 18) & 0x3FU); addByte64(s_ThreadBase, (data.w >> 26) & 0x3FU);
  }
  __syncthreads();
  if (threadIdx.x < HISTOGRAM64_BIN_COUNT) {
    uchar *s_HistBase = s_Hist + threadIdx.x * HISTOGRAM64_THREADBLOCK_SIZE;
    uint sum = 0;
    uint pos = 4 * (threadIdx.x & 15);
#pragma unroll
    for (uint i = 0; i < (HISTOGRAM64_THREADBLOCK_SIZE / 4); i++) {
      sum += s_HistBase[pos + 0] + s_HistBase[pos + 1] + s_HistBase[pos + 2] + s_HistBase[pos + 3];
      pos = (pos + 4) & (HISTOGRAM64_THREADBLOCK_SIZE - 1);
    }
    d_PartialHistograms[blockIdx.x * HISTOGRAM64_BIN_COUNT + threadIdx.x] = sum;
  }
}
int main() {
  uint *d_h; void *d_data;
  uint byteCount = 64 * 1024;
  cudaMalloc((void **)&d_h, 256 * sizeof(uint));
  cudaMalloc(&d_data, byteCount);
  initHistogram256();
  histogram256(d_h, d_data, byteCount);
  histogram64Kernel<<<4, HISTOGRAM64_THREADBLOCK_SIZE>>>(d_h, (data_t *)d_data, byteCount / sizeof(data_t));
}
