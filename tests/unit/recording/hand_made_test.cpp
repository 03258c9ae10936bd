#include <doctest/doctest.h>

#include "simulator/recording/hand_made.h"

using namespace wb;

namespace {

// One block of two warps; each loads, stores, waits, loads: lines 1, 2, 3, 4.
void fill(HandMadeRecording& r) {
  r.launch_shape = {{1, 1, 1}, {64, 1, 1}};
  r.source_map.add("k.cu", "aa\nbb\ncc\ndd\n");
  r.allocation_list.push_back({.name = "x", .bytes = 256, .scalar = ScalarKind::int_, .element_bytes = 4, .shape = {64}});
  auto add = [&](uint32_t warp, uint32_t line) {
    HandMadeRecording::Step step;
    step.instruction = {0, warp, 0xffffffff, {{0}, 3 * (line - 1), 3 * line - 1, 0}, "op"};
    step.is_barrier = line == 3;
    if (line != 3) {
      AccessRecord a;
      a.thread = {0, warp * 32};
      a.kind = line == 2 ? AccessKind::store : AccessKind::load;
      a.offset = 4 * warp;
      a.bytes = 4;
      a.value = 10 + warp;
      step.accesses = {a};
    }
    r.steps.push_back(step);
  };
  for (uint32_t line : {1u, 2u, 3u}) add(0, line);
  for (uint32_t line : {1u, 2u, 3u, 4u}) add(1, line);
  add(0, 4);
}

}  // namespace

TEST_CASE("a hand-made recording answers like a real one") {
  HandMadeRecording r;
  fill(r);
  CHECK(r.end() == 8);
  CHECK(r.lanes(0, 0)[0].state == LaneState::running);
  CHECK(r.lanes(0, 0)[40].state == LaneState::ready);
  CHECK(r.lanes(4, 0)[0].state == LaneState::at_barrier);
  CHECK(r.lanes(7, 0)[40].state == LaneState::done);
  CHECK(r.memory(1, 0, 0).bytes[0] == 0);
  CHECK(r.memory(2, 0, 0).bytes[0] == 10);
  CHECK(r.memory(8, 0, 0).bytes[4] == 11);
  CHECK(r.step(0, StepKind::warp, Direction::forwards, {}) == 3);
  CHECK(r.step(8, StepKind::warp, Direction::backwards, {}) == 7);
  CHECK(r.step(0, StepKind::barrier, Direction::forwards, {}) == 2);
  CHECK(r.step(2, StepKind::line, Direction::forwards, ThreadRef{0, 0}) == 7);
  CHECK(r.step(7, StepKind::line, Direction::backwards, ThreadRef{0, 0}) == 2);
  CHECK(r.step(0, StepKind::finish, Direction::forwards, {}) == 8);
  CHECK(!r.step(8, StepKind::finish, Direction::forwards, {}));
  CHECK(r.find_line(0, {0, 33}, 4, 1) == 6);
  CHECK(!r.find_line(0, {0, 33}, 4, 2));
  CHECK(r.history({0, 1, 0}, 8, 10).size() == 3);
  CHECK(r.history({0, 1, 0}, 8, 2)[0].kind == AccessKind::store);
  CHECK(r.accesses_of({0, 0}, 0, 10).size() == 3);
  CHECK(r.timeline(0, 8, 100).size() == 3);
  CHECK(r.timeline(0, 8, 2).size() == 2);
}

TEST_CASE("views over time are told every instruction, those of one warp, and stretches") {
  HandMadeRecording r;
  fill(r);
  const std::vector<WarpStep> all = r.steps_between(1, 4);
  REQUIRE(all.size() == 3);
  CHECK(all[0].kind == WarpStep::Kind::store);
  CHECK(all[1].kind == WarpStep::Kind::barrier);
  CHECK(all[2].warp == 1);
  CHECK(all[2].active == 0xffffffffu);
  const std::vector<WarpStep> own = r.steps_of(0, 0, 3, 2, 5);
  REQUIRE(own.size() == 3);
  CHECK(own[0].tick == 1);
  CHECK(own[1].tick == 2);
  CHECK(own[2].tick == 7);
  CHECK(r.steps_of(0, 0, 3, 0, 0).empty());
  const std::vector<RunStretch> stretches = r.stretches(0, r.end());
  REQUIRE(stretches.size() == 1);
  CHECK(stretches[0].end == 8);
  CHECK(stretches[0].at_work == std::vector<IndexRange>{{0, 2}});
  CHECK(stretches[0].parted.empty());
  CHECK(stretches[0].barriers == std::vector<IndexRange>{{0, 1}});
}
