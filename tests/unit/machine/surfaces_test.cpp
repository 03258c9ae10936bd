// Surfaces by hand-computed values: places in bytes, boundary modes, sides, handles.
#include "run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

// A kernel whose first parameter is a surface over `values`, and whose second is a buffer for `results` numbers.
struct OverSurface : Kernel {
  OverSurface(const char* text, std::vector<int> values, uint32_t width, uint32_t height, uint32_t depth, size_t results, uint32_t threads) : Kernel(text) {
    shape({1, 1, 1}, {threads, 1, 1});
    value(texture_handle(1)).out<int>(results);
    Texture t;
    t.name = "surface";
    t.buffer = 1;
    t.is_surface = true;
    t.width = width, t.height = height, t.depth = depth;
    DeviceBuffer array = launch.buffers[0];
    array.name = "array";
    array.is_poisoned = false;
    array.shape = {depth, height, width};
    array.bytes.resize(values.size() * 4);
    std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
    launch.buffers.push_back(array);
    launch.textures = {t};
  }
};

}  // namespace

TEST_CASE("surfaces: x counts bytes, types of any size are bytes of the rows") {
  OverSurface k(R"(
__global__ void k(cudaSurfaceObject_t s, int* out) {
  int i = threadIdx.x;
  int2 pair = surf2Dread<int2>(s, i * 8, 1);
  out[i] = pair.x * 100 + pair.y;
  unsigned char byte;
  surf2Dread(&byte, s, i * 4 + 1, 0);
  out[4 + i] = byte;
  surf2Dwrite((short)(i + 1), s, i * 4 + 2, 2);
})", {0x100, 0x200, 0x300, 0x400, 1, 2, 3, 4, 5, 6, 7, 8}, 4, 3, 1, 6, 2);
  k.run();
  CHECK(k.kinds() == "coverage");  // results 2 and 3
  const std::vector<int> out = k.get<int>(0);
  CHECK(out[0] == 102);
  CHECK(out[1] == 304);
  CHECK(out[4] == 1);
  CHECK(out[5] == 2);
  CHECK(k.get<int>(1) == std::vector<int>{0x100, 0x200, 0x300, 0x400, 1, 2, 3, 4, 0x10005, 0x20006, 7, 8});
}

TEST_CASE("surfaces: outside is zero, or the nearest place") {
  OverSurface k(R"(
__global__ void k(cudaSurfaceObject_t s, int* out) {
  int x = ((int)threadIdx.x - 1) * 4;
  out[threadIdx.x] = surf2Dread<int>(s, x, 1, cudaBoundaryModeZero);
  out[4 + threadIdx.x] = surf2Dread<int>(s, x, 9, cudaBoundaryModeClamp);
  surf2Dwrite(7, s, -4, (int)threadIdx.x, cudaBoundaryModeZero);
  if (threadIdx.x == 3) surf2Dwrite(9, s, 800, -5, cudaBoundaryModeClamp);
})", {1, 2, 3, 4}, 2, 2, 1, 8, 4);
  k.run();
  CHECK(k.kinds() == "");
  CHECK(k.get<int>(0) == std::vector<int>{0, 3, 4, 0, 3, 3, 4, 4});
  CHECK(k.get<int>(1) == std::vector<int>{1, 9, 3, 4});
}

TEST_CASE("surfaces: one, three dimensions, layers, faces") {
  OverSurface k(R"(
__global__ void k(cudaSurfaceObject_t s, int* out) {
  int i = threadIdx.x;
  out[0] = surf1Dread<int>(s, 4);
  out[1] = surf3Dread<int>(s, 0, 1, 2);
  out[2] = surf1DLayeredread<int>(s, 4, 1);
  out[3] = surf2DLayeredread<int>(s, 4, 1, 0);
  out[4] = surfCubemapread<int>(s, 4, 0, 5);
  surf3Dwrite(-1, s, 0, 0, 4);
  surf2DLayeredwrite(-2, s, 4, 1, 3);
})", {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33, 40, 41, 42, 43, 50, 51, 52, 53}, 2, 2, 6, 5, 1);
  k.run();
  CHECK(k.kinds() == "");
  CHECK(k.get<int>(0) == std::vector<int>{1, 22, 11, 3, 51});
  CHECK(k.get<int>(1)[16] == -1);
  CHECK(k.get<int>(1)[15] == -2);
}

