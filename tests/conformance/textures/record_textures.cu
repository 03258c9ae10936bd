// What the texture units of a GPU answer: every mode over small textures, printed as hex words. Each table begins with a line of its
// parameters: "KIND address filter normalised read count". To record: nvcc -std=c++17 -arch=sm_90 -o tables record_textures.cu && ./tables > h200.txt
// ../textures_test.cpp makes the same textures and coordinates for the simulator.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    cudaError_t e_ = (call);                                                               \
    if (e_ != cudaSuccess) { std::printf("# error %s\n", cudaGetErrorString(e_)); return; } \
  } while (0)

template <class T> __global__ void at_1d(cudaTextureObject_t t, const float* x, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1D<T>(t, x[i]);
}
template <class T> __global__ void at_2d(cudaTextureObject_t t, const float* x, const float* y, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex2D<T>(t, x[i], y[i]);
}
template <class T> __global__ void at_3d(cudaTextureObject_t t, const float* x, const float* y, const float* z, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex3D<T>(t, x[i], y[i], z[i]);
}
template <class T> __global__ void fetch(cudaTextureObject_t t, const int* x, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<T>(t, x[i]);
}

// The texels: the test makes the same. 24 bits of a hash, so that no product is exact.
static uint32_t hash(uint32_t i) {
  i = i * 2654435761u + 12345u;
  i ^= i >> 15;
  i *= 2246822519u;
  i ^= i >> 13;
  return i;
}
static float float_texel(uint32_t i) { return (static_cast<float>(hash(i) >> 8) - 8388608.0f) / 65536.0f; }

static const char* address_names[] = {"wrap", "clamp", "mirror", "border"};  // in the order of cudaTextureAddressMode

struct Modes {
  int address, filter, normalised, read;
};
static cudaTextureDesc description(const Modes& m) {
  cudaTextureDesc d;
  std::memset(&d, 0, sizeof d);
  for (int i = 0; i < 3; ++i) d.addressMode[i] = static_cast<cudaTextureAddressMode>(m.address);
  d.filterMode = m.filter ? cudaFilterModeLinear : cudaFilterModePoint;
  d.readMode = m.read ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  d.normalizedCoords = m.normalised;
  return d;
}
static void head(const char* kind, const Modes& m, size_t words) {
  std::printf("%s %s %s %s %s %zu\n", kind, address_names[m.address], m.filter ? "linear" : "point", m.normalised ? "normalised" : "texels", m.read ? "float" : "element", words);
}
static void print(const std::vector<uint32_t>& words) {
  for (size_t i = 0; i < words.size(); ++i) std::printf("%08x%c", words[i], i % 16 == 15 || i + 1 == words.size() ? '\n' : ' ');
}

template <class T> static T* upload(const std::vector<T>& v) {
  T* p = nullptr;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
template <class T> static std::vector<uint32_t> words_of(T* out, size_t n) {
  std::vector<uint32_t> words((n * sizeof(T) + 3) / 4);
  cudaMemcpy(words.data(), out, n * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(out);
  return words;
}

// T: what a fetch gives. E: the element.
template <class T, class E> static void table(const char* kind, const std::vector<E>& texels, size_t width, size_t height, size_t depth, const Modes& m, std::vector<float> x,
                                              std::vector<float> y, std::vector<float> z) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<E>();
  cudaArray_t array;
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  if (depth) {
    CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, depth)));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<E*>(texels.data()), width * sizeof(E), width, height);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(width, height, depth);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
  } else {
    CHECK(cudaMallocArray(&array, &format, width, height));
    size_t rows = height ? height : 1;
    CHECK(cudaMemcpy2DToArray(array, 0, 0, texels.data(), width * sizeof(E), width * sizeof(E), rows, cudaMemcpyHostToDevice));
  }
  resource.res.array.array = array;
  cudaTextureDesc d = description(m);
  cudaTextureObject_t t = 0;
  CHECK(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  if (m.normalised) {
    for (float& v : x) v /= static_cast<float>(width);
    for (float& v : y) v /= static_cast<float>(height);
    for (float& v : z) v /= static_cast<float>(depth);
  }
  int n = static_cast<int>(x.size());
  float *dx = upload(x), *dy = upload(y.empty() ? x : y), *dz = upload(z.empty() ? x : z);
  T* out = nullptr;
  CHECK(cudaMalloc(&out, x.size() * sizeof(T) + 4));
  if (depth) at_3d<T><<<(n + 127) / 128, 128>>>(t, dx, dy, dz, out, n);
  else if (height) at_2d<T><<<(n + 127) / 128, 128>>>(t, dx, dy, out, n);
  else at_1d<T><<<(n + 127) / 128, 128>>>(t, dx, out, n);
  CHECK(cudaDeviceSynchronize());
  std::vector<uint32_t> words = words_of(out, x.size());
  head(kind, m, words.size());
  print(words);
  cudaFree(dx); cudaFree(dy); cudaFree(dz);
  cudaDestroyTextureObject(t);
  cudaFreeArray(array);
}

