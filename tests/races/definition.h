#pragma once
// When two accesses race, by the definition and nothing else: the judge of the detector.
//
// It watches a run and keeps every access of every thread as a moment. Each thread has the set of all moments that lie behind it, as bits;
// a barrier makes the sets of its threads one, a barrier with a number collects the sets of those who come and adds them to those of who
// waits, a fence copies what a thread may tell, a word holds what it was told. At each access all earlier ones at its bytes are asked for,
// one by one. Nothing is merged, dropped, cached or remembered by ticks: this is what the rules of docs/races.md say, written down as
// simply as they can be, for launches small enough that n^2 does not matter.
//
// It shares no code with the detector; what it takes from the program is where accesses stand in the text (sites), and which atomicCAS compare with a copy
// of what a load brings. That the machine's fences and atomics are those of the text is looked at beside it (written_orders.h).
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "copies_under_way.h"
#include "simulator/analysis/events.h"
#include "simulator/analysis/exact_races.h"
#include "simulator/analysis/finding.h"
#include "written_orders.h"

namespace wb::test {

class RaceDefinition : public RunWatcher {
 public:
  struct Setting {
    uint32_t blocks = 1, threads = 1;  // threads of a block
    bool has_fences = false;           // the program has some: volatile accesses may be flags
    FlagLoads flags{};                 // of these volatile loads, and in this memory
    bool lanes_descend = false;        // the schedule takes the lanes of an instruction from the highest down
  };
  using Checks = std::map<uint32_t, std::vector<uint32_t>>;  // by site of a load: those atomicCAS
  RaceDefinition(const Setting& setting, std::vector<AllocationInfo> allocations, const std::string& text, std::vector<Site> sites, Checks checks);

  void access(const WarpAccess& access) override;
  void fault(const WarpFault& fault) override;
  void barrier(uint32_t block, uint64_t tick) override;
  void grid_barrier(uint64_t tick) override;
  void warp_sync(uint32_t block, uint32_t warp, LaneMask lanes, uint64_t tick) override;
  void fence(uint32_t block, uint32_t warp, LaneMask lanes, Fence fence, uint64_t tick) override;
  void join_cluster(uint32_t block, uint32_t cluster) override { cluster_of_[block] = cluster; }
  void cluster_arrival(uint32_t cluster, uint32_t block, WarpLanes who, bool is_relaxed, uint64_t tick) override;
  void cluster_complete(uint32_t cluster, uint64_t) override { complete_[cluster] = std::exchange(coming_[cluster], {}); }
  void cluster_wait(uint32_t cluster, uint32_t block, WarpLanes who, uint64_t tick) override;
  void barrier_arrival(uint32_t block, uint32_t number, WarpLanes who, uint64_t tick) override;
  void named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting, uint64_t tick) override;

  // One line for each race that a report has to hold: "race.waw s 305-328 305-328 error block", spans by where they begin and end in the text.
  // "race.raw|race.war", "error|warning": both are right. The first where the ways of the two threads, or one way and the text, disagree about which access stands first;
  // both where a thread changes what it has fetched at this place, but not the one that races. "race.mixed:scope": two
  // atomics (or one, and a volatile access), one of them for too few; ":sizes": atomics of several sizes.
  // Several: any of them is right.
  std::vector<std::set<std::string>> verdicts() const;

  size_t moment_count() const { return moments_.size(); }
  uint64_t compared() const { return compared_; }
  uint64_t racing() const { return racing_; }

 private:
  struct Moment {
    uint32_t thread = 0, block = 0;  // thread: of the launch
    uint32_t site = 0, allocation = 0, copy = 0, phase = 0;  // phase: barriers that its thread has passed
    uint64_t begin = 0, bytes = 0;
    AccessKind kind{};
    bool is_volatile = false, has_fenced = false, has_value = false;
    bool is_update = false;  // a volatile store of what was made of the same word
    MemoryScope scope = MemoryScope::device;
    bool only_reads = false;  // a load, cuda::atomic's too
    bool sees = false;  // an atomic whose result somebody uses, a volatile load: it may learn what others tell
    uint64_t value = 0, high_value = 0;  // stored, loaded, or the operand of an atomic
    uint64_t end() const { return begin + bytes; }
    bool is_of_copy = false, is_late = false;  // of an asynchronous copy, as it begins or as it is carried out
    bool is_flag() const { return is_volatile && kind != AccessKind::atomic; }
  };
  class Set {
   public:
    void add(size_t i) {
      if (words_.size() <= i / 64) words_.resize(i / 64 + 1);
      words_[i / 64] |= uint64_t{1} << i % 64;
    }
    bool has(size_t i) const { return i / 64 < words_.size() && (words_[i / 64] >> i % 64 & 1); }
    void add(const Set& other) {
      if (words_.size() < other.words_.size()) words_.resize(other.words_.size());
      for (size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
    }

   private:
    std::vector<uint64_t> words_;
  };
  struct Thread {
    Set behind;                     // what lies behind it
    Set fenced;                     // all of that but what it has learnt from words since its last fence
    Set tells_block, tells_cluster, tells_all;  // what it had behind it at its fences
    Set releases_block, releases_cluster, releases_all;  // what its next store or atomic tells, besides
    bool has_fenced = false;        // since its block's last barrier
  };
  struct Word {
    Set told_all;
    std::map<uint32_t, Set> told_cluster, told_block;  // by cluster, by block
    std::vector<size_t> changes;         // by atomics and volatile stores
  };
  // All races of two places on one allocation.
  struct Pair {
    uint32_t site[2] = {};
    AccessKind kind[2] = {};
    uint32_t allocation = 0;
    Finding::Scope scope = Finding::Scope::none;
    bool has_different_values = false, has_different_sizes = false, are_strong = true;  // strong: atomic or volatile
    std::vector<std::pair<size_t, size_t>> moments;  // the earlier one first
    bool late_fetch_first = false, late_store_first = false;  // beside what a copy stores when it is waited for
  };
  using WordKey = std::tuple<uint32_t, uint32_t, uint64_t, uint64_t>;  // allocation, copy, begin, bytes