TEST_CASE("surfaces: they are counted apart from global memory, by groups of lanes and sectors of two rows") {
  OverSurface k(R"(
__global__ void k(cudaSurfaceObject_t s, int* out) {
  int i = threadIdx.x;
  out[i] = surf2Dread<int>(s, i % 4 * 4, i / 4);
  if (i > 8) surf2Dwrite(i, s, 0, 0);
})", std::vector<int>(16, 1), 4, 4, 1, 16, 16);
  k.run();
  const Counters& c = k.result.counters;
  CHECK(c.global_load_requests == 0);
  CHECK(c.global_store_requests == 1);  // out
  CHECK(c.surface_load_requests == 2);
  CHECK(c.surface_load_sectors == 2);   // two rows each
  CHECK(c.surface_loads == 16);
  CHECK(c.surface_store_requests == 1);
  CHECK(c.surface_stores == 7);
  size_t told = 0;
  for (const AccessCounters& access : k.result.accesses) told += access.space == Space::surface;
  CHECK(told == 2);
  CHECK(k.result.accesses.size() == 3);
}

TEST_CASE("surfaces: whatever a kernel tells the counters of a fetch, it ends") {
  for (const char* words : {"0ull, 0ull, 0ull", "~0ull, ~0ull, ~0ull", "1ull << 63, 5ull, 0xFFull << 32"}) {
    Kernel k("__global__ void k(int* out) { __wb_fetch(" + std::string(words) + "); out[threadIdx.x] = 1; }");
    k.shape({1, 1, 1}, {32, 1, 1}).out<int>(32);
    k.run();
    CHECK(k.kinds() == "");
    CHECK(k.get<int>(0)[31] == 1);
  }
}

TEST_CASE("surfaces: what is outside ends the kernel, and says which coordinate it was") {
  OverSurface k(R"(
__global__ void k(cudaSurfaceObject_t s, int* out) {
  out[0] = surf2Dread<int>(s, (int)threadIdx.x, 3);
  surf2Dwrite(1, s, -4, 0);
  surf3Dwrite(1, s, 6, 0, 0);
})", {1, 2, 3, 4}, 2, 2, 1, 1, 1);
  k.run();
  REQUIRE(k.result.findings.size() >= 3);
  std::string all;
  for (const Finding& f : k.result.findings) all += f.message + "\n";
  CHECK(all.find("reads the surface over `array` at y = 3, but it has 2 rows") != std::string::npos);
  CHECK(all.find("writes the surface over `array` at x = -4 (bytes), but a row of it has 8 bytes") != std::string::npos);
  CHECK(all.find("at x = 6 (bytes), but 4 bytes from there on are not all in the row of 8 bytes") != std::string::npos);
}

TEST_CASE("surfaces: a texture is none, and a handle that names nothing is none") {
  OverSurface k("__global__ void k(cudaSurfaceObject_t s, int* out) { out[0] = surf1Dread<int>(s, 0, cudaBoundaryModeZero); }", {1}, 1, 1, 1, 1, 1);
  k.launch.textures[0].is_surface = false;
  k.run();
  CHECK(k.kinds().starts_with("memory.null"));
  k.launch.textures.clear();
  k.run();
  CHECK(k.kinds().starts_with("memory.null"));
}

TEST_CASE("surfaces: x that no element begins at is misaligned") {
  OverSurface k("__global__ void k(cudaSurfaceObject_t s, int* out) { out[0] = surf1Dread<int>(s, 2); }", {1, 2}, 2, 1, 1, 1, 1);
  k.run();
  CHECK(k.kinds().find("memory.misaligned") != std::string::npos);
}

TEST_CASE("textures: layers, rows with gaps, a place in a buffer, another type, and numbers that handles have") {
  Kernel k(R"(
__global__ void k(cudaTextureObject_t t, int* out) {
  out[threadIdx.x] = tex2DLayered<int>(t, threadIdx.x + 0.5f, 1.5f, 1);
  out[2 + threadIdx.x] = tex2DLayered<int>(t, threadIdx.x + 0.5f, 0.5f, 9);
})");
  k.shape({1, 1, 1}, {2, 1, 1}).value(texture_handle(7)).out<int>(4).in<float>(std::vector<float>(16));
  k.launch.arguments.pop_back();
  const int values[] = {-1, 0, 1, -1, 2, 3, -1, 4, 5, -1, 6, 7, -1, -1, -1, -1};
  std::memcpy(k.launch.buffers[1].bytes.data(), values, sizeof values);
  Texture t;
  t.name = "t";
  t.number = 7;
  t.buffer = 1;
  t.scalar = ScalarKind::int_;
  t.byte_offset = 4;  // the first -1
  t.pitch = 12;
  t.width = 2, t.height = 2, t.depth = 2;
  k.launch.textures = {t};
  k.run();
  if (!k.result.findings.empty()) MESSAGE(k.result.findings[0].message);
  CHECK(k.kinds() == "");
  CHECK(k.get<int>(0) == std::vector<int>{6, 7, 4, 5});
  t.byte_offset = 24;  // beyond the buffer's end
  k.launch.textures = {t};
  CHECK(k.run().result.status == SimulationStatus::invalid_launch);
  t.byte_offset = 6;
  k.launch.textures = {t};
  CHECK(k.run().result.status == SimulationStatus::invalid_launch);
}
