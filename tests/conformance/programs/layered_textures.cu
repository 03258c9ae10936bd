// Layered textures in every mode, and textures over plain and pitched memory, beyond their ends too.
#include "dump.h"

__global__ void sample_2d(cudaTextureObject_t t, float scale_x, float scale_y, unsigned int* out) {
  int i = threadIdx.x;
  float x = (i * 0.4375f - 3.0f) * scale_x, y = (i % 7 * 0.71875f - 1.25f) * scale_y;
  out[i] = __float_as_uint(tex2DLayered<float>(t, x, y, i % 5 - 1));
}
__global__ void sample_1d(cudaTextureObject_t t, float scale, unsigned int* out) {
  int i = threadIdx.x;
  out[i] = __float_as_uint(tex1DLayered<float>(t, (i * 0.34375f - 2.0f) * scale, i % 4));
}
__global__ void fetch(cudaTextureObject_t t, unsigned int* out) {
  int i = threadIdx.x;
  out[i] = tex1Dfetch<int>(t, i - 4);
}
__global__ void pitched(cudaTextureObject_t t, unsigned int* out) {
  int i = threadIdx.x;
  float4 v = tex2D<float4>(t, i % 9 * 0.75f - 1.0f, i / 9 * 0.625f - 0.5f);
  out[4 * i] = __float_as_uint(v.x), out[4 * i + 1] = __float_as_uint(v.y), out[4 * i + 2] = __float_as_uint(v.z), out[4 * i + 3] = __float_as_uint(v.w);
}

int main() {
  unsigned int* out;
  cudaMalloc(&out, 960 * 4);
  cudaMemset(out, 0, 960 * 4);
  float h[6 * 4 * 3];
  for (int i = 0; i < 72; ++i) h[i] = (float)((i * 37) % 101) - 20.5f;

  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaArray_t planes, rows;
  cudaMalloc3DArray(&planes, &desc, make_cudaExtent(6, 4, 3), cudaArrayLayered);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(h, 6 * sizeof(float), 6, 4);
  copy.dstArray = planes;
  copy.extent = make_cudaExtent(6, 4, 3);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  cudaMalloc3DArray(&rows, &desc, make_cudaExtent(12, 0, 3), cudaArrayLayered);
  copy.srcPtr = make_cudaPitchedPtr(h, 12 * sizeof(float), 12, 1);
  copy.dstArray = rows;
  copy.extent = make_cudaExtent(12, 1, 3);
  cudaMemcpy3D(&copy);

  for (int mode = 0; mode < 12; ++mode) {  // address: wrap, clamp, mirror, border; in texels, in parts, and these between texels
    cudaTextureDesc how;
    memset(&how, 0, sizeof how);
    how.normalizedCoords = mode >= 4;
    how.addressMode[0] = how.addressMode[1] = (cudaTextureAddressMode)(mode % 4);
    how.filterMode = mode >= 8 ? cudaFilterModeLinear : cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = planes;
    cudaTextureObject_t t = 0;
    cudaCreateTextureObject(&t, &resource, &how, NULL);
    sample_2d<<<1, 32>>>(t, mode >= 4 ? 1.0f / 6 : 1.0f, mode >= 4 ? 0.25f : 1.0f, out + 80 * mode);
    resource.res.array.array = rows;
    cudaTextureObject_t u = 0;
    cudaCreateTextureObject(&u, &resource, &how, NULL);
    sample_1d<<<1, 48>>>(u, mode >= 4 ? 1.0f / 16 : 1.0f, out + 80 * mode + 32);
  }
  dump<<<1, 1>>>(1, out, 960);

  int* numbers;
  cudaMalloc(&numbers, 20 * sizeof(int));
  int n[20];
  for (int i = 0; i < 20; ++i) n[i] = 1000 + i;
  cudaMemcpy(numbers, n, sizeof n, cudaMemcpyHostToDevice);
  cudaResourceDesc linear;
  memset(&linear, 0, sizeof linear);
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = numbers;
  linear.res.linear.desc = cudaCreateChannelDesc<int>();
  linear.res.linear.sizeInBytes = 10 * sizeof(int);
  cudaTextureDesc plain;
  memset(&plain, 0, sizeof plain);
  cudaTextureObject_t short_line = 0;
  cudaCreateTextureObject(&short_line, &linear, &plain, NULL);
  fetch<<<1, 20>>>(short_line, out);
  dump<<<1, 1>>>(2, out, 20);

  float4* wide;
  size_t pitch;
  cudaMallocPitch(&wide, &pitch, 5 * sizeof(float4), 3);
  float4 content[15];
  for (int i = 0; i < 15; ++i) content[i] = make_float4(i, i * 0.25f, 7.0f - i, i * i);
  cudaMemcpy2D(wide, pitch, content, 5 * sizeof(float4), 5 * sizeof(float4), 3, cudaMemcpyHostToDevice);
  cudaResourceDesc flat;
  memset(&flat, 0, sizeof flat);
  flat.resType = cudaResourceTypePitch2D;
  flat.res.pitch2D.devPtr = wide;
  flat.res.pitch2D.desc = cudaCreateChannelDesc<float4>();
  flat.res.pitch2D.width = 5;
  flat.res.pitch2D.height = 3;
  flat.res.pitch2D.pitchInBytes = pitch;
  for (int mode = 0; mode < 4; ++mode) {
    cudaTextureDesc how;
    memset(&how, 0, sizeof how);
    how.addressMode[0] = how.addressMode[1] = mode % 2 ? cudaAddressModeBorder : cudaAddressModeClamp;
    how.filterMode = mode >= 2 ? cudaFilterModeLinear : cudaFilterModePoint;
    cudaTextureObject_t t = 0;
    cudaCreateTextureObject(&t, &flat, &how, NULL);
    pitched<<<1, 54>>>(t, out + 216 * mode);
  }
  dump<<<1, 1>>>(3, out, 864);
  cudaDeviceSynchronize();
  return 0;
}
