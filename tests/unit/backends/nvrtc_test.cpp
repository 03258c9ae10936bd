// NVRTC's log as diagnostics; and, where the worker was built, the worker itself: it compiles without a GPU and says why there is none.
#include <doctest.h>

#include <algorithm>

#include "app/backends/cuda_worker.h"
#include "app/backends/devices.h"
#include "simulator/source/diagnostic_codes.h"

namespace {

using namespace wb;

constexpr const char* text = "__global__ void k(float* p)\n{\n\tint i = foo;\n  p[0] = 1;\n}\n";

SourceMap example_sources() {
  SourceMap sources;
  sources.add("grey.cu", text);
  return sources;
}

TEST_CASE("an error of NVRTC is told at the word that its caret points to") {
  const SourceMap sources = example_sources();
  const auto found = diagnostics_from_log("grey.cu(3): error: identifier \"foo\" is undefined\n  \tint i = foo;\n  \t        ^\n\n1 error detected\n", sources);
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::error);
  CHECK(found[0].code == Code::WB5101);
  CHECK(found[0].arguments[0] == "identifier \"foo\" is undefined");
  CHECK(sources.text(found[0].span) == "foo");
  CHECK(sources.start(found[0].span) == LineColumn{3, 10});
}

TEST_CASE("a warning is a warning, and one without a caret stands for its whole line") {
  const SourceMap sources = example_sources();
  const auto found = diagnostics_from_log("grey.cu(4): warning #177-D: variable \"i\" was declared but never referenced\n", sources);
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::warning);
  CHECK(sources.text(found[0].span) == "p[0] = 1;");
}

TEST_CASE("lines of a log that are no diagnostic are left alone") {
  const SourceMap sources = example_sources();
  CHECK(diagnostics_from_log("", sources).empty());
  CHECK(diagnostics_from_log("Remark: The warnings can be suppressed\n1 error detected in the compilation of \"grey.cu\".\nf(x): y\n", sources).empty());
  CHECK(diagnostics_from_log("grey.cu(99999999999): error: x\n(3): error: x\ngrey.cu(): error: x\n", sources).empty());
}

TEST_CASE("a line that the source does not have does no harm") {
  const SourceMap sources = example_sources();
  CHECK(diagnostics_from_log("grey.cu(999): error: odd\n  x\n  ^\n", sources).size() == 1);
  CHECK(diagnostics_from_log("other.h(1): error: odd\n", sources)[0].arguments[0] == "odd (other.h, line 1)");
}

TEST_CASE("a missing worker is a reason, not a failure") {
  const Devices devices = find_devices({"/no/such/warpbook-gpu"});
  CHECK_FALSE(devices.has_gpu);
  CHECK(devices.why_no_gpu == "this build has no GPU worker (no CUDA Toolkit was found when it was made)");
  CHECK(devices.cores > 0);
}

#ifdef WB_WITH_WORKER

TEST_CASE("the worker says what GPU there is, or why there is none") {
  const Devices devices = find_devices();
  CHECK(devices.has_gpu != !devices.why_no_gpu.empty());
  if (devices.has_gpu) CHECK_FALSE(devices.gpu.device.empty());
}

Launch launch_of(std::string source) {
  Launch launch;
  launch.file_name = "k.cu";
  launch.source = std::move(source);
  return launch;
}

TEST_CASE("PTX comes without a GPU, instantiated and contracted as asked") {
  Launch launch = launch_of("#include \"two.h\"\ntemplate <int N> __global__ void scale(float* p, float a) { p[0] = p[1] * a + TWO * N; }\n");
  launch.headers["two.h"] = "#define TWO 2\n";
  const auto fused = compile_with_nvrtc(launch, "scale<16>", "compute_90");
  if (!fused) {
    MESSAGE("not run: ", fused.error().what);
    return;
  }
  REQUIRE(fused->ok);
  CHECK(fused->ptx.find(".target sm_90") != std::string::npos);
  CHECK(fused->ptx.find("fma.rn.f32") != std::string::npos);
  launch.contract = false;
  const auto plain = compile_with_nvrtc(launch, "scale<16>", "compute_90");
  REQUIRE(plain);
  CHECK(plain->ptx.find("fma.rn.f32") == std::string::npos);
  CHECK(plain->ptx.find("mul.rn.f32") != std::string::npos);
}

