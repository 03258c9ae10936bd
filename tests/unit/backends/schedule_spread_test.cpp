// Many schedules of one launch: how the results spread.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "app/backends/schedule_spread.h"

using namespace wb;

namespace {

Launch launch_of(const char* source, uint32_t blocks, uint32_t threads) {
  Launch launch;
  launch.file_name = "k.cu";
  launch.source = source;
  launch.device.grid = {blocks, 1, 1};
  launch.device.block = {threads, 1, 1};
  DeviceBuffer count{"count", ScalarKind::int_, 1, {4}, std::vector<uint8_t>(16), false, {}};
  launch.device.buffers.push_back(count);
  launch.device.arguments.push_back(BufferArgument{0});
  launch.outputs = {0};
  return launch;
}

ScheduleSpread spread_of(const Launch& launch, uint64_t runs, RunResult& first) {
  Progress progress;
  return run_schedules(*make_simulated_engine(), launch, runs, first, progress, {});
}

}  // namespace

TEST_CASE("a lost update: results spread, and the report says how") {
  RunResult first;
  const ScheduleSpread spread = spread_of(launch_of("__global__ void k(int* count) { int old = *count; *count = old + 1; }", 4, 64), 40, first);
  CHECK(spread.runs == 40);
  REQUIRE(spread.results.size() > 1);
  uint64_t runs = 0;
  for (const auto& result : spread.results) runs += result.runs;
  CHECK(runs == 40);
  CHECK(std::is_sorted(spread.results.begin(), spread.results.end(), [](const auto& a, const auto& b) { return a.runs > b.runs; }));
  CHECK(spread.differing == 1);
  REQUIRE(spread.elements.size() == 1);
  CHECK(spread.elements[0].buffer == "count");
  CHECK(spread.elements[0].index == std::vector<uint64_t>{0});
  runs = 0;
  for (const auto& value : spread.elements[0].values) runs += value.runs;
  CHECK(runs == 40);
  for (const auto& value : spread.elements[0].values) {  // the schedule that a value names gives that value
    Launch launch = launch_of("__global__ void k(int* count) { int old = *count; *count = old + 1; }", 4, 64);
    launch.schedule = value.first.schedule;
    launch.seed = value.first.seed;
    Progress progress;
    int count = 0;
    std::memcpy(&count, make_simulated_engine()->run(launch, progress, {}).buffers[0].bytes.data(), 4);
    CHECK(std::to_string(count) == value.value);
  }
  CHECK(std::count_if(first.findings.begin(), first.findings.end(), [](const Finding& f) { return f.kind == FindingKind::order; }) == 1);
  CHECK(first.status == RunStatus::findings);
  for (const auto& found : spread.found) CHECK(found.runs == 40);  // a race by barriers alone is found under every schedule
}

TEST_CASE("an atomic: one result") {
  RunResult first;
  const ScheduleSpread spread = spread_of(launch_of("__global__ void k(int* count) { atomicAdd(count, 1); }", 4, 64), 20, first);
  CHECK(spread.results.size() == 1);
  CHECK(spread.differing == 0);
  CHECK(first.findings.empty());
  CHECK(first.status == RunStatus::clean);
}

TEST_CASE("what only some schedules find is in the union") {
  // Whoever comes first in a race of atomics writes out of bounds if it is block 1.
  RunResult first;
  const ScheduleSpread spread = spread_of(launch_of("__global__ void k(int* count) { if (threadIdx.x == 0 && atomicAdd(count, 1) == 0) count[blockIdx.x ? 7 : 1] = 5; }", 2, 32), 16, first);
  const auto found = std::find_if(spread.found.begin(), spread.found.end(), [&](const auto& f) { return first.findings[f.finding].kind == FindingKind::oob_write; });
  REQUIRE(found != spread.found.end());
  CHECK(found->runs > 0);
  CHECK(found->runs < 16);
  CHECK(found->first.schedule != Schedule::in_order);
}

TEST_CASE("a race that only some schedules show is no clean result") {
  // A lock that is asked for and holds nobody back: blocks that come one by one never meet.
  RunResult first;
  spread_of(launch_of("__global__ void k(int* c) { if (threadIdx.x == 0 && atomicCAS(c, 0, 1) >= 0) { c[1] += 1; __threadfence(); atomicExch(c, 0); } }", 4, 32), 12, first);
  CHECK(std::any_of(first.findings.begin(), first.findings.end(), [](const Finding& f) { return f.kind == FindingKind::race_raw; }));
  CHECK(first.status == RunStatus::findings);
}

TEST_CASE("a stop ends the tries, and the run that it ends is no result") {
  // Runs as the simulator does, and is stopped in its fifth run.
  struct StoppedEngine : Engine {
    std::stop_source& stop;
    int runs = 0;
    explicit StoppedEngine(std::stop_source& s) : stop(s) {}
    EngineKind kind() const override { return EngineKind::simulated; }
    RunResult run(const Launch& launch, Progress& progress, std::stop_token token) override {
      if (++runs < 5) return make_simulated_engine()->run(launch, progress, token);
      stop.request_stop();
      RunResult cancelled;
      cancelled.status = RunStatus::cancelled;
      cancelled.reason = "stopped";
      return cancelled;
    }
  };
  std::stop_source stop;
  StoppedEngine engine(stop);
  RunResult first;
  Progress progress;
  const ScheduleSpread spread = run_schedules(engine, launch_of("__global__ void k(int* count) { atomicAdd(count, 1); }", 4, 64), 20, first, progress, stop.get_token());
  CHECK(spread.runs == 4);
  CHECK(spread.results.size() == 1);
  CHECK(first.findings.empty());
}

TEST_CASE("a kernel that does not compile is tried once") {
  RunResult first;
  CHECK(spread_of(launch_of("__global__ void k(int* count) { nonsense; }", 1, 1), 20, first).runs == 1);
  CHECK(first.status == RunStatus::failed);
}
