// Textures: which lanes a texture unit takes together, and the sectors of plain memory and of arrays. surfaces.cu has the rest. One launch a kernel.
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
  __global__ void fetch_##name(cudaTextureObject_t t, int* o, int w, int h) { HERE; o[i] = sum(tex1Dfetch<T>(t, i)); }                                      \
  __global__ void fetch_some_##name(cudaTextureObject_t t, int* o, int w, int h) { HERE; if (x % 7 < 2) o[i] = sum(tex1Dfetch<T>(t, i * 3)); }              \
  __global__ void line_##name(cudaTextureObject_t t, int* o, int w, int h) { HERE; o[i] = sum(tex1D<T>(t, x + 0.5f)); }                                     \
  __global__ void plane_##name(cudaTextureObject_t t, int* o, int w, int h) { HERE; o[i] = sum(tex2D<T>(t, x + 0.5f, y + 0.5f)); }                          \
  __global__ void column_##name(cudaTextureObject_t t, int* o, int w, int h) { HERE; o[i] = sum(tex2D<T>(t, y + 0.5f, x + 0.5f)); }                         \
  __global__ void volume_##name(cudaTextureObject_t t, int* o, int w, int h) { HERE; o[i] = sum(tex3D<T>(t, x + 0.5f, y + 0.5f, x % 3)); }                  \
  __global__ void layer_##name(cudaTextureObject_t t, int* o, int w, int h) { HERE; o[i] = sum(tex2DLayered<T>(t, x + 0.5f, y + 0.5f, x / 2 % 2)); }         \
  __global__ void layer_line_##name(cudaTextureObject_t t, int* o, int w, int h) { HERE; o[i] = sum(tex1DLayered<T>(t, x + 0.5f, y % 2)); }                 \
  __global__ void pitched_##name(cudaTextureObject_t t, int* o, int w, int h) { HERE; o[i] = sum(tex2D<T>(t, x + 0.5f, y + 0.5f)); }                        \
  __global__ void pitched_column_##name(cudaTextureObject_t t, int* o, int w, int h) { HERE; o[i] = sum(tex2D<T>(t, y + 0.5f, x + 0.5f)); }
OF(unsigned char, byte)
OF(short, short)
OF(float, float)
OF(uchar4, rgba)
OF(float2, float2)
OF(float4, float4)

__global__ void between_texels(cudaTextureObject_t t, float* o, int w, int h) { HERE; o[i] = tex2D<float>(t, x * 0.7f, y * 0.7f); }
__global__ void between_far_texels(cudaTextureObject_t t, float* o, int w, int h) { HERE; o[i] = tex2D<float>(t, y * 1.3f + 0.1f, x * 2.6f); }
__global__ void between_texels_of_a_line(cudaTextureObject_t t, float* o, int w, int h) { HERE; o[i] = tex1D<float>(t, x * 0.7f); }
__global__ void between_texels_of_a_volume(cudaTextureObject_t t, float* o, int w, int h) { HERE; o[i] = tex3D<float>(t, x * 0.3f, y * 0.4f, 1.3f); }
__global__ void between_texels_of_a_layer(cudaTextureObject_t t, float* o, int w, int h) { HERE; o[i] = tex2DLayered<float>(t, x * 0.7f, y * 0.7f, y % 2); }
__global__ void between_pitched_texels(cudaTextureObject_t t, float* o, int w, int h) { HERE; o[i] = tex2D<float>(t, x * 0.7f, y * 0.7f); }
__global__ void wrapped(cudaTextureObject_t t, float* o, int w, int h) { HERE; o[i] = tex2D<float>(t, x * 0.0137f, y * 0.0371f); }
__global__ void mirrored(cudaTextureObject_t t, float* o, int w, int h) { HERE; o[i] = tex2D<float>(t, x * 0.0137f, y * 0.0371f); }
__global__ void border(cudaTextureObject_t t, float* o, int w, int h) { HERE; o[i] = tex2D<float>(t, x * 1.7f - 20, y * 1.7f - 20); }
__global__ void two_fetches(cudaTextureObject_t t, float* o, int w, int h) { HERE; o[i] = tex2D<float>(t, x - 0.5f, y + 0.5f) + tex2D<float>(t, x + 1.5f, y + 0.5f); }
__global__ void fetch_by_odd_lanes(cudaTextureObject_t t, float* o, int w, int h) { HERE; if (x & 1) o[i] = tex2D<float>(t, x + 0.5f, y + 0.5f); }
__global__ void fetch_by_few_lanes(cudaTextureObject_t t, float* o, int w, int h) { HERE; if ((x & 31) < 5) o[i] = tex2D<float>(t, x + 0.5f, y + 0.5f); }
__global__ void fetch_of_one_place(cudaTextureObject_t t, float* o, int w, int h) { HERE; o[i] = tex2D<float>(t, 3.5f, blockIdx.y + 0.5f); }
__global__ void fetch_far(cudaTextureObject_t t, int* o, int w, int h) { HERE; o[i] = (int)tex1Dfetch<float>(t, (i * 9) % (w * h)); }
__global__ void fetch_beyond(cudaTextureObject_t t, int* o, int w, int h) { HERE; o[i] = (int)tex1Dfetch<float>(t, i * 3 - 100); }
__global__ void blur(cudaTextureObject_t t, float* o, int w, int h) {
  HERE;
  float v = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) v += tex2D<float>(t, x + dx + 0.5f, y + dy + 0.5f);
  o[i] = v / 9;
}

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
cudaTextureObject_t texture_over(cudaArray_t a, int address, bool is_filtered) {
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaTextureDesc d;
  memset(&d, 0, sizeof d);
  d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = (cudaTextureAddressMode)address;
  d.filterMode = is_filtered ? cudaFilterModeLinear : cudaFilterModePoint;
  d.normalizedCoords = address == cudaAddressModeWrap || address == cudaAddressModeMirror;
  cudaTextureObject_t t = 0;
  cudaCreateTextureObject(&t, &r, &d, NULL);
  return t;
}
template <class E> cudaTextureObject_t texture_of_line(float* p) {
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = p;
  r.res.linear.desc = cudaCreateChannelDesc<E>();
  r.res.linear.sizeInBytes = sizeof data;
  cudaTextureDesc d;
  memset(&d, 0, sizeof d);
  cudaTextureObject_t t = 0;
  cudaCreateTextureObject(&t, &r, &d, NULL);
  return t;
}
template <class E> cudaTextureObject_t texture_of_rows(bool is_filtered) {
  E* p;
  size_t pitch;
  cudaMallocPitch(&p, &pitch, width * sizeof(E), height);
  cudaMemcpy2D(p, pitch, data, width * sizeof(E), width * sizeof(E), height, cudaMemcpyHostToDevice);
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D.devPtr = p;
  r.res.pitch2D.desc = cudaCreateChannelDesc<E>();
  r.res.pitch2D.width = width;
  r.res.pitch2D.height = height;
  r.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc d;
  memset(&d, 0, sizeof d);
  d.addressMode[0] = d.addressMode[1] = cudaAddressModeClamp;
  d.filterMode = is_filtered ? cudaFilterModeLinear : cudaFilterModePoint;
  cudaTextureObject_t t = 0;
  cudaCreateTextureObject(&t, &r, &d, NULL);
  return t;
}

