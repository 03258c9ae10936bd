// Textures and surfaces of somebody's file: over which memory they are.
#include "tests/unit/workbook/bare_file_fixture.h"

#include <cstring>

using namespace wb;
using namespace wb::test;

namespace {

constexpr const char* through_textures = R"(
#include <cstring>
struct View { int n; cudaTextureObject_t t; };
__global__ void fill(cudaSurfaceObject_t image) { surf2Dwrite(100 * (int)threadIdx.y + (int)threadIdx.x, image, threadIdx.x * 4, threadIdx.y); }
__global__ void look(cudaTextureObject_t image, int* out) { out[threadIdx.y * 5 + threadIdx.x] = tex2D<int>(image, threadIdx.x + 0.5f, threadIdx.y + 0.5f); }
__global__ void gather(cudaTextureObject_t line, const int* places, float* out) { out[threadIdx.x] = tex1Dfetch<float>(line, places[threadIdx.x]); }
__global__ void rows(View v, const cudaTextureObject_t* table, float4* out) { out[threadIdx.x] = tex2D<float4>(threadIdx.x % 2 ? v.t : table[1], threadIdx.x, 1.0f); }
int main() {
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  cudaMallocArray(&array, &desc, 5, 3, cudaArraySurfaceLoadStore);
  struct cudaResourceDesc of_array;
  memset(&of_array, 0, sizeof(of_array));
  of_array.resType = cudaResourceTypeArray;
  of_array.res.array.array = array;
  cudaTextureDesc reading = {};
  reading.addressMode[1] = cudaAddressModeClamp;
  reading.readMode = cudaReadModeElementType;
  cudaSurfaceObject_t surface = 0;
  cudaTextureObject_t texture = 0, line, pitched;
  cudaCreateSurfaceObject(&surface, &of_array);
  cudaCreateTextureObject(&texture, &of_array, &reading, NULL);
  int* seen; cudaMalloc(&seen, 60);
  fill<<<1, dim3(5, 3)>>>(surface);
  look<<<1, dim3(5, 3)>>>(texture, seen);

  float h[8]; int p[4] = {7, 1, 0, 3};
  for (int i = 0; i < 8; ++i) h[i] = i * i;
  float* d; cudaMalloc(&d, sizeof(h)); cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  int* places; cudaMalloc(&places, sizeof(p)); cudaMemcpy(places, p, sizeof(p), cudaMemcpyHostToDevice);
  cudaResourceDesc linear = {};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = d + 1; linear.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat); linear.res.linear.sizeInBytes = 7 * sizeof(float);
  cudaCreateTextureObject(&line, &linear, &reading, nullptr);
  float* out; cudaMalloc(&out, 64);
  gather<<<1, 4>>>(line, places, out);

  float4* wide; size_t pitch; cudaMallocPitch(&wide, &pitch, 3 * sizeof(float4), 2);
  float4 content[6];
  for (int i = 0; i < 6; ++i) content[i] = make_float4(i, i + 10, i + 20, i + 30);
  cudaMemcpy2D(wide, pitch, content, 48, 48, 2, cudaMemcpyHostToDevice);
  cudaResourceDesc flat = {};
  flat.resType = cudaResourceTypePitch2D;
  flat.res.pitch2D.devPtr = wide; flat.res.pitch2D.desc = cudaCreateChannelDesc<float4>();
  flat.res.pitch2D.width = 3; flat.res.pitch2D.height = 2; flat.res.pitch2D.pitchInBytes = pitch;
  cudaCreateTextureObject(&pitched, &flat, &reading, nullptr);
  cudaTextureObject_t table[2] = {line, pitched}, *d_table;
  cudaMalloc(&d_table, sizeof(table)); cudaMemcpy(d_table, table, sizeof(table), cudaMemcpyHostToDevice);
  View v = {3, pitched};
  rows<<<1, 3>>>(v, d_table, (float4*)out);
}
)";

template <class T> std::vector<T> result_of(const BareFile& file, const std::string& name, const std::string& buffer) {
  const Launch launch = launch_of(file, name);
  const SimulationResult result = simulate(compile(launch.file_name, launch.source, launch.kernel).program, launch.device);
  for (const Finding& f : result.findings) MESSAGE(f.message);
  CHECK(result.findings.empty());
  for (const DeviceBuffer& b : result.buffers)
    if (b.name == buffer) {
      std::vector<T> values(b.bytes.size() / sizeof(T));
      std::memcpy(values.data(), b.bytes.data(), values.size() * sizeof(T));
      return values;
    }
  FAIL("no such buffer: ", buffer);
  return {};
}

}  // namespace

TEST_CASE("textures and surfaces are over the memory that the program has put under them") {
  const File file(through_textures);
  const BareFile read = open_bare_file(file.path);
  const std::vector<int> image{0, 1, 2, 3, 4, 100, 101, 102, 103, 104, 200, 201, 202, 203, 204};
  CHECK(result_of<int>(read, "fill", "image_array") == image);
  CHECK(result_of<int>(read, "look", "out") == image);
  const std::vector<float> line = result_of<float>(read, "gather", "out");
  CHECK(std::vector<float>(line.begin(), line.begin() + 4) == std::vector<float>{0, 4, 1, 16});
  const std::vector<float> rows = result_of<float>(read, "rows", "out");
  CHECK(std::vector<float>(rows.begin(), rows.begin() + 12) == std::vector<float>{3, 13, 23, 33, 4, 14, 24, 34, 5, 15, 25, 35});
  CHECK(launch_of(read, "fill").device.buffers[0].shape == std::vector<uint64_t>{3, 5});
}

TEST_CASE("a file of many kernels with functions of CUDA's libraries is read to its end") {
  std::string text = "#include <cuda_runtime.h>\n";
  for (int i = 0; i < 30; ++i) text += "__global__ void k" + std::to_string(i) + "(cudaTextureObject_t t, float* out) { out[threadIdx.x] = tex1Dfetch<float>(t, " + std::to_string(i) + "); }\n";
  const File file(text + R"(
__global__ void copy(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }
static float numbers[4];
int main() {
  for (int i = 0; i < 4; ++i) numbers[i] = i + 1;
  float *in, *out; cudaMalloc(&in, 16); cudaMalloc(&out, 16);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  copy<<<1, 4>>>(in, out);
})");
  CHECK(result_of<float>(open_bare_file(file.path), "copy", "out") == std::vector<float>{1, 2, 3, 4});
}

TEST_CASE("an object that was destroyed, or never made, is none") {
  const File file(R"(
#include <cstring>
__global__ void look(cudaTextureObject_t t, int* out) { out[threadIdx.x] = tex1Dfetch<int>(t, threadIdx.x); }
int main() {
  int* d; cudaMalloc(&d, 64); cudaMemset(d, 0, 64);
  cudaResourceDesc r = {}; r.resType = cudaResourceTypeLinear; r.res.linear.devPtr = d; r.res.linear.desc = cudaCreateChannelDesc<int>(); r.res.linear.sizeInBytes = 64;
  cudaTextureDesc t = {}; cudaTextureObject_t texture; cudaCreateTextureObject(&texture, &r, &t, NULL);
  int* out; cudaMalloc(&out, 64);
  cudaDestroyTextureObject(texture);
  look<<<1, 16>>>(texture, out);
})");
  const Launch launch = launch_of(open_bare_file(file.path), "look");
  const SimulationResult result = simulate(compile(launch.file_name, launch.source, launch.kernel).program, launch.device);
  REQUIRE(!result.findings.empty());
  CHECK(result.findings[0].kind == FindingKind::memory_null);
}
