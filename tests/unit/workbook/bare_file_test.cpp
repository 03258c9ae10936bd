// A .cu file of somebody's becomes a lesson that runs.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

#include "app/backends/engine.h"
#include "app/backends/scalar_bytes.h"
#include "app/workbook/bare_file.h"
#include "app/workbook/launch_builder.h"
#include "app/workbook/npy.h"
#include "app/workbook/trial_run.h"

using namespace wb;
namespace fs = std::filesystem;

namespace {

struct File {
  explicit File(const std::string& text, const char* name = "own.cu") {
    folder = fs::temp_directory_path() / ("wb-bare-" + std::to_string(reinterpret_cast<uintptr_t>(this)));
    path = folder / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  ~File() { fs::remove_all(folder); }
  fs::path folder, path;
};

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

Launch launch_of(const BareFile& file, const std::string& name) {
  REQUIRE(file.read.lesson);
  LaunchRequest request;
  request.name = name;
  BuiltLaunch built = build_launch(*file.read.lesson, request);
  for (const Complaint& c : built.complaints) MESSAGE(to_string(c));
  REQUIRE(built.ok());
  return *built.launch;
}

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

TEST_CASE("what the host does not copy or set has no value") {
  const auto run_of = [](const std::string& fills, const std::string& size) {
    File f("__global__ void k(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
           "int main() { const int n = 64; float h[n]; float *in, *out; cudaMalloc(&in, n * sizeof(float)); cudaMalloc(&out, n * sizeof(float)); " + fills + " k<<<1, " + size + ">>>(in, out); }\n");
    Progress progress;
    return make_simulated_engine()->run(launch_of(open_bare_file(f.path, {}), "k"), progress, {});
  };
  const char* copies_half = "cudaMemcpy(in, h, 32 * sizeof(float), cudaMemcpyHostToDevice);";
  const RunResult beyond = run_of(copies_half, "64");
  REQUIRE(beyond.findings.size() == 1);
  CHECK(beyond.findings[0].kind == FindingKind::uninit_global);
  CHECK(beyond.findings[0].count == 32);
  CHECK(beyond.findings[0].flat_element == 32);
  CHECK(run_of("cudaMemset(in, 0, (n - 1) * sizeof(float));", "64").findings.size() == 1);
  // Silent: within that part; all of it; in two pieces; by a function of the file.
  CHECK(run_of(copies_half, "32").findings.empty());
  CHECK(run_of("cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);", "64").findings.empty());
  CHECK(run_of(std::string(copies_half) + " cudaMemcpy(in + 32, h, 32 * sizeof(float), cudaMemcpyHostToDevice);", "64").findings.empty());
  CHECK(run_of(std::string(copies_half) + " for (int i = 0; i < 2; ++i) cudaMemset(in, 0, sizeof(h));", "64").findings.empty());
}

TEST_CASE("random is of some variety in whole numbers, too") {
  File f("__global__ void k(const int* whole, const unsigned char* bytes, const signed char* small, const float* real, int* out) { out[threadIdx.x] = whole[threadIdx.x] + bytes[threadIdx.x] + small[0] + (int)real[0]; }\n");
  BareFileWishes wishes;
  for (const char* name : {"whole", "bytes", "small", "real"}) wishes.arguments[name] = "random:4096";
  const Launch launch = launch_of(open_bare_file(f.path, wishes), "k");
  const double most[] = {999, 255, 127, 1};
  for (size_t i = 0; i < 4; ++i) {
    const DeviceBuffer& buffer = launch.device.buffers[i];
    CAPTURE(buffer.name);
    REQUIRE(buffer.element_count() == 4096);
    double lowest = 1e9, highest = -1e9;
    for (uint64_t e = 0; e < 4096; ++e) {
      const double value = load_scalar(buffer.scalar, &buffer.bytes[e * buffer.element_bytes()]);
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
    }
    CHECK(lowest >= 0);
    CHECK(highest <= most[i]);
    CHECK(highest > 0.9 * most[i]);
  }
}

namespace {

constexpr const char* gather = "#include <cstdio>\n#include <numeric>\n#include <vector>\n#define N 64\n__global__ void gather(const int* idx, int* o, int n) { int i = threadIdx.x; if (i < n) o[idx[i]] = i; }\n";

// What `idx` holds where main() does `fill`, which leaves it in `h` or copies it itself; empty: that is not known.
std::vector<int> filled_by(const std::string& fill, const std::string& source = "h", const std::string& before = "") {
  const std::string copy = source.empty() ? "" : "int *d; cudaMalloc(&d, N * sizeof(int)); cudaMemcpy(d, " + source + ", N * sizeof(int), cudaMemcpyHostToDevice);";
  File f(gather + before + "int main(int argc, char** argv) { " + fill + "\n" + copy + " int* o; cudaMalloc(&o, N * 4); gather<<<1, N>>>(d, o, N); }\n");
  const BareFile bare = open_bare_file(f.path);
  if (bare.filled.at("gather").empty()) return {};
  CHECK(bare.filled.at("gather") == std::vector<std::string>{"idx"});
  const DeviceBuffer buffer = launch_of(bare, "gather").device.buffers[0];
  std::vector<int> values(buffer.bytes.size() / 4);
  std::memcpy(values.data(), buffer.bytes.data(), buffer.bytes.size());
  return values;
}
std::vector<int> made_by(int (*value)(int)) {
  std::vector<int> values;
  for (int i = 0; i < 64; ++i) values.push_back(value(i));
  return values;
}

}  // namespace

TEST_CASE("a buffer starts as the host code fills it, where the values stand in the file") {
  const auto same = made_by([](int i) { return i; }), back = made_by([](int i) { return 63 - i; }), sevens = made_by([](int i) { return i * 7 % 64; });
  CHECK(filled_by("const int n = 64; int h[n]; for (int i = 0; i < n; i++) h[i] = (i * 7) % n;") == sevens);
  CHECK(filled_by("int* h = (int*)malloc(N * sizeof(int)); if (h == NULL) { fprintf(stderr, \"no\"); exit(1); } for (int i = 0; i < N; i++) { h[i] = N - 1 - i; }") == back);
  CHECK(filled_by("std::vector<int> h(N); std::iota(h.begin(), h.end(), 0);", "h.data()") == same);
  CHECK(filled_by("std::vector<int> h; for (int i = 0; i < N; i++) h.push_back(63 - i);", "&h[0]") == back);
  CHECK(filled_by("int* h = new int[N]; for (int r = 0; r < 8; r++) for (int c = 0; c < 8; c++) h[r * 8 + c] = r * 8 + c;") == same);
  CHECK(filled_by("int h[N]; h[0] = 0; for (int i = 0; i + 1 < N; ++i) h[i + 1] = h[i] + 1;") == same);
  CHECK(filled_by("int h[N]; fill(h, N);", "h", "static int at(int i) { return i % 2 ? i : i; }\nvoid fill(int* p, int n) { for (int i = 0; i < n; ++i) p[i] = at(i); }\n") == same);
  CHECK(filled_by("int* d; cudaMallocManaged(&d, N * sizeof(int)); for (int i = 0; i < N; i++) d[i] = i;", "") == same);
  std::string list;
  for (int i = 0; i < 64; ++i) list += (i ? ", " : "") + std::to_string(63 - i);
  CHECK(filled_by("int h[] = {" + list + "};") == back);
  CHECK(filled_by("std::vector<int> h = {" + list + "};", "h.data()") == back);
  std::vector<int> drawn = filled_by("int h[N]; for (int i = 0; i < N; i++) h[i] = rand() % N;");  // some numbers, and always the same
  CHECK(drawn == filled_by("int h[N]; for (int i = 0; i < N; i++) h[i] = rand() % N;"));
  REQUIRE(drawn.size() == 64);
  std::vector<int> shuffled = filled_by("std::vector<int> h(N); std::iota(h.begin(), h.end(), 0); std::mt19937 gen(7); std::shuffle(h.begin(), h.end(), gen);", "h.data()");
  CHECK(shuffled != same);
  std::sort(shuffled.begin(), shuffled.end());
  CHECK(shuffled == same);
}

TEST_CASE("what the host fills is taken as bytes where it is too long for a text, or no number to write") {
  constexpr const char* many = "#define N 70000\n__global__ void k(const double* in, double* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < N) out[i] = in[i]; }\n"
                               "int main() { double* h = (double*)malloc(N * 8); for (int i = 0; i < N; i++) h[i] = i / 7.0; double *d, *o; cudaMalloc(&d, N * 8); cudaMalloc(&o, N * 8); cudaMemcpy(d, h, N * 8, "
                               "cudaMemcpyHostToDevice); k<<<(N + 255) / 256, 256>>>(d, o); }\n";
  constexpr const char* infinite = "#include <cmath>\n__global__ void k(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }\n"
                                   "int main() { float h[32]; for (int i = 0; i < 32; i++) h[i] = INFINITY; float *d, *o; cudaMalloc(&d, 128); cudaMalloc(&o, 128); cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice); "
                                   "k<<<1, 32>>>(d, o); }\n";
  for (const char* text : {many, infinite}) {
    CAPTURE(text);
    File f(text);
    const BareFile bare = open_bare_file(f.path);
    CHECK(bare.text.find("content = \"host:k/in\"") != std::string::npos);
    CHECK(bare.filled.at("k") == std::vector<std::string>{"in"});
    const Launch launch = launch_of(bare, "k");
    const DeviceBuffer& in = launch.device.buffers[0];
    CHECK_FALSE(in.is_poisoned);
    CHECK(in.filled.empty());
    if (text == infinite) CHECK(load_scalar(ScalarKind::float_, &in.bytes[124]) == std::numeric_limits<double>::infinity());
    else CHECK(load_scalar(ScalarKind::double_, &in.bytes[8 * 69'999]) == 69'999 / 7.0);
  }
}

TEST_CASE("what is not understood, or changed afterwards, is not taken for known") {
  CHECK(filled_by("int h[N]; for (int i = 0; i < N; i++) h[i] = i; shuffle_all(h, N);").empty());
  CHECK(filled_by("int h[N]; for (int i = 0; i < N / 2; i++) h[i] = i;").empty());  // the other half is nobody's
  CHECK(filled_by("int h[N]; std::ifstream in(\"x\"); for (int i = 0; i < N; i++) in >> h[i];").empty());
  CHECK(filled_by("int h[N]; int seed; scanf(\"%d\", &seed); for (int i = 0; i < N; i++) h[i] = seed;").empty());
  CHECK(filled_by("int h[N], g[N]; for (int i = 0; i < N; i++) h[i] = g[i] = i; int* d; cudaMalloc(&d, 256); cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice); sort_on_device(d, N);", "").empty());
  CHECK(filled_by("int h[N]; for (long i = 0; ; i++) h[i % N] = i % N;").empty());  // never ends
}

TEST_CASE("lengths and sums that host code counts up") {
  File f(std::string(gather) +
         "int main() { std::vector<int> v; for (int i = 0; i < 40; i++) v.push_back(i * i); int total = 0; for (int i = 0; i < 5; ++i) total += i;\n"
         "  int *p, *o; size_t b = v.size() * sizeof(int); cudaMalloc(&p, b); cudaMalloc(&o, total * sizeof(int)); cudaMemcpy(p, v.data(), b, cudaMemcpyHostToDevice); gather<<<1, 64>>>(p, o, (int)v.size()); }\n");
  Launch launch = launch_of(open_bare_file(f.path), "gather");
  CHECK(launch.device.buffers[0].element_count() == 40);
  CHECK(launch.device.buffers[1].element_count() == 10);
  CHECK(launch.values.at("n") == 40);
}

TEST_CASE("a buffer that is allocated and that nothing fills is not initialised") {
  const auto is_poisoned = [](const std::string& statements) {
    File f("__global__ void read(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }\nint main() { int *a, *b; cudaMalloc(&a, 128); cudaMalloc(&b, 128); " + statements + " read<<<1, 32>>>(a, b); cudaMemcpy(h, b, 128, cudaMemcpyDeviceToHost); }\n");
    return launch_of(open_bare_file(f.path), "read").device.buffers[0].is_poisoned;
  };
  CHECK(is_poisoned(""));
  CHECK(is_poisoned("printf(\"%p\\n\", a);"));
  CHECK_FALSE(is_poisoned("cudaMemcpy(a, h, 128, cudaMemcpyHostToDevice);"));
  CHECK_FALSE(is_poisoned("cudaMemset(a, 0, 128);"));
  CHECK_FALSE(is_poisoned("prepare(a);"));
  CHECK_FALSE(is_poisoned("int* other = a; prepare(other);"));
  CHECK_FALSE(is_poisoned("fill<<<1, 32>>>(a);"));
}

TEST_CASE("places that must be assumed, read in pairs, rise within what they lead to") {
  File f("__global__ void sums(const int* row, const float* v, float* y, int n) { int i = threadIdx.x; if (i < n) for (int j = row[i]; j < row[i + 1]; j++) y[i] += v[j]; }\n"
         "int main() { int *r; float *v, *y; cudaMalloc(&r, 65 * 4); cudaMalloc(&v, 300 * 4); cudaMalloc(&y, 64 * 4); cudaMemcpy(r, hr, 65 * 4, cudaMemcpyHostToDevice); cudaMemcpy(v, hv, 1200, cudaMemcpyHostToDevice); sums<<<1, 64>>>(r, v, y, 64); }\n");
  const DeviceBuffer row = launch_of(open_bare_file(f.path), "sums").device.buffers[0];
  std::vector<int> values(row.bytes.size() / 4);
  std::memcpy(values.data(), row.bytes.data(), row.bytes.size());
  CHECK(std::is_sorted(values.begin(), values.end()));
  CHECK(values.front() == 0);
  CHECK(values.back() == 300);
}

TEST_CASE("records that nobody knows hold random numbers, member by member; those set to zero hold zeros") {
  const std::string kernel = "struct Sample { float real; char pad; int bin; Sample* next; };\n__global__ void k(const Sample* in, float* acc) { atomicAdd(acc, in[threadIdx.x].real); }\n"
                             "int main() { Sample* d; float* acc; cudaMalloc(&d, 64 * sizeof(Sample)); cudaMalloc(&acc, 4); ";
  File given(kernel + "cudaMemcpy(d, h, 64 * sizeof(Sample), cudaMemcpyHostToDevice); k<<<1, 64>>>(d, acc); }\n");
  const BareFile bare = open_bare_file(given.path);
  CHECK(bare.text.find("content = \"assumed:k/in\"") != std::string::npos);
  const std::vector<std::string>& said = bare.assumptions.at("k");
  CHECK(std::count(said.begin(), said.end(), "`in` holds records of random numbers, reals from 0 to 1 and whole ones from 0 to 100") == 1);
  const DeviceBuffer in = launch_of(bare, "k").device.buffers[0];
  REQUIRE(in.bytes.size() == 64 * 24);
  std::set<double> reals, bins;
  for (size_t at = 0; at < in.bytes.size(); at += 24) {
    reals.insert(load_scalar(ScalarKind::float_, &in.bytes[at]));
    bins.insert(load_scalar(ScalarKind::int_, &in.bytes[at + 8]));
    CHECK(std::all_of(&in.bytes[at + 16], &in.bytes[at] + 24, [](uint8_t b) { return b == 0; }));
  }
  CHECK(reals.size() > 50);
  CHECK(*reals.begin() >= 0);
  CHECK(*reals.rbegin() < 1);
  CHECK(bins.size() > 20);
  CHECK(*bins.begin() >= 0);
  CHECK(*bins.rbegin() <= 100);

  File set(kernel + "cudaMemset(d, 0, 64 * sizeof(Sample)); k<<<1, 64>>>(d, acc); }\n");
  const DeviceBuffer zeros = launch_of(open_bare_file(set.path), "k").device.buffers[0];
  CHECK(std::all_of(zeros.bytes.begin(), zeros.bytes.end(), [](uint8_t b) { return b == 0; }));
}

TEST_CASE("a whole file whose host code fills its arrays: clean, and its broken twins") {
  const fs::path path = fs::path(WB_SOURCE_DIR) / "tests/golden/whole_files/host_filled_arrays.cu";
  const auto kinds_of = [&](const char* launch, const char* define) {
    BareFileWishes wishes;
    if (*define) wishes.defines = {{define, "1"}};
    Progress progress;
    const RunResult run = make_simulated_engine()->run(launch_of(open_tried_file(path, wishes, launch), launch), progress, {});
    std::set<std::string> kinds;
    for (const Finding& f : run.findings)
      if (f.severity == Severity::error) kinds.insert(finding_name(f.kind));
    return kinds;
  };
  CHECK(kinds_of("scatter", "").empty());
  CHECK(kinds_of("row-sums", "").empty());
  CHECK(kinds_of("scatter", "SHIFTED") == std::set<std::string>{"oob.write"});
  CHECK(kinds_of("row-sums", "NO_COPY") == std::set<std::string>{"uninit.global"});
}

// ---- where the host program is run (simulator/host/host_machine.h)

namespace {

RunResult result_of(const std::string& text, const std::string& launch, BareFile* file = nullptr) {
  File f(text);
  BareFile opened = open_bare_file(f.path, {});
  Progress progress;
  RunResult result = make_simulated_engine()->run(launch_of(opened, launch), progress, {});
  if (file) *file = std::move(opened);
  return result;
}
const std::string shift = "__global__ void shift(const int* in, int* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i + 1 < n) out[i] = in[i + 1]; }\n";
std::string main_of(const std::string& body) { return "int main() { int *a, *b; cudaMalloc(&a, 1024); cudaMalloc(&b, 1024); cudaMemset(a, 0, 1024); cudaMemset(b, 0, 1024); " + body + " }\n"; }
bool has(const RunResult& result, FindingKind kind) {
  return std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& f) { return f.kind == kind && f.severity == Severity::error; });
}

}  // namespace

TEST_CASE("two pointers into one allocation are one buffer") {
  CHECK(!has(result_of(shift + main_of("shift<<<4, 64>>>(a, b, 256);"), "shift"), FindingKind::race_war));
  CHECK(has(result_of(shift + main_of("shift<<<4, 64>>>(a, a, 256);"), "shift"), FindingKind::race_war));
  CHECK(has(result_of(shift + main_of("int* c = a + 4; shift<<<2, 64>>>(a, c, 128);"), "shift"), FindingKind::race_war));
  CHECK(!has(result_of(shift + main_of("shift<<<2, 64>>>(a, a + 128, 128);"), "shift"), FindingKind::race_raw));
  CHECK(has(result_of(shift + main_of("shift<<<2, 64>>>(a, b + 192, 128);"), "shift"), FindingKind::oob_write));
}

TEST_CASE("pointers that a kernel cannot use") {
  BareFile file;
  CHECK(has(result_of(shift + main_of("int* h = (int*)malloc(1024); shift<<<1, 64>>>(h, b, 64);"), "shift", &file), FindingKind::memory_null));
  CHECK(file.assumptions.at("shift") == std::vector<std::string>{"`in` is memory of the host, which a kernel cannot reach"});
  CHECK(has(result_of(shift + main_of("cudaFree(a); shift<<<1, 64>>>(a, b, 64);"), "shift", &file), FindingKind::memory_null));
  CHECK(file.assumptions.at("shift") == std::vector<std::string>{"`in` was given back before the launch"});
  CHECK(result_of(shift + main_of("int* h; cudaMallocHost(&h, 1024); for (int i = 0; i < 256; ++i) h[i] = i; shift<<<1, 64>>>(h, b, 64);"), "shift").findings.empty());
}

TEST_CASE("a line that launches again and again is shown where it goes wrong") {
  BareFile file;
  const std::string swapped = "int *from = a, *to = b; for (int i = 0; i < 4; ++i) { shift<<<4, 64>>>(from, to, 256); from = to; to = from; }";
  CHECK(has(result_of(shift + main_of(swapped), "shift", &file), FindingKind::race_war));
  CHECK(file.occurrence.at("shift") == 2);
  CHECK(result_of(shift + main_of("for (int i = 0; i < 4; ++i) { shift<<<4, 64>>>(a, b, 256); std::swap(a, b); }"), "shift", &file).findings.empty());
  CHECK(file.occurrence.at("shift") == 1);
  const std::string in_step = "__global__ void turn(int* x, int round) { int v = x[(threadIdx.x + 1) % 32]; if (round) x[threadIdx.x] = v; }\n";  // a warning, not an error
  const RunResult result = result_of(in_step + main_of("for (int i = 0; i < 3; ++i) turn<<<1, 32>>>(a, i);"), "turn", &file);
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].kind == FindingKind::race_war);
  CHECK(file.occurrence.at("turn") == 2);
  CHECK(result_of(in_step + main_of("for (int i = 0; i < 3; ++i) turn<<<1, 32>>>(a, 0);"), "turn", &file).findings.empty());
}

