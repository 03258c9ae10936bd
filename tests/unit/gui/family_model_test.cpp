#include <doctest.h>

#include "app/gui/panels/family_model.h"
#include "app/gui/panels/findings_model.h"
#include "app/gui/panels/transport_model.h"
#include "app/session/family.h"
#include "simulator/recording/hand_made.h"

using namespace wb;

namespace {

class HandMadeFamily : public GridFamily {
 public:
  std::vector<LaunchedGrid> list;
  std::span<const LaunchedGrid> grids() const override { return list; }
  std::shared_ptr<const Recording> record(uint32_t, const std::function<void(double)>&, std::stop_token) const override { return nullptr; }
};

LaunchedGrid grid(uint32_t number, std::string kernel, LaunchShape shape, Tick begin, Tick end) {
  LaunchedGrid made;
  made.number = number;
  made.kernel = std::move(kernel);
  made.shape = shape;
  made.has_begun = true;
  made.begin = begin;
  made.end = end;
  return made;
}

HandMadeFamily family() {
  HandMadeFamily made;
  made.list = {grid(0, "parent", {{2, 1, 1}, {64, 1, 1}}, 0, 100), grid(1, "Quarter", {{2, 2, 1}, {8, 8, 1}}, 100, 150), grid(2, "count<int>", {{1, 1, 3}, {32, 1, 1}}, 150, 170)};
  made.list[2].by = {3, 9};
  made.list[2].parent = 1;
  return made;
}

class OfGrid : public HandMadeRecording {
 public:
  uint32_t number = 0;
  Tick first = 0;
  uint32_t grid() const override { return number; }
  Tick first_tick() const override { return first; }
};

Finding seen_in(uint32_t number, Tick tick) {
  Finding f;
  f.kind = FindingKind::oob_read;
  f.tick = tick;
  f.places.resize(1);
  f.places[0].grid = number;
  f.places[0].tick = tick;
  f.places[0].thread = {1, 1, 0};
  f.places[0].block = {1, 0, 0};
  return f;
}

}  // namespace

TEST_CASE("a grid is written as it is launched") {
  const HandMadeFamily all = family();
  CHECK(launch_words(all.grid(0)) == "parent<<<2, 64>>>");
  CHECK(launch_words(all.grid(1)) == "Quarter<<<(2, 2), (8, 8)>>>");
  CHECK(launch_words(all.grid(2)) == "count<int><<<(1, 1, 3), 32>>>");
  const LauncherWords by = launcher_words(all, all.grid(2), SourceMap());
  CHECK(by.thread == "(1, 1)");
  CHECK(by.block == "(1, 1)");
  CHECK(by.grid == "1");
  CHECK(by.line == "0");
}

TEST_CASE("grids are found by the beginning of their number and any part of their kernel's name") {
  HandMadeFamily all = family();
  for (uint32_t i = 3; i < 25; ++i) all.list.push_back(grid(i, i % 2 ? "leaf" : "twig", {{1, 1, 1}, {32, 1, 1}}, 170, 170));
  const auto found = [&](const char* typed) { return matching_grids(all.list, typed); };
  CHECK(found("").size() == 25);
  CHECK(found("  ").size() == 25);
  CHECK(found("2") == std::vector<uint32_t>{2, 20, 21, 22, 23, 24});
  CHECK(found("quart") == std::vector<uint32_t>{1});
  CHECK(found("INT 2") == std::vector<uint32_t>{2});
  CHECK(found("leaf 2") == std::vector<uint32_t>{21, 23});
  CHECK(found("nobody").empty());
  CHECK(found("25").empty());
  const std::vector<std::string> passed_over = words_of_phrase("Open grid {0}  {1}");
  CHECK(passed_over == std::vector<std::string>{"open", "grid"});
  CHECK(matching_grids(all.list, "grid 24", passed_over) == std::vector<uint32_t>{24});
  CHECK(matching_grids(all.list, "Open leaf", passed_over, 3) == std::vector<uint32_t>{3, 5, 7});
  for (uint32_t i = 25; i < 1300; ++i) all.list.push_back(grid(i, "leaf", {{1, 1, 1}, {32, 1, 1}}, 170, 170));
  CHECK(matching_grids(all.list, "1,21").front() == 121);   // as the list writes them
  CHECK(matching_grids(all.list, "1,213") == std::vector<uint32_t>{1213});
}

TEST_CASE("each grid with findings is known by its most severe one; notes, and what the run does not have, are left out") {
  std::vector<Finding> all{seen_in(3, 10), seen_in(3, 20), seen_in(5, 30), seen_in(7, 40), seen_in(8, 50), Finding{}};
  all[0].severity = Severity::warning;
  all[3].severity = Severity::note;
  all[4].only_under = SchedulePick{};
  CHECK(findings_by_grid(all) == std::map<uint32_t, int>{{3, 1}, {5, 2}});
}

TEST_CASE("a finding is marked in the recording of its grid alone, at the tick there") {
  OfGrid own, child;
  own.steps.resize(100);
  child.steps.resize(50);
  child.number = 1;
  child.first = 100;
  own.finding_list = child.finding_list = {seen_in(0, 40), seen_in(1, 100), seen_in(1, 125), seen_in(2, 150)};
  REQUIRE(finding_marks(own, 300).size() == 1);
  CHECK(finding_marks(own, 300)[0].finding == 0);
  const auto marks = finding_marks(child, 300);
  REQUIRE(marks.size() == 2);   // not the one that shows in the first step of the next grid
  CHECK(marks[0].share == 0);
  CHECK(marks[1].share == doctest::Approx(0.5));
  Finding nowhere;
  nowhere.tick = 120;
  CHECK(moment_of(child, nowhere) == std::optional<Tick>(20));
  CHECK_FALSE(moment_of(own, nowhere));
}

TEST_CASE("a place in a child grid is said in that grid's dimensions and steps") {
  const HandMadeFamily all = family();
  const FindingWords words = finding_words(seen_in(1, 120), 0, &all, nullptr, all.grid(0).shape);
  REQUIRE(words.parties.size() == 1);
  CHECK(words.parties[0].who == "thread (1, 1) of block (1, 0) of child grid 1");
  CHECK(words.parties[0].lane == "warp 0, lane 9");
  CHECK(words.parties[0].step == "step 20");
}
