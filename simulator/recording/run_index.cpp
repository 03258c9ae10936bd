#include "simulator/recording/run_index.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "simulator/analysis/checks.h"
#include "simulator/recording/run_journal.h"
#include "simulator/recording/small_numbers.h"

namespace wb {
namespace {

constexpr size_t kept_slices = 16;              // of a stretch
constexpr uint64_t finest_pieces = 1 << 20;     // of an allocation
constexpr uint8_t finest_shift = 2, coarsest_shift = 12;
constexpr uint64_t long_stretch = 1 << 15;

constexpr size_t ranges_apart = 128;  // of marked ones

// A range of a long set: where it begins, and at which byte its length stands.
struct Landmark {
  uint64_t begin = 0;
  uint32_t at = 0;
  static constexpr size_t bytes = sizeof begin + sizeof at;
  void put(std::vector<uint8_t>& to) const {
    const auto add = [&](const auto& number) { to.insert(to.end(), reinterpret_cast<const uint8_t*>(&number), reinterpret_cast<const uint8_t*>(&number) + sizeof number); };
    add(begin), add(at);
  }
  static Landmark get(const uint8_t* from) {
    Landmark mark;
    std::memcpy(&mark.begin, from, sizeof mark.begin);
    std::memcpy(&mark.at, from + sizeof mark.begin, sizeof mark.at);
    return mark;
  }
};

// Ranges, ascending and apart from each other: how many of them are marked, and these; then of each the gap before it, and its length.
void put_ranges(std::vector<uint8_t>& to, const std::vector<IndexRange>& ranges) {
  if (ranges.empty()) return;
  std::vector<uint8_t> bytes;
  uint64_t at = 0;
  put_number(to, (ranges.size() - 1) / ranges_apart);
  for (size_t i = 0; i < ranges.size(); ++i) {
    put_number(bytes, ranges[i].begin - at);
    if (i && i % ranges_apart == 0) Landmark{ranges[i].begin, static_cast<uint32_t>(bytes.size())}.put(to);
    put_number(bytes, ranges[i].end - ranges[i].begin - 1);
    at = ranges[i].end;
  }
  to.insert(to.end(), bytes.begin(), bytes.end());
}

std::vector<IndexRange> get_ranges(const uint8_t* at, const uint8_t* end) {
  std::vector<IndexRange> ranges;
  if (at == end) return ranges;
  const uint64_t marks = get_number(at);
  at += marks * Landmark::bytes;
  for (uint64_t last = 0; at < end; last = ranges.back().end) {
    const uint64_t begin = last + get_number(at);
    ranges.push_back({begin, begin + get_number(at) + 1});
  }
  return ranges;
}

std::vector<IndexRange> ranges_of(std::vector<uint32_t>& ids) {
  std::sort(ids.begin(), ids.end());
  std::vector<IndexRange> ranges;
  for (uint32_t id : ids)
    if (!ranges.empty() && id <= ranges.back().end) ranges.back().end = std::max<uint64_t>(ranges.back().end, uint64_t{id} + 1);
    else ranges.push_back({id, uint64_t{id} + 1});
  ids.clear();
  return ranges;
}

std::vector<IndexRange> joined(const std::vector<IndexRange>& a, const std::vector<IndexRange>& b, uint8_t shift = 0) {
  std::vector<IndexRange> all, out;
  all.reserve(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all), [](IndexRange x, IndexRange y) { return x.begin < y.begin; });
  for (IndexRange range : all) {
    range = {range.begin >> shift, ((range.end - 1) >> shift) + 1};
    if (!out.empty() && range.begin <= out.back().end) out.back().end = std::max(out.back().end, range.end);
    else out.push_back(range);
  }
  return out;
}

// At most kept_slices of them: those at work in the middle of equal parts of [begin, begin + ticks).
std::vector<RunIndex::Slice> choice_of(const std::vector<RunIndex::Slice>& turns, uint64_t begin, uint64_t ticks) {
  std::vector<RunIndex::Slice> chosen;
  for (size_t i = 0; i < kept_slices; ++i) {
    const uint64_t from = begin + ticks * i / kept_slices, middle = begin + ticks * (2 * i + 1) / (2 * kept_slices);
    auto after = std::upper_bound(turns.begin(), turns.end(), middle, [](uint64_t t, const RunIndex::Slice& s) { return t < s.begin; });
    if (after == turns.begin()) continue;
    RunIndex::Slice slice = *(after - 1);
    slice.begin = from;
    chosen.push_back(slice);
  }
  return chosen;
}

}  // namespace

