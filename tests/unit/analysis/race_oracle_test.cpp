// The detector against the definition: random launches as traces of accesses, compared pair by pair.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "simulator/analysis/race_shadow.h"
#include "trace.h"

using namespace wb;

namespace {

struct LaneAccess {
  uint32_t block, epoch, thread, site, allocation, begin, bytes;
  AccessKind kind;
};
struct Event {
  bool is_barrier = false, is_begin = false, is_end = false;
  uint32_t block = 0;
  WarpAccess access;
  std::array<uint32_t, 32> offset{};
};

using Verdict = std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Finding::Scope>;  // (site, site, allocation) -> widest scope

Verdict by_definition(const std::vector<LaneAccess>& accesses, const std::vector<AllocationInfo>& allocations) {
  Verdict verdict;
  for (size_t i = 0; i < accesses.size(); ++i)
    for (size_t j = i + 1; j < accesses.size(); ++j) {
      const LaneAccess &a = accesses[i], &b = accesses[j];
      if (a.allocation != b.allocation || a.begin >= b.begin + b.bytes || b.begin >= a.begin + a.bytes) continue;
      if (a.kind == AccessKind::load && b.kind == AccessKind::load) continue;
      if (a.kind == AccessKind::atomic && b.kind == AccessKind::atomic && a.bytes == b.bytes) continue;
      Finding::Scope scope;
      if (a.block != b.block) {
        if (allocations[a.allocation].space == Space::shared) continue;
        scope = Finding::Scope::grid;
      } else {
        if (a.thread == b.thread || a.epoch != b.epoch) continue;
        scope = a.thread / 32 == b.thread / 32 ? Finding::Scope::warp : Finding::Scope::block;
      }
      Finding::Scope& widest = verdict[{std::min(a.site, b.site), std::max(a.site, b.site), a.allocation}];
      widest = std::max(widest, scope);
    }
  return verdict;
}

struct Generated {
  std::vector<AllocationInfo> allocations;
  std::vector<Site> sites;
  std::vector<std::vector<Event>> blocks;  // each block's events in its own order
  std::vector<LaneAccess> accesses;
};

Generated generate(std::mt19937& random) {
  auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  Generated g;
  uint32_t element = 1u << pick(4);
  ScalarKind scalar = element == 1 ? ScalarKind::uchar : element == 2 ? ScalarKind::short_ : element == 4 ? ScalarKind::int_ : ScalarKind::double_;
  for (Space space : {Space::global, Space::shared}) {
    AllocationInfo a{.name = space_name(space), .space = space, .bytes = pick(4) ? 256u + 32 * pick(8) : 9000u, .scalar = scalar, .element_bytes = element};
    a.shape = {a.bytes / element};
    g.allocations.push_back(a);
  }
  uint32_t site_count = 2 + pick(4), block_count = 1 + pick(3), warps = 1 + pick(3);
  std::vector<uint32_t> bytes(site_count);
  for (uint32_t s = 0; s < site_count; ++s) {
    uint32_t k = pick(8);
    g.sites.push_back({.kind = k < 4 ? AccessKind::load : k < 7 ? AccessKind::store : AccessKind::atomic, .order = s});
    bytes[s] = pick(3) ? std::max(element, 1u) : 1u << pick(5);
  }
  uint32_t density = pick(3);
  for (uint32_t b = 0; b < block_count; ++b) {
    std::vector<Event> events;
    Event begin;
    begin.is_begin = true;
    begin.block = b;
    events.push_back(begin);
    uint32_t epochs = 1 + pick(12);
    for (uint32_t epoch = 0; epoch < epochs; ++epoch) {
      for (uint32_t n = pick(4); n > 0; --n) {
        Event e;
        e.block = b;
        WarpAccess& a = e.access;
        a.site = pick(site_count);
        a.allocation = pick(2);
        a.block = b;
        a.warp = pick(warps);
        a.kind = g.sites[a.site].kind;
        a.space = g.allocations[a.allocation].space;
        a.bytes = static_cast<uint8_t>(bytes[a.site]);
        uint32_t slots = static_cast<uint32_t>(g.allocations[a.allocation].bytes) / a.bytes;
        LaneMask lanes = pick(2) ? ~0u : pick(2) ? static_cast<LaneMask>(random()) : 1u << pick(32);
        if (!lanes) lanes = 1;
        uint32_t shape = pick(density == 0 ? 4 : 6), start = pick(slots), stride = pick(4);
        bool fits = lanes == ~0u && start + 32 <= slots;
        for (uint32_t l = 0; l < 32; ++l) {
          uint32_t index = shape == 0 ? start : shape == 1 || shape >= 4 ? (fits ? start + l : (start + l) % slots) : shape == 2 ? pick(slots) : (start + stride * (l / 8) + l % 8) % slots;
          e.offset[l] = index * a.bytes;
        }
        a.active = lanes;
        a.pattern = AccessPattern::scattered;
        if (shape == 0) a.pattern = AccessPattern::broadcast;
        if ((shape == 1 || shape >= 4) && fits) a.pattern = AccessPattern::contiguous;
        for (uint32_t l = 0; l < 32; ++l)
          if (lanes >> l & 1) g.accesses.push_back({b, epoch, a.warp * 32 + l, a.site, a.allocation, e.offset[l], a.bytes, a.kind});
        events.push_back(e);
      }
      Event barrier;
      barrier.is_barrier = true;
      barrier.block = b;
      events.push_back(barrier);
    }
    Event end;
    end.is_end = true;
    end.block = b;
    events.push_back(end);
    g.blocks.push_back(events);
  }
  return g;
}

// Runs the blocks in turn or mixed; within an epoch the accesses of different warps may change places.
Verdict by_shadow(const Generated& g, std::mt19937& random, bool mixed) {
  RaceShadow shadow;
  shadow.begin_launch(g.allocations, g.sites);
  std::vector<std::vector<Event>> blocks = g.blocks;
  if (mixed)
    for (auto& events : blocks)
      for (size_t i = 1; i + 1 < events.size(); ++i) {
        const Event &a = events[i], &b = events[i + 1];
        bool plain = !a.is_barrier && !b.is_barrier && !a.is_begin && !b.is_end;
        if (plain && a.access.warp != b.access.warp && random() % 2) std::swap(events[i], events[i + 1]);
      }
  std::vector<size_t> next(blocks.size());
  uint64_t tick = 0;
  for (;;) {
    std::vector<size_t> live;
    for (size_t b = 0; b < blocks.size(); ++b)
      if (next[b] < blocks[b].size()) live.push_back(b);
    if (live.empty()) break;
    size_t b = mixed ? live[random() % live.size()] : live[0];
    Event e = blocks[b][next[b]++];
    if (e.is_begin) shadow.begin_block(e.block);
    else if (e.is_end) shadow.end_block(e.block);
    else if (e.is_barrier) shadow.barrier(e.block);
    else {
      e.access.tick = tick++;
      e.access.offset = e.offset.data();
      shadow.access(e.access);
    }
  }
  Verdict verdict;
  for (const RacePair& pair : shadow.pairs()) {
    verdict[{pair.site[0], pair.site[1], pair.allocation}] = pair.scope;
    REQUIRE(pair.has_example);
    bool is_same_block = pair.first.block == pair.second.block;
    REQUIRE((!is_same_block || pair.first.thread != pair.second.thread));
  }
  return verdict;
}

}  // namespace

