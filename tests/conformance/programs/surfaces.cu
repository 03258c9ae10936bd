// Surfaces of every side: elements read and written as other types, and what is outside of them.
#include "dump.h"

__global__ void write_2d(cudaSurfaceObject_t s) {
  int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite(make_int2(x * 16 + y, -x - y), s, x * 8, y);
}
// The same bytes as other types; x counts bytes.
__global__ void read_2d(cudaSurfaceObject_t s, unsigned int* out) {
  int i = threadIdx.x;
  out[i] = surf2Dread<unsigned int>(s, i * 4, 1);
  out[16 + i] = surf2Dread<unsigned char>(s, i, 2);
  out[32 + i] = (unsigned int)(int)surf2Dread<short>(s, i * 2, 0);
  int4 wide = surf2Dread<int4>(s, (i % 4) * 16, i % 3);
  out[48 + i] = wide.x + 3 * wide.y + 5 * wide.z + 7 * wide.w;
  uchar4 bytes;
  surf2Dread(&bytes, s, i * 4, 2);
  out[64 + i] = bytes.x + 1000 * bytes.y + 100000 * bytes.z + 10000000 * bytes.w;
  ushort2 halves = surf2Dread<ushort2>(s, i * 4, 0);
  out[80 + i] = halves.x * 3 + halves.y * 65537;
}
// Outside: zero, or the nearest place; nothing is written outside in the one mode.
__global__ void edges(cudaSurfaceObject_t s, unsigned int* out) {
  int i = threadIdx.x, x = (i % 8 - 2) * 16, y = i / 8 - 1;
  out[i] = surf2Dread<unsigned int>(s, x, y, cudaBoundaryModeZero);
  out[64 + i] = surf2Dread<unsigned int>(s, x, y, cudaBoundaryModeClamp);
  int2 two = surf2Dread<int2>(s, x, y, cudaBoundaryModeClamp);
  out[128 + i] = two.x + 5 * two.y;
}
__global__ void write_edges(cudaSurfaceObject_t s) {
  int i = threadIdx.x;
  surf2Dwrite(0x1000 + i, s, (i - 2) * 24, i - 1, cudaBoundaryModeZero);
  if (i == 0) surf2Dwrite((short)0x77, s, -2, 100, cudaBoundaryModeClamp);
  if (i == 1) surf2Dwrite((unsigned char)0x55, s, 1000, -7, cudaBoundaryModeClamp);
}

template <class E> cudaSurfaceObject_t surface_over(cudaArray_t& array, size_t width, size_t height, size_t depth, unsigned int flags) {
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<E>();
  cudaMalloc3DArray(&array, &desc, make_cudaExtent(width, height, depth), flags | cudaArraySurfaceLoadStore);
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  return surface;
}