// ---- asking

const uint8_t* RunIndex::section(size_t stretch, size_t which, const uint8_t** end) const {
  const uint8_t* at = bytes_.data() + starts_[stretch];
  for (;; --which) {
    const uint64_t length = get_number(at);
    if (which == 0) {
      *end = at + length;
      return at;
    }
    at += length;
  }
}

bool RunIndex::meets(size_t stretch, size_t which, uint64_t low, uint64_t high) const {
  if (stretch >= count()) return false;
  const uint8_t* end = nullptr;
  const uint8_t* at = section(stretch, which, &end);
  if (at == end) return false;
  uint64_t first = 0, behind = get_number(at);  // of the marked ones, the first that begins behind `low`
  const uint8_t *const marks = at, *const ranges = at + behind * Landmark::bytes;
  while (first < behind) {
    const uint64_t middle = (first + behind) / 2;
    if (Landmark::get(marks + middle * Landmark::bytes).begin <= low) first = middle + 1;
    else behind = middle;
  }
  uint64_t begin = 0;
  at = ranges;
  if (first > 0) {
    const Landmark mark = Landmark::get(marks + (first - 1) * Landmark::bytes);
    begin = mark.begin;
    at = ranges + mark.at;
  } else {
    begin = get_number(at);
  }
  while (begin < high) {
    begin += get_number(at) + 1;  // its end
    if (begin > low) return true;
    if (at == end) return false;
    begin += get_number(at);
  }
  return false;
}

bool RunIndex::has_warp(size_t stretch, uint32_t block, uint32_t warp) const {
  const uint64_t id = uint64_t{block} * warps_per_block_ + warp;
  return meets(stretch, warps, id, id + 1);
}
bool RunIndex::has_only(size_t stretch, uint32_t block, uint32_t warp) const {
  if (stretch >= count()) return false;
  const uint8_t* end = nullptr;
  const uint8_t* at = section(stretch, warps, &end);
  const std::vector<IndexRange> all = get_ranges(at, end);
  const uint64_t id = uint64_t{block} * warps_per_block_ + warp;
  return all.size() == 1 && all[0] == IndexRange{id, id + 1};
}
bool RunIndex::has_block(size_t stretch, uint32_t block) const {
  const uint64_t first = uint64_t{block} * warps_per_block_;
  return meets(stretch, warps, first, first + warps_per_block_);
}
bool RunIndex::parts(size_t stretch, std::optional<uint32_t> block, uint32_t warp) const {
  if (!block) return meets(stretch, parted, 0, UINT64_MAX);
  const uint64_t id = uint64_t{*block} * warps_per_block_ + warp;
  return meets(stretch, parted, id, id + 1);
}
bool RunIndex::passes_barrier(size_t stretch, std::optional<uint32_t> block) const {
  return block ? meets(stretch, barriers, *block, uint64_t{*block} + 1) : meets(stretch, barriers, 0, UINT64_MAX);
}
bool RunIndex::touches(size_t stretch, size_t which, uint32_t allocation, uint64_t low, uint64_t high) const {
  if (allocation >= shifts_.size() || !is_followed_[allocation] || low >= high) return low < high;
  return meets(stretch, memory + 2 * size_t{allocation} + which, low >> shifts_[allocation], ((high - 1) >> shifts_[allocation]) + 1);
}
bool RunIndex::loads(size_t stretch, uint32_t allocation, uint64_t low, uint64_t high) const { return touches(stretch, 0, allocation, low, high); }
bool RunIndex::stores(size_t stretch, uint32_t allocation, uint64_t low, uint64_t high) const { return touches(stretch, 1, allocation, low, high); }

