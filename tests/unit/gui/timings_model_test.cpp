#include <doctest.h>

#include "app/gui/panels/timings_model.h"

using namespace wb;

namespace {
RunResult loops_result() {
  RunResult r;
  r.engine = EngineKind::loops;
  r.timings = {{"kernel", 0.34, 0.33, 0.41, 21, 1}, {"kernel", 0.18, 0.17, 0.30, 21, 2}};
  return r;
}
}  // namespace

TEST_CASE("the kernel alone and with its copies are told apart") {
  const RunResult loops = loops_result();
  RunResult gpu;
  gpu.engine = EngineKind::cuda;
  gpu.status = RunStatus::absent;
  gpu.reason = "no CUDA driver on this machine";
  gpu.recorded = RecordedTiming{{"NVIDIA H200", "2026-11-20", "", ""},
                                {{"kernel", 0.004, 0.004, 0.005, 21, 1}, {"copy in", 0.12, 0.11, 0.13, 21, 1}, {"copy out", 0.04, 0.04, 0.05, 21, 1}}};
  const TimeChart chart = time_chart(nullptr, &loops, &gpu);
  REQUIRE(chart.bars.size() == 4);
  CHECK(chart.bars[0].label == "loops, 1 core");
  CHECK(chart.bars[1].label == "loops, 2 cores");
  CHECK(chart.bars[3].median_ms == doctest::Approx(0.164));
  CHECK(chart.bars[2].is_recorded);
  CHECK(chart.sentence == "The kernel is 85 times faster than one core. With the copies it is 2.1 times faster.");
  CHECK(chart.origin == "GPU figures: NVIDIA H200, recorded 20 Nov 2026, not on this machine.");
  CHECK(share_on_axis(chart, chart.axis_high) == doctest::Approx(1));
  CHECK(share_on_axis(chart, 0.004) > 0);
}

TEST_CASE("without a GPU the chart says why, and compares the cores") {
  const RunResult loops = loops_result();
  RunResult gpu;
  gpu.status = RunStatus::absent;
  gpu.reason = "no CUDA driver on this machine";
  const TimeChart chart = time_chart(nullptr, &loops, &gpu);
  CHECK(chart.bars.size() == 2);
  CHECK(chart.missing == "GPU: no CUDA driver on this machine.");
  CHECK(chart.sentence == "All cores are 1.9 times faster than one.");
}

TEST_CASE("the simulator is never a bar") {
  RunResult sim;
  sim.wall_ms = 3.1;
  const TimeChart chart = time_chart(&sim, nullptr, nullptr);
  CHECK(chart.is_empty());
  CHECK(chart.simulator.find("3.1 ms here") != std::string::npos);
}

TEST_CASE("speed in words") {
  CHECK(speed_words(85) == "85 times faster");
  CHECK(speed_words(0.5) == "2.0 times slower");
  CHECK(speed_words(1.02) == "about as fast");
  CHECK(speed_words(0) == "not comparable");
}