TEST_CASE("records hold what the program put into them") {
  const std::string text = "struct View { int* data; const int* index; int n; float by; };\n__global__ void apply(View v) { int i = threadIdx.x; if (i < v.n) v.data[v.index[i]] = i; }\n"
                           "int main() { int h[64]; for (int i = 0; i < 64; ++i) h[i] = 63 - i; View v; v.n = 64; v.by = 0.5f; cudaMalloc(&v.data, 256); int* index; cudaMalloc(&index, sizeof h); cudaMemcpy(index, h, sizeof h, cudaMemcpyHostToDevice);\n"
                           "  v.index = index; apply<<<1, 64>>>(v); }\n";
  const RunResult result = result_of(text, "apply");
  CHECK(result.findings.empty());
  REQUIRE(result.buffers.size() == 2);
  int first = 0;
  std::memcpy(&first, result.buffers[0].bytes.data(), sizeof first);
  CHECK(first == 63);
}

TEST_CASE("what the file launches stands before what it does not") {
  File f("__global__ void never(int* p) { p[0] = 1; }\n__global__ void last(int* p) { p[0] = 3; }\n__global__ void first(int* p) { p[0] = 2; }\n"
         "int main(int argc, char** argv) { int* p; cudaMalloc(&p, 4); if (argc > 3) never<<<1, 1>>>(p); first<<<1, 1>>>(p); last<<<1, 1>>>(p); }\n");
  BareFile file = open_bare_file(f.path, {});
  REQUIRE(file.read.lesson);
  CHECK(file.read.lesson->launches.front().name == "first");
  REQUIRE(file.launches.size() == 3);
  CHECK((file.launches[0].name == "first" && file.launches[0].is_launched && file.launches[0].line == 4));
  CHECK((file.launches[1].name == "last" && file.launches[1].is_launched));
  CHECK((file.launches[2].name == "never" && !file.launches[2].is_launched));
}

