// What host code says about its launches.
#include <doctest/doctest.h>

#include "simulator/language/host_launches.h"

using namespace wb;

namespace {

std::vector<HostLaunch> launches_of(const std::string& text) {
  auto sources = std::make_shared<SourceMap>();
  FileId file = sources->add("k.cu", text);
  return read_host_launches(sources, file, {});
}

// One launch inside main(), behind `statements`.
HostLaunch launch_behind(const std::string& statements, const std::string& line, const std::string& before = "") {
  auto all = launches_of("#define SIZE 1000\n#define DIV_UP(a, b) (((a) + (b) - 1) / (b))\n" + before +
                         "\n__global__ void k(float* x, float* y, int n, float s) { if (n) x[0] = y[0] * s; }\n"
                         "template <int T, class V> __global__ void t(V* x) { x[0] = T; }\n"
                         "int main(int argc, char** argv) {\n" + statements + "\n" + line + "\n return 0; }\n");
  REQUIRE(all.size() == 1);
  return all[0];
}

using Shape = std::array<uint32_t, 3>;

// The same, with values for what nobody fixes.
std::vector<HostLaunch> assumed_launches_of(const std::string& text) {
  auto sources = std::make_shared<SourceMap>();
  FileId file = sources->add("k.cu", text);
  return read_host_launches(sources, file, {}, HostUnknowns::are_assumed);
}

}  // namespace

TEST_CASE("the shape of a launch is worked out from constants, variables, dim3 and own functions") {
  CHECK(launch_behind("", "k<<<4, 256>>>(0, 0, 1, 1);").grid == Shape{4, 1, 1});
  CHECK(launch_behind("int n = SIZE;", "k<<<DIV_UP(n, 128), 128>>>(0, 0, n, 1);").grid == Shape{8, 1, 1});
  CHECK(launch_behind("dim3 b(16, 8); dim3 g; g.x = 5; g.y = 1 << 3;", "k<<<g, b>>>(0, 0, 1, 1);").grid == Shape{5, 8, 1});
  CHECK(launch_behind("dim3 b(16, 8);", "k<<<1, b>>>(0, 0, 1, 1);").block == Shape{16, 8, 1});
  CHECK(launch_behind("const dim3 b = {32, 4, 2};", "k<<<1, b>>>(0, 0, 1, 1);").block == Shape{32, 4, 2});
  CHECK(launch_behind("int w = 100; dim3 b(16, 16), g((w + b.x - 1) / b.x, DIV_UP(50, b.y));", "k<<<g, b>>>(0, 0, 1, 1);").grid == Shape{7, 4, 1});
  CHECK(launch_behind("", "k<<<(int)ceil(1000 / 256.0f), 256>>>(0, 0, 1, 1);").grid == Shape{4, 1, 1});
  CHECK(launch_behind("int n = argc > 1 ? atoi(argv[1]) : 64;", "k<<<n / 32, 32>>>(0, 0, n, 1);").grid == Shape{2, 1, 1});
  CHECK(launch_behind("", "k<<<up(33, 32), 32>>>(0, 0, 1, 1);", "int up(int a, int b) { return (a % b != 0) ? (a / b + 1) : (a / b); }").grid == Shape{2, 1, 1});
  CHECK(launch_behind("int n; scanf(\"%d\", &n);", "k<<<n, 32>>>(0, 0, n, 1);").grid == std::nullopt);
  CHECK(launch_behind("", "k<<<0, 32>>>(0, 0, 1, 1);").grid == std::nullopt);
  CHECK(launch_behind("int a = b, b = a;", "k<<<a, 32>>>(0, 0, 1, 1);").grid == std::nullopt);  // goes round in circles
}

TEST_CASE("bytes of dynamic shared memory, and template arguments with their constants worked out") {
  HostLaunch l = launch_behind("const int threads = 64; struct Pair { float a, b; };", "k<<<1, threads, threads * sizeof(float2)>>>(0, 0, 1, 1);");
  CHECK(l.shared_bytes == 512);
  CHECK(launch_behind("const int T = 4;", "t<T * 2, float><<<1, 1>>>(p);").template_arguments == "8, float");
  CHECK(launch_behind("", "t<16, unsigned char><<<1, 1>>>(p);").template_arguments == "16, unsigned char");
}

