// Texture fetches by hand-computed values. tests/conformance/textures_test.cpp holds them to a GPU's.
#include <cmath>

#include "run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

Texture over(uint32_t buffer, uint32_t width, uint32_t height = 1, uint32_t depth = 1) {
  Texture t;
  t.name = "tex";
  t.buffer = buffer;
  t.width = width;
  t.height = height;
  t.depth = depth;
  return t;
}

constexpr const char* line_kernel = R"(
__global__ void k(cudaTextureObject_t tex, const float* x, float* out) { out[threadIdx.x] = tex1D<float>(tex, x[threadIdx.x]); })";

// tex1D at each x over the texels 10, 20, 30, 40.
std::vector<float> sampled(Texture t, std::vector<float> x) {
  Kernel k(line_kernel);
  const auto count = static_cast<uint32_t>(x.size());
  k.shape({1, 1, 1}, {count, 1, 1}).value(texture_handle(1)).in<float>(std::move(x)).out<float>(count);
  t.buffer = 2;
  DeviceBuffer texels = k.launch.buffers[0];
  const float values[] = {10, 20, 30, 40};
  texels.name = "texels";
  texels.shape = {4};
  texels.bytes.assign(reinterpret_cast<const uint8_t*>(values), reinterpret_cast<const uint8_t*>(values) + sizeof values);
  k.launch.buffers.push_back(texels);
  k.launch.textures = {t};
  k.run();
  CHECK(k.kinds() == "");
  return k.get<float>(1);
}

}  // namespace

TEST_CASE("textures: the nearest texel, and what stands outside") {
  Texture t = over(2, 4);
  CHECK(sampled(t, {-1.0f, 0.0f, 0.99f, 1.0f, 3.5f, 4.0f, 100.0f, NAN}) == std::vector<float>{10, 10, 10, 20, 40, 40, 40, 10});
  t.address[0] = Texture::Address::border;
  CHECK(sampled(t, {-0.01f, 0.0f, 3.99f, 4.0f}) == std::vector<float>{0, 10, 40, 0});
  t.address[0] = Texture::Address::wrap;  // without normalised coordinates: clamps
  CHECK(sampled(t, {-0.5f, 4.5f}) == std::vector<float>{10, 40});
  t.is_normalised = true;
  CHECK(sampled(t, {-0.25f, 0.0f, 0.25f, 1.0f, 1.5f}) == std::vector<float>{40, 10, 20, 10, 30});
  t.address[0] = Texture::Address::mirror;
  CHECK(sampled(t, {-0.125f, 0.125f, 1.125f, 1.875f, 2.125f}) == std::vector<float>{10, 10, 40, 10, 10});
}

TEST_CASE("textures: linear filtering goes in steps of 1/256") {
  Texture t = over(2, 4);
  t.filter = Texture::Filter::linear;
  CHECK(sampled(t, {0.5f, 1.0f, 1.25f, 0.0f, 3.75f}) == std::vector<float>{10, 15, 17.5f, 10, 40});
  CHECK(sampled(t, {0.5f + 1.0f / 1024, 0.5f + 3.0f / 1024}) == std::vector<float>{10, 10.0390625f});
  t.address[0] = Texture::Address::border;
  CHECK(sampled(t, {0.0f, 4.0f, 4.5f}) == std::vector<float>{5, 20, 0});
}

TEST_CASE("textures: linear memory by index; outside is zero") {
  Kernel k(R"(
__global__ void k(cudaTextureObject_t tex, int* out, const unsigned char* data) {
  int v = -1;
  tex1Dfetch(&v, tex, (int)threadIdx.x - 2);
  out[threadIdx.x] = v * 1000 + tex1Dfetch<unsigned char>(tex, (int)threadIdx.x - 2);
})");
  k.shape({1, 1, 1}, {8, 1, 1}).value(texture_handle(1)).out<int>(8).in<uint8_t>({7, 8, 9, 250});
  k.launch.textures = {over(1, 4)};
  k.run();
  CHECK(k.kinds() == "");
  CHECK(k.get<int>(0) == std::vector<int>{0, 0, 7007, 8008, 9009, 250250, 0, 0});
}

TEST_CASE("textures: references, vectors, small integers read as floats") {
  Kernel k(R"(
texture<uchar4, 2, cudaReadModeNormalizedFloat> picture;
__global__ void k(const uchar4* data, float* out) {
  float4 c = tex2D(picture, threadIdx.x + 0.5f, 1.5f);
  out[threadIdx.x] = c.x + 10 * c.y + 100 * c.z + 1000 * c.w;
})");
  k.shape({1, 1, 1}, {2, 1, 1}).in<uint8_t>({0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 255, 0, 0, 255, 0, 255}).out<float>(2);
  k.launch.buffers[0].vector_lanes = 4;
  k.launch.buffers[0].shape = {2, 2};
  Texture t = over(0, 2, 2);
  t.name = "picture";
  t.reads_floats = true;
  k.launch.textures = {t};
  k.run();
  CHECK(k.kinds() == "");
  CHECK(k.get<float>(1) == std::vector<float>{101, 1010});
}

TEST_CASE("textures: handles in records, and handles that name nothing") {
  Kernel k(R"(
struct View { cudaTextureObject_t tex; int n; };
__global__ void k(View v, float* out) { out[threadIdx.x] = tex2D<float>(v.tex, threadIdx.x, 0.0f); })");
  RecordArgument record;
  record.bytes.resize(16);
  const uint64_t handle = texture_handle(1);
  std::memcpy(record.bytes.data(), &handle, sizeof handle);
  k.shape({1, 1, 1}, {2, 1, 1}).value(record).in<float>({3, 4});
  k.launch.textures = {over(0, 2)};
  k.run();
  CHECK(k.kinds() == "");
  k.launch.textures.clear();
  k.run();
  CHECK(k.kinds().starts_with("memory.null"));
}

TEST_CASE("textures: texels that nobody wrote, and texels that another thread writes") {
  const char* text = R"(
__global__ void k(cudaTextureObject_t tex, float* data, float* out) {
  if (threadIdx.x == 0) data[1] = 5.0f;
  out[threadIdx.x] = tex1Dfetch<float>(tex, (int)threadIdx.x);
})";
  Kernel race(text);
  race.shape({1, 1, 1}, {64, 1, 1}).value(texture_handle(1)).in<float>(std::vector<float>(64, 1.0f)).out<float>(64);
  race.launch.textures = {over(0, 64)};
  race.run();
  CHECK(race.kinds().find("race") != std::string::npos);
  Kernel unwritten(text);
  unwritten.shape({1, 1, 1}, {32, 1, 1}).value(texture_handle(1)).in<float>(std::vector<float>(64), true).out<float>(32);
  unwritten.launch.textures = {over(0, 64)};
  unwritten.run();
  CHECK(unwritten.kinds().find("uninit.global") != std::string::npos);
}

TEST_CASE("textures: a launch whose texture cannot be is invalid") {
  Kernel k(line_kernel);
  k.shape({1, 1, 1}, {1, 1, 1}).value(texture_handle(1)).in<float>({0}).out<float>(1);
  for (Texture t : {over(7, 1), over(0, 0), over(0, 2), over(0, 1, 0xFFFFFFFF, 0xFFFFFFFF)}) {
    k.launch.textures = {t};
    k.run();
    CHECK(k.result.status == SimulationStatus::invalid_launch);
  }
  Texture t = over(0, 1);
  t.reads_floats = true;
  k.launch.textures = {t};
  CHECK(k.run().result.status == SimulationStatus::invalid_launch);
}
