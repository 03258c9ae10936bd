// A .cu file of somebody's becomes a lesson that runs: its launches, its parameters, its headers and data files.
#include "tests/unit/workbook/bare_file_fixture.h"

#include <cstring>
#include <limits>
#include <set>

#include "app/backends/scalar_bytes.h"
#include "app/workbook/npy.h"
#include "app/workbook/trial_run.h"

using namespace wb;
using namespace wb::test;

namespace {

constexpr const char* scale = R"(
#include <cstdio>
#include "helper_cuda.h"
__global__ void scaleAll(const float* in, float* out, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * by;
}
template <typename T> __global__ void fill(T* p, T v) { p[threadIdx.x] = v; }
int main() {
  int n = 100; float *a, *b; int* c;
  cudaMalloc(&a, n * sizeof(float)); cudaMalloc(&b, n * sizeof(float)); cudaMalloc(&c, 128);
  cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
  scaleAll<<<(n + 31) / 32, 32>>>(a, b, n, 2.0f);
  fill<int><<<1, 32>>>(c, 7);
}
)";

}  // namespace

TEST_CASE("launch lines become launches, with the sizes and values of the host code") {
  File f(scale);
  BareFile bare = open_bare_file(f.path);
  for (const Complaint& c : bare.read.complaints) MESSAGE(to_string(c));
  Launch launch = launch_of(bare, "scaleall");
  CHECK(launch.kernel == "scaleAll");
  CHECK(launch.device.grid.x == 4);
  CHECK(launch.device.block.x == 32);
  REQUIRE(launch.device.buffers.size() == 2);
  CHECK(launch.device.buffers[0].element_count() == 100);
  CHECK_FALSE(launch.device.buffers[0].is_poisoned);
  CHECK(launch.device.buffers[1].is_poisoned);
  CHECK(launch.values.at("by") == 2);
  CHECK(launch_of(bare, "fill").kernel == "fill<int>");
  CHECK(launch_of(bare, "fill").values.at("v") == 7);
}

TEST_CASE("wishes win over the host code, and those that fit nothing are named") {
  File f(scale);
  BareFileWishes wishes{.kernel = "scaleAll", .grid = {"2"}, .block = {"64"}, .shared_bytes = "16", .arguments = {{"n", "50"}, {"in", "iota:60"}}};
  Launch launch = launch_of(open_bare_file(f.path, wishes), "scaleall");
  CHECK(launch.device.grid.x == 2);
  CHECK(launch.device.block.x == 64);
  CHECK(launch.device.dynamic_shared_bytes == 16);
  CHECK(launch.values.at("n") == 50);
  CHECK(launch.device.buffers[0].element_count() == 60);
  CHECK(open_bare_file(f.path, {.kernel = "scaleall"}).complaints.size() == 1);
  CHECK(open_bare_file(f.path, {.arguments = {{"nothing", "1"}}}).complaints.size() == 1);
  CHECK(open_bare_file(f.path).complaints.empty());
}

TEST_CASE("a kernel that does not compile is told so, not that it lacks the parameter that was wished for") {
  File f("__global__ void k(int* data) { undeclared = 1; data[threadIdx.x] = 1; }\n");
  const BareFile bare = open_bare_file(f.path, {.arguments = {{"data", "zeros:4"}}});
  CHECK(bare.complaints.empty());
  REQUIRE(bare.read.lesson);
  LaunchRequest request;
  request.name = "k";
  CHECK_FALSE(build_launch(*bare.read.lesson, request).diagnostics.empty());
}

TEST_CASE("a kernel whose declaration cannot be read is told why, not that it is not there") {
  File f("__global__ void unread(NotThere s, int* p) { p[0] = 1; }\n__global__ void plain(int* p) { p[0] = 1; }\n");
  const BareFile bare = open_bare_file(f.path, {.kernel = "unread"});
  CHECK(bare.complaints.empty());
  REQUIRE(bare.read.lesson);
  LaunchRequest request;
  request.name = "unread";
  const BuiltLaunch refused = build_launch(*bare.read.lesson, request);
  CHECK(refused.complaints.empty());
  CHECK_FALSE(refused.diagnostics.empty());
  CHECK(open_bare_file(f.path, {.kernel = "plane"}).complaints.size() == 1);
}