__global__ void fill_3d(cudaSurfaceObject_t s) { surf3Dwrite((short)(threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z), s, threadIdx.x * 2, threadIdx.y, threadIdx.z); }
__global__ void look_3d(cudaSurfaceObject_t s, unsigned int* out) {
  int i = threadIdx.x;
  out[i] = (unsigned int)(int)surf3Dread<short>(s, (i % 5) * 2, i % 3, i % 4);
  out[32 + i] = surf3Dread<unsigned int>(s, (i % 4 - 1) * 4, i % 4 - 1, i / 5 - 1, i % 2 ? cudaBoundaryModeZero : cudaBoundaryModeClamp);
}
__global__ void fill_1d(cudaSurfaceObject_t s) { surf1Dwrite(1.5f * threadIdx.x, s, threadIdx.x * 4); }
__global__ void look_1d(cudaSurfaceObject_t s, unsigned int* out) {
  int i = threadIdx.x;
  out[i] = __float_as_uint(surf1Dread<float>(s, (i - 3) * 4, cudaBoundaryModeZero));
  out[16 + i] = __float_as_uint(surf1Dread<float>(s, (i - 3) * 4, cudaBoundaryModeClamp));
}
__global__ void fill_layers(cudaSurfaceObject_t s) { surf2DLayeredwrite(make_uchar4(threadIdx.x, threadIdx.y, threadIdx.z, 255), s, threadIdx.x * 4, threadIdx.y, threadIdx.z); }
__global__ void look_layers(cudaSurfaceObject_t s, unsigned int* out) {
  int i = threadIdx.x;
  out[i] = surf2DLayeredread<unsigned int>(s, (i % 4) * 4, i % 2, i % 3);
  out[16 + i] = surf2DLayeredread<unsigned int>(s, (i % 6 - 1) * 4, i % 4 - 1, i % 3, cudaBoundaryModeClamp);
}
__global__ void fill_row_layers(cudaSurfaceObject_t s) { surf1DLayeredwrite((int)(threadIdx.x * 7 - threadIdx.y), s, threadIdx.x * 4, threadIdx.y); }
__global__ void look_row_layers(cudaSurfaceObject_t s, unsigned int* out) { out[threadIdx.x] = surf1DLayeredread<int>(s, (int)(threadIdx.x % 8 - 2) * 4, threadIdx.x % 2, cudaBoundaryModeClamp); }
__global__ void fill_cube(cudaSurfaceObject_t s) { surfCubemapwrite((int)(threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z), s, threadIdx.x * 4, threadIdx.y, threadIdx.z); }
__global__ void look_cube(cudaSurfaceObject_t s, unsigned int* out) { out[threadIdx.x] = surfCubemapread<int>(s, (threadIdx.x % 4) * 4, threadIdx.x / 4 % 4, threadIdx.x % 6); }

int main() {
  unsigned int* out;
  cudaMalloc(&out, 192 * 4);
  cudaArray_t array;
  cudaMemset(out, 0, 192 * 4);
  cudaSurfaceObject_t plane = surface_over<int2>(array, 8, 3, 0, 0);
  write_2d<<<1, dim3(8, 3)>>>(plane);
  read_2d<<<1, 16>>>(plane, out);
  dump<<<1, 1>>>(1, out, 96);
  edges<<<1, 64>>>(plane, out);
  dump<<<1, 1>>>(2, out, 192);
  write_edges<<<1, 5>>>(plane);
  cudaMemcpy2DFromArray(out, 64, array, 0, 0, 64, 3, cudaMemcpyDeviceToDevice);
  dump<<<1, 1>>>(3, out, 48);

  cudaSurfaceObject_t volume = surface_over<short>(array, 6, 3, 4, 0);
  fill_3d<<<1, dim3(6, 3, 4)>>>(volume);
  look_3d<<<1, 32>>>(volume, out);
  dump<<<1, 1>>>(4, out, 64);
  cudaSurfaceObject_t line = surface_over<float>(array, 9, 0, 0, 0);
  fill_1d<<<1, 9>>>(line);
  look_1d<<<1, 16>>>(line, out);
  dump<<<1, 1>>>(5, out, 32);
  cudaSurfaceObject_t layers = surface_over<uchar4>(array, 4, 2, 3, cudaArrayLayered);
  fill_layers<<<1, dim3(4, 2, 3)>>>(layers);
  look_layers<<<1, 16>>>(layers, out);
  dump<<<1, 1>>>(6, out, 32);
  cudaSurfaceObject_t rows = surface_over<int>(array, 5, 0, 2, cudaArrayLayered);
  fill_row_layers<<<1, dim3(5, 2)>>>(rows);
  look_row_layers<<<1, 16>>>(rows, out);
  dump<<<1, 1>>>(7, out, 16);
  cudaSurfaceObject_t cube = surface_over<int>(array, 4, 4, 6, cudaArrayCubemap);
  fill_cube<<<1, dim3(4, 4, 6)>>>(cube);
  look_cube<<<1, 32>>>(cube, out);
  dump<<<1, 1>>>(8, out, 32);
  cudaDeviceSynchronize();
  return 0;
}