template <class T, class E> static void fetches(const char* kind, const std::vector<E>& texels, int read) {
  E* data = upload(texels);
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = cudaCreateChannelDesc<E>();
  resource.res.linear.sizeInBytes = texels.size() * sizeof(E);
  Modes m{1, 0, 0, read};
  cudaTextureDesc d = description(m);
  cudaTextureObject_t t = 0;
  CHECK(cudaCreateTextureObject(&t, &resource, &d, nullptr));
  std::vector<int> x;
  for (int i = -3; i < 21; ++i) x.push_back(i);
  x.insert(x.end(), {1 << 27, 0x7FFFFFFF, -0x7FFFFFFF - 1, 1 << 20});
  int* dx = upload(x);
  T* out = nullptr;
  CHECK(cudaMalloc(&out, x.size() * sizeof(T) + 4));
  fetch<T><<<1, 128>>>(t, dx, out, static_cast<int>(x.size()));
  CHECK(cudaDeviceSynchronize());
  std::vector<uint32_t> words = words_of(out, x.size());
  head(kind, m, words.size());
  print(words);
  cudaDestroyTextureObject(t);
  cudaFree(dx);
  cudaFree(data);
}

template <class E> static std::vector<E> bytes_of_hash(size_t n, uint32_t seed) {  // extreme values first
  std::vector<E> v(n);
  uint8_t* p = reinterpret_cast<uint8_t*>(v.data());
  for (size_t i = 0; i < n * sizeof(E); ++i) p[i] = static_cast<uint8_t>(hash(static_cast<uint32_t>(i) + seed) >> 11);
  return v;
}