TEST_CASE("so many of what a pointer points to: records, and rows of a pointer to arrays") {
  File f("struct Pair { int a; double b; };\n__global__ void k(Pair* p, double (*rows)[20], int (*cells)[4][5], uchar4* pixels) { p[threadIdx.x].a = (int)rows[threadIdx.x][19] + cells[0][3][4] + pixels[0].x; }\n");
  const BareFileWishes wishes{.grid = {"1"}, .block = {"8"}, .arguments = {{"p", "zeros:8"}, {"rows", "iota:9"}, {"cells", "zeros:3"}, {"pixels", "zeros:2"}}};
  const Launch launch = launch_of(open_bare_file(f.path, wishes), "k");
  REQUIRE(launch.device.buffers.size() == 4);
  CHECK(launch.device.buffers[0].bytes.size() == 8 * 16);
  CHECK(launch.device.buffers[1].scalar == ScalarKind::double_);
  CHECK(launch.device.buffers[1].shape == std::vector<uint64_t>{9, 20});
  CHECK(launch.device.buffers[2].shape == std::vector<uint64_t>{3, 4, 5});
  CHECK(launch.device.buffers[3].bytes.size() == 8);
}

TEST_CASE("a kernel that needs what the simulator lacks is told so, and keeps no other from running") {
  File f(
      "__global__ void exotic(int* p) { asm(\"nop\"); *p = 1; }\n__global__ void plain(int* p) { *p = 2; }\n"
      "int main() { int* d; cudaMalloc(&d, 4); exotic<<<1, 1>>>(d); plain<<<1, 1>>>(d); }\n");
  BareFile bare = open_bare_file(f.path);
  CHECK(launch_of(bare, "plain").kernel == "plain");
  LaunchRequest request;
  request.name = "exotic";
  BuiltLaunch refused = build_launch(*bare.read.lesson, request);
  CHECK_FALSE(refused.ok());
  CHECK(refused.complaints.empty());
  REQUIRE_FALSE(refused.diagnostics.empty());
}

TEST_CASE("an enumerator as a template argument") {
  File f(
      "enum class Mode { plain, square };\n"
      "template <class T, Mode M> __global__ void transform(T* p) { p[threadIdx.x] = M == Mode::square ? T(9) : T(1); }\n"
      "int main() { float* d; cudaMalloc(&d, 128); transform<float, Mode::square><<<1, 32>>>(d); }\n");
  CHECK(launch_of(open_bare_file(f.path), "transform").kernel == "transform<float, 1>");  // as the kernel is displayed
}

TEST_CASE("what the host code does not fix is assumed, and said") {
  File f("__global__ void k(float* out, int width, int height) { out[blockIdx.x * blockDim.x + threadIdx.x] = width + height; }\n");
  BareFile bare = open_bare_file(f.path);
  Launch launch = launch_of(bare, "k");
  CHECK(launch.device.buffers[0].element_count() == launch.device.grid.x * uint64_t{launch.device.block.x});
  CHECK(bare.assumptions.at("k").size() == 5);  // block, grid, the two values, the buffer's size
}

TEST_CASE("a kernel without host code gets the block of its tile and the axes that it uses") {
  File f(
      "#define T 16\n__global__ void tiled(float* out, const float* in, int width) { __shared__ float s[T][T + 1];\n"
      "  int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y; s[threadIdx.y][threadIdx.x] = in[y * width + x]; __syncthreads(); out[y * width + x] = s[threadIdx.x][threadIdx.y]; }\n"
      "__global__ void once(float* v) { __shared__ float s[64]; s[threadIdx.x] = v[threadIdx.x]; __syncthreads(); v[threadIdx.x] = s[63 - threadIdx.x]; }\n");
  BareFile bare = open_bare_file(f.path);
  Launch tiled = launch_of(bare, "tiled"), once = launch_of(bare, "once");
  CHECK(tiled.device.block.x == 16);
  CHECK(tiled.device.block.y == 16);
  CHECK(tiled.device.grid.x == 4);
  CHECK(tiled.device.grid.y == 4);
  CHECK(tiled.values.at("width") == 64);
  CHECK(once.device.block.x == 64);
  CHECK(once.device.grid.x == 1);
}

TEST_CASE("a buffer of assumed size grows to what a trial run reaches; one of the file's own size does not") {
  File f(
      "__global__ void rows(float* out, int n) { for (int k = 0; k < n; ++k) out[(blockIdx.x * blockDim.x + threadIdx.x) * n + k] = k; }\n"
      "__global__ void fixed(float* out) { out[threadIdx.x + 32] = 1; }\n"
      "int main() { float* d; cudaMalloc(&d, 32 * 4); fixed<<<1, 32>>>(d); }\n");
  CHECK(launch_of(open_tried_file(f.path, {.arguments = {{"n", "40"}}}, "rows"), "rows").device.buffers[0].element_count() >= 1024 * 40);
  CHECK(launch_of(open_tried_file(f.path, {}, "fixed"), "fixed").device.buffers[0].element_count() == 32);
}

TEST_CASE("a product of matrices whose threads have several elements each gets matrices that hold its tiles") {
  const fs::path path = fs::path(WB_SOURCE_DIR) / "tests/golden/whole_files/matmul_family.cu";
  Progress progress;
  const RunResult run = make_simulated_engine()->run(launch_of(open_tried_file(path, {}, "gemm"), "gemm"), progress, {});
  CHECK(run.findings.empty());
}

