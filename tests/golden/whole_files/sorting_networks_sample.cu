// Bitonic sort and odd-even merge. Kernels: bitonicSortShared oddEvenMergeGlobal
#include <assert.h>
#include <cooperative_groups.h>
#define SHARED_SIZE_LIMIT 1024U
typedef unsigned int uint;
#define UMUL(a, b) __umul24((a), (b))
#define UMAD(a, b, c) (UMUL((a), (b)) + (c))

__device__ inline void Comparator(uint &keyA, uint &valA, uint &keyB, uint &valB, uint dir) {
  uint t;
  if ((keyA > keyB) == dir) {
    t = keyA;
    keyA = keyB;
    keyB = t;
    t = valA;
    valA = valB;
    valB = t;
  }
}

__global__ void bitonicSortShared(uint *d_DstKey, uint *d_DstVal, uint *d_SrcKey, uint *d_SrcVal, uint arrayLength, uint dir) {
  __shared__ uint s_key[SHARED_SIZE_LIMIT];
  __shared__ uint s_val[SHARED_SIZE_LIMIT];
  d_SrcKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  d_SrcVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  d_DstKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  d_DstVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  s_key[threadIdx.x + 0] = d_SrcKey[0];
  s_val[threadIdx.x + 0] = d_SrcVal[0];
  s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcKey[(SHARED_SIZE_LIMIT / 2)];
  s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcVal[(SHARED_SIZE_LIMIT / 2)];

  for (uint size = 2; size < arrayLength; size <<= 1) {
    uint ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      Comparator(s_key[pos + 0], s_val[pos + 0], s_key[pos + stride], s_val[pos + stride], ddd);
    }
  }
  {
    for (uint stride = arrayLength / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      Comparator(s_key[pos + 0], s_val[pos + 0], s_key[pos + stride], s_val[pos + stride], dir);
    }
  }
  __syncthreads();
  d_DstKey[0] = s_key[threadIdx.x + 0];
  d_DstVal[0] = s_val[threadIdx.x + 0];
  d_DstKey[(SHARED_SIZE_LIMIT / 2)] = s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
  d_DstVal[(SHARED_SIZE_LIMIT / 2)] = s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
}
__global__ void oddEvenMergeGlobal(uint *d_DstKey, uint *d_SrcKey, uint arrayLength, uint size, uint stride, uint dir) {
  uint global_comparatorI = UMAD(blockIdx.x, blockDim.x, threadIdx.x);
  uint pos = 2 * global_comparatorI - (global_comparatorI & (stride - 1));
  if (stride < size / 2) {
    uint offset = global_comparatorI & ((size / 2) - 1);
    if (offset >= stride) {
      uint keyA = d_SrcKey[pos - stride], keyB = d_SrcKey[pos + 0], va = 0, vb = 0;
      Comparator(keyA, va, keyB, vb, dir);
      d_DstKey[pos - stride] = keyA;
      d_DstKey[pos + 0] = keyB;
    }
  } else {
    uint keyA = d_SrcKey[pos + 0], keyB = d_SrcKey[pos + stride], va = 0, vb = 0;
    Comparator(keyA, va, keyB, vb, dir);
    d_DstKey[pos + 0] = keyA;
    d_DstKey[pos + stride] = keyB;
  }
}

extern "C" uint bitonicSort(uint *d_DstKey, uint *d_DstVal, uint *d_SrcKey, uint *d_SrcVal, uint batchSize, uint arrayLength, uint dir) {
  if (arrayLength < 2) return 0;
  dir = (dir != 0);
  uint blockCount = batchSize * arrayLength / SHARED_SIZE_LIMIT;
  uint threadCount = SHARED_SIZE_LIMIT / 2;
  if (arrayLength <= SHARED_SIZE_LIMIT) {
    assert((batchSize * arrayLength) % SHARED_SIZE_LIMIT == 0);
    bitonicSortShared<<<blockCount, threadCount>>>(d_DstKey, d_DstVal, d_SrcKey, d_SrcVal, arrayLength, dir);
  }
  return threadCount;
}
int main() {
  const uint N = 4096;
  const uint DIR = 0;
  uint *d_InputKey, *d_InputVal, *d_OutputKey, *d_OutputVal;
  cudaMalloc((void **)&d_InputKey, N * sizeof(uint));
  cudaMalloc((void **)&d_InputVal, N * sizeof(uint));
  cudaMalloc((void **)&d_OutputKey, N * sizeof(uint));
  cudaMalloc((void **)&d_OutputVal, N * sizeof(uint));
  for (uint arrayLength = 64; arrayLength <= N; arrayLength *= 2) {
    bitonicSort(d_OutputKey, d_OutputVal, d_InputKey, d_InputVal, N / arrayLength, arrayLength, DIR);
    cudaDeviceSynchronize();
  }
  for (uint size = 2; size <= N; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1)
      oddEvenMergeGlobal<<<N / 512, 256>>>(d_OutputKey, d_OutputKey, N, size, stride, 1);
}
