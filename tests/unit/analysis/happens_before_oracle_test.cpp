// The clocks against the definition: every thread keeps the set of all moments that lie behind it, and of those that it may tell.
#include <doctest/doctest.h>

#include <bitset>
#include <map>
#include <random>
#include <utility>

#include "simulator/analysis/happens_before.h"

using namespace wb;

namespace {

constexpr uint32_t blocks = 3, threads = 64, no_cluster = 9;
using Moments = std::bitset<256>;  // by number; an access is one

struct Thread {
  Moments known, fenced, tells_block, tells_cluster, tells_all;  // fenced: of what it knows, all but what it has learnt from words since its last fence
};

// The same events by sets.
class Definition {
 public:
  // Blocks 0 and 1 are a cluster, number 0, if there is one.
  explicit Definition(bool has_cluster) : has_cluster_(has_cluster) {}
  uint32_t cluster_of(uint32_t block) const { return has_cluster_ && block < 2 ? 0 : no_cluster + block; }
  Thread& of(uint32_t block, uint32_t thread) { return threads_[block * threads + thread]; }
  void access(uint32_t block, uint32_t thread, size_t moment) { of(block, thread).known.set(moment), of(block, thread).fenced.set(moment); }
  template <class Members>
  void join(const Members& members) {
    Thread all;
    for (auto [b, t] : members) {
      all.known |= of(b, t).known;
      all.fenced |= of(b, t).fenced;
      all.tells_block |= of(b, t).tells_block;
      all.tells_cluster |= of(b, t).tells_cluster;
      all.tells_all |= of(b, t).tells_all;
    }
    for (auto [b, t] : members) of(b, t) = all;
  }
  void fence(uint32_t block, uint32_t thread, MemoryScope scope) {
    Thread& me = of(block, thread);
    me.fenced = me.known;
    me.tells_block |= me.known;
    if (scope >= MemoryScope::cluster) me.tells_cluster |= me.known;
    if (scope >= MemoryScope::device) me.tells_all |= me.known;
  }
  // Behind a load that acquires: nothing may be told by it.
  void acquire(uint32_t block, uint32_t thread) { of(block, thread).fenced = of(block, thread).known; }
  // In front of a store or atomic that releases: that tells all that the thread knows but for what it has only seen, and no other does.
  void release(uint32_t block, uint32_t thread, uint32_t word, MemoryScope fence, MemoryScope scope, bool anew) {
    const Thread before = of(block, thread);
    Thread& me = of(block, thread);
    me.tells_block |= me.fenced;
    if (fence >= MemoryScope::cluster) me.tells_cluster |= me.fenced;
    if (fence >= MemoryScope::device) me.tells_all |= me.fenced;
    tell(block, thread, word, scope, anew);
    of(block, thread) = before;
  }
  void learn(uint32_t block, uint32_t thread, uint32_t word, MemoryScope scope) {
    Moments& known = of(block, thread).known;
    known |= in_block_[{word, block}];
    if (scope >= MemoryScope::cluster) known |= in_cluster_[{word, cluster_of(block)}];
    if (scope >= MemoryScope::device) known |= all_[word];
  }
  void tell(uint32_t block, uint32_t thread, uint32_t word, MemoryScope scope, bool anew) {
    if (anew) {
      all_[word].reset();
      for (uint32_t b = 0; b < blocks; ++b) in_block_[{word, b}].reset(), in_cluster_[{word, cluster_of(b)}].reset();
    }
    const Thread& me = of(block, thread);
    in_block_[{word, block}] |= me.tells_block;
    if (scope >= MemoryScope::cluster) in_cluster_[{word, cluster_of(block)}] |= me.tells_cluster;
    if (scope >= MemoryScope::device) all_[word] |= me.tells_all;
  }
  void arrive(uint32_t block, uint32_t thread, bool is_relaxed) {
    const Thread& me = of(block, thread);
    if (is_relaxed) coming_.known |= me.tells_cluster, coming_.fenced |= me.tells_cluster;
    else add(coming_, me);
  }
  void complete() { complete_ = std::exchange(coming_, {}); }
  void wait(uint32_t block, uint32_t thread) { add(of(block, thread), complete_); }

 private:
  static void add(Thread& to, const Thread& from) {
    to.known |= from.known;
    to.fenced |= from.fenced;
    to.tells_block |= from.tells_block;
    to.tells_cluster |= from.tells_cluster;
    to.tells_all |= from.tells_all;
  }

  Thread threads_[blocks * threads];
  Thread coming_, complete_;  // at the barrier of the cluster
  const bool has_cluster_;
  std::map<uint32_t, Moments> all_;
  std::map<std::pair<uint32_t, uint32_t>, Moments> in_block_, in_cluster_;
};

struct Access {
  uint32_t block, warp;
  LaneMask lanes;
  uint64_t tick;
  size_t first_moment;  // of its lowest lane; one a lane
};

}  // namespace