TEST_CASE("a launch's macros, and headers beside headers, reach NVRTC") {
  Launch launch = launch_of("#include \"own/a.h\"\n__global__ void k(int* p) { p[0] = A * TILE; }\n");
  launch.headers = {{"own/a.h", "#include \"b.h\"\n#define A (B + 1)\n"}, {"own/b.h", "#define B 2\n"}};
  launch.defines = {{"TILE", "77"}};
  const auto reply = compile_with_nvrtc(launch, "k", "compute_90");
  if (!reply) {
    MESSAGE("not run: ", reply.error().what);
    return;
  }
  CAPTURE(reply->log);
  REQUIRE(reply->ok);
  CHECK(reply->ptx.find("231") != std::string::npos);
}

TEST_CASE("a kernel's name with its path and its template arguments is one that NVRTC and the front end take") {
  const std::string program = R"(
enum Colour { red, black };
enum class Mode : unsigned char { fast = 3, slow };
namespace deep {
enum class Kind { a, b = -2 };
struct Own { enum class In { first = 5 }; };
template <class T> struct Box { T v; };
__device__ int twice(int a) { return 2 * a; }
template <int N> __global__ void inside(int* p) { *p = N; }
__global__ void plain(int* p) { *p = 3; }
}
template <class T> struct Wrap { T v; };
template <Colour C> struct Painted { int v; };
struct Pair { int a, b; __device__ int sum() const { return a + b; } };
__device__ int once(int a) { return a; }
template <int N> __device__ int times(int a) { return N * a; }
template <Colour C> __global__ void one(int* p) { *p = C; }
template <Mode M, deep::Kind K, deep::Own::In I> __global__ void scoped(int* p) { *p = (int)M + (int)K + (int)I; }
template <bool B, char C, signed char S, unsigned char U> __global__ void narrow(int* p) { *p = B + C + S + U; }
template <unsigned U, long long L, unsigned long long V> __global__ void wide(int* p) { *p = (int)(U + L + V); }
template <int N> __global__ void whole(int* p) { *p = N; }
template <template <class> class W> __global__ void holder(int* p) { W<int> w{3}; *p = w.v; }
template <int (*F)(int)> __global__ void calls(int* p) { *p = F(*p); }
template <auto A> __global__ void any(int* p) { *p = (int)A + sizeof(A); }
template <class T, Colour... C> __global__ void pack(T* p) { *p = sizeof...(C); }
template <class T> __global__ void typed(T* p) { p->v = {}; }
template <int Pair::*M> __global__ void member(Pair* p) { p->*M = 3; }
template <int (Pair::*M)() const> __global__ void method(Pair* p) { p->a = (p->*M)(); }
template <int* P> __global__ void null(int* p) { *p = P == nullptr; }
template <int N> __global__ void special(int* p) { *p = N; }
template <> __global__ void special<4>(int* p) { *p = 44; }
)";
  constexpr std::pair<const char*, const char*> kernels[] = {
      {"one<black>", "one<(Colour)1>"}, {"one<(Colour)7>", "one<(Colour)7>"}, {"scoped<Mode::slow, deep::Kind::b, deep::Own::In::first>", "scoped<(Mode)4, (deep::Kind)-2, (deep::Own::In)5>"},
      {"narrow<true, 'x', -3, 200>", "narrow<true, 120, -3, 200>"}, {"wide<4000000000u, -5000000000ll, ~0ull>", "wide<4000000000, -5000000000, 18446744073709551615u>"},
      {"wide<0, (-9223372036854775807 - 1), 1>", "wide<0, (-9223372036854775807 - 1), 1>"}, {"whole<-2147483648>", "whole<-2147483648>"}, {"holder<Wrap>", "holder<Wrap>"},
      {"holder<deep::Box>", "holder<deep::Box>"}, {"calls<once>", "calls<once>"}, {"calls<deep::twice>", "calls<deep::twice>"}, {"calls<times<3>>", "calls<times<3>>"}, {"any<7>", "any<7>"},
      {"any<'a'>", "any<(char)97>"}, {"any<7ull>", "any<(unsigned long long)7>"}, {"any<true>", "any<true>"}, {"any<deep::Kind::a>", "any<(deep::Kind)0>"},
      {"pack<int, red, black>", "pack<int, (Colour)0, (Colour)1>"}, {"typed<deep::Box<unsigned char>>", "typed<deep::Box<unsigned char>>"}, {"typed<Wrap<deep::Kind>>", "typed<Wrap<deep::Kind>>"},
      {"typed<Painted<black>>", "typed<Painted<(Colour)1>>"}, {"member<&Pair::b>", "member<&Pair::b>"}, {"method<&Pair::sum>", "method<&Pair::sum>"}, {"null<nullptr>", "null<nullptr>"},
      {"inside<2>", "deep::inside<2>"}, {"plain", "deep::plain"}, {"special<4>", "special<4>"}};
  const Launch launch = launch_of(program);
  for (const auto& [asked, name] : kernels) {
    CAPTURE(asked);
    const CompileResult compiled = compile(launch.file_name, program, asked);
    CHECK(compiled.ok());
    CHECK(compiled.qualified_kernel == name);
    CHECK(compile(launch.file_name, program, name).qualified_kernel == name);
    const auto reply = compile_with_nvrtc(launch, name, "compute_90");
    if (!reply) {
      MESSAGE("not run: ", reply.error().what);
      return;
    }
    CAPTURE(reply->log);
    CHECK(reply->ok);
    CHECK(reply->ptx.find(".entry") != std::string::npos);
  }
}

