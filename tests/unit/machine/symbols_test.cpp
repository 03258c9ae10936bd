// Variables of the file that the launch sets, and reads back.
#include "run_kernel.h"

using namespace wb;
using wb::test::Kernel;

namespace {

// The next buffer holds what the variable `name` starts from.
template <class T>
Kernel& set(Kernel& k, const std::string& name, std::vector<T> values, uint64_t byte_offset = 0) {
  k.launch.symbols.push_back({name, static_cast<uint32_t>(k.launch.buffers.size()), byte_offset});
  k.in(std::move(values));
  k.launch.arguments.pop_back();
  k.launch.buffers.back().name = name;
  return k;
}

std::string names_of(const CompileResult& compiled) {
  std::string text;
  for (const DeviceVariable& v : compiled.variables) text += v.name + (v.is_constant ? " constant " : " device ") + std::to_string(v.bytes.size()) + "; ";
  return text;
}

const std::string sums = "__constant__ int weights[4] = {9, 9, 9, 9}; __device__ int calls = 3;"
                         "__global__ void k(int* out) { int i = threadIdx.x; out[i] = weights[i]; atomicAdd(&calls, 1); }";

}  // namespace

TEST_CASE("variables start from what the launch sets, and are given back") {
  Kernel k(sums);
  k.in(std::vector<int32_t>(4));
  set<int32_t>(k, "weights", {5, 6, 7, 8});
  set<int32_t>(k, "calls", {100});
  k.shape({1, 1, 1}, {4, 1, 1}).run();
  CHECK(k.kinds() == "");
  CHECK(k.get<int32_t>(0) == std::vector<int32_t>{5, 6, 7, 8});
  CHECK(k.get<int32_t>(1) == std::vector<int32_t>{5, 6, 7, 8});
  CHECK(k.get<int32_t>(2) == std::vector<int32_t>{104});
  CHECK(k.result.buffers[2].written[0]);
  CHECK_FALSE(k.result.buffers[1].written[0]);
  // A following launch goes on from there.
  k.launch.buffers = k.result.buffers;
  k.run();
  CHECK(k.get<int32_t>(2) == std::vector<int32_t>{108});
}

TEST_CASE("what the launch does not set starts as the file says") {
  Kernel alone(sums);
  alone.in(std::vector<int32_t>(4)).shape({1, 1, 1}, {4, 1, 1}).run();
  CHECK(alone.get<int32_t>(0) == std::vector<int32_t>{9, 9, 9, 9});
  Kernel part(sums);
  part.in(std::vector<int32_t>(4));
  set<int32_t>(part, "weights", {1, 2}, 4).shape({1, 1, 1}, {4, 1, 1}).run();
  CHECK(part.get<int32_t>(0) == std::vector<int32_t>{9, 1, 2, 9});
  CHECK(part.get<int32_t>(1) == std::vector<int32_t>{1, 2});
}

TEST_CASE("many host threads add up from what the launch sets") {
  Kernel k("__device__ int total = 7; __global__ void k(int n) { atomicAdd(&total, n); }");
  k.value(int64_t{1});
  set<int32_t>(k, "total", {1000});
  k.options.host_threads = 4;
  k.shape({512, 1, 1}, {128, 1, 1}).run();
  CHECK(k.get<int32_t>(0) == std::vector<int32_t>{1000 + 512 * 128});
}

TEST_CASE("a recorded run starts from them as well") {
  Kernel k(sums);
  k.in(std::vector<int32_t>(4));
  set<int32_t>(k, "weights", {5, 6, 7, 8});
  k.options.record = true;
  k.shape({1, 1, 1}, {4, 1, 1}).run();
  REQUIRE(k.result.recording);
  const auto allocations = k.result.recording->allocations();
  int found = 0;
  for (uint32_t a = 0; a < allocations.size(); ++a) {
    if (allocations[a].name != "weights") continue;
    ++found;
    CHECK(allocations[a].buffer_index == 1);
    CHECK(k.result.recording->memory(0, a, 0).bytes[0] == 5);
  }
  CHECK(found == 1);
}

TEST_CASE("variables have the names by which a host would name them") {
  const Kernel k(
      "#define OPEN {\n"
      "namespace filters { namespace { __constant__ float weights[3]; } inline namespace v2 { __device__ int hits; } }\n"
      "extern \"C\" { __device__ char mark; }\n"
      "namespace other::deep { __device__ int hits; __device__ const int fixed[2] = {1, 2}; }\n"
      "__device__ double unused;\n"
      "__global__ void k(float* out, int i) { __shared__ int tile[4]; static int inner = 1; tile[0] = ++inner;\n"
      "  out[0] = filters::weights[i] + filters::hits + mark + other::deep::hits + other::deep::fixed[i] + tile[0]; }\n");
  CHECK(k.errors.empty());
  CHECK(names_of(k.compiled) == "filters::weights constant 12; filters::v2::hits device 4; mark device 1; other::deep::hits device 4; ");
  const auto& in_file = k.compiled.variables_in_file;
  CHECK(std::find(in_file.begin(), in_file.end(), "unused") != in_file.end());
  CHECK(std::find(in_file.begin(), in_file.end(), "fixed") == in_file.end());
}

TEST_CASE("twins in two namespaces are set apart") {
  Kernel k("namespace a { __device__ int v = 1; } namespace b { __device__ int v = 2; } __global__ void k(int* out) { out[0] = a::v; out[1] = b::v; }");
  k.in(std::vector<int32_t>(2));
  set<int32_t>(k, "b::v", {30}).run();
  CHECK(k.get<int32_t>(0) == std::vector<int32_t>{1, 30});
}

TEST_CASE("a launch that sets what cannot be set is refused") {
  const auto refusal = [](const auto& change) {
    Kernel k(sums);
    k.in(std::vector<int32_t>(4));
    set<int32_t>(k, "weights", {5, 6, 7, 8}).shape({1, 1, 1}, {4, 1, 1});
    change(k.launch);
    k.run();
    return k.result.status == SimulationStatus::invalid_launch ? k.result.findings[0].message : std::string("it ran");
  };
  CHECK(refusal([](KernelLaunch&) {}) == "it ran");
  CHECK(refusal([](KernelLaunch& l) { l.symbols[0].name = "weight"; }).find("the file has no `__device__` or `__constant__` variable `weight`") != std::string::npos);
  CHECK(refusal([](KernelLaunch& l) { l.symbols[0].byte_offset = 4; }).find("has 16 bytes, and the launch sets 16 from byte 4 on") != std::string::npos);
  CHECK(refusal([](KernelLaunch& l) { l.symbols[0].byte_offset = UINT64_MAX; }) != "it ran");
  CHECK(refusal([](KernelLaunch& l) { l.symbols[0].buffer = 2; }).find("a buffer that the launch does not have") != std::string::npos);
  CHECK(refusal([](KernelLaunch& l) { l.buffers[1].is_poisoned = true; }).find("has no values") != std::string::npos);
  CHECK(refusal([](KernelLaunch& l) { l.symbols[0].buffer = 0; }).find("used for something else as well") != std::string::npos);
}
