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
      {"no sizes", "//--blockDim=M --gridDim=0", {4, 1, 1}, {256, 1, 1}},
      {"behind the first line of code", "int x;\n//--blockDim=48 --gridDim=3", {3, 1, 1}, {48, 1, 1}},
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

TEST_CASE("a kernel that nobody launches gets the shape that a comment speaks of") {
  struct Case {
    const char* comment;
    Index3 grid, block;
  };
  constexpr Index3 usual_grid = {4, 1, 1}, usual_block = {256, 1, 1};
  constexpr Case cases[] = {
      {"// launch: <<<4, 32>>>", {4, 1, 1}, {32, 1, 1}},
      {"// k<<<dim3(2, 3), dim3(8, 4), 0, stream>>>(a, n)", {2, 3, 1}, {8, 4, 1}},
      {"// k<<<(n + 63) / 64, 64>>>(a, n)", {16, 1, 1}, {64, 1, 1}},
      {"// blockDim.x = 64", {16, 1, 1}, {64, 1, 1}},
      {"/* faial: blockDim=128 gridDim=2 */", {2, 1, 1}, {128, 1, 1}},
      {"// blockDim.x == 16, blockDim.y == 4", {16, 1, 1}, {16, 4, 1}},
      {"// a tile of a row; blockDim = (16,16), gridDim = [2,2]", {2, 2, 1}, {16, 16, 1}},
      {"// MP, inter-CTA.  grid = 2, block = 1", {2, 1, 1}, {1, 1, 1}},
      {"// Block: 32 x 4 threads", {8, 1, 1}, {32, 4, 1}},
      {"// block size 128, grid size: 3", {3, 1, 1}, {128, 1, 1}},
      {"// launch: 64 threads (warp 0 produces, warp 1 consumes), 1 block", {1, 1, 1}, {64, 1, 1}},
      {"// 2 blocks of 32 threads hand a value on", {2, 1, 1}, {32, 1, 1}},
      {"// Launched with a single block of 512 threads.", {1, 1, 1}, {512, 1, 1}},
      {"// one warp per block", {32, 1, 1}, {32, 1, 1}},
      {"// expects 128 threads per block", {8, 1, 1}, {128, 1, 1}},
      {"// lock microbenchmark: one thread per block, gridDim = 8, blockDim = 1", {8, 1, 1}, {1, 1, 1}},
      {"// two-stage copies, blockDim = 64; an empty stage\n// is committed at the end", {16, 1, 1}, {64, 1, 1}},
      {"// grid = 4, block = 64, clusters of two blocks", {4, 1, 1}, {64, 1, 1}},
      {"// n = 50, TILE = 16, launched with a 4x4 grid of 16x16 blocks", {4, 4, 1}, {16, 16, 1}},
      {"// Launch: dim3 grid(n/32, 3); dim3 block(64);", {16, 3, 1}, {64, 1, 1}},
      {"// blockDim.x == N / 2", {86, 1, 1}, {12, 1, 1}},
      {"// Precondition: n == gridDim.x * N, blockDim.x == N", {16, 1, 1}, {24, 1, 1}},
      {"// grid: n blocks, block: 64 threads", {16, 1, 1}, {64, 1, 1}},
      {"// n == gridDim.x * blockDim.x; block = 128", {8, 1, 1}, {128, 1, 1}},
      {"// grid = (n + 255) / 256, block = 256, n = 700", {3, 1, 1}, {256, 1, 1}},
      {"// one thread per pair: <<<1, n / 2>>>, n > 64", {1, 1, 1}, {64, 1, 1}},
      {"// grid ((n + N - 1) / N, 2), block N", {16, 2, 1}, {24, 1, 1}},
      {"// 64 threads exactly", {16, 1, 1}, {64, 1, 1}},
      {"// block (34, 10) works on a patch of 32 x 8 with a rim", {4, 1, 1}, {34, 10, 1}},
      // and what says nothing
      {"// one thread per pair, launched as you like", usual_grid, usual_block},
      {"// block 0 produces, block 1 consumes", usual_grid, usual_block},
      {"// block (1, 2) waits for block (0, 2), threads (0, 64) are idle", usual_grid, usual_block},
      {"// heat on a grid: 512 x 512 points", usual_grid, usual_block},
      {"// grid = 512 x 512, one step", usual_grid, usual_block},
      {"// the heat equation on a 512 x 512 grid of points", usual_grid, usual_block},
      {"// grid size n, block = n", usual_grid, usual_block},
      {"// lock taken by thread 0 of each block", usual_grid, usual_block},
      {"// one thread per block takes the lock", usual_grid, usual_block},
      {"// any launch shape; blockDim a multiple of 32", usual_grid, usual_block},
      {"// the first 2 warps exchange through barrier 3", usual_grid, usual_block},
      {"// blocks of 64 elements, clusters of 2 blocks", usual_grid, usual_block},
      {"// blockDim.x % 32 == 0, blockDim = 2 * n", usual_grid, usual_block},
      {"// block = 4096, <<<0, 0>>>", usual_grid, usual_block},
      {"// block = (4194304, 4194304, 1048576), grid: 99999999999999999999 x 99999999999999999999", usual_grid, usual_block},
      {"// x <<< (((((", usual_grid, usual_block},
  };
  for (const Case& c : cases) {
    CAPTURE(c.comment);
    File file(kernel_with(c.comment, "int* a, int n", ""));
    const Launch launch = launch_of(open_bare_file(file.path), "k");
    CHECK(launch.device.grid.x == c.grid.x);
    CHECK(launch.device.grid.y == c.grid.y);
    CHECK(launch.device.block.x == c.block.x);
    CHECK(launch.device.block.y == c.block.y);
  }
}

