// The loops engine as a whole: printed, compiled, run in a process of its own. Results are worked out by hand.
#include <doctest.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "app/backends/engine.h"
#include "app/backends/loops_library.h"

namespace {

using namespace wb;
namespace fs = std::filesystem;

// Compiled loops of these tests are kept apart from the user's.
const bool has_own_cache = [] {
  const std::string folder = std::string(WB_BINARY_DIR) + "/loops_engine_test_cache";
  return setenv("XDG_CACHE_HOME", folder.c_str(), 1) == 0;
}();

DeviceBuffer ints(const std::string& name, const std::vector<int>& values) {
  DeviceBuffer buffer{.name = name, .scalar = ScalarKind::int_, .shape = {values.size()}, .bytes = std::vector<uint8_t>(4 * values.size())};
  std::memcpy(buffer.bytes.data(), values.data(), buffer.bytes.size());
  return buffer;
}

std::vector<int> values_of(const DeviceBuffer& buffer) {
  std::vector<int> values(buffer.bytes.size() / 4);
  std::memcpy(values.data(), buffer.bytes.data(), buffer.bytes.size());
  return values;
}

// One block of `threads` on one buffer p of ints and a value n.
Launch launch_of(const std::string& source, uint32_t threads, const std::vector<int>& start, int n = 0) {
  Launch launch;
  launch.file_name = "k.cu";
  launch.source = source;
  launch.device.block = {threads, 1, 1};
  launch.device.buffers = {ints("p", start)};
  launch.device.arguments = {BufferArgument{0}, int64_t{n}};
  launch.timed_runs = 5;
  launch.is_trusted = true;
  return launch;
}

RunResult run(const Launch& launch, std::stop_token stop = {}) {
  REQUIRE(has_own_cache);
  Progress progress;
  return make_loops_engine()->run(launch, progress, stop);
}

std::string read_text(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST_CASE("a shipped kernel runs without trust and without a compiler: this very text was compiled with the program") {
  Launch launch = launch_of(read_text(fs::path(WB_SOURCE_DIR) / "lessons/15-races-and-atomics/tally.cu"), 256, {5});
  launch.device.arguments = {BufferArgument{0}};
  launch.is_trusted = false;
  const RunResult result = run(launch);
  CHECK(result.status == RunStatus::clean);
  REQUIRE(result.buffers.size() == 1);
  CHECK(values_of(result.buffers[0]) == std::vector<int>{261});
  REQUIRE_FALSE(result.timings.empty());
  CHECK(result.timings[0].what == "kernel");
  CHECK(result.timings[0].threads == 1);
  CHECK(result.timings[0].runs == 5);
  CHECK(result.timings[0].min_ms <= result.timings[0].median_ms);
  CHECK(result.timings[0].median_ms <= result.timings[0].max_ms);
}

TEST_CASE("variables of the file are set before each run, in either shape of the text, and read back") {
  const char* const text =
      "namespace filters { __constant__ int weights[4] = {9, 9, 9, 9}; } __device__ int calls = 3;"
      "__global__ void k(int* p, int n) { int i = threadIdx.x; p[i] = filters::weights[i] + n; atomicAdd(&calls, 1); }";
  for (const uint32_t height : {1u, 2u}) {
    CAPTURE(height);
    Launch launch = launch_of(text, 4, {0, 0, 0, 0}, 1);
    launch.device.grid = {1, height, 1};
    launch.device.buffers.push_back(ints("w", {5, 6}));
    launch.device.buffers.push_back(ints("calls", {100}));
    launch.device.symbols = {{"filters::weights", 1, 4}, {"calls", 2}};
    const RunResult result = run(launch);
    CHECK(result.reason == "");
    REQUIRE(result.buffers.size() == 3);
    CHECK(values_of(result.buffers[0]) == std::vector<int>{10, 6, 7, 10});
    CHECK(values_of(result.buffers[1]) == std::vector<int>{5, 6});
    CHECK(values_of(result.buffers[2]) == std::vector<int>{100 + 4 * static_cast<int>(height)});
  }
}

TEST_CASE("an edited text is never run with the old program") {
  Launch launch = launch_of(read_text(fs::path(WB_SOURCE_DIR) / "lessons/15-races-and-atomics/tally.cu") + "\n", 256, {5});
  launch.device.arguments = {BufferArgument{0}};
  launch.is_trusted = false;
  const RunResult result = run(launch);
  CHECK(result.status == RunStatus::absent);
  CHECK(result.reason.starts_with("not compiled: "));
  CHECK(result.buffers.empty());
  CHECK(result.timings.empty());
}

TEST_CASE("a kernel that cannot be written as loops is absent, with the reason") {
  const RunResult result = run(launch_of("__global__ void k(int* p, int n) { if (threadIdx.x < 3) { __syncthreads(); } p[0] = n; }", 32, {0}));
  CHECK(result.status == RunStatus::absent);
  CHECK(result.reason == "not written as loops: threads of a block may differ here, and a barrier depends on it");
}

TEST_CASE("a launch that cannot be is told before anything is compiled") {
  Launch zero = launch_of("__global__ void k(int* p, int n) { p[0] = n; }", 32, {0});
  zero.device.grid.x = 0;
  CHECK(run(zero).status == RunStatus::failed);
  CHECK(run(zero).reason == "the grid has no blocks: every side must be at least 1");
  Launch swapped = launch_of("__global__ void k(int* p, int n) { p[0] = n; }", 32, {0});
  std::swap(swapped.device.arguments[0], swapped.device.arguments[1]);
  CHECK(run(swapped).reason == "`p` takes a buffer, and the launch gives a value");
  Launch few = launch_of("__global__ void k(int* p, int n) { p[0] = n; }", 32, {0});
  few.device.arguments.pop_back();
  CHECK(run(few).reason == "the kernel takes 2 arguments, and the launch gives 1");
}

TEST_CASE("a text that does not compile is a failure with diagnostics") {
  const RunResult result = run(launch_of("__global__ void k(int* p, int n) { p[0] = m; }", 32, {0}));
  CHECK(result.status == RunStatus::failed);
  CHECK_FALSE(result.diagnostics.empty());
}

struct NativeCase {
  const char* name;
  const char* source;
  std::vector<int> start;
  int n;
  RunStatus status;
  const char* reason;
  std::vector<int> expected;
};

TEST_CASE("new texts of a trusted course are compiled here; what goes wrong there ends only that process") {
  if (find_cpp_compiler().empty()) {
    MESSAGE("not run: this machine has no C++ compiler");
    return;
  }
  const NativeCase cases[] = {
      {"right", "__global__ void k(int* p, int n) { int i = threadIdx.x; if (i < 4) p[i] = p[i] * n + i; }", {1, 2, 3, 4}, 10, RunStatus::clean, "", {10, 21, 32, 43}},
      {"writes behind the end", "__global__ void k(int* p, int n) { p[threadIdx.x + n] = 1; }", {1, 2, 3, 4}, 4, RunStatus::failed,
       "the kernel went outside of `p`: 0 bytes behind its end", {}},
      {"reads before the beginning", "__global__ void k(int* p, int n) { p[0] = p[-5000 - n]; }", {1, 2, 3, 4}, 0, RunStatus::failed, "the kernel went outside of `p`: 20000 bytes before its beginning", {}},
      {"divides by zero", "__global__ void k(int* p, int n) { p[0] = p[1] / n; }", {1, 2}, 0, RunStatus::failed, "the kernel divided an integer by zero, which ends a program on a CPU", {}},
      {"never ends", "__global__ void k(int* p, int n) { while (p[0] != n) atomicAdd(p, 2); }", {1}, 0, RunStatus::failed, "it took longer than its time limit of 700 ms", {}},
  };
  for (const NativeCase& c : cases) {
    CAPTURE(c.name);
    Launch launch = launch_of(c.source, 32, c.start, c.n);
    launch.time_limit_ms = 700;
    const RunResult result = run(launch);
    CHECK(result.status == c.status);
    CHECK(result.reason == c.reason);
    if (c.expected.empty()) continue;
    REQUIRE(result.buffers.size() == 1);
    CHECK(values_of(result.buffers[0]) == c.expected);
  }
}

TEST_CASE("a run is cancelled at once") {
  if (find_cpp_compiler().empty()) {
    MESSAGE("not run: this machine has no C++ compiler");
    return;
  }
  Launch launch = launch_of("__global__ void k(int* p, int n) { while (p[0] != n) atomicAdd(p, 2); }", 32, {1});
  std::stop_source source;
  std::chrono::steady_clock::time_point asked;
  std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    asked = std::chrono::steady_clock::now();
    source.request_stop();
  });
  const RunResult result = run(launch, source.get_token());
  const auto now = std::chrono::steady_clock::now();
  later.join();
  CHECK(result.status == RunStatus::cancelled);
  CHECK(now - asked < std::chrono::seconds(2));
}