TEST_CASE("clocks say what sets of moments say") {
  uint64_t compared = 0, unordered = 0, repeated = 0, lacking = 0;
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    std::mt19937 random(seed);
    const auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    HappensBefore clocks(threads);
    const bool has_cluster = seed % 2;
    Definition sets(has_cluster);
    for (uint32_t b = 0; b < 2 && has_cluster; ++b) clocks.join_cluster(b, 0);
    std::vector<Access> accesses;
    std::map<std::pair<uint32_t, uint64_t>, std::pair<LaneMask, uint64_t>> said;  // by thread and access: what, and when
    size_t moments = 0;
    CAPTURE(seed);
    for (uint64_t tick = 1; tick < 80; ++tick) {
      const uint32_t block = pick(blocks), warp = pick(2), lane = pick(3), thread = warp * warp_size + lane, word = pick(2);
      constexpr MemoryScope scopes[] = {MemoryScope::block, MemoryScope::cluster, MemoryScope::device, MemoryScope::system, MemoryScope::device};
      const MemoryScope word_scope = scopes[pick(5)];
      const LaneMask some = 1u << lane | 1u << pick(3);
      switch (pick(has_cluster ? 14 : 12)) {
        case 0: {
          std::vector<std::pair<uint32_t, uint32_t>> all;
          for (uint32_t t = 0; t < threads; ++t) all.push_back({block, t});
          if (pick(2)) sets.join(all), clocks.barrier(block, tick);
          break;
        }
        case 1: {
          std::vector<std::pair<uint32_t, uint32_t>> named;
          for (uint32_t l = 0; l < warp_size; ++l)
            if (some >> l & 1) named.push_back({block, warp * warp_size + l});
          sets.join(named);
          clocks.warp_sync(block, warp, some, tick);
          break;
        }
        case 2:
        case 3: {
          const MemoryScope scope = scopes[pick(5)];
          for (uint32_t l = 0; l < warp_size; ++l)
            if (some >> l & 1) sets.fence(block, warp * warp_size + l, scope);
          clocks.fence(block, warp, some, {scope}, tick);
          break;
        }
        case 4:
        case 5: {
          const HappensBefore::Word at{0, 0, word * 4};
          const bool is_store = pick(4) == 0, is_load = pick(3) == 0;
          if (!is_store) sets.learn(block, thread, word, word_scope), clocks.learn({block, thread}, at, word_scope, tick);
          if (is_store || !is_load) sets.tell(block, thread, word, word_scope, is_store), clocks.tell({block, thread}, at, word_scope, is_store);
          break;
        }
        case 6: {
          for (uint32_t l = 0; l < warp_size; ++l)
            if (some >> l & 1) sets.acquire(block, warp * warp_size + l);
          clocks.fence(block, warp, some, {MemoryScope::device, FencePart::acquire}, tick);
          break;
        }
        case 7: {
          const MemoryScope scope = scopes[pick(5)];
          clocks.fence(block, warp, 1u << lane, {scope, FencePart::release}, tick);
          const bool is_store = pick(2);
          if (pick(4) == 0) {
            clocks.tell_nothing({block, thread});
          } else {
            sets.release(block, thread, word, scope, word_scope, is_store);
            clocks.tell({block, thread}, {0, 0, word * 4}, word_scope, is_store);
          }
          break;
        }
        case 12: {
          const bool is_relaxed = pick(2);
          if (block > 1) break;
          for (uint32_t l = 0; l < 3; ++l)
            if (some >> l & 1) sets.arrive(block, warp * warp_size + l, is_relaxed);
          clocks.cluster_arrival(0, block, {warp, some}, is_relaxed, tick);
          break;
        }
        case 13: {
          if (block > 1) break;
          if (pick(2)) sets.complete(), clocks.cluster_complete(0, tick);
          for (uint32_t l = 0; l < 3; ++l)
            if (some >> l & 1) sets.wait(block, warp * warp_size + l);
          clocks.cluster_wait(0, block, {warp, some}, tick);
          break;
        }
        default: {
          if (moments + 3 > Moments().size()) break;
          // Before it: what earlier accesses does each of its lanes not know of?
          for (uint32_t l = 0; l < 3; ++l) {
            if (!(some >> l & 1)) continue;
            const LinearThread me{block, warp * warp_size + l};
            for (const Access& before : accesses) {
              LaneMask expected = 0, unfenced = 0;
              for (uint32_t other = 0; other < 3; ++other) {
                if (!(before.lanes >> other & 1)) continue;
                const Thread& mine = sets.of(block, me.thread);
                if (!mine.known.test(before.first_moment + other)) expected |= 1u << other;
                else if (!mine.fenced.test(before.first_moment + other)) unfenced |= 1u << other;
              }
              const LaneMask found = clocks.unordered(me, before.block, before.warp, before.lanes, before.tick);
              ++compared, unordered += found != 0;
              REQUIRE(found == expected);
              REQUIRE(clocks.lacks_fence(clocks.view(me), before.block, before.warp, before.lanes, before.tick) == unfenced);
              lacking += unfenced != 0;
              const auto [last, is_new] = said.try_emplace({block * threads + me.thread, before.tick}, found, tick);
              const bool has_learnt_nothing = !is_new && clocks.view(me).since <= last->second.second;
              repeated += has_learnt_nothing;
              if (has_learnt_nothing) REQUIRE(found == last->second.first);
              last->second = {found, tick};
            }
          }
          accesses.push_back({block, warp, some, tick, moments});
          for (uint32_t l = 0; l < 3; ++l)
            if (some >> l & 1) sets.access(block, warp * warp_size + l, moments + l);
          moments += 3;
        }
      }
    }
  }
  MESSAGE(compared << " pairs compared, " << unordered << " of them unordered, " << repeated << " of them again by a thread that had learnt nothing new; " << lacking << " in order by a word with no fence behind it");
  CHECK(unordered > compared / 10);
  CHECK(unordered < compared / 10 * 9);
  CHECK(repeated > compared / 20);
  CHECK(lacking > compared / 400);
}