TEST_CASE("numbers that comments bound get their bounds, and launches of several kernels stand in one comment") {
  const auto assumed_of = [](const std::string& comment, const char* sentence, const char* kernel = "k") {
    File file(comment + "\n__global__ void first(int* a) { a[threadIdx.x] = 1; }\n__global__ void k(int* a, int n, int m) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = m; }\n");
    const std::vector<std::string> said = open_bare_file(file.path).assumptions.at(kernel);
    return std::count(said.begin(), said.end(), std::string(sentence) + ", as a comment says") == 1;
  };
  const std::string apart = "#include <cuda.h>\n";  // else it is the first kernel's
  CHECK(assumed_of("// n <= 500\n" + apart, "`n` = 500"));
  CHECK(assumed_of("// n < 500\n" + apart, "`n` = 499"));
  CHECK(assumed_of("// n > 64\n" + apart, "`n` = 128"));
  CHECK(assumed_of("// n >= 1000, m <= n / 2\n" + apart, "`m` = 500"));
  CHECK(assumed_of("// m <= n / 2, n <= 500\n" + apart, "`m` = 250"));
  CHECK(assumed_of("// n > 64 && n <= 100\n" + apart, "`n` = 100"));
  CHECK(assumed_of("// m < n, n = 1000\n" + apart, "`m` = 999"));
  for (const char* number : {"n <= 1 << 10", "n <= 1e6", "n = 1 << 20", "n <= 10^6", "n <= 1,000,000", "n = 64K", "n > 2048 if there is a tail"})
    for (const char* wrong : {"`n` = 1", "`n` = 10", "`n` = 64", "`n` = 4096"}) CHECK_FALSE(assumed_of("// " + std::string(number) + "\n" + apart, wrong));
  CHECK_FALSE(assumed_of("// n >= 3\n" + apart, "`n` = 3"));
  CHECK_FALSE(assumed_of("// n <= 2147483647\n" + apart, "`n` = 2147483647"));
  CHECK(assumed_of("// n not restricted (e.g. 1000)\n" + apart, "`n` = 1000"));
  CHECK(assumed_of("// any n, e.g. n = 77\n" + apart, "`n` = 77"));
  CHECK_FALSE(assumed_of("// n and m are what they are, e.g. 5 values for one of them\n" + apart, "`n` = 5"));
  const std::string both = "// first<<<1, 32>>>, k<<<5, 64>>>";
  CHECK(assumed_of(both, "a block of 32 threads", "first"));
  CHECK(assumed_of(both, "a block of 64 threads"));
  CHECK(assumed_of(both, "a grid of 5 blocks"));
  CHECK_FALSE(assumed_of("// mask_k<<<1, 48>>>", "a block of 48 threads"));
}

TEST_CASE("of very many words in comments only some are read") {
  std::string far = "// <<<2, 32>>>\n", words;
  for (int i = 0; i < 20000; ++i) words += "// block = w" + std::to_string(i) + ";\n";
  File file(far + "#include \"cuda.h\"\n" + words + "__global__ void k(int* a) { a[threadIdx.x] = 0; }\n");
  CHECK(launch_of(open_bare_file(file.path), "k").device.block.x == 256);
}

TEST_CASE("of several comments the one at the kernel goes first, and what is taken is said") {
  const std::string head = "// <<<9, 9>>>, n = 700\n#include \"cuda.h\"\nvoid other() { /* block = 5 */ }\n";
  const std::string k = "// grid = 2\n__global__ void k(int* a, int n) {\n  // blockDim = 48\n  if (threadIdx.x < n) a[blockIdx.x * blockDim.x + threadIdx.x] = 0;\n}\n";
  const std::string l = "// block = 7\ntemplate <class T>\n__global__ void l(T* a) { a[threadIdx.x] = 0; }\n";
  File file(head + l + k);
  const BareFile bare = open_bare_file(file.path);
  const Launch launch = launch_of(bare, "k");
  CHECK(launch.device.grid.x == 2);
  CHECK(launch.device.block.x == 48);
  const std::vector<std::string>& said = bare.assumptions.at("k");
  for (const char* sentence : {"a block of 48 threads, as a comment says", "a grid of 2 blocks, as a comment says", "`n` = 700, as a comment says"}) CHECK(std::count(said.begin(), said.end(), sentence) == 1);
  CHECK(launch_of(bare, "l").device.block.x == 7);
}