TEST_CASE("values and buffers of a launch's arguments") {
  HostLaunch l = launch_behind(
      "int n = SIZE; size_t bytes = n * sizeof(float); float *a, *b, *c;\n"
      "cudaMalloc((void**)&a, bytes); cudaMalloc(&b, 2 * bytes); cudaMemset(b, 0, 2 * bytes);\n"
      "cudaMemcpy(a, host, bytes, cudaMemcpyHostToDevice);",
      "k<<<1, 32>>>(a, b, n, 0.5f * 3);");
  REQUIRE(l.arguments.size() == 4);
  CHECK(l.arguments[0].is_buffer);
  CHECK(l.arguments[0].bytes == 4000);
  CHECK(l.arguments[0].start == HostArgument::Start::copied);
  CHECK(l.arguments[1].bytes == 8000);
  CHECK(l.arguments[1].start == HostArgument::Start::set);
  CHECK(l.arguments[2].number->whole == 1000);
  CHECK(l.arguments[3].number->value() == 1.5);
  HostLaunch unknown = launch_behind("float *a = make();", "k<<<1, 32>>>(a, a, count(), 1);");
  CHECK_FALSE(unknown.arguments[0].is_buffer);
  CHECK_FALSE(unknown.arguments[2].number.has_value());
}

TEST_CASE("a launch inside a function takes what its first caller gives") {
  auto all = launches_of(
      "__global__ void k(float* x, int n) { x[0] = n; }\n"
      "void run(float* data, int n, int threads) { k<<<n / threads, threads>>>(data, n); }\n"
      "int main() { float* d; cudaMallocManaged(&d, 512 * sizeof(float)); run(d, 512, 64); }\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].grid == Shape{8, 1, 1});
  CHECK(all[0].arguments[0].bytes == 2048);
  CHECK(all[0].arguments[1].number->whole == 512);
}

TEST_CASE("a template's parameters stand for what its first call or instantiation gives them") {
  const std::string kernel = "template <class T, int N, bool B> __global__ void k(T* x, int n) { x[0] = N; }\n";
  auto called = launches_of(kernel +
      "template <typename T, int N> void run(int n) { T* d; cudaMalloc(&d, n * sizeof(T)); k<T, N * 2, true><<<n / N, N>>>(d, n); }\n"
      "int main() { run<double, 32>(64); }\n");
  REQUIRE(called.size() == 1);
  CHECK(called[0].template_arguments == "double, 64, 1");
  CHECK(called[0].grid == Shape{2, 1, 1});
  CHECK(called[0].arguments[0].bytes == 512);
  auto instantiated = launches_of(kernel + "template <class T> void run(T* d, int n) { k<T, 8, false><<<1, 8>>>(d, n); }\ntemplate void run<short>(short* d, int n);\n");
  CHECK(instantiated[0].template_arguments == "short, 8, 0");
  auto neither = launches_of(kernel + "template <class T> void run(T* d, int n) { k<T, 8, false><<<1, 8>>>(d, n); }\n");
  CHECK(neither[0].template_arguments == "float, 8, 0");
  CHECK(launches_of(kernel + "int main() { k<mode::fast, 8, false><<<1, 8>>>(0, 1); }\n")[0].template_arguments == "mode::fast, 8, 0");
}

TEST_CASE("a parameter's default, a variable set from itself, a dim3 of the file, a pointer into a buffer") {
  const std::string kernel = "__global__ void k(float* x, int n) { x[0] = n; }\n";
  auto all = launches_of(kernel + "dim3 block(16, 4);\nvoid run(float* d, int n, int repeat = 5) { n = (n != 0); k<<<repeat, block>>>(d, n); }\n"
                                  "int main() { float* d; cudaMalloc(&d, 4096); float* inside = d + 16; run(inside, 7); }\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].grid == Shape{5, 1, 1});
  CHECK(all[0].block == Shape{16, 4, 1});
  CHECK(all[0].arguments[0].bytes == 4096);
}

TEST_CASE("a buffer that another kernel was given before counts as filled; the first kernel's does not") {
  auto all = launches_of("__global__ void first(float* x) { x[0] = 1; }\n__global__ void second(float* x) { x[0] += 1; }\n"
                         "int main() { float* d; cudaMalloc(&d, 4096); first<<<1, 32>>>(d); second<<<1, 32>>>(d); }\n");
  REQUIRE(all.size() == 2);
  CHECK(all[0].arguments[0].start == HostArgument::Start::unknown);
  CHECK(all[1].arguments[0].start == HostArgument::Start::copied);
}

TEST_CASE("a size from the command line is assumed once, for the grid, the buffers and the arguments") {
  auto all = assumed_launches_of(
      "__global__ void k(float* a, float* v, int n, int rounds, float by) { a[0] = n; }\n"
      "int main(int argc, char** argv) { int n, rounds; float by; if (argc == 3) { n = atoi(argv[1]); rounds = atoi(argv[2]); }\n"
      "  float *a, *v; cudaMalloc(&a, n * n * sizeof(float)); cudaMalloc(&v, sizeof(float) * (n + 1));\n"
      "  dim3 block(16, 16), grid((n + block.x - 1) / block.x, n / 16); k<<<grid, block>>>(a, v, n, rounds, by); }\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].grid == Shape{16, 16, 1});  // 256, not 1024: a grid of two axes would be large
  CHECK(all[0].arguments[0].bytes == 256 * 256 * 4);
  CHECK(all[0].arguments[1].bytes == 257 * 4);
  CHECK(all[0].arguments[2].number->whole == 256);
  CHECK(all[0].arguments[4].number->value() == 1);
  CHECK(all[0].assumed == std::vector<std::string>{"`n` = 256"});
  CHECK(all[0].arguments[2].assumed == std::vector<std::string>{"`n` = 256"});
}

TEST_CASE("names that speak of rounds, places and edges get small numbers") {
  CHECK(usual_number("n", 1024) == 1024);
  CHECK(usual_number("numElements", 1024) == 1024);
  CHECK(usual_number("filter_radius", 1024) == 3);
  CHECK(usual_number("num_iterations", 1024) == 2);
  CHECK(usual_number("maxIter", 1024) == 16);
  CHECK(usual_number("offset", 1024) == 0);
  CHECK(usual_number("threads_per_block", 1024) == 256);
  CHECK(usual_number("numBlocks", 1024) == 4);
}

TEST_CASE("inside a case or an if the launch's own condition holds") {
  auto all = assumed_launches_of(
      "template <int B> __global__ void k(float* a) { a[0] = B; }\n"
      "void run(float* a, int threads) { dim3 block(threads); switch (threads) { case 512: k<512><<<1, block>>>(a); break; case 64: k<64><<<1, block>>>(a); break; }\n"
      "  if (threads == 32) k<32><<<1, block>>>(a); else { k<1><<<1, threads>>>(a); } }\n");
  REQUIRE(all.size() == 4);
  CHECK(all[0].block == Shape{512, 1, 1});
  CHECK(all[1].block == Shape{64, 1, 1});
  CHECK(all[2].block == Shape{32, 1, 1});
  CHECK(all[3].block == Shape{256, 1, 1});
}

TEST_CASE("members of records, elements of arrays, the device's properties, pitches and missing helpers") {
  const std::string kernel = "struct View { int rows; float* cells; };\n__global__ void k(View v, size_t pitch) { v.cells[0] = 1; }\n";
  auto all = assumed_launches_of(kernel +
      "void make(View& v, int n) { v.rows = n * 2; cudaMalloc(&v.cells, n * 8); }\n"
      "int main() { View v; make(v, 50); size_t pitch; char* d; cudaMallocPitch(&d, &pitch, 700, 10); int sizes[] = {48, 96};\n"
      "  cudaDeviceProp prop; k<<<prop.multiProcessorCount * 2, iDivUp(sizes[0], 32) * 32>>>(v, pitch); }\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].grid == Shape{16, 1, 1});
  CHECK(all[0].block == Shape{64, 1, 1});
  CHECK(all[0].members.at("rows").number->whole == 100);
  CHECK(all[0].members.at("cells").bytes == 400);
  CHECK(all[0].arguments[1].number->whole == 1024);
}

TEST_CASE("a buffer that a function of the file allocates or fills") {
  auto all = assumed_launches_of(
      "__global__ void k(float* x, float* y) { x[0] = y[0]; }\nvoid make(float** p, int n) { cudaMalloc(p, n * sizeof(float)); }\nvoid fill(float* p) { cudaMemset(p, 0, 4); }\n"
      "int main() { float *d, *e; make(&d, 300); cudaMalloc((void**)&e, 64); fill(e); k<<<1, 32>>>(d, e); }\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].arguments[0].bytes == 1200);
  CHECK(all[0].arguments[0].start == HostArgument::Start::unknown);
  CHECK(all[0].arguments[1].start == HostArgument::Start::copied);
}

TEST_CASE("damaged host code is read without end or crash") {
  std::string open = "__global__ void k(int* p) { *p = 1; }\nint main() { int n = ";
  for (int i = 0; i < 20'000; ++i) open += "f(";
  launches_of(open + "; k<<<n, n>>>(n, n); }");
  std::string chain = "__global__ void k(int* p) { *p = 1; }\nint main() { int a0 = 1;\n";
  for (int i = 1; i < 3000; ++i) chain += "int a" + std::to_string(i) + " = a" + std::to_string(i - 1) + " + a" + std::to_string(i - 1) + ";\n";
  CHECK(launches_of(chain + "k<<<a2999, 1>>>(0); }").size() == 1);
  CHECK(launches_of("int main() { k<<<1, 2>>>(").size() <= 1);
}

TEST_CASE("a launch by a call of the runtime is read like a launch line") {
  const std::string kernel = "__global__ void k(float* a, int n) { if (n) a[0] = n; }\ntemplate <int B> __global__ void t(float* a, int n) { a[0] = n + B; }\n";
  const std::string main = "int main() { float* a; int n = 300; cudaMalloc(&a, n * 4); dim3 grid(4), block(64); void* args[] = {&a, (void*)&n};\n";
  for (const char* call : {"cudaLaunchCooperativeKernel((void*)k, grid, block, args, 0, 0)", "CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(&k), grid, block, args))", "cudaLaunchKernel((void*)t<8>, dim3(4), dim3(64, 1, 1), args, 16, stream)",
                           "cudaLaunchConfig_t c = {}; c.gridDim = 4; c.blockDim = block; cudaLaunchKernelEx(&c, k, a, n)", "cudaLaunchConfig_t c{grid, block, 8}; cudaLaunchKernelExC(&c, (const void*)k, args)"}) {
    CAPTURE(call);
    auto all = launches_of(kernel + main + call + "; }\n");
    REQUIRE(all.size() == 1);
    CHECK(all[0].line.kernel == (std::string_view(call).find("t<8>") == std::string_view::npos ? "k" : "t"));
    CHECK(all[0].grid == Shape{4, 1, 1});
    CHECK(all[0].block == Shape{64, 1, 1});
    REQUIRE(all[0].arguments.size() == 2);
    CHECK(all[0].arguments[0].bytes == 1200);
    CHECK(all[0].arguments[1].number->whole == 300);
  }
  CHECK(launches_of(kernel + main + "cudaLaunchKernel(table[2], grid, block, args); cudaLaunchKernel((void*)k, grid); cudaLaunchKernelEx(&unknown, k, a, n); }\n").empty());
}

TEST_CASE("an attribute of a launch asks for clusters") {
  const std::string kernel = "__global__ void k(float* a, int n) { if (n) a[0] = n; }\n__global__ void other(float* a) { a[0] = 1; }\n";
  const std::string main = "int main() { float* a; int n = 300, size = 2; cudaMalloc(&a, n * 4); cudaLaunchConfig_t c = {0}; c.gridDim = 4; c.blockDim = 64;\n"
                           "cudaLaunchAttribute attribute[1]; attribute[0].id = cudaLaunchAttributeClusterDimension; attribute[0].val.clusterDim.x = size;"
                           "attribute[0].val.clusterDim.y = 1; attribute[0].val.clusterDim.z = 1;\n";
  const auto launch = [&](const std::string& more) {
    auto all = launches_of(kernel + main + more + " cudaLaunchKernelEx(&c, k, a, n); }\n");
    REQUIRE(all.size() == 1);
    CHECK(all[0].arguments.size() == 2);
    return all[0];
  };
  CHECK(launch("c.attrs = attribute; c.numAttrs = 1;").cluster == Shape{2, 1, 1});
  CHECK(launch("c.attrs = attribute; c.numAttrs = 1; attribute[0].val.clusterDim.x = 4;").cluster == Shape{4, 1, 1});
  CHECK(launch("cudaLaunchAttribute none[1]; c.attrs = none;").cluster == std::nullopt);
  CHECK_FALSE(launch("c.attrs = attribute;").allows_large_clusters);
  CHECK(launch("c.attrs = attribute; cudaFuncSetAttribute((void*)k, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);").allows_large_clusters);
  CHECK_FALSE(launch("c.attrs = attribute; cudaFuncSetAttribute((void*)other, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);").allows_large_clusters);
}

TEST_CASE("a size that is assumed leaves threads over where the grid is rounded up to it, and none where it is not") {
  const auto size_of = [](const std::string& grid) {
    auto all = assumed_launches_of("__global__ void k(float* a, int n) { a[0] = n; }\nint main(int argc, char** argv) { int n = atoi(argv[1]); float* a; cudaMalloc(&a, n * sizeof(float)); k<<<" + grid + ", 256>>>(a, n); }\n");
    return all[0].arguments[1].number->whole;
  };
  CHECK(size_of("(n + 255) / 256") == 1000);
  CHECK(size_of("n / 256") == 1024);
  CHECK(size_of("8") == 1024);
}

TEST_CASE("host code is cut out to be run: what may change the buffer's source, and what that needs") {
  const auto program_of = [](const std::string& statements) {
    std::string program;
    auto sources = std::make_shared<SourceMap>();
    FileId file = sources->add("k.cu", "__global__ void k(int* a) { a[0] = 1; }\nint twice(int i) { return 2 * i; }\nint main() {\n" + statements + " int* d; cudaMalloc(&d, 256); cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice); k<<<1, 64>>>(d); }\n");
    read_host_launches(sources, file, {}, HostUnknowns::are_assumed, [&](const std::string& text) {
      program = text.substr(text.find("void wb_host_code"));
      return std::nullopt;
    });
    return program;
  };
  const auto has = [](const std::string& program, const char* words) { return program.find(words) != std::string::npos; };
  const std::string filled = program_of("int n = 64, m = 3; int other[8]; int h[64]; printf(\"%d\\n\", n); for (int i = 0; i < 8; ++i) other[i] = i; for (int i = 0; i < n; ++i) h[i] = twice(i);");
  CHECK(has(filled, "int n = 64"));
  CHECK(has(filled, "h [ i ] = wb_host_twice ( i )"));
  CHECK_FALSE(has(filled, "other"));
  CHECK_FALSE(has(filled, "printf"));
  CHECK(has(program_of("int h[64]; int* p = h; for (int i = 0; i < 64; ++i) p[i] = i;"), "p [ i ] = i"));             // by another name
  CHECK(has(program_of("int h[64]; int n = 2; int& r = n; r = 5; for (int i = 0; i < 64; ++i) h[i] = n;"), "r = 5"));
  CHECK(has(program_of("int h[64]; read_from(file, h);"), "read_from"));                                                // does not compile then
  CHECK(program_of("int h[64]; for (int i = 0; i < 64; ++i) h[i] = rand();").empty());
}
