#include "definition.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <tuple>
#include <utility>

namespace wb::test {

RaceDefinition::RaceDefinition(const Setting& setting, std::vector<AllocationInfo> allocations, const std::string& text, std::vector<Site> sites, Checks checks)
    : setting_(setting), allocations_(std::move(allocations)), sites_(std::move(sites)), checks_(std::move(checks)), written_(text, sites_), threads_(size_t{setting.blocks} * setting.threads), passed_(threads_.size()),
      of_thread_(threads_.size()) {
  const auto is_at = [&](const Site& site, const char* word) { return site.span.end <= text.size() && text.compare(site.span.begin, std::char_traits<char>::length(word), word) == 0; };
  for (uint32_t site = 0; site < sites_.size(); ++site) {
    if (is_at(sites_[site], "__pipeline_memcpy_async(")) copying_sites_.insert(site);
    if (is_at(sites_[site], "atomicExch") || is_at(sites_[site], "store(") || is_at(sites_[site], "exchange(")) exchanging_sites_.insert(site);
  }
}

// ---- order

void RaceDefinition::join(const std::vector<uint32_t>& threads) {
  Thread all;
  for (uint32_t t : threads) add(all, threads_[t]);
  for (uint32_t t : threads) {
    all.has_fenced = threads_[t].has_fenced;
    threads_[t] = all;
  }
}

// On to the next phase.
void RaceDefinition::pass(const std::vector<uint32_t>& threads) {
  for (uint32_t t : threads) threads_[t].has_fenced = false, ++passed_[t];
}

// Threads that have left count as having arrived.
void RaceDefinition::barrier(uint32_t block, uint64_t) {
  std::vector<uint32_t> threads(setting_.threads);
  std::iota(threads.begin(), threads.end(), block * setting_.threads);
  join(threads);
  pass(threads);
}

void RaceDefinition::grid_barrier(uint64_t) {
  std::vector<uint32_t> threads(threads_.size());
  std::iota(threads.begin(), threads.end(), 0u);
  join(threads);
  pass(threads);
}

void RaceDefinition::warp_sync(uint32_t block, uint32_t warp, LaneMask lanes, uint64_t) {
  std::vector<uint32_t> threads;
  for (uint32_t lane = 0; lane < warp_size; ++lane)
    if (lanes >> lane & 1) threads.push_back(thread_of(block, warp, lane));
  join(threads);
}

// Lanes that have left bring nothing.
void RaceDefinition::barrier_arrival(uint32_t block, uint32_t number, WarpLanes who, uint64_t) {
  Brought& brought = brought_[{block, number}];
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    if (!(who.lanes >> lane & 1)) continue;
    add(brought, threads_[thread_of(block, who.warp, lane)]);
  }
}

// Who arrives relaxed brings only what a fence of its allows the cluster to know.
void RaceDefinition::cluster_arrival(uint32_t cluster, uint32_t block, WarpLanes who, bool is_relaxed, uint64_t) {
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    if (!(who.lanes >> lane & 1)) continue;
    const Thread& thread = threads_[thread_of(block, who.warp, lane)];
    if (is_relaxed) coming_[cluster].behind.add(thread.tells_cluster), coming_[cluster].fenced.add(thread.tells_cluster);
    else add(coming_[cluster], thread);
  }
}
void RaceDefinition::cluster_wait(uint32_t cluster, uint32_t block, WarpLanes who, uint64_t) {
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    if (!(who.lanes >> lane & 1)) continue;
    add(threads_[thread_of(block, who.warp, lane)], complete_[cluster]);
    ++passed_[thread_of(block, who.warp, lane)];
  }
}

// Where all of the block wait, it is told as the block's barrier instead, and what was brought is behind everybody.
void RaceDefinition::named_barrier(uint32_t block, uint32_t number, std::span<const WarpLanes> waiting, uint64_t) {
  const Brought brought = std::exchange(brought_[{block, number}], {});
  for (const WarpLanes& who : waiting)
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
      if (!(who.lanes >> lane & 1)) continue;
      add(threads_[thread_of(block, who.warp, lane)], brought);
    }
}

