// Occupancy in words.
#include <doctest/doctest.h>

#include "app/workbook/occupancy_words.h"

using namespace wb;

namespace {
const SmLimits& h100() { return *find_sm_limits({9, 0}); }
}  // namespace

TEST_CASE("occupancy is one sentence, and what it leaves open another") {
  CHECK(occupancy_sentence(occupancy(h100(), {256, 40, 8192, {}})) == "48 of 64 warps on an SM (75 %), limited by registers");
  CHECK(occupancy_remark(occupancy(h100(), {256, 40, 8192, {}})) == "");
  CHECK(occupancy_sentence(occupancy(h100(), {256, {}, 0, {}})) == "64 of 64 warps on an SM (100 %): every place is taken");
  CHECK(occupancy_remark(occupancy(h100(), {256, {}, 0, {}})).starts_with("registers are not counted"));
  CHECK(occupancy_remark(occupancy(h100(), {256, 32, 60000, {}})).find("cudaFuncSetAttribute") != std::string::npos);
  CHECK(occupancy_sentence(occupancy(h100(), {2048, {}, 0, {}})) == "does not launch: a block has 2048 threads, more than 1024");
  CHECK(occupancy_remark(occupancy(h100(), {2048, {}, 0, {}})) == "");
}

TEST_CASE("a curve is told in stretches where nothing changes") {
  const OccupancyCurve curve{"registers", 16, 1, {64, 64, 48, 48, 48, 64}};
  const std::vector<CurvePart> parts = parts_of(curve);
  REQUIRE(parts.size() == 3);
  CHECK(parts[1].first == 18);
  CHECK(parts[1].last == 20);
  CHECK(parts[1].warps == 48);
  CHECK(parts[2].first == parts[2].last);
}

TEST_CASE("the nearest change that makes room for more warps") {
  CHECK(ways_to_more_warps(h100(), {256, 40, 0, {}}) == std::vector<std::string>{"with at most 32 registers a thread: 64 warps"});
  CHECK(ways_to_more_warps(h100(), {256, 32, 0, {}}).empty());
  const std::vector<std::string> ways = ways_to_more_warps(h100(), {32, {}, 0, {}});
  REQUIRE(ways.size() == 1);
  CHECK(ways[0] == "with blocks of 64 threads: 64 warps");
}
