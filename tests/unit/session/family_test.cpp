// A grid that device code has launched takes the place of the launch's own, in every view; findings lead to it.
#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>

#include "tests/unit/session/session_fixture.h"

using namespace wb;
using wb::test::Desk;

namespace {

const char* launching = R"(
__global__ void count(int* seen) { seen[0] = seen[0] + 1; }
__global__ void middle(int* seen) {
  __shared__ int own;
  if (threadIdx.x == 0) own = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 5) count<<<2, 32>>>(seen);
}
__global__ void parent(int* seen) {
  if (threadIdx.x == 33) {
    middle<<<1, 64>>>(seen);
    middle<<<1, 64>>>(seen);
  }
}
int main() {
  int* seen;
  cudaMalloc(&seen, sizeof(int));
  cudaMemset(seen, 0, sizeof(int));
  parent<<<2, 64>>>(seen);
  cudaDeviceSynchronize();
}
)";

struct LaunchingDesk {
  std::filesystem::path file;
  Desk desk;
  Session& session() { return *desk.session; }

  explicit LaunchingDesk(const std::string& text = launching) : file(written(text)), desk(file.string()) {
    desk.settle();
    desk.run("parent");
    desk.settle();
  }
  ~LaunchingDesk() {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  }
  void open(uint32_t number) {
    desk.send(OpenGrid{number, {}, {}});
    desk.settle();
  }
  uint32_t number_of(const std::string& kernel) {
    for (const LaunchedGrid& grid : session().family()->grids())
      if (grid.kernel == kernel) return grid.number;
    return 0;
  }
  // A finding with both parties in one child grid.
  int race_in_child() {
    const auto all = session().findings();
    for (size_t i = 0; i < all.size(); ++i)
      if (all[i].places.size() == 2 && all[i].places[0].grid && all[i].places[0].grid == all[i].places[1].grid) return static_cast<int>(i);
    return -1;
  }

 private:
  static std::filesystem::path written(const std::string& text) {
    static int number = 0;
    const auto path = std::filesystem::temp_directory_path() / ("wb-family-" + std::to_string(::getpid()) + "-" + std::to_string(++number) + ".cu");
    std::ofstream(path) << text;
    return path;
  }
};

}  // namespace

TEST_CASE("a launch without device-side launches has no family, and nothing opens") {
  Desk desk("04");
  desk.run("tiny");
  desk.settle();
  REQUIRE(desk.session->recording());
  CHECK(desk.session->family() == nullptr);
  const Tick tick = desk.session->selection().tick;
  desk.send(OpenGrid{1, {}, {}});
  CHECK_FALSE(desk.session->opening_grid());
  CHECK_FALSE(desk.session->is_busy());
  CHECK(desk.session->grid() == 0);
  CHECK(desk.session->selection().tick == tick);
}

TEST_CASE("a grid is opened in the background, takes the place of the launch's own, and there is a way back") {
  LaunchingDesk d;
  Session& s = d.session();
  REQUIRE(s.family());
  CHECK(s.family()->grids().size() == 9);
  const Recording* own = s.recording();
  CHECK(s.grid() == 0);
  d.desk.send(FollowThread{ThreadRef{1, 40}});
  d.desk.send(OpenGrid{d.number_of("count"), {}, {}});
  REQUIRE(s.opening_grid());
  CHECK(s.opening_grid()->number == d.number_of("count"));
  CHECK(s.recording() == own);   // until it is there
  d.desk.settle();
  CHECK_FALSE(s.opening_grid());
  CHECK(s.grid() == d.number_of("count"));
  REQUIRE(s.recording() != own);
  CHECK(s.recording()->shape().block == Index3{32, 1, 1});
  CHECK(s.selection().tick == s.recording()->end());
  CHECK_FALSE(s.selection().thread);   // that was a thread of another grid
  d.desk.send(Seek{0});
  REQUIRE(s.resolved().instruction);
  CHECK(s.resolved().current_line == 2);
  d.desk.send(Step{StepKind::line, Direction::forwards});
  CHECK(s.selection().tick > 0);
  d.desk.send(Seek{1'000'000});
  CHECK(s.selection().tick == s.recording()->end());
  d.open(0);
  CHECK(s.recording() == own);
  CHECK(s.grid() == 0);
}

