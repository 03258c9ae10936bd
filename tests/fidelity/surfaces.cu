// Surfaces: which lanes a texture unit takes together, and the sectors of arrays. One launch a kernel.
#include <cstring>
#include <cuda_runtime.h>

#define HERE                                                                                      \
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;       \
  if (x >= w || y >= h) return;                                                                   \
  int i = y * w + x

__device__ int sum(unsigned char v) { return v; }
__device__ int sum(short v) { return v; }
__device__ int sum(float v) { return (int)v; }
__device__ int sum(uchar4 v) { return v.x + v.y + v.z + v.w; }
__device__ int sum(float2 v) { return (int)(v.x + v.y); }
__device__ int sum(float4 v) { return (int)(v.x + v.y + v.z + v.w); }

// Each kind of access, of each size.
#define OF(T, name)                                                                                                                                        \
  __global__ void read_##name(cudaSurfaceObject_t s, int* o, int w, int h) { HERE; o[i] = sum(surf2Dread<T>(s, x * (int)sizeof(T), y)); }                   \
  __global__ void read_some_##name(cudaSurfaceObject_t s, int* o, int w, int h) { HERE; if (x % 7 < 2) o[i] = sum(surf2Dread<T>(s, x * (int)sizeof(T), y)); } \
  __global__ void write_##name(cudaSurfaceObject_t s, int* o, int w, int h) { HERE; T v; memset(&v, i, sizeof v); surf2Dwrite(v, s, x * (int)sizeof(T), y); } \
  __global__ void write_some_##name(cudaSurfaceObject_t s, int* o, int w, int h) { HERE; T v; memset(&v, i, sizeof v); if (x % 7 < 2) surf2Dwrite(v, s, x * (int)sizeof(T), y); } \
  __global__ void read_line_##name(cudaSurfaceObject_t s, int* o, int w, int h) { HERE; o[i] = sum(surf1Dread<T>(s, x * (int)sizeof(T))); }                 \
  __global__ void read_volume_##name(cudaSurfaceObject_t s, int* o, int w, int h) { HERE; o[i] = sum(surf3Dread<T>(s, x * (int)sizeof(T), y, x % 2)); }     \
  __global__ void read_layer_##name(cudaSurfaceObject_t s, int* o, int w, int h) { HERE; o[i] = sum(surf2DLayeredread<T>(s, x * (int)sizeof(T), y, y % 2)); } \
  __global__ void read_layer_line_##name(cudaSurfaceObject_t s, int* o, int w, int h) { HERE; o[i] = sum(surf1DLayeredread<T>(s, x * (int)sizeof(T), y % 2)); } \
  __global__ void write_volume_##name(cudaSurfaceObject_t s, int* o, int w, int h) { HERE; T v; memset(&v, i, sizeof v); surf3Dwrite(v, s, x * (int)sizeof(T), y, y % 2); }
OF(unsigned char, byte)
OF(short, short)
OF(float, float)
OF(uchar4, rgba)
OF(float2, float2)
OF(float4, float4)

__global__ void read_and_write(cudaSurfaceObject_t s, int* o, int w, int h) { HERE; float v = surf2Dread<float>(s, x * 4, y); surf2Dwrite(v + 1, s, x * 4, y); o[i] = 1; }
__global__ void read_near(cudaSurfaceObject_t s, int* o, int w, int h) { HERE; o[i] = surf2Dread<int>(s, (x - 8) * 4, y - 2, cudaBoundaryModeClamp); }
__global__ void read_outside(cudaSurfaceObject_t s, int* o, int w, int h) { HERE; o[i] = surf2Dread<int>(s, (x - 8) * 4, y - 2, cudaBoundaryModeZero); }
__global__ void write_outside(cudaSurfaceObject_t s, int* o, int w, int h) { HERE; surf2Dwrite(i, s, (x - 8) * 4, y - 2, cudaBoundaryModeZero); }
__global__ void read_faces(cudaSurfaceObject_t s, int* o, int w, int h) { HERE; o[i] = surfCubemapread<int>(s, x % 16 * 4, y % 16, x % 6); }

const int width = 100, height = 64;
static float data[65536];

template <class E> cudaArray_t array(int w, int h, int d, unsigned int flags) {
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<E>();
  cudaArray_t a;
  cudaMalloc3DArray(&a, &desc, make_cudaExtent(w, h, d), flags | cudaArraySurfaceLoadStore);
  cudaMemcpy3DParms c = {};
  c.srcPtr = make_cudaPitchedPtr((void*)data, w * sizeof(E), w, h ? h : 1);
  c.dstArray = a;
  c.extent = make_cudaExtent(w, h ? h : 1, d ? d : 1);
  c.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&c);
  return a;
}
cudaSurfaceObject_t surface_over(cudaArray_t a) {
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaSurfaceObject_t s = 0;
  cudaCreateSurfaceObject(&s, &r);
  return s;
}

int main() {
  const int w = width, h = height;
  for (int i = 0; i < 65536; ++i) data[i] = i * 0.25f;
  int* o;
  cudaMalloc(&o, w * h * sizeof(int));
  dim3 block(32, 4), grid((w + 31) / 32, (h + 3) / 4);
#define RUN(T, name)                                                                                                                    \
  cudaSurfaceObject_t surface_##T##name = surface_over(array<name>(w, h, 0, 0)), solid_##T##name = surface_over(array<name>(w, h, 2, 0)); \
  read_##T<<<grid, block>>>(surface_##T##name, o, w, h);                                                                                \
  read_some_##T<<<grid, block>>>(surface_##T##name, o, w, h);                                                                           \
  write_##T<<<grid, block>>>(surface_##T##name, o, w, h);                                                                               \
  write_some_##T<<<grid, block>>>(surface_##T##name, o, w, h);                                                                          \
  read_line_##T<<<grid, block>>>(surface_over(array<name>(w, 0, 0, 0)), o, w, h);                                                        \
  read_volume_##T<<<grid, block>>>(solid_##T##name, o, w, h);                                                                           \
  read_layer_##T<<<grid, block>>>(surface_over(array<name>(w, h, 2, cudaArrayLayered)), o, w, h);                                        \
  read_layer_line_##T<<<grid, block>>>(surface_over(array<name>(w, 0, 2, cudaArrayLayered)), o, w, h);                                   \
  write_volume_##T<<<grid, block>>>(solid_##T##name, o, w, h);
  typedef unsigned char byte_type;
  RUN(byte, byte_type)
  RUN(short, short)
  RUN(float, float)
  RUN(rgba, uchar4)
  RUN(float2, float2)
  RUN(float4, float4)

  cudaSurfaceObject_t surface = surface_over(array<int>(w, h, 0, 0));
  read_and_write<<<grid, block>>>(surface, o, w, h);
  read_near<<<grid, block>>>(surface, o, w, h);
  read_outside<<<grid, block>>>(surface, o, w, h);
  write_outside<<<grid, block>>>(surface, o, w, h);
  read_faces<<<grid, block>>>(surface_over(array<int>(16, 16, 6, cudaArrayCubemap)), o, w, h);
  return cudaDeviceSynchronize();
}
