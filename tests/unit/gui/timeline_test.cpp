#include <doctest.h>

#include <thread>

#include "app/gui/panels/timeline_geometry.h"
#include "app/gui/panels/timeline_model.h"
#include "app/gui/panels/timeline_raster.h"
#include "simulator/recording/hand_made.h"

using namespace wb;

namespace {

constexpr Rect area{100, 50, 400, 200};
constexpr TimelineExtent extent{1000, 50};

// Two blocks of two warps (the second one of eight lanes), in turns: lines 1, 2 (half of the lanes), a barrier at 3, then 4.
std::shared_ptr<HandMadeRecording> two_blocks() {
  auto made = std::make_shared<HandMadeRecording>();
  made->launch_shape = {{2, 1, 1}, {40, 1, 1}};
  made->source_map.add("k.cu", "aa\nbb\ncc\ndd\n");
  for (uint32_t block = 0; block < 2; ++block)
    for (const uint32_t part : {0u, 1u})
      for (uint32_t warp = 0; warp < 2; ++warp)
        for (uint32_t line = part ? 4 : 1; line <= (part ? 4u : 3u); ++line) {
          HandMadeRecording::Step step;
          const LaneMask whole = warp ? 0xff : ~0u;
          step.instruction = {block, warp, line == 2 ? whole & 0x0f : whole, {{0}, 3 * (line - 1), 3 * line - 1, 0}, "op"};
          step.is_barrier = line == 3;
          step.parts_warp = line == 1;
          made->steps.push_back(step);
        }
  return made;
}

const TimelineColours colours{{0x000001, 0x000002, 3, 4, 5, 6, 7, 8}, 0x0a0a0a, 0x0b0b0b, 0x0c0c0c};

}  // namespace

TEST_CASE("the whole run is in sight at first, and rows do not grow too high") {
  const TimelineView view = fit_timeline(extent, area, 26);
  CHECK(view.ticks == 1000);
  CHECK(view.row == doctest::Approx(4));
  CHECK(fit_timeline({1000, 2}, area, 26).row == doctest::Approx(26));
  CHECK(x_of(view, area, 500) == doctest::Approx(300));
  CHECK(tick_under(view, area, 300) == doctest::Approx(500));
  CHECK(row_under(view, area, 150) == doctest::Approx(25));
}

TEST_CASE("zooming keeps what is under the pointer there, within limits") {
  TimelineView view = fit_timeline(extent, area, 26);
  const double before = tick_under(view, area, 220);
  view = zoom_time(view, area, 220, 4, extent, 40);
  CHECK(view.ticks == doctest::Approx(250));
  CHECK(tick_under(view, area, 220) == doctest::Approx(before));
  for (int i = 0; i < 40; ++i) view = zoom_time(view, area, 220, 2, extent, 40);
  CHECK(pixels_a_tick(view, area) == doctest::Approx(40));
  for (int i = 0; i < 40; ++i) view = zoom_time(view, area, 220, 0.5, extent, 40);
  CHECK(view == fit_timeline(extent, area, 26));
  const double row = row_under(view, area, 90);
  view = zoom_rows(view, area, 90, 3, extent, 26);
  CHECK(view.row == doctest::Approx(12));
  CHECK(row_under(view, area, 90) == doctest::Approx(row));
}

TEST_CASE("the view stays inside the run, and goes to a moment out of sight") {
  TimelineView view = zoom_time(fit_timeline(extent, area, 26), area, 100, 10, extent, 40);
  CHECK(view.begin == 0);
  view = pan_timeline(view, area, 1e9, 0, extent);
  CHECK(view.begin == 0);
  view = pan_timeline(view, area, -1e9, 0, extent);
  CHECK(view.begin == doctest::Approx(900));
  CHECK(bring_into_sight(view, area, 950, 10, extent) == view);
  const TimelineView there = bring_into_sight(view, area, 500, 10, extent);
  CHECK(there.begin < 500);
  CHECK(there.begin + there.ticks > 500);
  const TimelineView part = fit_part(extent, area, 100, 200, 10, 20, 26);
  CHECK(part.begin < 100);
  CHECK(part.begin + part.ticks > 200);
  CHECK(part.row == doctest::Approx(20));
}

TEST_CASE("the ruler's marks are round numbers") {
  CHECK(ruler_distance({0, 1000, 0, 1}, area, 80) == 200);
  CHECK(ruler_distance({0, 100, 0, 1}, area, 80) == 20);
  CHECK(ruler_distance({0, 10, 0, 1}, area, 80) == 2);
  CHECK(ruler_distance({0, 1, 0, 1}, area, 80) == 1);
}