TEST_CASE("without host code, what a kernel reads starts with numbers, flags and sums with zeros") {
  File f("__global__ void k(int* data, float* real, int* sum, volatile int* flag, int* out) {\n"
         "  int i = threadIdx.x; while (*flag) { } float* p = real + i; if (data[i] > 50) atomicAdd(sum, (int)*p); out[i] = *sum; }\n");
  const Launch launch = launch_of(open_bare_file(f.path, {}), "k");
  const auto is_zero = [&](size_t i) { return std::all_of(launch.device.buffers[i].bytes.begin(), launch.device.buffers[i].bytes.end(), [](uint8_t b) { return b == 0; }); };
  CHECK(!is_zero(0));
  CHECK(!is_zero(1));
  CHECK(is_zero(2));
  CHECK(is_zero(3));
  CHECK(is_zero(4));
}

TEST_CASE("neighbours that are compared and swapped are data, no places of rows") {
  File swaps("__global__ void k(int* a) { int i = threadIdx.x; if (a[i] > a[i + 1]) { int t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; } }\n");
  File rows("__global__ void k(const int* row, int* out) { int n = 0; for (int j = row[threadIdx.x]; j < row[threadIdx.x + 1]; ++j) ++n; out[threadIdx.x] = n; }\n");
  const auto rises = [](const File& f, const BareFileWishes& wishes) {
    const DeviceBuffer buffer = launch_of(open_bare_file(f.path, wishes), "k").device.buffers[0];
    std::vector<int> values(buffer.bytes.size() / 4);
    std::memcpy(values.data(), buffer.bytes.data(), values.size() * 4);
    return std::is_sorted(values.begin(), values.end());
  };
  CHECK(!rises(swaps, {}));
  CHECK(rises(rows, {}));
  BareFileWishes wishes;
  wishes.arguments = {{"row", "random:400"}};
  CHECK(!rises(rows, wishes));
}

