// Lanes that meet at an address, against counting them one by one.
#include <doctest/doctest.h>

#include <map>
#include <random>
#include <set>

#include "simulator/analysis/collisions.h"

using namespace wb;

namespace {

constexpr LaneMask all = ~LaneMask{0};

struct Lanes {
  uint32_t offset[warp_size];
  template <class F>
  explicit Lanes(F&& f) {
    for (uint32_t lane = 0; lane < warp_size; ++lane) offset[lane] = f(lane);
  }
};

}  // namespace

TEST_CASE("constant memory is asked once for each address") {
  CHECK(count_addresses(Lanes([](uint32_t) { return 40u; }).offset, all) == 1);
  CHECK(count_addresses(Lanes([](uint32_t lane) { return lane * 4; }).offset, all) == 32);
  CHECK(count_addresses(Lanes([](uint32_t lane) { return lane / 8 * 4; }).offset, all) == 4);
  CHECK(count_addresses(Lanes([](uint32_t lane) { return lane / 8 * 4; }).offset, 0x0000ffff) == 2);
  CHECK(count_addresses(Lanes([](uint32_t) { return 0u; }).offset, 0) == 0);
}

TEST_CASE("two rows of addresses are counted as their lanes are") {
  for (uint32_t step : {0u, 1u, 4u, 12u, 32u})
    for (uint32_t low : {0u, 64u, 4096u})
      for (uint32_t high = 0; high < 8192; high += 2) {
        const Lanes lanes([&](uint32_t lane) { return (lane < 16 ? low : high) + lane % 16 * step; });
        REQUIRE(count_row_addresses(low, high, step) == count_addresses(lanes.offset, all));
      }
}

TEST_CASE("atomics: lanes at one address take turns, and a sector is touched once a turn") {
  const auto use = [](auto&& f, LaneMask active = all, uint32_t bytes = 4) { return atomic_use(Lanes(f).offset, active, bytes); };
  CHECK(use([](uint32_t) { return 8u; }) == AtomicUse{31, 32});
  CHECK(use([](uint32_t) { return 8u; }, 0xff) == AtomicUse{7, 8});
  CHECK(use([](uint32_t lane) { return lane * 4; }) == AtomicUse{0, 4});
  CHECK(use([](uint32_t lane) { return lane * 32; }) == AtomicUse{0, 32});
  CHECK(use([](uint32_t lane) { return lane % 2 * 4; }) == AtomicUse{30, 16});         // both of one sector go together
  CHECK(use([](uint32_t lane) { return lane % 2 * 32; }) == AtomicUse{30, 32});
  CHECK(use([](uint32_t lane) { return lane * 8; }, all, 8) == AtomicUse{0, 8});
  CHECK(use([](uint32_t lane) { return lane < 3 ? 0u : 4096 + lane * 4; }) == AtomicUse{2, 3 + 4});
}

TEST_CASE("random lanes and addresses, against the definition") {
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    const uint32_t range = 1 + random() % (i % 2 ? 12 : 300), bytes = i % 3 ? 4 : 8;
    const Lanes lanes([&](uint32_t) { return random() % range * bytes + (i % 5 ? 0 : 0xfffff000u); });
    const LaneMask active = i % 4 ? static_cast<LaneMask>(random()) : all;
    std::map<uint32_t, uint32_t> by_address;
    std::set<std::pair<uint32_t, uint32_t>> touched;  // sector, turn
    uint32_t collisions = 0;
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
      if (!(active >> lane & 1)) continue;
      const uint32_t turn = by_address[lanes.offset[lane]]++;
      collisions += turn > 0;
      touched.insert({lanes.offset[lane] / 32, turn});
    }
    REQUIRE(count_addresses(lanes.offset, active) == by_address.size());
    REQUIRE(atomic_use(lanes.offset, active, bytes) == AtomicUse{collisions, static_cast<uint32_t>(touched.size())});
  }
}