TEST_CASE("several parameters may point into one buffer, and its end is the buffer's") {
  if (find_cpp_compiler().empty()) {
    MESSAGE("not run: this machine has no C++ compiler");
    return;
  }
  Launch launch = launch_of("struct Both { int* low; const int* high; };\n__global__ void k(int* p, const int* q, Both both, int n) { int i = threadIdx.x; if (i < n) { p[i] = q[i] * 10; both.low[i] += both.high[i]; } }", 32, {1, 2, 3, 4, 5, 6, 7, 8});
  launch.device.arguments = {BufferArgument{0, 8}, BufferArgument{0, 24}, RecordArgument{std::vector<uint8_t>(16), {{0, 0, 0}, {8, 0, 8}}}, int64_t{2}};
  const RunResult result = run(launch);
  CAPTURE(result.reason);
  REQUIRE(result.status == RunStatus::clean);
  CHECK(values_of(result.buffers[0]) == std::vector<int>{71, 82, 70, 80, 5, 6, 7, 8});
  launch.device.arguments[3] = int64_t{3};
  CHECK(run(launch).reason == "the kernel went outside of `p`: 0 bytes behind its end");
  launch.device.arguments[0] = BufferArgument{0, 36};
  CHECK(run(launch).reason == "`p` names a place behind a buffer's end");
}

