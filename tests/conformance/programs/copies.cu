// Copies and fills of rows, volumes, arrays and symbols, with places and pitches.
#include "dump.h"

__constant__ int table[12];
__device__ short words[16];
__global__ void read_symbols(unsigned int* out) {
  int i = threadIdx.x;
  out[i] = i < 12 ? table[i] : 0;
  out[16 + i] = (unsigned int)words[i];
}

int main() {
  unsigned int* out;
  cudaMalloc(&out, 128 * 4);
  cudaMemset(out, 0xab, 128 * 4);
  unsigned int h[128];
  for (int i = 0; i < 128; ++i) h[i] = i * 0x01010101u;

  cudaMemcpy2D(out + 3, 9 * 4, h + 1, 7 * 4, 5 * 4, 6, cudaMemcpyHostToDevice);
  cudaMemset2D(out + 60, 8 * 4, 0x3c, 6, 4);
  dump<<<1, 1>>>(1, out, 128);

  char* pitched;
  size_t pitch;
  cudaMallocPitch(&pitched, &pitch, 5, 4);
  cudaMemset2D(pitched, pitch, 7, 5, 4);
  cudaMemcpy2D(pitched + pitch + 1, pitch, h + 8, 4, 3, 2, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 128 * 4);
  cudaMemcpy2D(out, 8, pitched, pitch, 5, 4, cudaMemcpyDeviceToDevice);
  dump<<<1, 1>>>(2, out, 8);

  cudaPitchedPtr volume;
  cudaExtent extent = make_cudaExtent(5 * sizeof(int), 3, 2);
  cudaMalloc3D(&volume, extent);
  cudaMemset3D(volume, 0x11, extent);
  cudaMemcpy3DParms in = {};
  in.srcPtr = make_cudaPitchedPtr(h, 4 * sizeof(int), 4, 3);
  in.srcPos = make_cudaPos(4, 1, 0);
  in.dstPtr = volume;
  in.dstPos = make_cudaPos(8, 0, 1);
  in.extent = make_cudaExtent(2 * sizeof(int), 2, 1);
  in.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&in);
  cudaMemcpy3DParms back = {};
  back.srcPtr = volume;
  back.dstPtr = make_cudaPitchedPtr(out, 5 * sizeof(int), 5, 3);
  back.extent = extent;
  back.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3D(&back);
  dump<<<1, 1>>>(3, out, 30);

  cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
  cudaArray_t a, b;
  cudaMallocArray(&a, &desc, 6, 4);
  cudaMallocArray(&b, &desc, 6, 4);
  cudaMemcpy2DToArray(a, 0, 0, h, 6 * 4, 6 * 4, 4, cudaMemcpyHostToDevice);
  cudaMemcpy2DToArray(b, 0, 0, h + 40, 6 * 4, 6 * 4, 4, cudaMemcpyHostToDevice);
  cudaMemcpy2DArrayToArray(b, 8, 1, a, 4, 2, 12, 2);
  cudaMemcpy2DFromArray(out, 6 * 4, b, 0, 0, 6 * 4, 4, cudaMemcpyDeviceToDevice);
  dump<<<1, 1>>>(4, out, 24);

  int more[5] = {-1, -2, -3, -4, -5};
  cudaMemcpyToSymbol(table, h, 12 * sizeof(int));
  cudaMemcpyToSymbol(table, more, 3 * sizeof(int), 2 * sizeof(int));
  short all[16], part[4];
  for (int i = 0; i < 16; ++i) all[i] = i * 257;
  cudaMemcpyToSymbol(words, all, sizeof all);
  cudaMemcpyFromSymbol(part, words, sizeof part, 6 * sizeof(short));
  cudaMemcpyToSymbol(words, part, sizeof part, 2 * sizeof(short), cudaMemcpyHostToDevice);
  void* address;
  size_t size;
  cudaGetSymbolAddress(&address, words);
  cudaGetSymbolSize(&size, words);
  cudaMemset((char*)address + size - 4, 0x7f, 3);
  read_symbols<<<1, 16>>>(out);
  dump<<<1, 1>>>(5, out, 32);
  cudaDeviceSynchronize();
  return 0;
}