TEST_CASE("who launched a grid is a moment of its parent") {
  LaunchingDesk d;
  Session& s = d.session();
  const LaunchedGrid grid = s.family()->grid(d.number_of("count"));
  d.desk.send(OpenGrid{grid.parent, grid.launched, grid.by});
  d.desk.settle();
  CHECK(s.grid() == grid.parent);
  CHECK(s.selection().tick == grid.launched);
  CHECK(s.selection().thread == std::optional(ThreadRef{0, 5}));
  CHECK(s.resolved().current_line == 7);
}

TEST_CASE("a finding in a child grid opens that grid at that tick, each party at its own") {
  LaunchingDesk d;
  Session& s = d.session();
  const int index = d.race_in_child();
  REQUIRE(index >= 0);
  const Finding finding = s.findings()[static_cast<size_t>(index)];
  const uint32_t grid = finding.places[0].grid;
  d.desk.send(SelectFinding{index});
  CHECK(s.selection().finding == index);
  d.desk.settle();
  CHECK(s.grid() == grid);
  CHECK(s.selection().finding == index);
  CHECK(s.recording()->first_tick() + s.selection().tick == finding.tick);
  for (int party = 0; party < 2; ++party) {
    CAPTURE(party);
    d.desk.send(SelectParty{index, party});
    d.desk.settle();
    const FindingPlace& place = finding.places[static_cast<size_t>(party)];
    CHECK(s.selection().thread == std::optional(ThreadRef{place.block.x, place.thread.x}));
    CHECK(s.parties()[static_cast<size_t>(party)] == s.selection().thread);
    const std::vector<AccessRecord> accesses = s.recording()->accesses(s.selection().tick);
    const bool does = std::any_of(accesses.begin(), accesses.end(), [&](const AccessRecord& a) { return a.thread == *s.selection().thread && a.kind == place.access; });
    CHECK(does);   // the first party's moment too, which is looked up in its grid
  }
  d.open(0);
  CHECK_FALSE(s.parties()[0]);   // none of this grid
}

TEST_CASE("the order that breaks a race in a child grid is replayed in that grid") {
  LaunchingDesk d;
  Session& s = d.session();
  const int index = d.race_in_child();
  REQUIRE(index >= 0);
  const uint32_t grid = s.findings()[static_cast<size_t>(index)].places[0].grid;
  d.desk.send(SelectFinding{index});
  d.desk.settle();
  d.desk.send(ExplainFinding{index});
  d.desk.settle();
  REQUIRE(s.story(index));
  REQUIRE(s.story(index)->can_replay());
  const RaceStory story = *s.story(index)->story;
  REQUIRE(story.steps.size() >= 3);
  for (size_t i = 0; i < story.steps.size(); ++i) {
    CAPTURE(i);
    d.desk.send(ShowStoryStep{index, static_cast<int>(i)});
    d.desk.settle();
    REQUIRE(s.replay());
    CHECK(s.grid() == grid);
    CHECK(s.selection().tick == story.steps[i].tick);
    CHECK(s.parties()[story.steps[i].party & 1] == s.selection().thread);
    const std::vector<AccessRecord> accesses = s.recording()->accesses(s.selection().tick);
    const bool does = std::any_of(accesses.begin(), accesses.end(), [&](const AccessRecord& a) { return a.thread == *s.selection().thread; });
    CHECK((does || story.steps[i].kind == StoryStep::Kind::stops));
  }
  d.desk.send(LeaveStory{});
  d.desk.settle();
  CHECK_FALSE(s.replay());
  CHECK(s.grid() == grid);   // at the finding, in the normal run
  CHECK(s.selection().finding == index);
}