TEST_CASE("addresses in buffers are the loops' own, and come back as the simulator's") {
  if (find_cpp_compiler().empty()) {
    MESSAGE("not run: this machine has no C++ compiler");
    return;
  }
  Launch launch = launch_of("__global__ void k(int** rows, int n) { int i = threadIdx.x; if (i < n) rows[1][i] += rows[0][i]; if (i == n) { int* t = rows[0]; rows[0] = rows[1] + 1; rows[1] = t; } }", 32, {1, 2, 3, 4});
  launch.device.buffers.insert(launch.device.buffers.begin(), DeviceBuffer{.name = "rows", .scalar = ScalarKind::ulonglong, .shape = {2}, .bytes = std::vector<uint8_t>(16)});
  launch.device.buffers.push_back(launch.device.buffers[1]);
  launch.device.arguments = {BufferArgument{0}, int64_t{4}};
  put_address(launch.device.buffers[0], 0, BufferArgument{1, 0});
  put_address(launch.device.buffers[0], 8, BufferArgument{2, 0});
  Progress progress;
  const RunResult simulated = make_simulated_engine()->run(launch, progress, {}), loops = run(launch);
  CAPTURE(loops.reason);
  REQUIRE(simulated.ran());
  REQUIRE(loops.status == RunStatus::clean);
  CHECK(values_of(loops.buffers[2]) == std::vector<int>{2, 4, 6, 8});
  for (size_t i = 0; i < 3; ++i) CHECK(loops.buffers[i].bytes == simulated.buffers[i].bytes);
}

TEST_CASE("the loops and the simulator give the same bytes") {
  if (find_cpp_compiler().empty()) {
    MESSAGE("not run: this machine has no C++ compiler");
    return;
  }
  Launch launch = launch_of(R"(__global__ void k(float* p, int n) {
    __shared__ float s[64]; int t = threadIdx.x; float x = p[t];
    s[t] = sinf(x) * expf(-x * x) + powf(fabsf(x), 0.3f) - rsqrtf(x + 40.0f); __syncthreads();
    float sum = 0; for (int i = 0; i < n; i++) sum += s[(t + i) & 63] * 0.25f;
    p[t] = sum + atan2f(x, 3.0f) + (float)(unsigned char)(x * 9.7f) + fminf(x, s[63 - t]); })", 64, std::vector<int>(64), 7);
  launch.device.buffers[0].scalar = ScalarKind::float_;
  for (size_t i = 0; i < 64; ++i) {
    const float value = static_cast<float>(i) * 1.37f - 30.0f;
    std::memcpy(&launch.device.buffers[0].bytes[4 * i], &value, 4);
  }
  Progress progress;
  const RunResult simulated = make_simulated_engine()->run(launch, progress, {}), loops = run(launch);
  REQUIRE(simulated.ran());
  REQUIRE(loops.ran());
  CHECK(simulated.buffers[0].bytes == loops.buffers[0].bytes);
}

}  // namespace