RunStretch RunIndex::stretch(size_t stretch) const {
  const auto ranges = [&](size_t which) {
    const uint8_t* end = nullptr;
    const uint8_t* at = section(stretch, which, &end);
    return get_ranges(at, end);
  };
  const uint64_t begin = stretch * stretch_ticks_;
  return {begin, std::min(end_, begin + stretch_ticks_), ranges(warps), ranges(parted), ranges(barriers)};
}

std::vector<RunIndex::Slice> RunIndex::slices(size_t stretch, uint64_t& turn_count) const {
  const uint8_t* end = nullptr;
  const uint8_t* at = section(stretch, turns, &end);
  std::vector<Slice> all;
  turn_count = get_number(at);
  for (uint64_t tick = stretch * stretch_ticks_; at < end;) {
    Slice slice;
    slice.begin = tick += get_number(at);
    const uint64_t id = get_number(at);
    slice.block = static_cast<uint32_t>(id / warps_per_block_);
    slice.warp = static_cast<uint32_t>(id % warps_per_block_);
    slice.pc = static_cast<Pc>(get_number(at));
    all.push_back(slice);
  }
  return all;
}

// ---- making it

// A stretch, unpacked.
struct RunIndexer::Sets {
  std::vector<IndexRange> ids[3];  // warps, parted, barriers
  uint64_t turn_count = 0;
  std::vector<RunIndex::Slice> slices;
  std::vector<std::vector<IndexRange>> memory;  // loads and stores of each allocation
};

RunIndexer::RunIndexer(const Machine& machine, size_t byte_limit, uint64_t stretch_ticks) : byte_limit_(byte_limit) {
  index_.stretch_ticks_ = stretch_ticks;
  const auto allocations = machine.allocations();
  index_.warps_per_block_ = machine.shape().warps_per_block();
  loads_.resize(allocations.size());
  stores_.resize(allocations.size());
  for (size_t i = 0; i < allocations.size(); ++i) {
    uint8_t shift = finest_shift;
    while ((allocations[i].bytes >> shift) > finest_pieces) ++shift;
    index_.shifts_.push_back(shift);
    index_.is_followed_.push_back(allocations[i].space == Space::global || allocations[i].space == Space::constant);
    if (!index_.is_followed_.back()) continue;
    const size_t words = static_cast<size_t>((allocations[i].bytes >> shift) / 64 + 2);
    loads_[i].bits.resize(words);
    stores_[i].bits.resize(words);
  }
}

void RunIndexer::Marks::mark(uint64_t first, uint64_t last) {
  const size_t begin = static_cast<size_t>(first / 64), end = static_cast<size_t>(last / 64);
  if (end >= bits.size()) return;
  low = std::min(low, begin);
  high = std::max(high, end + 1);
  const uint64_t head = ~uint64_t{0} << first % 64, tail = ~uint64_t{0} >> (63 - last % 64);
  if (begin == end) {
    bits[begin] |= head & tail;
    return;
  }
  bits[begin] |= head;
  for (size_t word = begin + 1; word < end; ++word) bits[word] = ~uint64_t{0};
  bits[end] |= tail;
}

// The marks as ranges; then there are none.
std::vector<IndexRange> RunIndexer::Marks::take() {
  std::vector<IndexRange> ranges;
  for (size_t word = low; word < high; ++word) {
    for (uint64_t rest = std::exchange(bits[word], 0); rest;) {
      const int from = std::countr_zero(rest), length = std::countr_one(rest >> from);
      const uint64_t begin = word * 64 + static_cast<uint64_t>(from), end = begin + static_cast<uint64_t>(length);
      if (!ranges.empty() && ranges.back().end == begin) ranges.back().end = end;
      else ranges.push_back({begin, end});
      if (from + length == 64) break;
      rest = rest >> (from + length) << (from + length);
    }
  }
  low = SIZE_MAX;
  high = 0;
  return ranges;
}