TEST_CASE("a member that the program sets to null is no assumption; memory of the host in its place is one") {
  const auto assumptions = [](const std::string& weights) {
    File f("struct Graph { int nodes; int* rows; int* weights; };\n__global__ void k(Graph g, int* out) { out[threadIdx.x] = g.rows[threadIdx.x] + (g.weights ? g.weights[0] : 0); }\n"
           "int main() { Graph g; g.nodes = 32; g.weights = " + weights + "; int* out; cudaMalloc(&g.rows, 128); cudaMalloc(&out, 128); cudaMemset(g.rows, 0, 128); k<<<1, 32>>>(g, out); }\n");
    const BareFile read = open_bare_file(f.path);
    CHECK(launch_of(read, "k").device.buffers.size() == 2);
    return read.assumptions.at("k");
  };
  CHECK(assumptions("NULL").empty());
  CHECK(assumptions("nullptr").empty());
  CHECK(assumptions("(int*)malloc(4)") == std::vector<std::string>{"`g_weights` is memory of the host, which a kernel cannot reach"});
}

TEST_CASE("places of rows rise to the end of what is only read, not to that of a sum") {
  File f("__global__ void k(const int* row, const int* col, int* sum) { for (int j = row[threadIdx.x]; j < row[threadIdx.x + 1]; ++j) atomicAdd(sum, col[j]); }\n"
         "int edges_of(int n);\n"
         "int main(int argc, char** argv) { int m = edges_of(argc), *row, *col, *sum; cudaMalloc(&row, 65 * 4); cudaMalloc(&col, m * 4); cudaMalloc(&sum, 4);\n"
         "  fill_them(row, col, sum); k<<<1, 64>>>(row, col, sum); }\n");
  const Launch launch = launch_of(open_bare_file(f.path), "k");
  const DeviceBuffer &row = launch.device.buffers[0], &col = launch.device.buffers[1];
  std::vector<int> values(65);
  REQUIRE(row.bytes.size() == 65 * 4);
  std::memcpy(values.data(), row.bytes.data(), row.bytes.size());
  CHECK(col.element_count() > 64);
  CHECK(values.front() == 0);
  CHECK(std::is_sorted(values.begin(), values.end()));
  CHECK(values.back() == static_cast<int>(col.element_count()));
}

