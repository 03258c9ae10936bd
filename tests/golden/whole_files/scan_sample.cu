// Scans in shared memory, four elements a thread. Kernels: scanExclusiveShared uniformUpdate
#include <assert.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#include <helper_cuda.h>

#define THREADBLOCK_SIZE 256
typedef unsigned int uint;

inline __device__ uint scan1Inclusive(uint idata, volatile uint *s_Data, uint size) {
  uint pos = 2 * threadIdx.x - (threadIdx.x & (size - 1));
  s_Data[pos] = 0;
  pos += size;
  s_Data[pos] = idata;

  for (uint offset = 1; offset < size; offset <<= 1) {
    __syncthreads();
    uint t = s_Data[pos] + s_Data[pos - offset];
    __syncthreads();
    s_Data[pos] = t;
  }

  return s_Data[pos];
}

inline __device__ uint scan1Exclusive(uint idata, volatile uint *s_Data, uint size) {
  return scan1Inclusive(idata, s_Data, size) - idata;
}

inline __device__ uint4 scan4Inclusive(uint4 idata4, volatile uint *s_Data, uint size) {
  // Level-0 inclusive scan
  idata4.y += idata4.x;
  idata4.z += idata4.y;
  idata4.w += idata4.z;
  // Level-1 exclusive scan
  uint oval = scan1Exclusive(idata4.w, s_Data, size / 4);
  idata4.x += oval;
  idata4.y += oval;
  idata4.z += oval;
  idata4.w += oval;
  return idata4;
}

inline __device__ uint4 scan4Exclusive(uint4 idata4, volatile uint *s_Data, uint size) {
  uint4 odata4 = scan4Inclusive(idata4, s_Data, size);
  odata4.x -= idata4.x;
  odata4.y -= idata4.y;
  odata4.z -= idata4.z;
  odata4.w -= idata4.w;
  return odata4;
}

__global__ void scanExclusiveShared(uint4 *d_Dst, uint4 *d_Src, uint size) {
  __shared__ uint s_Data[2 * THREADBLOCK_SIZE];
  uint pos = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 idata4 = d_Src[pos];
  uint4 odata4 = scan4Exclusive(idata4, s_Data, size);
  d_Dst[pos] = odata4;
}

__global__ void uniformUpdate(uint4 *d_Data, uint *d_Buffer) {
  __shared__ uint buf;
  uint pos = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) {
    buf = d_Buffer[blockIdx.x];
  }
  __syncthreads();
  uint4 data4 = d_Data[pos];
  data4.x += buf;
  data4.y += buf;
  data4.z += buf;
  data4.w += buf;
  d_Data[pos] = data4;
}

extern "C" const uint MAX_BATCH_ELEMENTS = 64 * 1048576;
static uint *d_Buf;

extern "C" void initScan(void) { checkCudaErrors(cudaMalloc((void **)&d_Buf, 1024 * sizeof(uint))); }

static uint factorRadix2(uint &log2L, uint L) {
  if (!L) {
    log2L = 0;
    return 0;
  } else {
    for (log2L = 0; (L & 1) == 0; L >>= 1, log2L++)
      ;
    return L;
  }
}

extern "C" size_t scanExclusiveShort(uint *d_Dst, uint *d_Src, uint batchSize, uint arrayLength) {
  uint log2L;
  uint factorizationRemainder = factorRadix2(log2L, arrayLength);
  assert(factorizationRemainder == 1);
  scanExclusiveShared<<<(batchSize * arrayLength) / (4 * THREADBLOCK_SIZE), THREADBLOCK_SIZE>>>((uint4 *)d_Dst, (uint4 *)d_Src, arrayLength);
  getLastCudaError("scanExclusiveShared() execution FAILED\n");
  return THREADBLOCK_SIZE;
}
