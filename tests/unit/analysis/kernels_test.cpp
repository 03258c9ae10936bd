// Findings and counters from source to report, under every schedule.
#include <algorithm>

#include "kernel_run.h"

using namespace wb;
using wb::test::KernelRun;
using Lines = std::vector<std::string>;

namespace {

constexpr Schedule schedules[] = {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial};

// The same verdict under every schedule and some seeds.
void check_everywhere(KernelRun run, const Lines& expected) {
  for (Schedule schedule : schedules)
    for (uint64_t seed = 0; seed < (schedule == Schedule::random || schedule == Schedule::adversarial ? 5u : 1u); ++seed) {
      CAPTURE(schedule_name(schedule));
      CAPTURE(seed);
      run.options.schedule = schedule;
      run.options.seed = seed;
      CHECK(run.findings() == expected);
    }
}

}  // namespace

TEST_CASE("a counter that every thread reads, changes and writes") {
  KernelRun run(R"(// Every thread adds one to the same counter.
__global__ void tally(int* count)
{
  int old = *count;       // fetch
  int more = old + 1;     // compute
  *count = more;          // store
}
)",
                {1, 1, 1}, {256, 1, 1});
  run.ints("count", 1);
  check_everywhere(run, {"race.raw error count[0] 4 6", "race.waw error count[0] 6 6"});
  run.launch.block = {32, 1, 1};
  check_everywhere(run, {"race.raw error count[0] 4 6", "race.waw error count[0] 6 6"});
  run.launch.grid = {64, 1, 1};
  run.launch.block = {1, 1, 1};
  check_everywhere(run, {"race.raw error count[0] 4 6", "race.waw error count[0] 6 6"});
  run.launch.grid = {1, 1, 1};
  check_everywhere(run, {});
}

TEST_CASE("a column is held to the rows of the memory that an access goes to, if the index speaks of them") {
  KernelRun run(R"(__global__ void k(const int* narrow, const int* wide, int* out, int w, int more) {
  int x = threadIdx.x, y = threadIdx.y, sum = 0;
  for (int t = 0; t < 6; t++) {
    const int* from = t & 1 ? wide : narrow;
    int width = t & 1 ? w + more : w;
    sum += from[y * width + x];
  }
  out[y * blockDim.x + x] = sum;
})",
                {1, 1, 1}, {16, 2, 1});
  run.ints("narrow", 32).ints("wide", 64).ints("out", 32).number(8).number(8);
  run.launch.buffers[0].shape = {4, 8};
  run.launch.buffers[1].shape = {4, 16};
  CHECK(run.findings() == Lines{"oob.shape warning narrow[1][0] 6"});
  run.launch.arguments.back() = int64_t{0};  // eight columns of sixteen: not the rows of `wide`
  CHECK(run.findings() == Lines{"oob.shape warning narrow[1][0] 6"});
  run.launch.block = {8, 2, 1};
  CHECK(run.findings() == Lines{});
  run.launch.buffers[0].shape = {32};  // no rows
  run.launch.block = {16, 2, 1};
  CHECK(run.findings() == Lines{});
}

TEST_CASE("a racing read of what nobody has written yet shows no value") {
  KernelRun run("__global__ void k(int* out) {\n  __shared__ int s[2];\n  if (threadIdx.x == 32) s[0] = 5;\n  if (threadIdx.x == 0) out[0] = s[0];\n}", {1, 1, 1}, {64, 1, 1});
  run.ints("out", 1);
  const auto value_read = [](const SimulationResult& result) {
    for (const Finding& f : result.findings)
      for (const FindingPlace& place : f.places)
        if (f.kind == FindingKind::race_raw && place.access == AccessKind::load) return place.value;
    return std::string("none");
  };
  CHECK(value_read(run.run()) == "?");
  run.options.schedule = Schedule::reverse;
  CHECK(value_read(run.run()) == "5");
}

TEST_CASE("the same with an atomic is silent") {
  KernelRun run("__global__ void tally(int* count) { atomicAdd(count, 1); }", {4, 1, 1}, {256, 1, 1});
  run.ints("count", 1);
  check_everywhere(run, {});
  SimulationResult result = run.run();
  int count = 0;
  std::memcpy(&count, result.buffers[0].bytes.data(), 4);
  CHECK(count == 1024);
}

TEST_CASE("every thread writes its number") {
  KernelRun run(R"(
__global__ void who_won(int* last)
{
  *last = threadIdx.x;
}
)",
                {1, 1, 1}, {256, 1, 1});
  run.ints("last", 1);
  check_everywhere(run, {"race.waw error last[0] 4 4"});
}

TEST_CASE("every thread writes the same: no more than a note") {
  KernelRun run("__global__ void mark(int* flag) { *flag = 1; }", {2, 1, 1}, {256, 1, 1});
  run.ints("flag", 1);
  check_everywhere(run, {});
  CHECK(run.findings(Severity::note) == Lines{"race.waw note flag[0] 1 1"});
}

