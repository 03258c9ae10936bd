#include <doctest.h>

#include "app/gui/panels/warp_geometry.h"
#include "app/gui/panels/warp_model.h"
#include "simulator/recording/hand_made.h"

using namespace wb;

namespace {

// Lines 1 to 6: a condition parts the lanes, each half has a line of its own, they meet, wait at a barrier, and store.
// Two blocks of 40 threads: the second warp of a block has eight lanes, and parts as well.
constexpr LaneMask low = 0x0000ffff, high = 0xffff0000, all = 0xffffffff;

struct Parting {
  std::shared_ptr<HandMadeRecording> made = std::make_shared<HandMadeRecording>();

  Parting() {
    made->launch_shape = {{2, 1, 1}, {40, 1, 1}};
    made->source_map.add("k.cu", "aa\nbb\ncc\ndd\nee\nff\n");
    for (uint32_t block = 0; block < 2; ++block) {
      for (const auto& [line, mask] : {std::pair{1u, all}, {2u, low}, {2u, low}, {3u, high}, {4u, all}, {5u, all}}) add(block, 0, line, mask);
      for (const auto& [line, mask] : {std::pair{1u, 0xffu}, {2u, 0x0fu}, {3u, 0xf0u}, {4u, 0xffu}, {5u, 0xffu}, {6u, 0xffu}}) add(block, 1, line, mask);
      add(block, 0, 6, all);
    }
    for (uint32_t lane = 0; lane < 32; ++lane) made->variable_values.push_back({0, {0, lane}, {"i", "int", std::to_string(lane * 3), false, false}});
  }
  void add(uint32_t block, uint32_t warp, uint32_t line, LaneMask mask) {
    HandMadeRecording::Step step;
    step.instruction = {block, warp, mask, {{0}, 3 * (line - 1), 3 * line - 1, 0}, "op"};
    step.is_barrier = line == 5;
    step.parts_warp = line == 1;
    made->steps.push_back(step);
  }
};

}  // namespace

TEST_CASE("lanes stand in groups: those at work first, others by their line") {
  const Parting p;
  std::array<WarpLane, warp_size> lanes = lanes_of_warp(*p.made, 1, {0, 0});
  const std::vector<LaneGroup> groups = group_lanes(lanes);
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].state == LaneState::running);
  CHECK(groups[0].line == 2);
  CHECK(groups[0].lanes == low);
  CHECK(groups[1].state == LaneState::masked);
  CHECK(groups[1].line == 3);
  CHECK(groups[1].lanes == high);
  CHECK(lanes[0].group == 0);
  CHECK(lanes[31].group == 1);
}

TEST_CASE("the last warp of a block has the lanes that are left, and there is no warp beyond") {
  const Parting p;
  CHECK(lane_count(p.made->shape(), {0, 1}) == 8);
  CHECK(lane_count(p.made->shape(), {0, 2}) == 0);
  CHECK(lane_count(p.made->shape(), {2, 0}) == 0);
  std::array<WarpLane, warp_size> lanes = lanes_of_warp(*p.made, 0, {0, 1});
  CHECK(lanes[7].state == LaneState::ready);
  CHECK(lanes[8].state == LaneState::absent);
  CHECK(lanes[8].group == -1);
  CHECK(warp_beside(p.made->shape(), {0, 1}, 1) == WarpRef{1, 0});
  CHECK(warp_beside(p.made->shape(), {1, 0}, -1) == WarpRef{0, 1});
  CHECK(warp_beside(p.made->shape(), {1, 1}, 1) == WarpRef{1, 1});
  CHECK(warp_beside(p.made->shape(), {0, 0}, -2) == WarpRef{0, 0});
}

TEST_CASE("masks and lists of lanes in words") {
  CHECK(lane_list(0) == "");
  CHECK(lane_list(1) == "0");
  CHECK(lane_list(0x3) == "0, 1");
  CHECK(lane_list(0xf00000ff) == "0 to 7, 28 to 31");
  CHECK(lane_list(0xaaaaaaaa) == "1, 3 ... 31");
  CHECK(lane_list(0x11111111) == "0, 4 ... 28");
  CHECK(lane_list(0x15) == "0, 2, 4");
  CHECK(mask_words(0x842100ff) == "0x8421_00ff");
}