TEST_CASE("a program reads what its command line names and what lies beside it, and nothing else") {
  const std::string reading = "__global__ void k(int* a) { a[threadIdx.x] += 1; }\n"
                              "int main(int argc, char** argv) { FILE* f = fopen(NAME, \"r\"); if (!f) return 1; int n; fscanf(f, \"%d\", &n); int* a; cudaMalloc(&a, n * 4); cudaMemset(a, 0, n * 4); k<<<1, 3>>>(a); }\n";
  const auto elements = [&](const std::string& name, const BareFileWishes& wishes) {
    File f("#define NAME " + name + "\n" + reading, "sub/own.cu");
    std::ofstream(f.folder / "sub/beside.txt") << "5\n";
    std::ofstream(f.folder / "above.txt") << "6\n";
    BareFileWishes all = wishes;
    if (all.command_line && all.command_line->front() == "above") all.command_line->front() = (f.folder / "above.txt").string();
    const BareFile read = open_bare_file(f.path, all);
    return launch_of(read, "k").device.buffers[0].element_count() * (read.assumed_sizes.at("k").empty() && read.assumptions.at("k").empty());
  };
  BareFileWishes beside, above;
  beside.command_line = {"beside.txt"};
  above.command_line = {"above"};
  CHECK(elements("\"beside.txt\"", {}) == 5);
  CHECK(elements("argv[1]", beside) == 5);
  CHECK(elements("argv[1]", above) == 6);
  CHECK(elements("\"../above.txt\"", {}) == 0);
  CHECK(elements("\"none.txt\"", {}) == 0);
}

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

