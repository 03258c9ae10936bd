// Forces between atoms, sparse products, a triad, reductions through volatile shared memory. Kernels: compute_lj_force<float,float3,float4,false> spmv_csr_vector_kernel<double> triad reduceVec<float,float4,256>
#include <cassert>
#include <cfloat>
#include <list>
#include <memory>
using namespace std;
template <class T, class forceVecType, class posVecType>
__device__ inline forceVecType pairForce(posVecType a, posVecType b, T cutsq, T lj1, T lj2, forceVecType f) {
  T delx = a.x - b.x, dely = a.y - b.y, delz = a.z - b.z;
  T r2inv = delx*delx + dely*dely + delz*delz;
  if (r2inv < cutsq) {
    r2inv = 1.0f/r2inv;
    T r6inv = r2inv * r2inv * r2inv;
    T force = r2inv*r6inv*(lj1*r6inv - lj2);
    f.x += delx * force;
    f.y += dely * force;
    f.z += delz * force;
  }
  return f;
}
template <class T, class forceVecType, class posVecType, bool useTexture>
__global__ void compute_lj_force(forceVecType* __restrict__ force3, const posVecType* __restrict__ position, const int neighCount, const int* __restrict__ neighList,
                                 const T cutsq, const T lj1, const T lj2, const int inum)
{
    // Global ID - one thread per atom
    int idx = blockIdx.x*blockDim.x + threadIdx.x;
    posVecType ipos = position[idx];
    forceVecType f = {0.0f, 0.0f, 0.0f};
    int j = 0;
    while (j < neighCount)
    {
        int jidx = neighList[j*inum + idx];
        posVecType jpos;
        if (useTexture) { jpos = position[jidx]; } else { jpos = __ldg(&position[jidx]); }
        f = pairForce<T, forceVecType, posVecType>(ipos, jpos, cutsq, lj1, lj2, f);
        j++;
    }
    force3[idx] = f;
}
template <typename fpType>
__global__ void spmv_csr_vector_kernel(const fpType * __restrict__ val, const int * __restrict__ cols, const int * __restrict__ rowDelimiters, const fpType * vec, const int dim, fpType * __restrict__ out)
{
    int t = threadIdx.x;
    int id = t & (warpSize-1);
    int warpsPerBlock = blockDim.x / warpSize;
    int myRow = (blockIdx.x * warpsPerBlock) + (t / warpSize);
    __shared__ volatile fpType partialSums[128];
    if (myRow < dim)
    {
        int warpStart = rowDelimiters[myRow];
        int warpEnd = rowDelimiters[myRow+1];
        fpType mySum = 0;
        for (int j = warpStart + id; j < warpEnd; j += warpSize)
        {
            int col = cols[j];
            mySum += val[j] * vec[col];
        }
        partialSums[t] = mySum;
        if (id < 16) partialSums[t] += partialSums[t+16];
        if (id <  8) partialSums[t] += partialSums[t+ 8];
        if (id <  4) partialSums[t] += partialSums[t+ 4];
        if (id <  2) partialSums[t] += partialSums[t+ 2];
        if (id <  1) partialSums[t] += partialSums[t+ 1];
        if (id == 0) { out[myRow] = partialSums[t]; }
    }
}
__global__ void triad(float* A, float* B, float* C, float s)
{
    int gid = threadIdx.x + (blockIdx.x * blockDim.x);
    C[gid] = A[gid] + s*B[gid];
}
template <class T> __device__ T convert(float f) { return T(f); }
#define UNROLL 4
enum radix { SORT_BITS = 32, SORT_RADIX = 4 };
template <class vecT> __device__ void scan4(vecT &v) { v.y += v.x; v.z += v.y; v.w += v.z; }
template <class T, class vecT, int blockSize>
__global__ void reduceVec(const T * __restrict__ g_idata, T * __restrict__ g_odata, const unsigned int n)
{
    const unsigned int tid = threadIdx.x;
    unsigned int i = (blockIdx.x*(blockDim.x*2)) + tid;
    const unsigned int gridSize = blockDim.x*2*gridDim.x;
    extern volatile __shared__ float sm[];
    volatile T* sdata = (volatile T*) sm;
    sdata[tid] = 0.0f;
    while (i < n) { sdata[tid] += g_idata[i] + g_idata[i+blockSize]; i += gridSize; }
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) { sdata[tid] += sdata[tid + 256]; } __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64)  { sdata[tid] += sdata[tid + 64];  } __syncthreads(); }
    vecT v;
    v.x = v.y = v.z = v.w = sdata[tid & 63];
    scan4(v);
    if (tid < warpSize) {
        T s = sdata[tid] + sdata[tid + 32];
        for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
        if (tid == 0) g_odata[blockIdx.x] = s + 0 * v.w;
    }
}
template <class T, class forceVecType, class posVecType> void runTest(const string& testName, void* resultDB, void* op)
{
    const int nAtom = 256, maxNeighbors = 8;
    posVecType* position; forceVecType* d_force; posVecType* d_position; int* d_neighborList;
    cudaMalloc((void**)&d_force, nAtom * sizeof(forceVecType));
    cudaMalloc((void**)&d_position, nAtom * sizeof(posVecType));
    cudaMalloc((void**)&d_neighborList, nAtom * maxNeighbors * sizeof(int));
    int blockSize = 256;
    int gridSize  = nAtom / blockSize;
    compute_lj_force<T, forceVecType, posVecType, false> <<<gridSize, blockSize>>> (d_force, d_position, maxNeighbors, d_neighborList, (T)16.0, (T)1.5, (T)2.0, nAtom);
    reduceVec<T, posVecType, 256><<<4, 256, 256 * sizeof(T)>>>((T*)d_position, (T*)d_force, 2048);
}
void RunBenchmark(void* a) {
  cudaDeviceProp p; 
  runTest<float, float3, float4>("MD-LJ", a, a);
  if ((p.major == 1 && p.minor >= 3) || (p.major >= 2)) { runTest<double, double3, double4>("MD-LJ-DP", a, a); }
  float *A, *B, *C; cudaMalloc(&A, 4096); cudaMalloc(&B, 4096); cudaMalloc(&C, 4096);
  triad<<<1024 / 128, 128>>>(A, B, C, 1.75f);
}