TEST_CASE("what NVRTC refuses comes back with its place") {
  const auto reply = compile_with_nvrtc(launch_of(text), "k", "compute_90");
  if (!reply) {
    MESSAGE("not run: ", reply.error().what);
    return;
  }
  CHECK_FALSE(reply->ok);
  SourceMap sources;
  sources.add("k.cu", text);
  const auto found = diagnostics_from_log(reply->log, sources);
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].arguments[0] == "identifier \"foo\" is undefined");
  CHECK(sources.start(found[0].span) == LineColumn{3, 10});
}

#endif

}  // namespace

TEST_CASE("a whole program reaches NVRTC as its device code, with what of std that needs") {
  const std::string program = R"(#include <cstdio>
#include <cstdint>
#include <cmath>
#include <cfloat>
#include <climits>
#include <type_traits>
#include <limits>
#include <vector>
#include <iostream>
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include "helper_cuda.h"
using namespace std;
namespace cg = cooperative_groups;
#define CHECK(x) do { if ((x) != cudaSuccess) exit(1); } while (0)
constexpr int twice(int n) { return 2 * n; }
struct Buffer {
  explicit Buffer(size_t n) { CHECK(cudaMalloc(&data, n)); }
  ~Buffer() { cudaFree(data); }
  __device__ float& operator[](int i) const { return data[i]; }
  float* data = nullptr;
};
vector<float> reference(int n) { return vector<float>(n, 1.f); }
template <class T> __global__ void fill(T* out, Buffer b, uint32_t n) {
  static_assert(std::is_same<T, float>::value, "floats");
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = std::sqrt(T(i)) + twice(3) + __half2float(__float2half(b[0])) + numeric_limits<T>::max() * 0 + FLT_EPSILON + INT_MAX % 2 + (float)M_PI + warp.thread_rank();
  if (i == 0) printf("%d\n", (int)n);
}
int main(int argc, char** argv) {
  Buffer a(256);
  fill<float><<<1, 64>>>(a.data, a, 64);
  cout << reference(3).size() << endl;
  return cudaDeviceSynchronize();
}
)";
  const auto reply = compile_with_nvrtc(launch_of(program), "fill<float>", "compute_90");
  if (!reply) {
    MESSAGE("not run: ", reply.error().what);
    return;
  }
  CAPTURE(reply->log);
  CHECK(reply->ok);
}