int main() {
  std::vector<float> floats;
  for (uint32_t i = 0; i < 40; ++i) floats.push_back(float_texel(i));
  std::vector<float> x, y, none;
  for (float row : {-0.75f, 1.3f, 2.8125f, 4.9f})
    for (int i = 0; i <= 192; ++i) {
      x.push_back(-2.0f + static_cast<float>(i) / 16.0f);
      y.push_back(row);
    }
  for (int address = 0; address < 4; ++address)
    for (int filter = 0; filter < 2; ++filter)
      for (int normalised = 0; normalised < 2; ++normalised) table<float>("float", floats, 8, 5, 0, {address, filter, normalised, 0}, x, y, none);

  // Where weights and texels change, finely.
  std::vector<float> fx, fy;
  for (int i = 0; i <= 4096; ++i) {
    fx.push_back(-1.0f + static_cast<float>(i) / 2048.0f + 1.0f / 65536.0f);
    fy.push_back(2.0f + static_cast<float>(hash(static_cast<uint32_t>(i)) & 0xFFFF) / 65536.0f);
  }
  std::vector<float> row(floats.begin(), floats.begin() + 8);
  table<float>("fine1", row, 8, 0, 0, {1, 1, 0, 0}, fx, none, none);
  table<float>("fine2", floats, 8, 5, 0, {1, 1, 0, 0}, fx, fy, none);
  table<float>("fine2", floats, 8, 5, 0, {0, 1, 1, 0}, fx, fy, none);
  table<float>("fine2", floats, 8, 5, 0, {2, 0, 1, 0}, fx, fy, none);
  // Unit steps show the weights themselves.
  table<float>("weight1", std::vector<float>{0, 1, 0, 0, 0, 0, 0, 0}, 8, 0, 0, {1, 1, 0, 0}, fx, none, none);
  std::vector<float> unit(40, 0.0f);
  unit[2 * 8 + 0] = 1.0f;
  table<float>("weight2", unit, 8, 5, 0, {1, 1, 0, 0}, fx, fy, none);

  // Coordinates that are no places.
  const float huge[] = {std::nanf(""), INFINITY, -INFINITY, 1e9f, -1e9f, 1e20f, -1e20f, 3e38f, -0.0f, 16777216.0f, 8388607.5f, -8388607.5f, 1e-40f, -1e-40f, 8.0f, 7.9999995f};
  std::vector<float> hx(huge, huge + 16), hy(16, 1.3f);
  for (int address = 0; address < 4; ++address)
    for (int filter = 0; filter < 2; ++filter) table<float>("huge", floats, 8, 5, 0, {address, filter, address == 0 || address == 2, 0}, hx, hy, none);

  // Colours.
  std::vector<uchar4> colours = bytes_of_hash<uchar4>(40, 100);
  colours[9] = make_uchar4(0, 255, 1, 254);
  std::vector<float> cx(x.begin() + 193, x.begin() + 3 * 193), cy(y.begin() + 193, y.begin() + 3 * 193);
  table<uchar4>("uchar4", colours, 8, 5, 0, {1, 0, 0, 0}, cx, cy, none);
  table<uchar4>("uchar4", colours, 8, 5, 0, {3, 0, 0, 0}, cx, cy, none);
  for (int address : {0, 1, 3})
    for (int filter = 0; filter < 2; ++filter) table<float4>("uchar4", colours, 8, 5, 0, {address, filter, address == 0, 1}, cx, cy, none);
  std::vector<short2> shorts = bytes_of_hash<short2>(40, 500);
  shorts[9] = make_short2(-32768, 32767);
  shorts[10] = make_short2(-32767, 1);
  table<float2>("short2", shorts, 8, 5, 0, {1, 0, 0, 1}, cx, cy, none);
  table<float2>("short2", shorts, 8, 5, 0, {1, 1, 0, 1}, cx, cy, none);
  std::vector<unsigned short> ushorts = bytes_of_hash<unsigned short>(40, 900);
  table<float>("ushort", ushorts, 8, 5, 0, {1, 0, 0, 1}, cx, cy, none);
  table<float>("ushort", ushorts, 8, 5, 0, {1, 1, 0, 1}, cx, cy, none);
  table<unsigned short>("ushort", ushorts, 8, 5, 0, {1, 0, 0, 0}, cx, cy, none);
  std::vector<unsigned char> uchars = bytes_of_hash<unsigned char>(40, 1300);
  table<float>("uchar", uchars, 8, 5, 0, {1, 1, 0, 1}, cx, cy, none);
  std::vector<signed char> chars = bytes_of_hash<signed char>(40, 1700);
  chars[9] = -128; chars[10] = 127; chars[11] = -127;
  table<float>("char", chars, 8, 5, 0, {1, 0, 0, 1}, cx, cy, none);
  table<float>("char", chars, 8, 5, 0, {1, 1, 0, 1}, cx, cy, none);
  table<int4>("int4", bytes_of_hash<int4>(40, 2100), 8, 5, 0, {1, 0, 0, 0}, cx, cy, none);

  // Volumes.
  std::vector<float> volume(floats.begin(), floats.begin() + 24);
  std::vector<float> vx, vy, vz;
  for (int i = 0; i < 512; ++i) {
    vx.push_back(-1.0f + static_cast<float>(hash(static_cast<uint32_t>(i) + 7000) & 0x3FFF) / 2730.0f);
    vy.push_back(-1.0f + static_cast<float>(hash(static_cast<uint32_t>(i) + 8000) & 0x3FFF) / 3276.0f);
    vz.push_back(-1.0f + static_cast<float>(hash(static_cast<uint32_t>(i) + 9000) & 0x3FFF) / 4096.0f);
  }
  for (int filter = 0; filter < 2; ++filter) table<float>("volume", volume, 4, 3, 2, {1, filter, 0, 0}, vx, vy, vz);
  table<float>("volume", volume, 4, 3, 2, {0, 1, 1, 0}, vx, vy, vz);

  // Linear memory: 16 elements.
  fetches<float>("float", std::vector<float>(floats.begin(), floats.begin() + 16), 0);
  fetches<uchar4>("uchar4", std::vector<uchar4>(colours.begin(), colours.begin() + 16), 0);
  fetches<float4>("uchar4", std::vector<uchar4>(colours.begin(), colours.begin() + 16), 1);
  fetches<float>("char", std::vector<signed char>(chars.begin(), chars.begin() + 16), 1);
  fetches<float>("ushort", std::vector<unsigned short>(ushorts.begin(), ushorts.begin() + 16), 1);
  fetches<float2>("short2", std::vector<short2>(shorts.begin(), shorts.begin() + 16), 1);
  fetches<short2>("short2", std::vector<short2>(shorts.begin(), shorts.begin() + 16), 0);
  return 0;
}