TEST_CASE("check, then act with an atomic") {
  KernelRun run(R"(// Finds the brightest value of a grey picture.
__global__ void brightest(const unsigned char* img, int* best, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v = img[i];
  if (*best < v)
    atomicExch(best, v);
}
)",
                {4, 1, 1}, {256, 1, 1});
  std::vector<uint8_t> img(1000);
  for (size_t i = 0; i < img.size(); ++i) img[i] = static_cast<uint8_t>(i * 7 % 251 + 1);
  run.buffer("img", ScalarKind::uchar, img).ints("best", 1).number(1000);
  check_everywhere(run, {"race.mixed error best[0] 7 8"});
}

TEST_CASE("the loop left inside: sixteen threads each do all pixels") {
  KernelRun run(R"(// Brightens a strip of grey pixels.
__global__ void brighten(unsigned char* px, int add)
{
  for (int i = 0; i < 16; i++)
    px[i] = px[i] + add;
}
)",
                {1, 1, 1}, {16, 1, 1});
  run.buffer("px", ScalarKind::uchar, std::vector<uint8_t>(16, 10)).number(8);
  check_everywhere(run, {"race.raw error px[0] 5 5", "race.waw error px[0] 5 5"});
}

TEST_CASE("a shared tile: clean with its barriers, RAW without the first, WAR without the second") {
  auto kernel = [](bool first, bool second) {
    KernelRun run(std::string(R"(__global__ void turn(const float* in, float* out, int n) {
  __shared__ float tile[64];
  for (int base = 0; base < n; base += 64) {
    tile[threadIdx.x] = in[base + threadIdx.x];
    )") + (first ? "__syncthreads();" : "") + R"(
    out[base + threadIdx.x] = tile[63 - threadIdx.x];
    )" + (second ? "__syncthreads();" : "") + R"(
  }
})",
                  {1, 1, 1}, {64, 1, 1});
    run.floats("in", 256).output("out", 256).number(256);
    return run;
  };
  check_everywhere(kernel(true, true), {});
  check_everywhere(kernel(true, false), {"race.war error tile[0] 4 6"});
  for (Schedule schedule : schedules) {
    KernelRun run = kernel(false, true);
    run.options.schedule = schedule;
    CHECK(run.findings()[0] == "race.raw error tile[0] 4 6");  // beside it, what was read before anybody wrote it
  }
}

TEST_CASE("neighbours of a stencil in place race across blocks; into a second buffer they do not") {
  KernelRun in_place(R"(__global__ void smooth(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    x[i] = (x[i - 1] + x[i] + x[i + 1]) / 3;
})",
                     {4, 1, 1}, {64, 1, 1});
  in_place.floats("x", 256).number(256);
  check_everywhere(in_place, {"race.war error x[63] 4 4", "race.war error x[64] 4 4"});
  KernelRun two(R"(__global__ void smooth(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3;
})",
                {4, 1, 1}, {64, 1, 1});
  two.floats("x", 256).floats("y", 256).number(256);
  check_everywhere(two, {});
}

TEST_CASE("a reduction in shared memory: clean with a barrier in its loop, racy without") {
  for (bool barrier : {true, false}) {
    KernelRun run(std::string(R"(__global__ void sum(const float* in, float* out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    )") + (barrier ? "__syncthreads();" : "") + R"(
  }
  if (t == 0) out[blockIdx.x] = s[0];
})",
                  {4, 1, 1}, {256, 1, 1});
    run.floats("in", 1024).output("out", 4);
    if (barrier) {
      check_everywhere(run, {});
    } else {
      for (Schedule schedule : schedules) {
        run.options.schedule = schedule;
        Lines found = run.findings();
        REQUIRE(found.size() == 1);
        CHECK(found[0].find(" error s[") != std::string::npos);
        CHECK(found[0].substr(found[0].size() - 4) == " 7 7");
      }
    }
  }
}

TEST_CASE("two sides of a branch in one warp are an error, one after the other a warning") {
  KernelRun sides(R"(__global__ void k(int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 16)
    s[t + 16] = 1;
  else
    out[t] = s[t];
})",
                  {1, 1, 1}, {32, 1, 1});
  sides.ints("out", 32);
  for (Schedule schedule : schedules) {
    sides.options.schedule = schedule;
    Lines found = sides.findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].find("error s[16] 7 9") != std::string::npos);
  }
  KernelRun after(R"(__global__ void k(int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[(t + 1) % 32];
})",
                  {1, 1, 1}, {32, 1, 1});
  after.ints("out", 32);
  for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::round_robin}) {
    after.options.schedule = schedule;
    CHECK(after.findings() == Lines{"race.raw warning s[0] 4 5"});
  }
}