TEST_CASE("the race shadow finds exactly the racing pairs of places, with their scope, under every schedule") {
  size_t racy = 0, clean = 0;
  for (uint32_t seed = 0; seed < 4000; ++seed) {
    std::mt19937 random(seed);
    Generated g = generate(random);
    Verdict expected = by_definition(g.accesses, g.allocations);
    (expected.empty() ? clean : racy) += 1;
    for (int run = 0; run < 3; ++run) {
      Verdict found = by_shadow(g, random, run > 0);
      if (found != expected) {
        CAPTURE(seed);
        CAPTURE(run);
        for (auto& [key, scope] : expected)
          if (!found.count(key) || found[key] != scope)
            MESSAGE("expected ", std::get<0>(key), " ", std::get<1>(key), " on ", std::get<2>(key), " scope ", static_cast<int>(scope), " found ", found.count(key) ? static_cast<int>(found[key]) : -1);
        for (auto& [key, scope] : found)
          if (!expected.count(key)) MESSAGE("invented ", std::get<0>(key), " ", std::get<1>(key), " on ", std::get<2>(key), " scope ", static_cast<int>(scope));
        REQUIRE(found == expected);
      }
    }
  }
  MESSAGE(racy, " racy and ", clean, " clean traces");
  CHECK(racy > 500);
  CHECK(clean > 100);
}