TEST_CASE("instructions become pixels: whole and parted warps, barriers, and the wait after them") {
  const auto made = two_blocks();
  TimelineModel model;
  model.update(made, 0, made->end());
  CHECK(model.is_exact());
  CHECK_FALSE(model.is_reading());
  const TimelineView view{0, 16, 0, 3};
  const TimelineImage image = raster_steps(model.steps(0, made->end()), made->shape(), view, 16, 12, colours);
  CHECK(image.at(0, 0) == (225u << 24 | 1));         // block 0, warp 0, line 1: every lane
  CHECK(image.at(1, 1) == (125u << 24 | 1));         // line 2: half of them
  CHECK(image.at(2, 2) == (255u << 24 | 0x0b0b0b));  // the barrier
  CHECK(image.at(4, 1) == (120u << 24 | 0x0c0c0c));  // waits for the other warp
  CHECK(image.at(4, 0) == 0);
  CHECK(image.at(3, 3) == (225u << 24 | 1));         // the last warp of a block is whole with its eight lanes
  CHECK(image.at(8, 6) == (225u << 24 | 2));         // block 1 has another hue
  CHECK(image.at(15, 0) == 0);                       // done
}

TEST_CASE("stretches become pixels: at work, parted, at a barrier") {
  const auto made = two_blocks();
  const TimelineImage image = raster_stretches(made->stretches(0, made->end()), made->shape(), {0, 16, 0, 10}, 8, 40, colours);
  CHECK(image.at(3, 5) == (220u << 24 | 0x0a0a0a));  // every warp parted somewhere in this stretch
  CHECK(image.at(3, 0) == (255u << 24 | 0x0b0b0b));
  std::vector<RunStretch> only{{0, 8, {{1, 2}}, {}, {}}};
  const TimelineImage one = raster_stretches(only, made->shape(), {0, 16, 0, 10}, 8, 40, colours);
  CHECK(one.at(0, 12) == (200u << 24 | 1));
  CHECK(one.at(0, 5) == 0);
  CHECK(one.at(5, 12) == 0);
}

TEST_CASE("what a warp does at a moment is found, and told in words") {
  const auto made = two_blocks();
  TimelineModel model;
  model.update(made, 0, made->end());
  const WarpStep* step = model.step_of({0, 1}, 0, made->end(), 4);
  REQUIRE(step);
  CHECK(step->tick == 4);
  CHECK(model.step_of({1, 1}, 0, 5, 4) == nullptr);
  const WarpStep* before = model.step_before({0, 0}, 0, 5);
  REQUIRE(before);
  CHECK(before->kind == WarpStep::Kind::barrier);
  const std::vector<TimelineLine> lines = timeline_lines(model, *made, 0, made->end(), 10);
  REQUIRE(lines.size() == 8);
  CHECK(lines[0].end == 3);
  CHECK(lines[0].first_line == 1);
  CHECK(lines[0].last_line == 3);
  CHECK(lines[1].warp == WarpRef{0, 1});
  CHECK(timeline_lines(model, *made, 0, made->end(), 3).size() == 3);
}

TEST_CASE("a long run is read in the background, tile by tile") {
  auto made = std::make_shared<HandMadeRecording>();
  made->launch_shape = {{1, 1, 1}, {32, 1, 1}};
  made->source_map.add("k.cu", "aa\n");
  HandMadeRecording::Step step;
  step.instruction = {0, 0, ~0u, {{0}, 0, 2, 0}, "op"};
  made->steps.assign(70'000, step);
  TimelineModel model;
  const auto finish = [&](Tick begin, Tick end) {
    do {
      model.update(made, begin, end);
      std::this_thread::yield();
    } while (model.is_reading());
    model.update(made, begin, end);
  };
  finish(0, 70'000);
  CHECK(model.is_exact());
  size_t count = 0;
  for (const auto part : model.steps(0, 70'000)) count += part.size();
  CHECK(count == 70'000);
  CHECK_FALSE(model.stretches().empty());
  CHECK(model.steps(60'000, 60'010).front().size() == 10);
}

TEST_CASE("a run too long for single instructions is shown by its stretches") {
  auto made = std::make_shared<HandMadeRecording>();
  made->launch_shape = {{1, 1, 1}, {32, 1, 1}};
  made->source_map.add("k.cu", "aa\n");
  HandMadeRecording::Step step;
  step.instruction = {0, 0, ~0u, {{0}, 0, 2, 0}, "op"};
  made->steps.assign(TimelineModel::tile_ticks * TimelineModel::most_tiles + 1, step);
  TimelineModel model;
  do {
    model.update(made, 0, made->end());
    std::this_thread::yield();
  } while (model.is_reading());
  CHECK_FALSE(model.is_exact());
  CHECK(model.steps(0, made->end()).empty());
  const std::vector<TimelineLine> lines = timeline_lines(model, *made, 0, made->end(), 5);
  REQUIRE(lines.size() == 5);
  CHECK(lines[0].warps == 1);
}
