// The tree of sums against counting one by one.
#include <doctest.h>

#include <random>

#include "simulator/machine/ready_warps.h"

using namespace wb;

TEST_CASE("the n-th warp that can run is found, whatever comes, goes and changes") {
  std::mt19937 random(9);
  ReadyWarps ready;
  std::vector<uint32_t> counts;
  CHECK(!ready.is_known());
  ready.append(3);  // nothing is known: nothing to add to
  CHECK(!ready.is_known());
  for (int i = 0; i < 40; ++i) counts.push_back(static_cast<uint32_t>(random() % 9));
  ready.set(counts);
  for (int step = 0; step < 300; ++step) {
    const size_t at = random() % counts.size();
    switch (random() % 4) {
      case 0: counts.push_back(8), ready.append(8); break;
      case 1:
        if (counts.size() < 2) break;
        counts.erase(counts.begin() + static_cast<std::ptrdiff_t>(at));
        ready.erase(at);
        break;
      default:
        counts[at] = static_cast<uint32_t>(random() % 9);
        ready.change(at, counts[at]);
    }
    uint32_t total = 0;
    for (const uint32_t count : counts) total += count;
    REQUIRE(ready.total() == total);
    uint32_t n = 0;
    for (size_t block = 0; block < counts.size(); ++block)
      for (uint32_t nth = 0; nth < counts[block]; ++nth, ++n) {
        const ReadyWarps::Place place = ready.find(n);
        REQUIRE(place.block == block);
        REQUIRE(place.nth == nth);
      }
  }
  ready.forget();
  CHECK(!ready.is_known());
}

TEST_CASE("warps of a block that are told apart are counted, and go with their block") {
  ReadyWarps ready;
  ready.set({0, 0, 0});
  ready.change_warps(0, 0b101);
  ready.change_warps(2, 0b11110000);
  CHECK(ready.total() == 6);
  CHECK(ready.find(2).block == 2);
  ready.erase(1);
  CHECK(ready.warps_of(1) == 0b11110000);
  ready.append(0);
  CHECK(ready.warps_of(2) == 0);
  ready.change_warps(1, 0b10000);
  CHECK(ready.total() == 3);
  CHECK(ready.warps_of(0) == 0b101);
}