// What is behind a thread is in order with it, fence or not: a load that acquires adds nothing to that, but from then on the thread may hand it on. What a release tells goes by the next
// store or atomic: all but what the thread has only looked at.
void RaceDefinition::fence(uint32_t block, uint32_t warp, LaneMask lanes, Fence fence, uint64_t) {
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    if (!(lanes >> lane & 1)) continue;
    written_.fence(thread_of(block, warp, lane), fence);
    Thread& me = threads_[thread_of(block, warp, lane)];
    const bool is_whole = fence.part == FencePart::whole || fence.part == FencePart::light;
    if (fence.part != FencePart::release) me.fenced = me.behind;
    if (fence.part == FencePart::acquire) continue;
    (is_whole ? me.tells_block : me.releases_block).add(me.fenced);
    if (fence.scope >= MemoryScope::cluster) (is_whole ? me.tells_cluster : me.releases_cluster).add(me.fenced);
    if (fence.scope >= MemoryScope::device) (is_whole ? me.tells_all : me.releases_all).add(me.fenced);
    me.has_fenced |= is_whole;
  }
}

// ---- accesses

void RaceDefinition::access(const WarpAccess& access) {
  if (access.space != Space::global && access.space != Space::shared) return;
  if (!copying_sites_.empty()) follow_copies(access);
  for (uint32_t lane = 0; lane < warp_size; ++lane) {  // they come by together
    const uint32_t thread = thread_of(access.block, access.warp, lane);
    if (access.active >> lane & 1) first_visit_.try_emplace({thread, passed_[thread], access.site}, moments_.size());
  }
  for (uint32_t i = 0; i < warp_size; ++i) {
    const uint32_t lane = setting_.lanes_descend ? warp_size - 1 - i : i;
    if (access.active >> lane & 1) one_lane(access, lane);
  }
}

// All lanes of an instruction look before one of them stores.
void RaceDefinition::follow_copies(const WarpAccess& access) {
  const bool is_of_copy = copying_sites_.contains(access.site), is_load = access.kind == AccessKind::load, is_mark = allocations_[access.allocation].name == "m" && access.kind == AccessKind::store;
  const auto for_each = [&](auto&& f) {
    for (uint32_t lane = 0; lane < warp_size; ++lane)
      if (access.active >> lane & 1) f(thread_of(access.block, access.warp, lane), CopiesUnderWay::Bytes{access.memory_block(), access.allocation, access.offset[lane], access.offset[lane] + access.bytes}, lane);
  };
  for_each([&](uint32_t thread, const CopiesUnderWay::Bytes& bytes, uint32_t) { note_early(access, thread, bytes); });
  for_each([&](uint32_t thread, const CopiesUnderWay::Bytes& bytes, uint32_t lane) {
    if (is_mark) copies_.mark(thread, access.value[lane]);
    if (is_of_copy && is_load) access.is_late ? copies_.begin_to_carry_out(thread) : copies_.read_source(thread, bytes);
    if (access.space != Space::shared || is_load) return;
    if (!is_of_copy) copies_.store(bytes);
    else access.is_late ? copies_.carry_out(thread, bytes) : copies_.begin(thread, bytes);
  });
  if (is_of_copy && access.is_late && !is_load) for_each([&](uint32_t thread, const CopiesUnderWay::Bytes& bytes, uint32_t) { copies_.leave_to_others(thread, bytes); });
}

void RaceDefinition::note_early(const WarpAccess& access, uint32_t thread, const CopiesUnderWay::Bytes& bytes) {
  using Early = CopiesUnderWay::Early;
  const auto note = [&](auto& all, Early early) {
    if (early != Early::no) all[{access.site, access.allocation}].are_own |= early == Early::own;
  };
  const bool only_exchanges = access.kind == AccessKind::atomic && exchanging_sites_.contains(access.site) && !access.result_used;
  const bool looks = access.kind != AccessKind::store && !only_exchanges;
  if (looks && access.space == Space::shared) note(early_reads_, copies_.is_early(thread, bytes));
  if (copying_sites_.contains(access.site)) return;
  if (access.kind == AccessKind::store || only_exchanges) note(early_stores_, copies_.is_early_store(thread, bytes));
  if (access.kind != AccessKind::load) note(changed_sources_, copies_.changes_source(thread, bytes));
}

void RaceDefinition::fault(const WarpFault& fault) {
  if (fault.kind != FindingKind::oob_read && fault.kind != FindingKind::oob_write && fault.kind != FindingKind::cluster_exited) return;
  for (uint32_t lane = 0; lane < warp_size; ++lane)
    if (fault.lanes >> lane & 1) written_.fault(thread_of(fault.block, fault.warp, lane));
}

