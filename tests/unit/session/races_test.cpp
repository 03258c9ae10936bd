// The order that breaks a race, replayed in place of the normal run; many schedules of one launch.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "tests/unit/session/session_fixture.h"

using namespace wb;
using wb::test::Desk;
using wb::test::TiringSimulator;

namespace {

// Lesson 15's counter that loses updates, run; the finding whose read comes before another thread's write.
int run_racy(Desk& desk) {
  desk.answer_all();
  desk.run("plain-add");
  desk.settle();
  for (size_t i = 0; i < desk.session->findings().size(); ++i)
    if (desk.session->findings()[i].places.at(0).access == AccessKind::load || desk.session->findings()[i].places.at(1).access == AccessKind::load) return static_cast<int>(i);
  return -1;
}

}  // namespace

TEST_CASE("the order that breaks a finding is looked for in the background") {
  Desk desk("15");
  const int finding = run_racy(desk);
  REQUIRE(finding >= 0);
  desk.send(SelectFinding{finding});
  CHECK(desk.session->story(finding) == nullptr);
  desk.send(ExplainFinding{finding});
  REQUIRE(desk.session->story(finding));
  CHECK(desk.session->is_busy());
  desk.settle();
  const StoryWork& work = *desk.session->story(finding);
  CHECK(work.state == WorkState::done);
  REQUIRE(work.story);
  CHECK(work.story->bites);
  REQUIRE(work.story->steps.size() >= 3);
  CHECK(work.can_replay());
  CHECK_FALSE(desk.session->replay());  // it is there to be looked at; nothing moves by itself
}

TEST_CASE("a step of the story takes the window to that moment of its own run, and there is a way back") {
  Desk desk("15");
  const int finding = run_racy(desk);
  REQUIRE(finding >= 0);
  desk.send(SelectFinding{finding});
  desk.send(ExplainFinding{finding});
  desk.settle();
  const Recording* normal = desk.session->recording();
  const Tick at_finding = desk.session->selection().tick;
  const RaceStory& story = *desk.session->story(finding)->story;
  for (size_t i = 0; i < story.steps.size(); ++i) {
    desk.send(ShowStoryStep{finding, static_cast<int>(i)});
    REQUIRE(desk.session->replay());
    CHECK(desk.session->replay()->step == static_cast<int>(i));
    CHECK(desk.session->selection().tick == story.steps[i].tick);
    CHECK(desk.session->selection().finding == finding);
    const auto parties = desk.session->parties();
    CHECK(parties[story.steps[i].party] == desk.session->selection().thread);
  }
  CHECK(desk.session->recording() != normal);
  CHECK(desk.session->shown_run() != desk.session->normal_run());
  CHECK(desk.session->shown_run()->result(EngineKind::simulated)->recording.get() == desk.session->recording());
  int count = 0;
  std::memcpy(&count, desk.session->shown_run()->result(EngineKind::simulated)->buffers[0].bytes.data(), 4);
  CHECK(std::to_string(count) == story.effect.value);

  // It is a run like any other: forwards and backwards, and no question of the lesson holds it.
  desk.send(Seek{desk.session->recording()->end()});
  CHECK(desk.session->selection().tick == desk.session->recording()->end());
  desk.send(Step{StepKind::line, Direction::backwards});
  CHECK(desk.session->selection().tick < desk.session->recording()->end());
  CHECK(desk.session->replay());

  desk.send(LeaveStory{});
  CHECK_FALSE(desk.session->replay());
  CHECK(desk.session->recording() == normal);
  CHECK(desk.session->selection().finding == finding);
  CHECK(desk.session->selection().tick == at_finding);
}

TEST_CASE("another finding, or closing it, leaves the story; a step that does not exist is none") {
  Desk desk("15");
  const int finding = run_racy(desk);
  REQUIRE(finding >= 0);
  const Recording* normal = desk.session->recording();
  desk.send(ShowStoryStep{finding, 0});  // nobody has asked for a story
  CHECK_FALSE(desk.session->replay());
  desk.send(ExplainFinding{finding});
  desk.settle();
  desk.send(ShowStoryStep{finding, 99});
  CHECK_FALSE(desk.session->replay());
  desk.send(ShowStoryStep{finding, 0});
  CHECK(desk.session->replay());
  desk.send(SelectFinding{-1});
  CHECK_FALSE(desk.session->replay());
  CHECK(desk.session->recording() == normal);
  CHECK(desk.session->selection().finding == -1);
  desk.send(ExplainFinding{77});
  CHECK(desk.session->story(77) == nullptr);
}

TEST_CASE("a new run drops the stories of the last one") {
  Desk desk("15");
  const int finding = run_racy(desk);
  REQUIRE(finding >= 0);
  desk.send(ExplainFinding{finding});
  desk.settle();
  desk.send(ShowStoryStep{finding, 0});
  desk.run("plain-add");
  CHECK_FALSE(desk.session->replay());
  CHECK(desk.session->story(finding) == nullptr);
  desk.send(ExplainFinding{finding});  // of a run that is about to be replaced: not taken
  CHECK(desk.session->story(finding) == nullptr);
  desk.settle();
  CHECK(desk.session->recording());
}

