// What a place did to its cells: lists that look the same however they are kept, and plain pages that stop being plain.
#include "simulator/analysis/race_cells.h"

#include <doctest.h>

#include <random>

using namespace wb;

namespace {

RaceEntry entry_of(uint64_t tick, uint32_t block, uint32_t warp, uint32_t lane, uint64_t value = 0) {
  RaceEntry e;
  e.tick = tick, e.block = block, e.warp = warp, e.lanes = LaneMask{1} << lane;
  e.has_value = true, e.low = value;
  return e;
}

std::vector<uint64_t> ticks_of_warp(RaceCell& cell, const RaceEntry& of) {
  std::vector<uint64_t> ticks;
  cell.for_each_of_warp(of, [&](RaceEntry& e) {
    ticks.push_back(e.tick);
    return true;
  });
  return ticks;
}

}  // namespace

TEST_CASE("the entries of a warp are found, the newest first, in short and long lists, whether their warps came in order or not") {
  for (const bool in_order : {true, false})
    for (const uint32_t count : {8u, 33u, 400u}) {
      CAPTURE(in_order);
      CAPTURE(count);
      std::mt19937 random(count);
      RaceCell cell;
      std::vector<RaceEntry> all;
      for (uint32_t i = 0; i < count; ++i) {
        const uint32_t of = in_order ? i / 3 : random() % 40;
        all.push_back(entry_of(i, of / 4, of % 4, i % 32, i));
        cell.push(all.back(), 1024);
        for (size_t gone = random() % all.size(); random() % 4 == 0 && all[gone].lanes; all[gone].lanes = 0)  // gaps
          for (RaceEntry& e : cell.entries())
            if (e.tick == all[gone].tick) cell.take(e, ~LaneMask{0});
      }
      for (uint32_t of = 0; of < 140; ++of) {
        const RaceEntry warp = entry_of(0, of / 4, of % 4, 0);
        std::vector<uint64_t> expected;
        for (size_t i = all.size(); i-- > 0;)
          if (all[i].lanes && all[i].is_of_warp(warp)) expected.push_back(all[i].tick);
        CHECK(ticks_of_warp(cell, warp) == expected);
      }
    }
}

TEST_CASE("a cell of a plain page looks as it does when the page is plain no longer") {
  RaceColumn column(4);
  RaceCell room;
  PlainCells* const plain = column.plain_at(7, 2);
  REQUIRE(plain);
  for (uint32_t lane = 0; lane < 32; ++lane) plain->enter(lane, plain->number_of(entry_of(50, 3, 1, 0)), lane, 1000 + lane, 4);
  plain->enter(40, plain->number_of(entry_of(60, 4, 2, 0)), 5, 0xFFFFFFFF, 4);
  CHECK(plain->accesses.size() == 2);
  const auto check = [&](uint64_t cell, uint64_t tick, uint32_t block, uint32_t warp, uint32_t lane, uint64_t value) {
    RaceCell* const found = column.find(7, 128 + cell, room);
    REQUIRE(found);
    REQUIRE(found->entries().size() == 1);
    const RaceEntry& e = found->entries()[0];
    CHECK(e.is_of_one_access(entry_of(tick, block, warp, 0)));
    CHECK(e.lanes == LaneMask{1} << lane);
    CHECK(e.has_value_of(entry_of(0, 0, 0, 0, value)));
  };
  for (const bool is_plain : {true, false}) {
    if (!is_plain) column.at(7, 128 + 50);
    CHECK((column.find_plain(7, 2) != nullptr) == is_plain);
    CHECK(column.is_expanded(7, 2) == !is_plain);
    check(0, 50, 3, 1, 0, 1000);
    check(31, 50, 3, 1, 31, 1031);
    check(40, 60, 4, 2, 5, 0xFFFFFFFF);
    RaceCell* const empty = column.find(7, 128 + 33, room);
    CHECK((!empty || empty->is_empty()));
  }
  CHECK(column.plain_at(7, 2) == nullptr);
  column.forget(7);
  CHECK(column.find(7, 128, room) == nullptr);
}

TEST_CASE("a page that is used again holds nothing of before, and one that is entered for ever forgets what nobody holds") {
  RaceColumn column(8);
  RaceCell room;
  for (uint32_t copy = 0; copy < 3; ++copy) {
    PlainCells* const plain = column.plain_at(copy, 0);
    REQUIRE(plain);
    CHECK(column.find(copy, 9, room) == nullptr);
    for (uint32_t tick = 0; tick < 1000; ++tick) plain->enter(tick % 2 ? 9 : 11, plain->number_of(entry_of(tick, 1, 1, 0)), 3, tick, 8);
    CHECK(plain->accesses.size() <= PlainCells::most_accesses);
    CHECK(uint64_t{column.find(copy, 9, room)->entries()[0].tick} == 999);
    CHECK(column.find(copy, 11, room)->entries()[0].low == 998);
    column.forget(copy);
  }
  CHECK(RaceColumn(16).plain_at(0, 0) == nullptr);  // values of 16 bytes
}