void RaceDefinition::one_lane(const WarpAccess& access, uint32_t lane) {
  Moment m;
  m.block = access.block;
  m.thread = thread_of(access.block, access.warp, lane);
  m.site = access.site;
  m.allocation = access.allocation;
  m.copy = access.space == Space::shared ? access.memory_block() : 0;
  m.phase = passed_[m.thread];
  m.begin = access.offset[lane];
  m.bytes = access.bytes;
  m.kind = access.kind;
  m.is_volatile = access.is_volatile;
  m.is_of_copy = copying_sites_.contains(access.site);
  m.is_late = access.is_late;
  m.scope = access.scope;
  m.only_reads = m.kind == AccessKind::load || (m.kind == AccessKind::atomic && sites_[m.site].kind == AccessKind::load);
  m.sees = m.kind == AccessKind::atomic ? access.result_used : m.is_volatile && m.kind == AccessKind::load;
  written_.access(m.thread, access, lane);
  Thread& me = threads_[m.thread];
  m.has_fenced = me.has_fenced;
  m.is_update = is_update_of_word(m);
  if (access.value && (access.bytes <= 8 || access.high_value)) {
    m.has_value = true;
    std::memcpy(&m.value, &access.value[lane], std::min<size_t>(access.bytes, 8));
    if (access.bytes == 16) m.high_value = access.high_value[lane];
  } else if (access.kind == AccessKind::load && access.memory && access.bytes <= 8) {
    m.has_value = true;
    std::memcpy(&m.value, access.memory + access.offset[lane], access.bytes);
  }
  const bool is_atomic = m.kind == AccessKind::atomic;
  const WordKey key{m.allocation, m.copy, m.begin, m.bytes};
  if (m.sees) {
    const auto found = words_.find(key);
    if (found != words_.end()) {
      if (m.scope >= MemoryScope::device) me.behind.add(found->second.told_all);
      const auto in_cluster = found->second.told_cluster.find(cluster_of(m.block));
      if (m.scope >= MemoryScope::cluster && in_cluster != found->second.told_cluster.end()) me.behind.add(in_cluster->second);
      const auto in_block = found->second.told_block.find(m.block);
      if (in_block != found->second.told_block.end()) me.behind.add(in_block->second);
    }
  }

  const size_t mine = moments_.size();
  moments_.push_back(m);
  of_thread_[m.thread].push_back(mine);
  look_for_races(mine);
  for (uint64_t byte = m.begin; byte < m.end(); ++byte) at_byte_[{m.allocation, m.copy, byte}].push_back(mine);
  me.behind.add(mine);
  me.fenced.add(mine);

  if (is_atomic || m.is_volatile) {  // who uses its result, or loads, has seen those that were made before on this word, and comes after them; but not who only fetches for an update
    Word& word = words_[key];
    for (size_t before : word.changes)
      if (m.sees && !setting_.flags.fetches.contains(m.site) && reach_each_other(moments_[before], m)) come_after(me, before);
    if (m.kind != AccessKind::load) word.changes.push_back(mine);
  }
  if (m.kind == AccessKind::store) {  // any store that is no atomic begins anew: whoever reads it reads nothing of what stood there
    for (auto& [at, word] : words_)
      if (std::get<0>(at) == m.allocation && std::get<1>(at) == m.copy && std::get<2>(at) < m.end() && m.begin < std::get<2>(at) + std::get<3>(at)) {
        word.told_all = {};
        word.told_cluster.clear();
        word.told_block.clear();
      }
  }
  const bool has_changed = !is_atomic || !access.new_value || !access.old_value || access.new_value[lane] != access.old_value[lane];
  if ((is_atomic && has_changed) || (m.is_flag() && m.kind == AccessKind::store)) {
    Word& word = words_[key];
    word.told_block[m.block].add(me.tells_block);
    word.told_block[m.block].add(me.releases_block);
    if (m.scope >= MemoryScope::cluster) word.told_cluster[cluster_of(m.block)].add(me.tells_cluster), word.told_cluster[cluster_of(m.block)].add(me.releases_cluster);
    if (m.scope >= MemoryScope::device) word.told_all.add(me.tells_all), word.told_all.add(me.releases_all);
  }
  if (is_atomic || m.kind == AccessKind::store) me.releases_block = me.releases_cluster = me.releases_all = {};
}

// ---- races