namespace {

// Everything of a pair of places but its example's ticks and values: a lane alone knows less about the others.
using Judged = std::tuple<uint32_t, uint32_t, uint64_t, Finding::Scope, bool, bool, bool, uint64_t>;
std::vector<Judged> judged(const RaceShadow& shadow) {
  std::vector<Judged> all;
  for (const RacePair& p : shadow.pairs()) all.push_back({p.site[0], p.site[1], p.count, p.scope, p.fetch_first, p.store_first, p.different_values, p.offset});
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

// Blocks that go all over a few elements, as a histogram's: soon every element has been used by several of them, and nothing new is learnt.
TEST_CASE("a warp that goes all over the memory is judged as its lanes one by one") {
  size_t counted = 0;
  for (uint32_t seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    const uint32_t elements = 4u << pick(6), site_count = 1 + pick(3), values = 1 + pick(3);
    std::vector<AllocationInfo> allocations{{.name = "bins", .space = pick(4) ? Space::global : Space::shared, .bytes = 4 * elements, .scalar = ScalarKind::int_, .element_bytes = 4, .shape = {elements}}};
    std::vector<Site> sites;
    for (uint32_t s = 0; s < site_count; ++s) sites.push_back({.kind = static_cast<AccessKind>(pick(3)), .order = s});
    RaceShadow by_warp, by_lane;
    for (RaceShadow* shadow : {&by_warp, &by_lane}) shadow->begin_launch(allocations, sites);
    for (uint32_t block = 0; block < 6; ++block) {
      for (RaceShadow* shadow : {&by_warp, &by_lane}) shadow->begin_block(block);
      for (uint32_t n = 0; n < 40; ++n) {
        std::array<uint32_t, 32> offset;
        std::array<uint64_t, 32> value;
        for (uint32_t lane = 0; lane < 32; ++lane) offset[lane] = 4 * pick(elements), value[lane] = pick(values);
        const uint32_t site = pick(site_count);
        WarpAccess access{.tick = block * 40 + n, .block = block, .warp = n % 3, .site = site, .active = ~0u, .kind = sites[site].kind, .space = allocations[0].space,
                          .bytes = 4, .pattern = AccessPattern::scattered, .allocation = 0, .offset = offset.data(), .value = value.data()};
        by_warp.access(access);
        for (uint32_t lane = 0; lane < 32; ++lane) {
          access.active = 1u << lane;
          by_lane.access(access);
        }
        if (pick(16) == 0)
          for (RaceShadow* shadow : {&by_warp, &by_lane}) shadow->barrier(block);
      }
      for (RaceShadow* shadow : {&by_warp, &by_lane}) shadow->end_block(block);
    }
    CAPTURE(seed);
    REQUIRE(judged(by_warp) == judged(by_lane));
    for (const RacePair& pair : by_warp.pairs()) counted += pair.count;
    if (allocations[0].space == Space::shared) continue;
    const auto a = by_warp.element_use(0), b = by_lane.element_use(0);
    for (uint32_t i = 0; i < elements; ++i) REQUIRE(std::tie(a[i].stored, a[i].several, a[i].site, a[i].thread) == std::tie(b[i].stored, b[i].several, b[i].site, b[i].thread));
  }
  CHECK(counted > 100000);
}