TEST_CASE("the members of a record parameter are what the host code puts into them") {
  File f(
      "struct View { int rows; float scale; float* cells; };\n__global__ void k(View v) { if (threadIdx.x < v.rows) v.cells[threadIdx.x] = v.scale; }\n"
      "int main() { View v; v.rows = 20; v.scale = 0.5f; cudaMalloc(&v.cells, v.rows * sizeof(float)); k<<<1, 32>>>(v); }\n");
  Launch launch = launch_of(open_bare_file(f.path), "k");
  REQUIRE(launch.device.buffers.size() == 1);
  CHECK(launch.device.buffers[0].element_count() == 20);
  const auto& record = std::get<RecordArgument>(launch.device.arguments[0]);
  int32_t rows = 0;
  std::memcpy(&rows, record.bytes.data(), 4);
  CHECK(rows == 20);
}

TEST_CASE("other encodings, no kernel, no file") {
  File latin("// caf\xe9\n__global__ void k(int* p) { p[threadIdx.x] = 1; }\n");
  CHECK(open_bare_file(latin.path).read.complaints.empty());
  File host("int main() { return 0; }\n");
  BareFile none = open_bare_file(host.path);
  REQUIRE(none.read.lesson);
  CHECK(none.read.lesson->launches.empty());
  CHECK_FALSE(open_bare_file(host.folder / "missing.cu").read.lesson.has_value());
}

TEST_CASE("own headers are found beside the file, above it, in named folders, and beside the header that includes them") {
  File f("#include \"../shapes/circle.h\"\n#include \"extra.h\"\n#include <helper_own.h>\n__global__ void k(float* p) { p[threadIdx.x] = area(EXTRA) + HELPED; }\n", "sub/own.cu");
  auto write = [&](const char* name, const char* text) {
    fs::create_directories((f.folder / name).parent_path());
    std::ofstream(f.folder / name) << text;
  };
  write("shapes/circle.h", "#pragma once\n#include \"pi.h\"\n__device__ float area(float r) { return PI * r * r; }\n");
  write("shapes/pi.h", "#define PI 3.14f\n");
  write("inc/extra.h", "#include \"../shapes/circle.h\"\n#define EXTRA 2\n");
  write("inc/helper_own.h", "#define HELPED 1\n");
  BareFileWishes wishes;
  wishes.header_folders = {f.folder / "inc"};
  Launch launch = launch_of(open_bare_file(f.path, wishes), "k");
  CHECK(launch.headers.contains("../shapes/circle.h"));
  CHECK(launch.headers.contains("../shapes/pi.h"));
  CHECK(launch.headers.contains("extra.h"));
  CHECK(launch.headers.contains("helper_own.h"));
}

TEST_CASE("macros of the command line reach the kernel and the proposal of its launch") {
  File f("__global__ void k(int* p) { __shared__ int tile[TILE]; tile[threadIdx.x] = FAST; __syncthreads(); p[threadIdx.x] = tile[threadIdx.x]; }\n"
         "int main() { int* d; cudaMalloc(&d, TILE * sizeof(int)); k<<<1, TILE>>>(d); }\n");
  BareFileWishes wishes;
  wishes.defines = {{"TILE", "48"}, {"FAST", "1"}};
  Launch launch = launch_of(open_bare_file(f.path, wishes), "k");
  CHECK(launch.device.block.x == 48);
  CHECK(launch.device.buffers[0].element_count() == 48);
  CHECK(launch.defines == wishes.defines);
}

TEST_CASE("data files of the command line lie anywhere: a path as given, else beside the file; one that is not there is named") {
  File f("__global__ void k(const float* a, const float* b, float* c) { c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }\n", "sub/own.cu");
  const float numbers[3] = {1.5f, 2.5f, -3.0f};
  const std::string npy = format_npy(ScalarKind::float_, {3}, reinterpret_cast<const uint8_t*>(numbers), sizeof numbers);
  std::ofstream(f.folder / "above.npy", std::ios::binary) << npy;
  std::ofstream(f.folder / "sub/beside.npy", std::ios::binary) << npy;
  BareFileWishes wishes;
  wishes.arguments = {{"a", (f.folder / "sub/../above.npy").string()}, {"b", "beside.npy"}};
  Launch launch = launch_of(open_bare_file(f.path, wishes), "k");
  for (size_t i : {size_t{0}, size_t{1}}) {
    REQUIRE(launch.device.buffers[i].bytes.size() == sizeof numbers);
    CHECK(std::memcmp(launch.device.buffers[i].bytes.data(), numbers, sizeof numbers) == 0);
  }
  wishes.arguments["b"] = "nowhere.npy";
  CHECK(open_bare_file(f.path, wishes).complaints == std::vector<std::string>{"there is no file `nowhere.npy` for `b`"});
}
