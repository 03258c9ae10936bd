#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <string>

#include "simulator/analysis/bank_conflicts.h"
#include "simulator/analysis/sectors.h"

using namespace wb;

namespace {

struct Pattern {
  const char* name;
  uint32_t bytes;
  std::function<uint32_t(uint32_t lane)> offset;
  LaneMask active;
  BankUse expected;
};

constexpr LaneMask all = 0xffffffff;

}  // namespace

// The figures are an H200's profiler's (shared/analysis.md, "Measured").
TEST_CASE("wavefronts and bank conflicts of one warp access") {
  const Pattern patterns[] = {
      {"floats, stride 1", 4, [](uint32_t t) { return 4 * t; }, all, {1, 0}},
      {"floats, stride 2", 4, [](uint32_t t) { return 8 * t; }, all, {2, 1}},
      {"floats, stride 3 (odd strides use every bank)", 4, [](uint32_t t) { return 12 * t; }, all, {1, 0}},
      {"floats, stride 4", 4, [](uint32_t t) { return 16 * t; }, all, {4, 3}},
      {"floats, stride 8", 4, [](uint32_t t) { return 32 * t; }, all, {8, 7}},
      {"floats, stride 16", 4, [](uint32_t t) { return 64 * t; }, all, {16, 15}},
      {"floats, stride 32: one bank", 4, [](uint32_t t) { return 128 * t; }, all, {32, 31}},
      {"floats, stride 33: a padded row", 4, [](uint32_t t) { return 132 * t; }, all, {1, 0}},
      {"one float for all is a broadcast", 4, [](uint32_t) { return 20u; }, all, {1, 0}},
      {"two floats of one bank", 4, [](uint32_t t) { return t < 16 ? 0u : 128u; }, all, {2, 1}},
      {"float2, backwards", 8, [](uint32_t t) { return 8 * (255 - t); }, all, {2, 0}},
      {"float4, one after another", 16, [](uint32_t t) { return 16 * t; }, all, {4, 0}},
      {"float2, stride 2", 8, [](uint32_t t) { return 16 * t; }, all, {4, 2}},
      {"float4, stride 2", 16, [](uint32_t t) { return 32 * t; }, all, {8, 4}},
      {"float2, one for all", 8, [](uint32_t) { return 64u; }, all, {1, 0}},
      {"float2, one for each pair of lanes", 8, [](uint32_t t) { return 8 * (t >> 1); }, all, {1, 0}},
      {"float2, lanes 0 to 15 only", 8, [](uint32_t t) { return 8 * t; }, 0x0000ffff, {1, 0}},
      {"float2, odd lanes only", 8, [](uint32_t t) { return 8 * t; }, 0xaaaaaaaa, {2, 1}},
      {"float4, one for all", 16, [](uint32_t) { return 32u; }, all, {2, 0}},
      {"float4, lanes 0 to 7 only", 16, [](uint32_t t) { return 16 * t; }, 0x000000ff, {1, 0}},
      {"short, stride 3", 2, [](uint32_t t) { return 6 * t; }, all, {2, 1}},
      {"byte, stride 32", 1, [](uint32_t t) { return 32 * t; }, all, {8, 7}},
      {"bytes, one after another", 1, [](uint32_t t) { return t; }, all, {1, 0}},
      {"nobody", 4, [](uint32_t t) { return 4 * t; }, 0, {0, 0}},
      {"one lane", 4, [](uint32_t t) { return 4 * t; }, 0x00000100, {1, 0}},
  };
  for (const Pattern& p : patterns) {
    CAPTURE(p.name);
    uint32_t offset[32];
    for (uint32_t lane = 0; lane < 32; ++lane) offset[lane] = p.offset(lane);
    BankUse use = bank_use(offset, p.active, p.bytes);
    CHECK(use.wavefronts == p.expected.wavefronts);
    CHECK(use.conflicts == p.expected.conflicts);
  }
}