  // What those have brought to a barrier with a number who have come since it was complete.
  struct Brought {
    Set behind, fenced, tells_block, tells_cluster, tells_all;
  };
  static void add(auto& to, const auto& from) {
    to.behind.add(from.behind);
    to.fenced.add(from.fenced);
    to.tells_block.add(from.tells_block);
    to.tells_cluster.add(from.tells_cluster);
    to.tells_all.add(from.tells_all);
  }
  // A block that is in no cluster is one of its own.
  uint32_t cluster_of(uint32_t block) const {
    const auto found = cluster_of_.find(block);
    return found == cluster_of_.end() ? 1'000'000 + block : found->second;
  }
  bool reach_each_other(const Moment& x, const Moment& y) const {
    const MemoryScope scope = std::min(x.scope, y.scope);
    return x.block == y.block || scope >= MemoryScope::device || (scope == MemoryScope::cluster && cluster_of(x.block) == cluster_of(y.block));
  }

  uint32_t thread_of(uint32_t block, uint32_t warp, uint32_t lane) const { return block * setting_.threads + warp * warp_size + lane; }
  void join(const std::vector<uint32_t>& threads);
  void pass(const std::vector<uint32_t>& threads);
  void one_lane(const WarpAccess& access, uint32_t lane);
  void follow_copies(const WarpAccess& access);
  void note_early(const WarpAccess& access, uint32_t thread, const CopiesUnderWay::Bytes& bytes);
  static bool is_strong(const Moment& m) { return m.kind == AccessKind::atomic || m.is_volatile; }
  bool may_race(const Moment& x, const Moment& y) const;
  bool is_update_of_word(const Moment& store) const;
  void come_after(Thread& me, size_t change) const;
  void look_for_races(size_t mine);
  void record(size_t x, size_t y);
  bool is_guess(const Pair& pair) const;
  bool is_checked(size_t fetch) const;
  bool is_update(const Pair& pair) const;
  bool may_be_update(const Pair& pair) const;
  bool changes_later(size_t fetch, uint64_t begin, uint64_t end, size_t change) const;
  bool is_latest(size_t fetch, size_t until) const;
  bool has_fetched(size_t change, uint64_t begin, uint64_t end) const;
  std::string position(const Pair& pair) const;
  std::string way(const Pair& pair) const;
  bool is_before_wait(const Moment& second, const Moment& first) const;
  bool are_two_sides(const Site& a, const Site& b) const;

  Setting setting_;
  std::vector<AllocationInfo> allocations_;
  std::vector<Site> sites_;
  Checks checks_;
  WrittenOrders written_;
  // Accesses to what a copy under way is to bring, or brings, by place and allocation.
  struct EarlyReads {
    bool are_own = false;  // some of the copying threads themselves
  };
  bool is_with_copy(const Pair& pair, uint32_t reading) const;
  enum class EitherWay : uint8_t { no, open, yes };
  EitherWay goes_either_way(const std::pair<uint32_t, uint32_t>& place) const;
  std::set<std::string> verdict(EitherWay open) const;
  std::map<std::pair<uint32_t, uint32_t>, EarlyReads> early_reads_, early_stores_, changed_sources_;
  bool races_with_copy(const std::pair<uint32_t, uint32_t>& place, AccessKind kind) const;
  std::optional<uint32_t> changes_behind_begin(const Pair& pair) const;
  CopiesUnderWay copies_;
  std::set<uint32_t> copying_sites_, exchanging_sites_;  // who exchanges reads nothing, if nobody uses it
  std::vector<Moment> moments_;
  std::vector<Thread> threads_;
  std::map<std::pair<uint32_t, uint32_t>, Brought> brought_;          // by block and number
  std::map<uint32_t, uint32_t> cluster_of_;                           // by block
  std::map<uint32_t, Brought> coming_, complete_;                     // by cluster: to its barrier, since the last time; the last time
  std::vector<uint32_t> passed_;                                      // by thread: barriers that it has gone on behind, of any kind for all of its block
  std::map<std::tuple<uint32_t, uint32_t, uint64_t>, std::vector<size_t>> at_byte_;  // allocation, copy, byte
  std::map<WordKey, Word> words_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Pair> pairs_;   // site, site, allocation
  std::set<std::pair<size_t, size_t>> racing_changes_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, size_t> first_visit_;  // thread, phase, site
  std::vector<std::vector<size_t>> of_thread_;
  uint64_t compared_ = 0, racing_ = 0;
};

}  // namespace wb::test
