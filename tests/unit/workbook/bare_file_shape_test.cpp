// A kernel that nobody launches: the shape and the numbers that the text around it states.
#include "tests/unit/workbook/bare_file_fixture.h"

#include <map>

using namespace wb;
using namespace wb::test;

namespace {

// A kernel that nobody launches, as verification suites have them.
std::string kernel_with(const std::string& comment, const std::string& parameters, const std::string& conditions) {
  return comment + "\n#include \"cuda.h\"\n#define N 24\n__global__ void k(" + parameters + ") {\n" + conditions + "\n  a[blockIdx.x * blockDim.x + threadIdx.x] = 0;\n}\n";
}

}  // namespace

TEST_CASE("a kernel that nobody launches gets the shape that the comment above it states") {
  struct Case {
    const char *name, *comment;
    Index3 grid, block;
  };
  constexpr Case cases[] = {
      {"options of a verifier", "//pass\n//--blockDim=48 --gridDim=3 --no-inline", {3, 1, 1}, {48, 1, 1}},
      {"several axes", "//pass\n//--blockDim=[8,4] --gridDim=[2,3,1]", {2, 3, 1}, {8, 4, 1}},
      {"no sizes", "//--blockDim=N --gridDim=0", {4, 1, 1}, {256, 1, 1}},
      {"behind the first line of code", "int x;\n//--blockDim=48 --gridDim=3", {4, 1, 1}, {256, 1, 1}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    File file(kernel_with(c.comment, "int* a", ""));
    const Launch launch = launch_of(open_bare_file(file.path), "k");
    CHECK(launch.device.grid.x == c.grid.x);
    CHECK(launch.device.grid.y == c.grid.y);
    CHECK(launch.device.block.x == c.block.x);
    CHECK(launch.device.block.y == c.block.y);
  }
  File defined(kernel_with("//--blockDim=SIZE --blockDim=32 --gridDim=2 -DWIDTH=7", "int* a", "  static_assert(WIDTH == 7, \"\");"));
  CHECK(launch_of(open_bare_file(defined.path), "k").device.block.x == 32);
}

TEST_CASE("numbers of a kernel that nobody launches meet the conditions that it states") {
  struct Case {
    const char *name, *parameters, *conditions;
    std::map<std::string, std::string> values;
  };
  const Case cases[] = {
      {"the threads of the launch", "int* a, int n", "__requires(n == blockDim.x * gridDim.x);", {{"n", "96"}}},
      {"a macro, and one that depends on it", "int* a, unsigned n, unsigned m", "__requires(n == N); // __requires(n == 1)\n__requires(m == 2 * n);", {{"m", "48"}, {"n", "24"}}},
      {"below", "int* a, int n", "__requires(n < 7);", {{"n", "6"}}},
      {"between, with room", "int* a, int lo, int hi", "__requires(lo < hi); __requires(hi <= 40);", {{"hi", "40"}, {"lo", "0"}}},
      {"several in one", "int* a, int n, bool b", "__requires(n > 9 & n <= 1 << 4 & b);", {{"b", "1"}, {"n", "16"}}},
      {"conditions on what memory holds, and on each thread, are the prover's", "int* a, int n", "__requires(a[0] == 1); __requires(n == threadIdx.x);", {}},
      {"none that can be met", "int* a, int n", "__requires(n < 3 & n > 5);", {}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    File file(kernel_with("//--blockDim=32 --gridDim=3", c.parameters, c.conditions));
    const BareFile bare = open_bare_file(file.path);
    std::map<std::string, std::string> found;
    for (const std::string& sentence : bare.assumptions.at("k"))
      if (const size_t as = sentence.find(", as `__requires` asks"); as != std::string::npos) {
        const size_t equals = sentence.find("` = ");
        found[sentence.substr(1, equals - 1)] = sentence.substr(equals + 4, as - equals - 4);
      }
    CHECK(found == c.values);
  }
}

TEST_CASE("the conditions of a kernel that nobody launches decide its shape, and which side of it its numbers lie on") {
  struct Case {
    const char *name, *parameters, *conditions;
    Index3 grid, block;
    const char* number;
  };
  constexpr Case cases[] = {
      {"a block", "int* a, int s", "__requires(s >= 1); __requires(blockDim.x == 64);", {16, 1, 1}, {64, 1, 1}, "`s` = 1, as `__requires` asks"},
      {"a macro's block of two axes", "int* a, int s", "__requires(blockDim.x == N && blockDim.y == N / 6);", {11, 1, 1}, {24, 4, 1}, nullptr},
      {"a range", "int* a, int s", "__requires(blockDim.x <= 100);", {16, 1, 1}, {64, 1, 1}, nullptr},
      {"the usual shape", "int* a, int s", "__requires(blockDim.x >= 32 & gridDim.x > 1);", {4, 1, 1}, {256, 1, 1}, nullptr},
      {"threads in all", "int* a, int s", "__requires(blockDim.x * gridDim.x == 512);", {2, 1, 1}, {256, 1, 1}, nullptr},
      {"fewer threads than usual", "int* a, int n", "__requires(n >= 1 && n <= 64); __requires(blockDim.x * gridDim.x == n); if (threadIdx.x < n)", {1, 1, 1}, {64, 1, 1}, "`n` = 64, as `__requires` asks"},
      {"a size", "int* a, int n", "__requires(n > 0); if (threadIdx.x < n)", {4, 1, 1}, {256, 1, 1}, "`n` = 1024, as `__requires` asks"},
      {"a distance", "int* a, int n", "__requires(n >= 0 & n < blockDim.x);", {4, 1, 1}, {256, 1, 1}, "`n` = 1, as `__requires` asks"},
      {"no block", "int* a, int n", "__requires(blockDim.x == 2048);", {4, 1, 1}, {256, 1, 1}, "`n` = 1024"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    File file(kernel_with("", c.parameters, c.conditions));
    const BareFile bare = open_bare_file(file.path);
    const Launch launch = launch_of(bare, "k");
    CHECK(launch.device.grid.x == c.grid.x);
    CHECK(launch.device.grid.y == c.grid.y);
    CHECK(launch.device.block.x == c.block.x);
    CHECK(launch.device.block.y == c.block.y);
    const std::vector<std::string>& said = bare.assumptions.at("k");
    if (c.number) CHECK(std::find(said.begin(), said.end(), c.number) != said.end());
  }
}