TEST_CASE("the words of each bank explain the passes") {
  std::mt19937 random(7);
  for (int example = 0; example < 400; ++example) {
    uint32_t offset[32];
    const uint32_t bytes = 1u << random() % 5, range = 1u << (2 + random() % 6);
    for (uint32_t& o : offset) o = random() % range * bytes;
    const LaneMask active = example % 3 ? ~LaneMask{0} : static_cast<LaneMask>(random());
    const AccessKind kind = example % 2 ? AccessKind::load : AccessKind::store;
    const std::vector<BankWord> words = bank_words(offset, active, bytes, kind);
    std::map<uint32_t, std::map<uint32_t, uint32_t>> depth;   // part -> bank -> words
    LaneMask seen = 0;
    for (const BankWord& w : words) {
      CHECK(w.bank == w.word % bank_count);
      ++depth[w.part][w.bank];
      seen |= w.lanes;
    }
    CHECK(seen == active);
    uint32_t passes = 0;
    for (const auto& [part, banks] : depth) {
      uint32_t most = 0;
      for (const auto& [bank, count] : banks) most = std::max(most, count);
      passes += most;
    }
    CHECK(passes == bank_use(offset, active, bytes, kind).wavefronts);
  }
}

TEST_CASE("a column of a tile asks one bank for every word, a padded one asks each bank once") {
  uint32_t offset[32];
  for (uint32_t lane = 0; lane < 32; ++lane) offset[lane] = 4 * 32 * lane;
  std::vector<BankWord> words = bank_words(offset, all, 4);
  REQUIRE(words.size() == 32);
  for (uint32_t i = 0; i < 32; ++i) CHECK(words[i] == BankWord{0, 0, 32 * i, LaneMask{1} << i});
  for (uint32_t lane = 0; lane < 32; ++lane) offset[lane] = 4 * 33 * lane;
  words = bank_words(offset, all, 4);
  REQUIRE(words.size() == 32);
  for (uint32_t i = 0; i < 32; ++i) CHECK(words[i].bank == i);
  for (uint32_t& o : offset) o = 8;
  CHECK(bank_words(offset, all, 4) == std::vector<BankWord>{{0, 2, 2, ~LaneMask{0}}});
}

TEST_CASE("sectors of one warp access") {
  struct Row {
    const char* name;
    uint32_t bytes;
    std::function<uint32_t(uint32_t)> offset;
    LaneMask active;
    uint32_t sectors;
  };
  const Row rows[] = {
      {"floats in a row", 4, [](uint32_t t) { return 4 * t; }, all, 4},
      {"floats in a row, one element on", 4, [](uint32_t t) { return 4 * t + 4; }, all, 5},
      {"doubles in a row", 8, [](uint32_t t) { return 8 * t; }, all, 8},
      {"float4 in a row", 16, [](uint32_t t) { return 16 * t; }, all, 16},
      {"floats, stride 2", 4, [](uint32_t t) { return 8 * t; }, all, 8},
      {"floats, stride 8", 4, [](uint32_t t) { return 32 * t; }, all, 32},
      {"floats, stride 32", 4, [](uint32_t t) { return 128 * t; }, all, 32},
      {"one float for all", 4, [](uint32_t) { return 64u; }, all, 1},
      {"backwards", 4, [](uint32_t t) { return 4 * (31 - t); }, all, 4},
      {"there and back", 4, [](uint32_t t) { return 4 * (t < 16 ? t : 31 - t); }, all, 2},
      {"bytes of rgb", 1, [](uint32_t t) { return 3 * t; }, all, 3},
      {"half a warp", 4, [](uint32_t t) { return 4 * t; }, 0x0000ffff, 2},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    uint32_t offset[32];
    for (uint32_t lane = 0; lane < 32; ++lane) offset[lane] = row.offset(lane);
    CHECK(count_sectors(offset, row.active, row.bytes) == row.sectors);
  }
  CHECK(count_contiguous_sectors(0, 4) == 4);
  CHECK(count_contiguous_sectors(4, 4) == 5);
  CHECK(count_contiguous_sectors(0, 1) == 1);
  CHECK(count_contiguous_sectors(16, 1) == 2);
}