TEST_CASE("a buffer that memcpy reads is an input, and one that it fills is none") {
  File file("__global__ void k(int* in, int* out) { int x; memcpy(&x, in + threadIdx.x, sizeof x); memcpy(&out[threadIdx.x], &x, 4); }");
  const BareFile bare = open_bare_file(file.path);
  const std::vector<std::string>& said = bare.assumptions.at("k");
  const auto is_said = [&](const std::string& sentence) { return std::find(said.begin(), said.end(), sentence) != said.end(); };
  CHECK(is_said("`in` holds random numbers from 0 to 100"));
  CHECK_FALSE(is_said("`out` holds random numbers from 0 to 100"));
}

TEST_CASE("a kernel finds the file's variables as the program has set them") {
  const auto text = [](int limit) {
    return "__constant__ int limit; __constant__ float2 pair[2];\n__global__ void fill(float* out) { int i = threadIdx.x; if (i < limit) out[i] = pair[i & 1].y; }\n"
           "int main() { float* p; cudaMalloc(&p, 40); int n = " + std::to_string(limit) + "; float2 h[2] = {{1, 2}, {3, 4}}; cudaMemcpyToSymbol(limit, &n, sizeof n); cudaMemcpyToSymbol(pair, h, sizeof h); fill<<<1, 32>>>(p); }\n";
  };
  BareFile file;
  CHECK(result_of(text(10), "fill", &file).findings.empty());
  CHECK(file.filled.at("fill") == std::vector<std::string>{"limit", "pair"});
  CHECK(has(result_of(text(11), "fill"), FindingKind::oob_write));
}