// Both touch a common byte, by different threads, and nothing puts them in order: is that a race? x ran first.
bool RaceDefinition::may_race(const Moment& x, const Moment& y) const {
  if (x.only_reads && y.only_reads) return false;
  const bool is_same_word = x.begin == y.begin && x.bytes == y.bytes;
  if (!is_same_word || !is_strong(x) || !is_strong(y)) return true;
  if (x.kind == AccessKind::atomic || y.kind == AccessKind::atomic) return !reach_each_other(x, y);
  if (x.is_update && y.is_update) return true;
  // Two volatile accesses: a flag?
  const bool is_of_one_warp = x.block == y.block && x.thread % setting_.threads / warp_size == y.thread % setting_.threads / warp_size;
  if (allocations_[x.allocation].space == Space::global && !is_of_one_warp) {
    if (x.kind != AccessKind::load && y.kind != AccessKind::load) return !setting_.flags.allocations[x.allocation];
    return !setting_.flags.sites.contains(x.kind == AccessKind::load ? x.site : y.site);
  }
  if (!setting_.has_fences) return true;
  const bool x_fenced = x.kind == AccessKind::load || x.has_fenced, y_fenced = y.kind == AccessKind::load || y.has_fenced;
  return !x_fenced || !y_fenced;
}

// What an update has fetched comes before what it stores.
void RaceDefinition::come_after(Thread& me, size_t change) const {
  me.behind.add(change), me.fenced.add(change);
  const Moment& c = moments_[change];
  if (!c.is_update) return;
  const std::vector<uint32_t>& loads = setting_.flags.updates.at(c.site);
  for (const size_t other : of_thread_[c.thread]) {
    const Moment& m = moments_[other];
    const bool is_fetch = other < change && m.allocation == c.allocation && m.copy == c.copy && m.begin == c.begin && m.bytes == c.bytes && std::count(loads.begin(), loads.end(), m.site);
    if (is_fetch) me.behind.add(other), me.fenced.add(other);
  }
}

// At one of the loads that its value is made of, its thread has looked at this word the last time that it came by.
bool RaceDefinition::is_update_of_word(const Moment& store) const {
  const auto loads = setting_.flags.updates.find(store.site);
  if (!store.is_flag() || store.kind != AccessKind::store || loads == setting_.flags.updates.end()) return false;
  const std::vector<size_t>& mine = of_thread_[store.thread];
  return std::any_of(loads->second.begin(), loads->second.end(), [&](uint32_t load) {
    const auto last = std::find_if(mine.rbegin(), mine.rend(), [&](size_t moment) { return moments_[moment].site == load; });
    if (last == mine.rend()) return false;
    const Moment& fetch = moments_[*last];
    return fetch.allocation == store.allocation && fetch.copy == store.copy && fetch.begin == store.begin && fetch.bytes == store.bytes;
  });
}

void RaceDefinition::look_for_races(size_t mine) {
  const Moment& y = moments_[mine];
  for (uint64_t byte = y.begin; byte < y.end(); ++byte) {
    const auto found = at_byte_.find({y.allocation, y.copy, byte});
    if (found == at_byte_.end()) continue;
    for (size_t earlier : found->second) {
      const Moment& x = moments_[earlier];
      if (x.thread == y.thread || std::max(x.begin, y.begin) != byte) continue;  // each pair once, at its first common byte
      ++compared_;
      if (threads_[y.thread].behind.has(earlier) || !may_race(x, y)) continue;
      ++racing_;
      record(earlier, mine);
    }
  }
}