TEST_CASE("a race of parent and child leads into both grids") {
  LaunchingDesk d(R"(
__global__ void child(int* seen) { seen[threadIdx.x] = 7; }
__global__ void parent(int* seen) {
  if (threadIdx.x == 0) child<<<1, 32>>>(seen);
  seen[32] = seen[threadIdx.x % 32];
}
int main() {
  int* seen;
  cudaMalloc(&seen, 33 * sizeof(int));
  cudaMemset(seen, 0, 33 * sizeof(int));
  parent<<<1, 32>>>(seen);
  cudaDeviceSynchronize();
}
)");
  Session& s = d.session();
  const auto all = s.findings();
  const auto found = std::find_if(all.begin(), all.end(), [](const Finding& f) { return f.places.size() == 2 && f.places[0].grid != f.places[1].grid; });
  REQUIRE(found != all.end());
  const int index = static_cast<int>(found - all.begin());
  for (const int party : {0, 1, 0}) {
    CAPTURE(party);
    d.desk.send(SelectParty{index, party});
    d.desk.settle();
    const FindingPlace& place = s.findings()[static_cast<size_t>(index)].places[static_cast<size_t>(party)];
    CHECK(s.grid() == place.grid);
    const std::vector<AccessRecord> accesses = s.recording()->accesses(s.selection().tick);
    CHECK(std::any_of(accesses.begin(), accesses.end(), [&](const AccessRecord& a) { return a.thread == *s.selection().thread && a.kind == place.access; }));
  }
}

TEST_CASE("breakpoints hold in a grid that is opened, and only there") {
  LaunchingDesk d;
  Session& s = d.session();
  d.desk.send(ToggleBreakpoint{"parent", 7});
  d.open(d.number_of("middle"));
  REQUIRE(s.held_break());
  CHECK(s.held_break()->arrival.line == 7);
  CHECK(s.selection().tick < s.recording()->end());
  d.open(d.number_of("count"));
  CHECK(s.held_break() == nullptr);
  CHECK(s.selection().tick == s.recording()->end());
}

TEST_CASE("opening a grid can be given up, by a command, by another grid, by a new run") {
  // The child is recorded behind a parent that takes a while.
  LaunchingDesk d(R"(
__global__ void child(int* seen) { seen[0] = 7; }
__global__ void parent(int* seen) {
  int sum = 0;
  for (int i = 0; i < 20000; ++i) sum += i * sum + 1;
  if (threadIdx.x == 0) {
    seen[0] = sum;
    child<<<1, 1>>>(seen);
    child<<<1, 1>>>(seen);
  }
}
int main() {
  int* seen;
  cudaMalloc(&seen, sizeof(int));
  cudaMemset(seen, 0, sizeof(int));
  parent<<<1, 32>>>(seen);
  cudaDeviceSynchronize();
}
)");
  Session& s = d.session();
  const Recording* own = s.recording();
  d.desk.send(OpenGrid{1, {}, {}});
  REQUIRE(s.opening_grid());
  d.desk.send(StopOpeningGrid{});
  CHECK_FALSE(s.opening_grid());
  d.desk.settle();
  CHECK(s.recording() == own);
  d.desk.send(OpenGrid{1, {}, {}});
  d.desk.send(OpenGrid{2, {}, {}});
  d.desk.settle();
  CHECK(s.grid() == 2);
  d.desk.send(OpenGrid{1, {}, {}});
  d.desk.run("parent");
  d.desk.settle();
  CHECK(s.grid() == 0);
  CHECK_FALSE(s.opening_grid());
}

TEST_CASE("a number that no grid has opens nothing") {
  LaunchingDesk d;
  d.open(9);
  CHECK(d.session().grid() == 0);
  d.open(4'000'000'000u);
  CHECK(d.session().grid() == 0);
}
