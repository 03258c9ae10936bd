#include <doctest.h>

#include <filesystem>
#include <fstream>

#include "app/backends/recorded_timings.h"

namespace {

using namespace wb;
namespace fs = std::filesystem;

// A GPU that is none: answers with one timing.
class FakeGpu final : public Engine {
 public:
  EngineKind kind() const override { return EngineKind::cuda; }
  RunResult run(const Launch& launch, Progress&, std::stop_token) override {
    RunResult result;
    if (launch.name == "bad") {
      result.status = RunStatus::failed;
      result.reason = "it broke";
      return result;
    }
    result.device = DeviceFacts{"Toy 1", "2026-11-20", "1.2", "13.0"};
    result.timings = {{"kernel", 2.5, 2.25, 3.0, 21, 1}};
    return result;
  }
};

Launch launch_of(const std::string& name, const std::string& source) {
  Launch launch;
  launch.lesson_id = "lesson";
  launch.name = name;
  launch.file_name = "k.cu";
  launch.source = source;
  return launch;
}

TEST_CASE("what was recorded is found again for exactly the same launch") {
  const fs::path folder = fs::path(WB_BINARY_DIR) / "recorded_timings_test";
  fs::remove_all(folder);
  fs::create_directories(folder);
  FakeGpu gpu;
  const Launch launch = launch_of("one", "__global__ void k() {}");
  const RecordingReport report = record_timings({launch, launch_of("bad", launch.source)}, gpu, (folder / "toy.json").string());
  CHECK(report.error == "");
  CHECK(report.recorded == 1);
  CHECK(report.failures == std::vector<std::string>{"lesson:bad: it broke"});

  const auto found = find_recorded_timing(launch, "k", folder.string());
  REQUIRE(found);
  CHECK(found->where.device == "Toy 1");
  CHECK(found->where.date == "2026-11-20");
  REQUIRE(found->timings.size() == 1);
  CHECK(found->timings[0].median_ms == 2.5);
  CHECK(found->timings[0].runs == 21);
  SUBCASE("not for an edited text") { CHECK_FALSE(find_recorded_timing(launch_of("one", "__global__ void k() { }"), "k", folder.string())); }
  SUBCASE("not for another grid") {
    Launch larger = launch;
    larger.device.grid.x = 2;
    CHECK_FALSE(find_recorded_timing(larger, "k", folder.string()));
  }
  SUBCASE("a broken file beside it does no harm") {
    std::ofstream(folder / "a.json") << "{ broken";
    std::ofstream(folder / "b.json") << R"({"format":1,"timings":[{"key":5}]})";
    CHECK(find_recorded_timing(launch, "k", folder.string()));
  }
}

TEST_CASE("nothing recorded is said") {
  FakeGpu gpu;
  CHECK(record_timings({launch_of("bad", "")}, gpu, "/tmp/never-written.json").error == "lesson:bad: it broke");
  CHECK_FALSE(find_recorded_timing(launch_of("one", ""), "k", "/no/such/folder"));
}

TEST_CASE("without a worker the GPU is absent, with the reason") {
  Launch launch = launch_of("one", "__global__ void k() {}");
  launch.is_trusted = true;
  Progress progress;
  const RunResult result = make_cuda_engine({"/no/such/warpbook-gpu"})->run(launch, progress, {});
  CHECK(result.status == RunStatus::absent);
  CHECK(result.reason == "this build has no GPU worker (no CUDA Toolkit was found when it was made)");
}

TEST_CASE("a worker that hangs up, or that is reached over a connection that says no, is absent in its own words") {
  Launch launch = launch_of("one", "__global__ void k() {}");
  launch.is_trusted = true;
  Progress progress;
  const RunResult result = make_cuda_engine({"sh", "-c", "echo 'ssh: Could not resolve hostname gpuhost' >&2; exit 255"})->run(launch, progress, {});
  CHECK(result.status == RunStatus::absent);
  CHECK(result.reason == "ssh: Could not resolve hostname gpuhost");
}

}  // namespace
