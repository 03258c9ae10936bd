#include "simulator/recording/crowded_words.h"

#include <set>
#include <tuple>

#include <doctest/doctest.h>

namespace wb {

namespace {

constexpr uint32_t table = 3, counter = 1;

uint64_t any(uint64_t& state) { return (state = state * 6364136223846793005ull + 1442695040888963407ull) >> 33; }

}  // namespace

TEST_CASE("of words all over the place it is known where nobody comes to them") {
  CrowdedWords words;
  std::set<std::pair<uint64_t, uint32_t>> there;  // offset, stretch
  uint64_t state = 5;
  constexpr uint32_t stretches = 1800;            // several groups, the last one not full
  for (uint32_t stretch = 0; stretch < stretches; ++stretch)
    for (int i = 0; i < 100; ++i) {
      const uint64_t offset = any(state) % (1 << 21) * 4;
      there.emplace(offset, stretch);
      words.add(table, offset, offset + 4, stretch);
    }
  words.finish();
  for (const auto& [offset, stretch] : there) REQUIRE(words.may_come(table, offset, offset + 4, stretch));
  size_t said = 0;
  constexpr size_t asked = 20000;
  for (size_t i = 0; i < asked; ++i) {
    const uint64_t offset = any(state) % (1 << 21) * 4;
    const auto stretch = static_cast<uint32_t>(any(state) % stretches);
    said += words.may_come(table, offset, offset + 4, stretch) && !there.contains({offset, stretch});
  }
  CHECK(said < asked / 4);
  CHECK(said > 0);
  CHECK(words.may_come(table, 0, 4096, 17));                  // many words: not looked up
  CHECK(!words.may_come(table, 0, 4, stretches + 512));       // behind all
  const auto& [offset, stretch] = *there.begin();
  CHECK(words.may_come(table, offset >= 8 ? offset - 8 : 0, offset + 2, stretch));  // among others
}

TEST_CASE("a counter that everybody comes to takes little room") {
  CrowdedWords words;
  constexpr uint32_t stretches = 100000;
  for (uint32_t stretch = 0; stretch < stretches; ++stretch)
    if (stretch % 5000 < 4000) words.add(counter, 64, 68, stretch);
  words.finish();
  CHECK(words.bytes() < stretches);
  for (uint32_t stretch = 0; stretch < stretches; ++stretch)
    if (stretch % 5000 < 4000) REQUIRE(words.may_come(counter, 64, 68, stretch));
  CHECK(!words.may_come(counter, 64, 68, 4700));  // where nobody came to it
}

}  // namespace wb
