#include "app/gui/panels/memory_geometry.h"

#include <doctest/doctest.h>

using namespace wb;

TEST_CASE("a row holds as many cells as fit, in powers of two") {
  CHECK(row_bytes_for(340, 38, 4) == 32);    // eight floats: one sector
  CHECK(row_bytes_for(300, 38, 4) == 16);
  CHECK(row_bytes_for(373, 22, 1) == 16);
  CHECK(row_bytes_for(5000, 10, 8) == 128);  // all banks, and no more
  CHECK(row_bytes_for(3, 38, 8) == 8);       // never less than a cell
}

TEST_CASE("all rows of a large buffer are counted, not made") {
  const CellRows rows = CellRows::all(uint64_t{4} << 30, 32);
  CHECK(rows.count() == uint64_t{1} << 27);
  CHECK(rows.row(12345).first == 12345 * 32);
  CHECK(rows.row_of(64) == 2);
  CHECK(rows.bytes_of(2, 5).first == 64);
  CHECK(rows.bytes_of(2, 5).count == 96);
  const CellRows odd = CellRows::all(70, 32);
  CHECK(odd.count() == 3);
  CHECK(odd.row(2).count == 6);
  CHECK_FALSE(odd.row_of(70));
  CHECK(odd.bytes_of(9, 12).count == 0);
}

TEST_CASE("touched rows have a gap where something is left out") {
  const CellRows rows = CellRows::some(1024, 32, {{64, 64}, {512, 32}});
  REQUIRE(rows.count() == 6);   // gap, two rows, gap, a row, gap
  CHECK(rows.row(0).is_gap);
  CHECK(rows.row(0).count == 64);
  CHECK(rows.row(1).first == 64);
  CHECK(rows.row(3).is_gap);
  CHECK(rows.row(3).count == 384);
  CHECK(rows.row_of(100) == 2);
  CHECK(rows.row_of(200) == 3);
  CHECK(rows.row(*rows.row_of(1000)).is_gap);
  CHECK(CellRows::some(1024, 32, {{0, 1024}}).count() == 32);
}

TEST_CASE("cells stand where they are pointed at") {
  const CellRows rows = CellRows::all(4096, 32);
  CellPlan plan{.area = {100, 200, 320, 100}, .row_height = 20, .cell_width = 40, .cell_bytes = 4, .top = 3};
  const auto cell = cell_rect(rows, plan, 3 * 32 + 8);
  REQUIRE(cell);
  CHECK(cell->x == 180);
  CHECK(cell->y == 200);
  CHECK(offset_at(rows, plan, cell->x + 5, cell->y + 5) == 3 * 32 + 8);
  CHECK_FALSE(cell_rect(rows, plan, 0));
  CHECK_FALSE(offset_at(rows, plan, 99, 205));
  CHECK(arrow_end(rows, plan, 0)->y == 200);            // above: to the upper edge
  CHECK_FALSE(arrow_end(rows, plan, 0)->is_in_sight);
  CHECK(arrow_end(rows, plan, 4000)->y == 300);
  CHECK_FALSE(arrow_end(rows, plan, 5000));
}

TEST_CASE("scrolling stops at the last row, and shows what is asked for with the least movement") {
  const CellRows rows = CellRows::all(32 * 50, 32);
  CellPlan plan{.area = {0, 0, 320, 100}, .row_height = 20, .cell_width = 40, .cell_bytes = 4, .top = 10};
  CHECK(last_top(rows, plan) == 45);
  CHECK(reveal_row(rows, plan, 12) == 10);
  CHECK(reveal_row(rows, plan, 4) == 4);
  CHECK(reveal_row(rows, plan, 20) == 16);
  CHECK(reveal_row(rows, plan, 49) == 45);
  CHECK(last_top(CellRows::all(32, 32), plan) == 0);
}

TEST_CASE("a sector that is longer than a row is lit in each of its rows") {
  const CellRows rows = CellRows::all(256, 16);
  const CellPlan plan{.area = {0, 0, 160, 100}, .row_height = 20, .cell_width = 10, .cell_bytes = 1, .top = 0};
  const auto lit = stretch_rects(rows, plan, 32, 32);
  REQUIRE(lit.size() == 2);
  CHECK(lit[0].y == 40);
  CHECK(lit[1].y == 60);
  CHECK(lit[0].width == 160);
  const auto part = stretch_rects(rows, plan, 4, 3);
  REQUIRE(part.size() == 1);
  CHECK(part[0].x == 40);
  CHECK(part[0].width == 30);
  CHECK(stretch_rects(rows, plan, 300, 8).empty());
}

TEST_CASE("lanes stand side by side; words stand in their bank and pass") {
  const Rect strip{10, 0, 320, 20};
  CHECK(lane_rect(strip, 31).right() == 330);
  CHECK(lane_at(strip, 10 + 10 * 7 + 1, 5) == 7);
  CHECK_FALSE(lane_at(strip, 5, 5));
  const Rect chart{0, 100, 320, 64};
  CHECK(pass_rect(chart, 2, 31, 32, 12).bottom() == 164);   // 32 passes share the height
  CHECK(pass_rect(chart, 2, 0, 2, 12).height == 12);
  CHECK(pass_rect(chart, 2, 0, 2, 12).x == 20);
}

TEST_CASE("the parts of the view never overlap and never leave it") {
  for (float height : {120.0f, 250.0f, 292.0f, 452.0f, 900.0f})
    for (float history : {0.0f, 180.0f}) {
      const Rect area{5, 50, 400, height};
      const MemoryParts p = divide_memory(area, {.queue = 30, .passes = 90, .history = history});
      float y = area.y;
      for (const Rect& part : {p.head, p.words, p.lanes, p.queue, p.cells, p.passes, p.legend, p.history}) {
        CHECK(part.y >= y - 0.01f);
        CHECK(part.height >= 0);
        y = part.bottom();
      }
      CHECK(y <= area.bottom() + 0.01f);
      if (height > 280) CHECK(p.cells.height >= 60);
      if (height > 280 && history > 0) CHECK(p.history.height >= 80);
    }
}