int main() {
  const int w = width, h = height;
  for (int i = 0; i < 65536; ++i) data[i] = i * 0.25f;
  float *p, *f;
  int* o;
  cudaMalloc(&p, sizeof data);
  cudaMalloc(&f, w * h * sizeof(float));
  cudaMalloc(&o, w * h * sizeof(int));
  cudaMemcpy(p, data, sizeof data, cudaMemcpyHostToDevice);
  dim3 block(32, 4), grid((w + 31) / 32, (h + 3) / 4);
#define RUN(T, name)                                                                                                                    \
  cudaTextureObject_t line_##T##name = texture_of_line<name>(p), plane_##T##name = texture_over(array<name>(w, h, 0, 0), cudaAddressModeClamp, false); \
  cudaTextureObject_t pitched_##T##name = texture_of_rows<name>(false);                                                                 \
  fetch_##T<<<grid, block>>>(line_##T##name, o, w, h);                                                                                  \
  fetch_some_##T<<<grid, block>>>(line_##T##name, o, w, h / 4);                                                                         \
  line_##T<<<grid, block>>>(texture_over(array<name>(w, 0, 0, 0), cudaAddressModeClamp, false), o, w, h);                                \
  plane_##T<<<grid, block>>>(plane_##T##name, o, w, h);                                                                                 \
  column_##T<<<grid, block>>>(plane_##T##name, o, w, h);                                                                                \
  volume_##T<<<grid, block>>>(texture_over(array<name>(w, h, 2, 0), cudaAddressModeClamp, false), o, w, h);                              \
  layer_##T<<<grid, block>>>(texture_over(array<name>(w, h, 2, cudaArrayLayered), cudaAddressModeClamp, false), o, w, h);                \
  layer_line_##T<<<grid, block>>>(texture_over(array<name>(w, 0, 2, cudaArrayLayered), cudaAddressModeClamp, false), o, w, h);           \
  pitched_##T<<<grid, block>>>(pitched_##T##name, o, w, h);                                                                             \
  pitched_column_##T<<<grid, block>>>(pitched_##T##name, o, w, h);
  typedef unsigned char byte_type;
  RUN(byte, byte_type)
  RUN(short, short)
  RUN(float, float)
  RUN(rgba, uchar4)
  RUN(float2, float2)
  RUN(float4, float4)

  cudaArray_t plane = array<float>(w, h, 0, 0);
  cudaTextureObject_t near = texture_over(plane, cudaAddressModeClamp, false), between = texture_over(plane, cudaAddressModeClamp, true);
  between_texels<<<grid, block>>>(between, f, w, h);
  between_far_texels<<<grid, block>>>(between, f, w, h);
  between_texels_of_a_line<<<grid, block>>>(texture_over(array<float>(w, 0, 0, 0), cudaAddressModeClamp, true), f, w, h);
  between_texels_of_a_volume<<<grid, block>>>(texture_over(array<float>(w, h, 4, 0), cudaAddressModeClamp, true), f, w, h);
  between_texels_of_a_layer<<<grid, block>>>(texture_over(array<float>(w, h, 2, cudaArrayLayered), cudaAddressModeClamp, true), f, w, h);
  between_pitched_texels<<<grid, block>>>(texture_of_rows<float>(true), f, w, h);
  wrapped<<<grid, block>>>(texture_over(plane, cudaAddressModeWrap, true), f, w, h);
  mirrored<<<grid, block>>>(texture_over(plane, cudaAddressModeMirror, true), f, w, h);
  border<<<grid, block>>>(texture_over(plane, cudaAddressModeBorder, true), f, w, h);
  two_fetches<<<grid, block>>>(near, f, w, h);
  fetch_by_odd_lanes<<<grid, block>>>(near, f, w, h);
  fetch_by_few_lanes<<<grid, block>>>(near, f, w, h);
  fetch_of_one_place<<<grid, block>>>(near, f, w, h);
  fetch_far<<<grid, block>>>(texture_of_line<float>(p), o, w, h);
  fetch_beyond<<<grid, block>>>(texture_of_line<float>(p), o, w, h);
  blur<<<grid, block>>>(near, f, w, h);
  return cudaDeviceSynchronize();
}