void RaceDefinition::record(size_t first, size_t second) {
  const Moment &x = moments_[first], &y = moments_[second];
  const bool swaps = y.site < x.site;
  const Moment &a = swaps ? y : x, &b = swaps ? x : y;
  Pair& pair = pairs_[{a.site, b.site, x.allocation}];
  pair.site[0] = a.site, pair.site[1] = b.site;
  pair.kind[0] = a.kind, pair.kind[1] = b.kind;
  pair.allocation = x.allocation;
  const bool is_same_warp = x.thread % setting_.threads / warp_size == y.thread % setting_.threads / warp_size;
  pair.scope = std::max(pair.scope, x.block != y.block ? Finding::Scope::grid : is_same_warp ? Finding::Scope::warp : Finding::Scope::block);
  pair.has_different_sizes |= x.bytes != y.bytes;
  pair.are_strong &= is_strong(x) && is_strong(y);
  if (x.kind == AccessKind::store && y.kind == AccessKind::store) {
    pair.has_different_values |= (x.is_update && y.is_update) || !x.has_value || !y.has_value || x.bytes != y.bytes || x.value != y.value || x.high_value != y.high_value;
  }
  if ((x.is_late && x.kind == AccessKind::store && y.kind == AccessKind::load) || (y.is_late && y.kind == AccessKind::store && x.kind == AccessKind::load))
    (is_before_wait(y, x) ? pair.late_fetch_first : pair.late_store_first) = true;
  const bool are_changes = x.kind != AccessKind::load && y.kind != AccessKind::load;
  if (are_changes) racing_changes_.insert({first, second});
  if ((!are_changes || x.is_of_copy || y.is_of_copy) && pair.moments.size() < 200'000) pair.moments.push_back({first, second});
}

// ---- guesses

// The load of a thread that next stores or looks there again by an atomicCAS which compares with what was loaded.
bool RaceDefinition::is_checked(size_t fetch) const {
  const Moment& f = moments_[fetch];
  if (f.is_volatile || !f.has_value || f.bytes > 8 || f.begin % f.bytes) return false;
  const auto checks = checks_.find(f.site);
  for (size_t other : of_thread_[f.thread]) {
    const Moment& m = moments_[other];
    const bool is_there = m.allocation == f.allocation && m.copy == f.copy && m.begin < f.end() && f.begin < m.end();
    if (other <= fetch || (m.kind == AccessKind::load && !is_there)) continue;
    return checks != checks_.end() && std::count(checks->second.begin(), checks->second.end(), m.site) && is_there && m.begin == f.begin && m.bytes == f.bytes && m.value == f.value;
  }
  return false;
}

// The pair's load is, whoever comes by at its place.
bool RaceDefinition::is_guess(const Pair& pair) const {
  const uint32_t fetching = pair.kind[0] == AccessKind::load ? pair.site[0] : pair.site[1];
  for (size_t i = 0; i < moments_.size(); ++i)
    if (moments_[i].site == fetching && moments_[i].allocation == pair.allocation && !is_checked(i)) return false;
  return true;
}

// ---- names

// Does the thread of a fetch change these bytes later on: by a store that races with `change`, or by the same atomic?
bool RaceDefinition::changes_later(size_t fetch, uint64_t begin, uint64_t end, size_t change) const {
  const Moment& f = moments_[fetch];
  return std::any_of(of_thread_[f.thread].begin(), of_thread_[f.thread].end(), [&](size_t other) {
    const Moment& m = moments_[other];
    if (other <= fetch || !is_latest(fetch, other) || m.kind == AccessKind::load || m.allocation != f.allocation || m.copy != f.copy || m.begin >= end || m.end() <= begin) return false;
    if (m.kind == AccessKind::atomic && m.site == moments_[change].site) return true;
    return m.kind == AccessKind::store && !m.is_of_copy && (racing_changes_.count({other, change}) || racing_changes_.count({change, other}));
  });
}

// Is the fetch the thread's latest at its place, when it comes to the other moment?
bool RaceDefinition::is_latest(size_t fetch, size_t until) const {
  const std::vector<size_t>& mine = of_thread_[moments_[fetch].thread];
  return std::none_of(mine.begin(), mine.end(), [&](size_t other) { return other > fetch && other < until && moments_[other].site == moments_[fetch].site; });
}

// Both threads fetch the element and then store to it, and the two stores race as well; beside an atomic, which does both in one step, the
// other thread fetches and then changes it.
bool RaceDefinition::is_update(const Pair& pair) const {
  for (auto [first, second] : pair.moments) {
    const bool is_fetch_first = moments_[first].kind == AccessKind::load;
    const size_t fetch = is_fetch_first ? first : second, change = is_fetch_first ? second : first;
    const Moment &f = moments_[fetch], &c = moments_[change];
    const uint64_t begin = std::max(f.begin, c.begin), end = std::min(f.end(), c.end());
    if (!changes_later(fetch, begin, end, change)) continue;
    if (c.kind == AccessKind::atomic || has_fetched(change, begin, end)) return true;
  }
  return false;
}

bool RaceDefinition::has_fetched(size_t change, uint64_t begin, uint64_t end) const {
  const Moment& c = moments_[change];
  return std::any_of(of_thread_[c.thread].begin(), of_thread_[c.thread].end(), [&](size_t other) {
    const Moment& m = moments_[other];
    return other < change && is_latest(other, change) && m.kind == AccessKind::load && m.allocation == c.allocation && m.copy == c.copy && m.begin < end && begin < m.end();
  });
}

// Somebody fetches at this place what he changes later on. Whether it is he who races is a matter of which thread came to which element:
// reports tell it by places.
bool RaceDefinition::may_be_update(const Pair& pair) const {
  const uint32_t fetching = pair.kind[0] == AccessKind::load ? pair.site[0] : pair.site[1];
  for (size_t fetch = 0; fetch < moments_.size(); ++fetch) {
    const Moment& f = moments_[fetch];
    if (f.site != fetching || f.allocation != pair.allocation) continue;
    for (size_t other : of_thread_[f.thread]) {
      const Moment& m = moments_[other];
      if (other > fetch && m.kind != AccessKind::load && m.allocation == f.allocation && m.copy == f.copy && m.begin < f.end() && f.begin < m.end()) return true;
    }
  }
  return false;
}

// A copy that reads late was meant to have read before.
std::string RaceDefinition::position(const Pair& pair) const {
  const auto reads_late = [&](size_t moment) { return moments_[moment].is_late && moments_[moment].kind == AccessKind::load; };
  const bool is_late = std::any_of(pair.moments.begin(), pair.moments.end(), [&](const auto& both) { return reads_late(both.first) || reads_late(both.second); });
  return is_late ? "race.war" : way(pair);
}

// A fetch beside a store: which of the two is of an earlier phase of its thread; which of the two places comes first on the threads' way through this
// phase; where a thread does not pass both, and between blocks, in the text. (A copy stands in the text where it begins, and not where it is carried out.)
std::string RaceDefinition::way(const Pair& pair) const {
  bool fetch_first = pair.late_fetch_first, store_first = pair.late_store_first;
  for (auto [first, second] : pair.moments) {
    const Moment &x = moments_[first], &y = moments_[second];
    const Moment &fetch = x.kind == AccessKind::store ? y : x, &store = x.kind == AccessKind::store ? x : y;
    if (store.is_late && store.kind == AccessKind::store) continue;
    if (x.block == y.block && x.phase != y.phase) {
      (fetch.phase < store.phase ? fetch_first : store_first) = true;
      continue;
    }
    int ways = 0;
    for (const Moment* m : {&fetch, &store}) {
      if (x.block != y.block) break;
      const auto at_fetch = first_visit_.find({m->thread, m->phase, fetch.site}), at_store = first_visit_.find({m->thread, m->phase, store.site});
      if (at_fetch == first_visit_.end() || at_store == first_visit_.end()) continue;
      ++ways;
      (at_fetch->second < at_store->second ? fetch_first : store_first) = true;
    }
    if (ways < 2) (sites_[fetch.site].order < sites_[store.site].order ? fetch_first : store_first) = true;
  }
  return fetch_first && store_first ? "race.raw|race.war" : fetch_first ? "race.war" : "race.raw";
}

// What a copy stores when it is waited for, and a fetch, one after the other: where both come by in this phase, as the second one's thread went so far, else as the first one's. Else the
// wait comes behind a fetch by whoever has begun such a copy and waited for none. Of others, and between blocks, the text decides.
bool RaceDefinition::is_before_wait(const Moment& second, const Moment& first) const {
  const Moment &fetch = second.kind == AccessKind::load ? second : first, &store = second.kind == AccessKind::load ? first : second;
  const bool is_first_in_text = sites_[fetch.site].order < sites_[store.site].order;
  if (second.block != first.block) return is_first_in_text;
  if (second.phase != first.phase) return fetch.phase < store.phase;
  for (const Moment* m : {&second, &first}) {
    const auto at_fetch = first_visit_.find({m->thread, m->phase, fetch.site}), at_store = first_visit_.find({m->thread, m->phase, store.site});
    if (at_fetch != first_visit_.end() && at_store != first_visit_.end()) return at_fetch->second < at_store->second;
  }
  const auto has_come_by = [&](uint32_t site) {
    return std::any_of(of_thread_[fetch.thread].begin(), of_thread_[fetch.thread].end(), [&](size_t i) { return moments_[i].site == site && moments_[i].allocation == store.allocation; });
  };
  return is_first_in_text || (has_come_by(store.site - 1) && !has_come_by(store.site));
}

bool RaceDefinition::are_two_sides(const Site& a, const Site& b) const {
  for (const BranchArm& x : a.arms)
    for (const BranchArm& y : b.arms)
      if (x.branch == y.branch && x.side != y.side) return true;
  return false;
}

// ---- copies that are not waited for

bool RaceDefinition::is_with_copy(const Pair& pair, uint32_t reading) const {
  const auto copies = [&](int side) { return copying_sites_.contains(pair.site[side]) && pair.kind[side] == AccessKind::store; };
  return (pair.site[0] == reading && copies(1)) || (pair.site[1] == reading && copies(0));
}

// With a copy's `kind` of access.
bool RaceDefinition::races_with_copy(const std::pair<uint32_t, uint32_t>& place, AccessKind kind) const {
  return std::any_of(pairs_.begin(), pairs_.end(), [&](const auto& one) {
    const Pair& pair = one.second;
    const auto is_met = [&](int mine) { return pair.site[mine] == place.first && copying_sites_.contains(pair.site[1 - mine]) && pair.kind[1 - mine] == kind; };
    return pair.allocation == place.second && (is_met(0) || is_met(1));
  });
}

// A race of a write with a copy's read of its source at the wait, where none of the writes there races with its read at the beginning: what puts the write behind the beginning is there, and the wait
// comes too late. The place of the write.
std::optional<uint32_t> RaceDefinition::changes_behind_begin(const Pair& pair) const {
  const auto is_read_for_copy = [&](const Pair& of, int side, bool is_late) {
    if (!copying_sites_.contains(of.site[side]) || of.kind[side] != AccessKind::load || of.moments.empty()) return false;
    const auto [first, second] = of.moments[0];
    return (moments_[first].site == of.site[side] ? moments_[first] : moments_[second]).is_late == is_late;
  };
  for (int side = 0; side < 2; ++side) {
    const uint32_t writing = pair.site[1 - side];
    if (!is_read_for_copy(pair, side, true) || copying_sites_.contains(writing)) continue;
    const bool races_with_begin = std::any_of(pairs_.begin(), pairs_.end(), [&](const auto& one) {
      const Pair& other = one.second;
      const auto is_begin = [&](int mine) { return other.site[1 - mine] == writing && is_read_for_copy(other, mine, false) && sites_[other.site[mine]].span == sites_[pair.site[side]].span; };
      return other.allocation == pair.allocation && (is_begin(0) || is_begin(1));
    });
    if (!races_with_begin) return writing;
  }
  return std::nullopt;
}

// The reads at this place race with a copy, whichever way it goes: nothing puts them behind its beginning, or its thread waits before they come, and only a barrier is missing between the two.
// Between lanes of one warp reads that stand behind it in the program come behind its beginning: in step.
RaceDefinition::EitherWay RaceDefinition::goes_either_way(const std::pair<uint32_t, uint32_t>& place) const {
  EitherWay found = EitherWay::no;
  for (const auto& [key, pair] : pairs_) {
    if (pair.allocation != place.second || !is_with_copy(pair, place.first)) continue;
    const Moment &x = moments_[pair.moments[0].first], &y = moments_[pair.moments[0].second];
    const bool is_beginning = !(x.kind == AccessKind::store ? x : y).is_late;
    if (is_beginning && pair.scope != Finding::Scope::warp) return EitherWay::yes;
    if (x.kind == AccessKind::atomic || y.kind == AccessKind::atomic) continue;
    const std::string name = way(pair);
    if (name == (is_beginning ? "race.war" : "race.raw")) return EitherWay::yes;
    if (name == "race.raw|race.war") found = EitherWay::open;
  }
  return found;
}

namespace {

std::string more_severe(const std::string& a, const std::string& b) {
  for (const char* severity : {"error", "error|warning", "warning"})
    if (a == severity || b == severity) return severity;
  return "note";
}

}  // namespace

std::vector<std::set<std::string>> RaceDefinition::verdicts() const {
  std::vector<std::set<std::string>> all{verdict(EitherWay::yes)};
  if (std::set<std::string> other = verdict(EitherWay::no); other != all[0]) all.push_back(std::move(other));
  return all;
}

// `open`: what goes for reads of which it is open whether they race with a copy, or have not waited for it.
std::set<std::string> RaceDefinition::verdict(EitherWay open) const {
  std::set<std::string> lines = written_.mistakes();
  lines.insert(copies_.mistakes().begin(), copies_.mistakes().end());
  std::vector<std::pair<uint32_t, uint32_t>> waits_missing;
  for (const auto& [place, early] : early_reads_) {
    const EitherWay way = goes_either_way(place);
    if (early.are_own || (way == EitherWay::open ? open : way) == EitherWay::no) waits_missing.push_back(place);
  }
  const auto tell = [&](const char* kind, const std::pair<uint32_t, uint32_t>& place) {
    const Span& span = sites_[place.first].span;
    lines.insert(std::string(kind) + " " + allocations_[place.second].name + " " + std::to_string(span.begin) + "-" + std::to_string(span.end) + " - error none");
  };
  for (const auto& place : waits_missing) tell("async.wait", place);
  for (const auto& [place, early] : early_stores_)
    if (early.are_own || !races_with_copy(place, AccessKind::store)) tell("async.wait", place);
  for (const auto& [place, early] : changed_sources_)
    if (early.are_own || !races_with_copy(place, AccessKind::load)) tell("async.source", place);
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Pair> told = pairs_;
  for (const auto& place : waits_missing)
    std::erase_if(told, [&](const auto& one) { return one.second.allocation == place.second && is_with_copy(one.second, place.first); });
  for (const auto& [key, pair] : pairs_) {
    const std::optional<uint32_t> writing = changes_behind_begin(pair);
    if (!writing) continue;
    tell("async.source", {*writing, pair.allocation});
    told.erase(key);
  }

  bool has_racing_read = false;
  for (const auto& [key, pair] : pairs_) has_racing_read |= pair.kind[0] == AccessKind::load || pair.kind[1] == AccessKind::load;
  struct Group {
    std::string severity;
    Finding::Scope scope{};
    std::set<Finding::Scope> scopes{};
  };
  std::map<std::string, Group> groups;
  for (const auto& [key, pair] : told) {
    const bool is_mixed = pair.kind[0] == AccessKind::atomic || pair.kind[1] == AccessKind::atomic;
    const bool has_load = pair.kind[0] == AccessKind::load || pair.kind[1] == AccessKind::load;
    const bool updates = has_load && is_update(pair), may_update = updates || (has_load && may_be_update(pair));
    const bool are_atomics = pair.kind[0] == AccessKind::atomic && pair.kind[1] == AccessKind::atomic;
    const char* const mixed = pair.are_strong && !pair.has_different_sizes ? "race.mixed:scope" : are_atomics ? "race.mixed:sizes" : "race.mixed";
    std::string kind = is_mixed ? mixed : !has_load ? "race.waw" : updates ? "race.raw" : position(pair);
    if (kind == "race.war" && may_update) kind = "race.raw|race.war";
    std::string severity = "error";
    const bool is_lockstep = pair.scope == Finding::Scope::warp && pair.site[0] != pair.site[1] && !are_two_sides(sites_[pair.site[0]], sites_[pair.site[1]]);
    if (!is_mixed && !has_load && !pair.has_different_values && !has_racing_read) severity = "note";
    else if (is_mixed && has_load && is_guess(pair)) severity = "note";
    else if (is_lockstep && !updates) severity = may_update ? "error|warning" : "warning";
    const Span &a = sites_[pair.site[0]].span, &b = sites_[pair.site[1]].span;
    const auto [low, high] = std::minmax({std::pair(a.begin, a.end), std::pair(b.begin, b.end)});
    const std::string place = allocations_[pair.allocation].name + " " + std::to_string(low.first) + "-" + std::to_string(low.second) + " " + std::to_string(high.first) + "-" +
                              std::to_string(high.second);
    auto [at, is_new] = groups.try_emplace(kind + " " + place, Group{severity, pair.scope});
    // Where the name is open, each of several pairs of sites at these places may have another one.
    const bool is_one_severity = at->second.severity == severity, is_open = kind.find('|') != kind.npos;
    at->second.severity = is_open && !is_one_severity ? "error|warning" : more_severe(at->second.severity, severity);
    at->second.scopes.insert(pair.scope);
    at->second.scope = std::max(at->second.scope, pair.scope);
  }
  static const char* const scopes[] = {"none", "warp", "block", "grid"};
  const std::map<std::string, Group> unmerged = groups;
  for (auto& [name, group] : groups) {
    const bool is_open = name.starts_with("race.raw|");
    bool has_choice = is_open;
    const std::string kind = name.substr(0, name.find(' ')), place = name.substr(name.find(' '));
    // Pairs of sites at these places whose name is open may go into the line of those whose name is not, and the other way round.
    for (const char* other : {"race.raw", "race.war", "race.raw|race.war"}) {
      const auto at = unmerged.find(other + place);
      if (at == unmerged.end() || (kind != "race.raw" && kind != "race.war" && !is_open) || is_open == at->first.starts_with("race.raw|")) continue;
      has_choice = true;
      if (at->second.severity != group.severity) group.severity += "|" + at->second.severity;
      group.scopes.insert(at->second.scopes.begin(), at->second.scopes.end());
    }
    std::string far = scopes[static_cast<size_t>(group.scope)];
    for (const Finding::Scope scope : group.scopes)
      if (has_choice && scope != group.scope) far += std::string("|") + scopes[static_cast<size_t>(scope)];
    lines.insert(name + " " + group.severity + " " + far);
  }
  return lines;
}

}  // namespace wb::test