TEST_CASE("many schedules are run in the background, and what comes of them outlives another schedule of the shown run") {
  Desk desk("15");
  desk.answer_all();
  desk.send(RunSchedules{20});  // nothing has run
  CHECK(desk.session->spread() == nullptr);
  desk.run("plain-add");
  desk.settle();
  desk.send(RunSchedules{20});
  REQUIRE(desk.session->spread());
  CHECK(desk.session->spread()->state == WorkState::running);
  desk.settle();
  REQUIRE(desk.session->spread()->spread);
  CHECK(desk.session->spread()->state == WorkState::done);
  CHECK(desk.session->spread()->spread->runs == 20);
  CHECK(desk.session->spread()->spread->elements.at(0).buffer == "count");

  desk.send(SetSchedule{Schedule::adversarial, 3});
  desk.settle();
  CHECK(desk.session->spread());
  desk.send(OpenLesson{"04"});
  CHECK(desk.session->spread() == nullptr);
}

TEST_CASE("another value of the launch makes the schedules void") {
  Desk desk("01");
  desk.answer_all();
  desk.run("brighten");
  desk.settle();
  desk.send(RunSchedules{3});
  desk.settle();
  REQUIRE(desk.session->spread());
  CHECK(desk.session->spread()->spread->results.size() == 1);
  desk.send(SetValue{"brighten", "add", 120});
  desk.settle();
  CHECK(desk.session->spread() == nullptr);
}

TEST_CASE("schedules that are stopped say how far they came, and so does a search") {
  Desk desk("15");
  const auto tiring = std::make_shared<TiringSimulator>();
  desk.simulator = tiring;
  desk.open();
  const int finding = run_racy(desk);  // the first run
  REQUIRE(finding >= 0);
  tiring->allow(1 + 5);
  desk.send(RunSchedules{50});
  tiring->wait_until_started(1 + 6);
  desk.send(StopSchedules{});
  desk.settle();
  CHECK(desk.session->spread()->state == WorkState::stopped);
  CHECK(desk.session->spread()->spread->runs == 5);

  desk.send(ExplainFinding{finding});  // the search ends of itself; the recording that follows is what is stopped
  tiring->wait_until_started(1 + 6 + 1);
  desk.send(StopExplaining{finding});
  desk.settle();
  CHECK(desk.session->story(finding)->state == WorkState::stopped);
  tiring->allow(1'000'000);
  desk.send(ExplainFinding{finding});  // asked once more
  desk.settle();
  CHECK(desk.session->story(finding)->can_replay());
}

TEST_CASE("a finding that only another schedule shows is seen in a run under that one, and there is a way back") {
  const auto folder = std::filesystem::temp_directory_path() / ("wb-elsewhere-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "own.cu") << "__global__ void k(int* lock, int* data) {\n  if (atomicCAS(lock, 0, 1) == 0) {\n    __threadfence();\n    data[0] = data[0] + 1;\n    __threadfence();\n    atomicExch(lock, 0);\n"
                                      "  } else {\n    data[0] = data[0] + 1;\n  }\n}\nint main() { int *l, *d; cudaMalloc(&l, 4); cudaMalloc(&d, 4); cudaMemset(l, 0, 4); cudaMemset(d, 0, 4); k<<<4, 1>>>(l, d); }\n";
  Desk desk((folder / "own.cu").string());
  desk.settle();
  REQUIRE(desk.session->lesson());
  desk.run(desk.session->lesson()->run_names().front());
  desk.settle();
  const auto findings = desk.session->findings();
  REQUIRE(!findings.empty());
  REQUIRE(findings[0].only_under);
  const Recording* normal = desk.session->recording();
  const Tick at = desk.session->selection().tick;
  desk.send(SelectFinding{0});
  CHECK(desk.session->is_busy());
  CHECK(desk.session->recording() == normal);
  CHECK(desk.session->selection().tick == at);  // its ticks are not of this run
  REQUIRE(desk.session->elsewhere(0));
  CHECK(desk.session->elsewhere(0)->state == WorkState::running);
  desk.settle();
  REQUIRE(desk.session->replay());
  CHECK(desk.session->replay()->is_elsewhere);
  CHECK(desk.session->recording() != normal);
  CHECK(desk.session->selection().tick == findings[0].tick);
  CHECK(desk.session->shown_run()->launch->schedule == findings[0].only_under->schedule);
  CHECK(desk.session->normal_run()->launch->schedule == Schedule::in_order);
  const auto there = desk.session->recording()->findings();
  CHECK(std::any_of(there.begin(), there.end(), [&](const Finding& f) { return f.message == findings[0].message && f.tick == findings[0].tick; }));
  desk.send(SelectParty{0, 0});
  CHECK(desk.session->selection().tick == findings[0].places[0].tick);
  CHECK(desk.session->replay());
  desk.send(LeaveStory{});
  CHECK_FALSE(desk.session->replay());
  CHECK(desk.session->recording() == normal);
  CHECK(desk.session->selection().finding == -1);
  desk.send(SelectFinding{0});  // its run is kept
  CHECK(desk.session->replay());
  desk.send(SelectFinding{-1});
  CHECK_FALSE(desk.session->replay());
  std::filesystem::remove_all(folder);
}
