// Stories of a launch's races, as the report and the window ask for them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "app/backends/race_stories.h"

using namespace wb;

namespace {

Launch racy_launch() {
  Launch launch;
  launch.file_name = "k.cu";
  launch.source = "__global__ void k(int* count) {\n  if (threadIdx.x == 0) *count = *count + 1;\n}";
  launch.device.grid = {2, 1, 1};
  launch.device.block = {32, 1, 1};
  launch.device.buffers.push_back({"count", ScalarKind::int_, 1, {4}, std::vector<uint8_t>(16), false, {}});
  launch.device.arguments.push_back(BufferArgument{0});
  launch.outputs = {0};
  return launch;
}

}  // namespace

TEST_CASE("each race of a run has its story, and the story's launch replays it") {
  const Launch launch = racy_launch();
  Progress progress;
  const RunResult result = make_simulated_engine()->run(launch, progress, {});
  REQUIRE(result.ran());
  const std::vector<FindingStory> stories = explain_findings(launch, result, progress, {});
  const auto races = std::count_if(result.findings.begin(), result.findings.end(), [](const Finding& f) { return f.places.size() == 2; });
  CHECK(stories.size() == static_cast<size_t>(races));
  CHECK(progress.done == 1);
  REQUIRE(!stories.empty());
  const RaceStory& story = stories[0].story;
  CHECK(story.code == "why.update_lost");
  Progress of_one;
  CHECK(explain_finding(launch, result.findings[stories[0].finding], of_one, {}).message == story.message);
  CHECK(of_one.done > 0);
  CHECK(of_one.done <= 1);

  const RunResult replayed = make_simulated_engine()->run(launch_of_story(launch, story), progress, {});
  REQUIRE(replayed.recording);
  int count = 0;
  std::memcpy(&count, replayed.buffers[0].bytes.data(), 4);
  CHECK(std::to_string(count) == story.effect.value);
  for (const StoryStep& step : story.steps)
    if (step.kind != StoryStep::Kind::stops) CHECK(!replayed.recording->accesses(step.tick).empty());
}

TEST_CASE("without races, and when asked to stop, there is nothing") {
  Launch launch = racy_launch();
  Progress progress;
  const RunResult result = make_simulated_engine()->run(launch, progress, {});
  std::stop_source stop;
  stop.request_stop();
  CHECK(explain_findings(launch, result, progress, stop.get_token()).empty());
  launch.source = "__global__ void k(int* count) { count[threadIdx.x & 3] = 1; }";
  launch.device.block = {4, 1, 1};
  launch.device.grid = {1, 1, 1};
  CHECK(explain_findings(launch, make_simulated_engine()->run(launch, progress, {}), progress, {}).empty());
}