MachineStatus RunIndexer::run(Machine& machine, uint64_t limit) {
  while (machine.tick() < limit) {
    const std::optional<NextInstruction> next = machine.next();
    if (!next) {
      if (journal_) journal_->note_told(machine);
      return machine.run_turn(limit);  // says why
    }
    note_turn(*next, machine.tick());
    uint64_t until = std::min(limit, open_begin() + index_.stretch_ticks_);
    if (journal_) {
      journal_->begin_turn(machine, *next);
      until = std::min(until, journal_->next_cut());
    }
    const MachineStatus status = machine.run_turn(until);
    if (journal_) journal_->end_turn(machine);
    if (status != MachineStatus::paused) return status;
  }
  return MachineStatus::paused;
}

void RunIndexer::note_turn(const NextInstruction& next, uint64_t tick) {
  close_stretches(tick);
  if (!turns_.empty() && turns_.back().block == next.block && turns_.back().warp == next.warp) return;
  turns_.push_back({tick, next.block, next.warp, next.pc});
  warps_.push_back(next.block * index_.warps_per_block_ + next.warp);
}

void RunIndexer::access(const WarpAccess& access) {
  if (journal_) journal_->access(access);
  if (!index_.is_followed_[access.allocation]) return;
  Marks& marks = (access.kind == AccessKind::load ? loads_ : stores_)[access.allocation];
  if (access.pattern == AccessPattern::contiguous) return add_range(marks, access.allocation, access.offset[0], uint64_t{access.offset[0]} + uint64_t{access.bytes} * warp_size);
  if (access.pattern == AccessPattern::broadcast) {
    const uint64_t at = access.offset[std::countr_zero(access.active)];
    return add_range(marks, access.allocation, at, at + access.bytes);
  }
  for (LaneMask rest = access.active; rest; rest &= rest - 1) {
    const uint64_t at = access.offset[std::countr_zero(rest)];
    add_range(marks, access.allocation, at, at + access.bytes);
  }
}

void RunIndexer::parting(uint32_t block, uint32_t warp, uint64_t tick) {
  if (journal_) journal_->parting(block, warp, tick);
  const uint32_t id = block * index_.warps_per_block_ + warp;
  if (parted_.empty() || parted_.back() != id) parted_.push_back(id);
}
void RunIndexer::barrier(uint32_t block, uint64_t tick) {
  if (journal_) journal_->barrier(block, tick);
  barriers_.push_back(block);
}
void RunIndexer::named_barrier(uint32_t block, uint32_t, std::span<const WarpLanes> waiting, uint64_t tick) {
  if (journal_) journal_->named_barrier(block, waiting, tick);
  barriers_.push_back(block);
}
void RunIndexer::cluster_wait(uint32_t, uint32_t block, WarpLanes, uint64_t tick) {
  if (journal_) journal_->cluster_wait(block, tick);
  if (barriers_.empty() || barriers_.back() != block) barriers_.push_back(block);
}
void RunIndexer::grid_barrier(uint64_t tick) {
  if (journal_) journal_->grid_barrier(tick);
}

void RunIndexer::close_stretches(uint64_t tick) {
  while (tick >= open_begin() + index_.stretch_ticks_) {
    close_stretch();
    if (index_.bytes_.size() > byte_limit_) coarsen();
  }
}

void RunIndexer::close_stretch() {
  Sets sets;
  sets.ids[0] = ranges_of(warps_);
  sets.ids[1] = ranges_of(parted_);
  sets.ids[2] = ranges_of(barriers_);
  sets.turn_count = turns_.size();
  sets.slices = turns_.size() <= kept_slices ? turns_ : choice_of(turns_, open_begin(), index_.stretch_ticks_);
  turns_.clear();
  for (size_t i = 0; i < loads_.size(); ++i) {
    sets.memory.push_back(loads_[i].take());
    sets.memory.push_back(stores_[i].take());
  }
  append(sets);
}

void RunIndexer::append(const Sets& sets) {
  std::vector<uint8_t> one;
  const auto add = [&] {
    put_number(index_.bytes_, one.size());
    index_.bytes_.insert(index_.bytes_.end(), one.begin(), one.end());
    one.clear();
  };
  uint64_t tick = open_begin();
  index_.starts_.push_back(index_.bytes_.size());
  for (const auto& ranges : sets.ids) put_ranges(one, ranges), add();
  put_number(one, sets.turn_count);
  for (const RunIndex::Slice& slice : sets.slices) {
    put_number(one, slice.begin - tick);
    put_number(one, uint64_t{slice.block} * index_.warps_per_block_ + slice.warp);
    put_number(one, slice.pc);
    tick = slice.begin;
  }
  add();
  for (const auto& ranges : sets.memory) put_ranges(one, ranges), add();
}