TEST_CASE("a branch and its two ways are a tree, and instructions on one line are one row") {
  const Parting p;
  const std::vector<WarpRow> rows = rows_of(p.made->steps_of(0, 0, 0, 0, 100), p.made->source_map);
  REQUIRE(rows.size() == 6);
  CHECK(rows[1].instructions == 2);
  CHECK(rows[1].begin == 1);
  CHECK(rows[1].end == 3);
  const int depths[] = {0, 1, 1, 0, 0, 0};
  for (size_t i = 0; i < rows.size(); ++i) CHECK(rows[i].depth == depths[i]);
  CHECK(rows[1].splits);
  CHECK(rows[2].splits);
  CHECK(rows[1].path != rows[2].path);
  CHECK(rows[3].joins);
  CHECK_FALSE(rows[4].joins);
  CHECK(rows[0].path == rows[3].path);
  CHECK(rows[4].kind == WarpStep::Kind::barrier);
}

TEST_CASE("lanes that return early narrow the warp, but nothing parts") {
  std::vector<WarpRow> rows(3);
  rows[0].active = all;
  rows[1].active = low;
  rows[2].active = low;
  place_in_tree(rows);
  CHECK(rows[1].depth == 0);
  CHECK_FALSE(rows[1].splits);
  CHECK(rows[2].path == rows[0].path);
}

TEST_CASE("a branch within a branch lies deeper, and both end where the lanes meet") {
  std::vector<WarpRow> rows(6);
  const LaneMask masks[] = {all, low, 0x00ff, 0xff00, high, all};
  for (size_t i = 0; i < rows.size(); ++i) rows[i].active = masks[i];
  place_in_tree(rows);
  const int depths[] = {0, 1, 2, 2, 1, 0};
  for (size_t i = 0; i < rows.size(); ++i) CHECK(rows[i].depth == depths[i]);
  CHECK(rows[5].joins);
}

TEST_CASE("the model shows a warp at a moment, and a value in its lanes") {
  const Parting p;
  WarpModel model;
  model.update(p.made, 1, {0, 0});
  model.watch("i");
  CHECK(model.is_at_work());
  CHECK(model.active() == low);
  CHECK(model.line() == 2);
  CHECK(model.count() == 32);
  CHECK_FALSE(model.is_reading());
  CHECK(model.rows().size() == 6);
  CHECK(model.now() == 1);
  CHECK(model.values().text[5] == "15");
  REQUIRE(model.values().number[5]);
  CHECK(*model.values().number[5] == 15);
  REQUIRE(model.table().size() == 1);
  CHECK(model.table()[0].values[31] == "93");
  model.update(p.made, 7, {0, 0});
  CHECK_FALSE(model.is_at_work());
  CHECK(model.groups().front().state == LaneState::at_barrier);
  model.update(p.made, p.made->end(), {1, 0});
  model.watch("");
  CHECK(model.groups().empty());
  CHECK(model.now() == model.rows().size());
  CHECK_FALSE(model.values().has_value());
}

TEST_CASE("lanes have columns, numbers take as many rows as they need") {
  const LaneAxis axis = lane_axis({10, 0, 400, 50}, 70);
  CHECK(axis.x == 80);
  CHECK(axis.cell == doctest::Approx(10));
  CHECK(lane_cell(axis, 3, 7, 20).x == doctest::Approx(110));
  CHECK(lane_under(axis, 110) == 3u);
  CHECK(lane_under(axis, 79.9f) == std::nullopt);
  CHECK(lane_under(axis, axis.right()) == std::nullopt);
  CHECK(value_columns(320, 10) == 32);
  CHECK(value_columns(320, 11) == 16);
  CHECK(value_columns(320, 100) == 2);
  CHECK(value_columns(320, 1000) == 1);
  CHECK(first_shown_row(10, 9, 15) == 0);
  CHECK(first_shown_row(100, 3, 15) == 0);
  CHECK(first_shown_row(100, 50, 15) == 43);
  CHECK(first_shown_row(100, 99, 15) == 85);
}

TEST_CASE("bars stand on zero") {
  BarScale scale;
  for (const double value : {-5.0, 15.0}) scale.add(value);
  CHECK(scale.share(0) == doctest::Approx(0.25));
  CHECK(scale.share(15) == doctest::Approx(1));
  CHECK(BarScale{}.share(3) == 0);
}
