// Findings in functions of a header tell who calls these.
#include <doctest/doctest.h>

#include "simulator/simulator.h"

using namespace wb;

namespace {

std::vector<Finding> findings_of(const std::string& kernel) {
  CompileOptions options;
  options.read_include = [](std::string_view) {
    return std::optional<std::string>("template <typename T>\n__device__ T look(T* p) {\n  return *p;\n}\n__device__ int twice(int* p) { return look(p) + look(p); }\n");
  };
  const CompileResult compiled = compile("k.cu", "#include \"tools.h\"\n" + kernel, "k", options);
  REQUIRE(compiled.ok());
  KernelLaunch launch;
  DeviceBuffer buffer;
  buffer.name = "a";
  buffer.scalar = ScalarKind::int_;
  buffer.shape = {64};
  buffer.bytes.resize(64 * 4);
  launch.grid = {1, 1, 1};
  launch.block = {64, 1, 1};
  launch.buffers = {buffer};
  launch.arguments = {BufferArgument{0}};
  return simulate(compiled.program, launch, {}).findings;
}

}  // namespace

TEST_CASE("a race in a header's function: behind its line stands the line of the call") {
  const auto all = findings_of("__global__ void k(int* a) {\n  const int t = threadIdx.x;\n  a[t] =\n    look(&a[(t + 32) % 64]);\n}\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].message.find("at line 3 of tools.h (called at line 5)") != std::string::npos);
  CHECK(all[0].message.find("at line 4") != std::string::npos);
}

TEST_CASE("a sentence without lines names them behind itself; calls within the header are passed over, and several calls are all named") {
  const auto one = findings_of("__global__ void k(int* a) {\n  if (threadIdx.x == 0)\n    twice(a + 64);\n}\n");
  REQUIRE(!one.empty());
  CHECK(one[0].message.ends_with("; line 3 of tools.h is called at line 4"));
  REQUIRE(one[0].places.size() == 1);
  CHECK(one[0].places[0].callers.size() == 1);
  const auto two = findings_of("__global__ void k(int* a) {\n  if (threadIdx.x == 0) {\n    look(a + 64);\n    look(a + 65);\n  }\n}\n");
  REQUIRE(!two.empty());
  CHECK(two[0].message.ends_with("; line 3 of tools.h is called at line 4 and line 5"));
  CHECK(two[0].places[0].callers.size() == 2);
  const auto many = findings_of("__global__ void k(int* a) {\n  if (threadIdx.x == 0) {\n    look(a + 64);\n    look(a + 65);\n    look(a + 66);\n    look(a + 67);\n  }\n}\n");
  REQUIRE(!many.empty());
  CHECK(many[0].message.ends_with("; line 3 of tools.h is called at line 4, line 5, line 6 and others"));
}

TEST_CASE("functions of the .cu file itself are left as they are") {
  const auto all = findings_of("__device__ int own(int* p) { return *p; }\n__global__ void k(int* a) {\n  if (threadIdx.x == 0) own(a + 64);\n}\n");
  REQUIRE(!all.empty());
  CHECK(all[0].message.find("called") == std::string::npos);
}