RunIndexer::Sets RunIndexer::read(const RunIndex& index, size_t stretch) {
  Sets sets;
  const auto ranges = [&](size_t section) {
    const uint8_t* end = nullptr;
    const uint8_t* at = index.section(stretch, section, &end);
    return get_ranges(at, end);
  };
  sets.ids[0] = ranges(RunIndex::warps);
  sets.ids[1] = ranges(RunIndex::parted);
  sets.ids[2] = ranges(RunIndex::barriers);
  sets.slices = index.slices(stretch, sets.turn_count);
  for (size_t i = 0; i < 2 * index.shifts_.size(); ++i) sets.memory.push_back(ranges(RunIndex::memory + i));
  return sets;
}

// Over the limit: longer stretches first, then larger pieces of memory, in turn.
void RunIndexer::coarsen() {
  const bool can_be_coarser = std::any_of(index_.shifts_.begin(), index_.shifts_.end(), [](uint8_t shift) { return shift < coarsest_shift; });
  if (index_.stretch_ticks_ >= long_stretch && can_be_coarser) rewrite(false, true);
  if (index_.bytes_.size() > byte_limit_ / 4 * 3 && index_.starts_.size() % 2 == 0 && index_.starts_.size() > 1) rewrite(true, false);
}

void RunIndexer::rewrite(bool joins, bool coarser) {
  const RunIndex old = index_;
  index_.bytes_.clear();
  index_.starts_.clear();
  if (joins) index_.stretch_ticks_ *= 2;
  for (uint8_t& shift : index_.shifts_) shift = static_cast<uint8_t>(shift + (coarser && shift < coarsest_shift));
  for (size_t stretch = 0; stretch < old.starts_.size(); stretch += joins ? 2 : 1) {
    Sets sets = read(old, stretch);
    const Sets second = joins ? read(old, stretch + 1) : Sets{.memory = std::vector<std::vector<IndexRange>>(sets.memory.size())};
    for (size_t i = 0; i < std::size(sets.ids); ++i) sets.ids[i] = joined(sets.ids[i], second.ids[i]);
    for (size_t i = 0; i < sets.memory.size(); ++i)
      sets.memory[i] = joined(sets.memory[i], second.memory[i], static_cast<uint8_t>(index_.shifts_[i / 2] - old.shifts_[i / 2]));
    join_slices(sets, second);
    append(sets);
  }
}

// The turns of the stretch that begins now: those of its first half, and those of the second one.
void RunIndexer::join_slices(Sets& first, const Sets& second) const {
  const bool is_whole = first.slices.size() == first.turn_count && second.slices.size() == second.turn_count;
  const bool goes_on = is_whole && !first.slices.empty() && !second.slices.empty() && first.slices.back().block == second.slices[0].block && first.slices.back().warp == second.slices[0].warp;
  first.slices.insert(first.slices.end(), second.slices.begin() + (goes_on ? 1 : 0), second.slices.end());
  first.turn_count += second.turn_count - (goes_on ? 1 : 0);
  if (first.slices.size() > kept_slices) first.slices = choice_of(first.slices, open_begin(), index_.stretch_ticks_);
}

RunIndex RunIndexer::finish(uint64_t end) {
  close_stretches(end);
  if (end > open_begin()) close_stretch();
  index_.end_ = end;
  index_.bytes_.shrink_to_fit();
  return std::move(index_);
}

RunIndex index_run(std::shared_ptr<const Program> program, const KernelLaunch& launch, const MachineOptions& options, uint64_t end, size_t byte_limit) {
  Checks checks;
  Machine machine(std::move(program), launch, options, &checks);
  RunIndexer indexer(machine, byte_limit);
  checks.watch(&indexer);
  indexer.run(machine, end);
  return indexer.finish(machine.tick());
}

}  // namespace wb