TEST_CASE("a program that asks for more than CUDA gives is told so; shared memory that it asked for beforehand is given") {
  const auto refusal = [](const std::string& launch) {
    const RunResult run = result_of("__global__ void other(int* p) {}\n__global__ void k(int* p) { extern __shared__ int s[]; s[threadIdx.x] = threadIdx.x; p[threadIdx.x] = s[threadIdx.x]; }\n"
                                    "int main() { int* p; cudaMalloc(&p, 1 << 16); int bytes = 96 << 10;\n" + launch + "\n}\n", "k");
    return run.findings.empty() ? std::string() : run.findings[0].message;
  };
  CHECK(refusal("k<<<1, 2000, 8000>>>(p);") == "the block (2000,1,1) is larger than (1024,1024,64) in one dimension; the kernel did not run");
  CHECK(refusal("int n = 100; k<<<n / 256, 256, 1024>>>(p);") == "the grid (0,1,1) has no blocks; the kernel did not run");
  CHECK(refusal("k<<<1, 32, bytes>>>(p);").starts_with("a block asks for 98304 bytes"));
  CHECK(refusal("cudaFuncSetAttribute(other, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); k<<<1, 32, bytes>>>(p);").starts_with("a block asks for 98304 bytes"));
  CHECK(refusal("cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536); k<<<1, 32, bytes>>>(p);").ends_with("the limit is 65536; the kernel did not run"));
  CHECK(refusal("cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); k<<<1, 32, bytes>>>(p);") == "");
  CHECK(refusal("auto f = &k; cudaFuncSetAttribute((const void*)f, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes); k<<<1, 32, bytes>>>(p);") == "");
}

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

