// Bodies that attract each other, over types chosen by traits. Kernels: integrateBodies<float> integrateBodies<double>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#include <math.h>
#include <cuda_gl_interop.h>

__constant__ float softeningSquared;
__constant__ double softeningSquared_fp64;

cudaError_t setSofteningSquared(float softeningSq) { return cudaMemcpyToSymbol(softeningSquared, &softeningSq, sizeof(float), 0, cudaMemcpyHostToDevice); }
cudaError_t setSofteningSquared(double softeningSq) {
  return cudaMemcpyToSymbol(softeningSquared_fp64, &softeningSq, sizeof(double), 0, cudaMemcpyHostToDevice);
}

template <class T>
struct SharedMemory {
  __device__ inline operator T *() {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }
  __device__ inline operator const T *() const {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }
};
template <typename T> struct vec3 { typedef float Type; };
template <> struct vec3<float> { typedef float3 Type; };
template <> struct vec3<double> { typedef double3 Type; };
template <typename T> struct vec4 { typedef float Type; };
template <> struct vec4<float> { typedef float4 Type; };
template <> struct vec4<double> { typedef double4 Type; };

template <typename T> __device__ T rsqrt_T(T x) { return rsqrt(x); }
template <> __device__ float rsqrt_T<float>(float x) { return rsqrtf(x); }
template <> __device__ double rsqrt_T<double>(double x) { return rsqrt(x); }
template <typename T> __device__ T getSofteningSquared() { return softeningSquared; }
template <> __device__ double getSofteningSquared<double>() { return softeningSquared_fp64; }

template <typename T> struct DeviceData {
  T *dPos[2];
  T *dVel;
  cudaEvent_t event;
  unsigned int offset;
  unsigned int numBodies;
};

template <typename T>
__device__ typename vec3<T>::Type bodyBodyInteraction(typename vec3<T>::Type ai, typename vec4<T>::Type bi, typename vec4<T>::Type bj) {
  typename vec3<T>::Type r;
  r.x = bj.x - bi.x;
  r.y = bj.y - bi.y;
  r.z = bj.z - bi.z;
  T distSqr = r.x * r.x + r.y * r.y + r.z * r.z;
  distSqr += getSofteningSquared<T>();
  T invDist = rsqrt_T(distSqr);
  T invDistCube = invDist * invDist * invDist;
  T s = bj.w * invDistCube;
  ai.x += r.x * s;
  ai.y += r.y * s;
  ai.z += r.z * s;
  return ai;
}

template <typename T>
__device__ typename vec3<T>::Type computeBodyAccel(typename vec4<T>::Type bodyPos, typename vec4<T>::Type *positions, int numTiles) {
  typename vec4<T>::Type *sharedPos = SharedMemory<typename vec4<T>::Type>();
  typename vec3<T>::Type acc = {0.0f, 0.0f, 0.0f};
  for (int tile = 0; tile < numTiles; tile++) {
    sharedPos[threadIdx.x] = positions[tile * blockDim.x + threadIdx.x];
    __syncthreads();
// This is the "tile_calculation" from the GPUG3 article.
#pragma unroll 128
    for (unsigned int counter = 0; counter < blockDim.x; counter++) {
      acc = bodyBodyInteraction<T>(acc, bodyPos, sharedPos[counter]);
    }
    __syncthreads();
  }
  return acc;
}

template <typename T>
__global__ void integrateBodies(typename vec4<T>::Type *__restrict__ newPos, typename vec4<T>::Type *__restrict__ oldPos, typename vec4<T>::Type *vel,
                                unsigned int deviceOffset, unsigned int deviceNumBodies, float deltaTime, float damping, int numTiles) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= deviceNumBodies) {
    return;
  }
  typename vec4<T>::Type position = oldPos[deviceOffset + index];
  typename vec3<T>::Type accel = computeBodyAccel<T>(position, oldPos, numTiles);
  typename vec4<T>::Type velocity = vel[deviceOffset + index];
  velocity.x += accel.x * deltaTime;
  velocity.y += accel.y * deltaTime;
  velocity.z += accel.z * deltaTime;
  velocity.x *= damping;
  velocity.y *= damping;
  velocity.z *= damping;
  position.x += velocity.x * deltaTime;
  position.y += velocity.y * deltaTime;
  position.z += velocity.z * deltaTime;
  newPos[deviceOffset + index] = position;
  vel[deviceOffset + index] = velocity;
}

template <typename T>
void integrateNbodySystem(DeviceData<T> *deviceData, cudaGraphicsResource **pgres, unsigned int currentRead, float deltaTime, float damping,
                          unsigned int numBodies, unsigned int numDevices, int blockSize, bool bUsePBO) {
  for (unsigned int dev = 0; dev != numDevices; dev++) {
    if (numDevices > 1) {
      cudaSetDevice(dev);
    }
    int numBlocks = (deviceData[dev].numBodies + blockSize - 1) / blockSize;
    int numTiles = (numBodies + blockSize - 1) / blockSize;
    int sharedMemSize = blockSize * 4 * sizeof(T);  // 4 floats for pos
    integrateBodies<T><<<numBlocks, blockSize, sharedMemSize>>>(
        (typename vec4<T>::Type *)deviceData[dev].dPos[1 - currentRead], (typename vec4<T>::Type *)deviceData[dev].dPos[currentRead],
        (typename vec4<T>::Type *)deviceData[dev].dVel, deviceData[dev].offset, deviceData[dev].numBodies, deltaTime, damping, numTiles);
    if (numDevices > 1) {
      cudaEventRecord(deviceData[dev].event);
    }
    getLastCudaError("Kernel execution failed");
  }
}
template void integrateNbodySystem<float>(DeviceData<float> *deviceData, cudaGraphicsResource **pgres, unsigned int currentRead, float deltaTime,
                                          float damping, unsigned int numBodies, unsigned int numDevices, int blockSize, bool bUsePBO);