TEST_CASE("out of bounds, uninitialised, coverage: with their silent twins") {
  auto guard = [](bool has_guard, size_t n) {
    KernelRun run(std::string("__global__ void twice(const float* in, float* out, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n") + (has_guard ? "  if (i < n)\n" : "\n") +
                      "    out[i] = 2 * in[i];\n}\n",
                  {4, 1, 1}, {256, 1, 1});
    run.floats("in", n).output("out", n).number(static_cast<int64_t>(n));
    return run;
  };
  check_everywhere(guard(true, 1000), {});
  check_everywhere(guard(false, 1000), {"oob.read error in[1000] 4", "oob.write error out[1000] 4"});
  check_everywhere(guard(true, 1030), {"coverage warning out[1024]"});
  KernelRun read_poison("__global__ void k(float* a, float* b) { b[threadIdx.x] = a[threadIdx.x]; }", {1, 1, 1}, {32, 1, 1});
  read_poison.output("a", 32).output("b", 32);
  Lines found = read_poison.findings();
  CHECK(std::count(found.begin(), found.end(), "uninit.global error a[0] 1") == 1);
  KernelRun shared("__global__ void k(int* out) {\n  __shared__ int s[64];\n  if (threadIdx.x < 32) s[threadIdx.x] = 1;\n  __syncthreads();\n  out[threadIdx.x] = s[threadIdx.x];\n}", {1, 1, 1}, {64, 1, 1});
  shared.output("out", 64, ScalarKind::int_);
  check_everywhere(shared, {"uninit.shared error s[32] 5"});
}

TEST_CASE("a barrier in a branch is reported, a uniform one is not") {
  auto kernel = [](const char* condition) {
    KernelRun run(std::string("__global__ void k(int* out, int n) {\n  int t = threadIdx.x;\n  if (") + condition + ")\n    __syncthreads();\n  out[t] = t;\n}\n", {2, 1, 1}, {64, 1, 1});
    run.launch.grid = {1, 1, 1};
    run.output("out", 64, ScalarKind::int_).number(40);
    return run;
  };
  check_everywhere(kernel("n > 3"), {});
  Lines found = kernel("t < n").findings();
  REQUIRE(found.size() == 1);
  CHECK(found[0].substr(0, 23) == "barrier.divergent error");
}

TEST_CASE("counters of the measured kernels") {
  KernelRun copy("__global__ void copy(const float* in, float* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i]; }", {4096, 1, 1}, {256, 1, 1});
  copy.floats("in", 1 << 20).output("out", 1 << 20);
  SimulationResult result = copy.run();
  CHECK(result.counters.global_load_requests == 32768);
  CHECK(result.counters.global_load_sectors == 131072);
  CHECK(result.counters.global_store_requests == 32768);
  CHECK(result.counters.global_store_sectors == 131072);
  CHECK(result.counters.lane_efficiency() == 1.0);
  CHECK(result.findings.empty());

  for (int pad : {32, 33}) {
    KernelRun transpose("#define P " + std::to_string(pad) + R"(
__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32][P];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
})",
                        {32, 32, 1}, {32, 8, 1});
    transpose.floats("in", 1 << 20).output("out", 1 << 20).number(1024);
    result = transpose.run();
    CHECK(result.findings.empty());
    CHECK(result.counters.global_load_sectors == 131072);
    CHECK(result.counters.global_store_sectors == 131072);
    CHECK(result.counters.shared_load_requests == 32768);
    CHECK(result.counters.shared_load_wavefronts == (pad == 32 ? 1048576 : 32768));
    CHECK(result.counters.shared_load_conflicts == (pad == 32 ? 1015808 : 0));
    CHECK(result.counters.shared_store_conflicts == 0);
  }

  KernelRun pitch("__global__ void k(const float* in, float* out) { int x = blockIdx.x * 7 + threadIdx.x, y = blockIdx.y * 5 + threadIdx.y; out[y * 140 + x] = in[y * 140 + x]; }", {20, 20, 1}, {7, 5, 1});
  pitch.floats("in", 14000).output("out", 14000);
  result = pitch.run();
  CHECK(result.counters.global_load_requests == 800);
  CHECK(result.counters.global_load_sectors == 3850);
  CHECK(result.counters.global_store_sectors == 3850);
}

TEST_CASE("lanes that part keep their own registers, narrow and wide") {
  KernelRun run(R"(__global__ void k(float* a, int* b, int n) {
  __shared__ float t[4][8];
  t[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  a[threadIdx.y * 8 + threadIdx.x] = t[threadIdx.y][7 - threadIdx.x];
  long long sum = b[threadIdx.x] + 5000000000LL;
  if (threadIdx.x & 1)
    sum += t[threadIdx.y][threadIdx.x];
  else
    sum -= b[threadIdx.y];
  b[32 + threadIdx.y * 8 + threadIdx.x] = (int)(sum - 5000000000LL);
})",
                {1, 1, 1}, {8, 4, 1});
  run.floats("a", 32).ints("b", 64, 3).number(32);
  SimulationResult in_order = run.run();
  CHECK(in_order.findings.empty());
  for (Schedule schedule : {Schedule::random, Schedule::adversarial})
    for (run.options.seed = 0; run.options.seed < 50; ++run.options.seed) {
      run.options.schedule = schedule;
      SimulationResult result = run.run();
      CAPTURE(run.options.seed);
      CHECK(result.findings.empty());
      for (size_t i = 0; i < result.buffers.size(); ++i) CHECK(result.buffers[i].bytes == in_order.buffers[i].bytes);
    }
}