TEST_CASE("a kernel that only other kernels launch is no launch of its own, unless it is asked for") {
  const std::string kernels =
      "template <class T> __global__ void leaf(T* p) { p[threadIdx.x] += 1; }\n"
      "__device__ void help(int* p) { leaf<int><<<1, 4>>>(p); }\n"
      "__global__ void inner(int* p, int n) { if (n) inner<<<1, 1>>>(p, n - 1); help(p); }\n"
      "__global__ void outer(int* p) { inner<<<1, 1>>>(p, 2); }\n";
  const auto names = [](const BareFile& file) {
    std::string all;
    for (const FileLaunch& launch : file.launches) all += (all.empty() ? "" : " ") + launch.name;
    return all;
  };
  File launched(kernels + "int main() { int* p; cudaMalloc(&p, 256); outer<<<1, 1>>>(p); cudaDeviceSynchronize(); }\n");
  CHECK(names(open_bare_file(launched.path)) == "outer");
  File alone(kernels);
  CHECK(names(open_bare_file(alone.path)) == "outer");
  BareFileWishes wishes;
  wishes.kernel = "inner";
  CHECK(names(open_bare_file(alone.path, wishes)) == "inner");
  File both(kernels + "int main() { int* p; cudaMalloc(&p, 256); outer<<<1, 1>>>(p); inner<<<1, 1>>>(p, 1); cudaDeviceSynchronize(); }\n");
  CHECK(names(open_bare_file(both.path)) == "outer inner");
  File circle("__global__ void b(int* p);\n__global__ void a(int* p) { b<<<1, 1>>>(p); }\n__global__ void b(int* p) { a<<<1, 1>>>(p); }\n");
  CHECK(names(open_bare_file(circle.path)) == "b a");  // as declared
}
