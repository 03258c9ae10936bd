#include "simulator/recording/lone_blocks.h"

#include <algorithm>

namespace wb {
namespace {

constexpr size_t few_blocks = 8;  // those that were looked at before stay, so that who looks at them in turn does not start anew

LoneBlocks::Blocks joined(const LoneBlocks::Blocks& a, const LoneBlocks::Blocks& b) {
  LoneBlocks::Blocks all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

}  // namespace

LoneBlocks::LoneBlocks(const Source& source)
    : source_(source), machine_(source.program, *source.launch, source.options, nullptr), turns_(*source.journal, 0), stores_(*source.journal, RunJournal::TouchReader::Of::stores, 0) {
  is_own_.resize(machine_.shape().block_count());
  for (const AllocationInfo& info : machine_.allocations())
    if (info.may_be_stored && info.space == Space::global) memory_bytes_ += info.bytes;
}

const Snapshot& LoneBlocks::snapshot_before(uint64_t tick) const {
  const auto& all = *source_.snapshots;
  return *(std::upper_bound(all.begin(), all.end(), tick, [](uint64_t t, const Snapshot& s) { return t < s.tick; }) - 1);
}

void LoneBlocks::set_blocks(const Blocks& blocks) {
  for (const uint32_t block : blocks_) is_own_[block] = false;
  blocks_ = blocks;
  for (const uint32_t block : blocks_) is_own_[block] = true;
}

// Loading a snapshot copies much of global memory; going on copies what was stored since.
bool LoneBlocks::is_worth_going_on(uint64_t tick, const Snapshot& snapshot) const {
  if (!is_loaded_ || tick < tick_) return false;
  if (snapshot.tick <= tick_) return true;
  const auto work_to = [&](uint64_t from) { return source_.journal->work_between(source_.journal->stretch_of(from), source_.journal->stretch_of(tick)); };
  return work_to(tick_) <= work_to(snapshot.tick) + memory_bytes_;
}

LoneBlocks::Blocks LoneBlocks::needed(uint64_t tick, const Blocks& blocks, bool and_at_work) const {
  RunJournal::TurnReader at(*source_.journal, source_.journal->stretch_of(tick));
  while (at.next()) {
    if (at.turn().end <= tick) continue;
    // Whoever has begun its turn is needed in any case: what it has stored so far is told by nobody else.
    return and_at_work || at.turn().begin < tick ? joined(blocks, {at.turn().block}) : blocks;
  }
  return blocks;
}

Machine& LoneBlocks::go_to(uint64_t tick, const Blocks& blocks, bool and_at_work) {
  const auto are_there = [&](const Blocks& all) { return std::all_of(all.begin(), all.end(), [&](uint32_t block) { return has(block); }); };
  if (is_loaded_ && tick == tick_ && !and_at_work && are_there(blocks)) return machine_;
  const Blocks wanted = needed(tick, blocks, and_at_work);
  const Snapshot& snapshot = snapshot_before(tick);
  if (!are_there(wanted) || !is_worth_going_on(tick, snapshot)) {
    const Blocks with_old = joined(wanted, blocks_);
    go_back_to(snapshot, with_old.size() <= few_blocks ? with_old : wanted);
  }
  go_on(tick);
  return machine_;
}

Machine& LoneBlocks::go_back_to(const Snapshot& snapshot, const Blocks& blocks) {
  set_blocks(blocks);
  machine_.load_alone(*snapshot.state, blocks_);
  is_loaded_ = true;
  tick_ = snapshot.tick;
  const size_t stretch = source_.journal->stretch_of(tick_);
  turns_ = RunJournal::TurnReader(*source_.journal, stretch);
  while ((has_turn_ = turns_.next()) && turns_.turn().end <= tick_) {}
  const uint64_t begin = has_turn_ ? turns_.turn().begin : tick_;
  stores_ = RunJournal::TouchReader(*source_.journal, RunJournal::TouchReader::Of::stores, stretch);
  while ((has_store_ = stores_.next()) && stores_.touch().tick < begin) {}
  return machine_;
}

void LoneBlocks::go_on(uint64_t tick, const TurnVisit& before_turn) {
  while (has_turn_ && turns_.turn().begin < tick) {
    const RunJournal::Turn& turn = turns_.turn();
    if (has(turn.block)) {
      if (!machine_.state().is_settled) choose(turn);
      if (before_turn) before_turn(turn);
      machine_.run_alone(std::max(std::min(turn.end, tick), turn.begin + 1));
    }
    if (turn.end > tick) break;
    go_to_next_turn(tick);
  }
  copy_stores(tick);
  tick_ = tick;
  set_clock(tick);
  if (has_turn_ && turns_.turn().begin == tick && has(turns_.turn().block) && !machine_.state().is_settled) choose(turns_.turn());
}

void LoneBlocks::choose(const RunJournal::Turn& turn) {
  copy_stores(turn.begin);
  set_clock(turn.begin);
  machine_.choose_alone(turn.block, turn.warp, turn.random);
}

void LoneBlocks::set_clock(uint64_t tick) {
  const auto [releases, released_at] = source_.journal->grid_releases(tick);
  machine_.set_clock_alone({tick, source_.journal->blocks_started(tick), releases, released_at}, blocks_);
}

// Those of turns that began before this tick.
void LoneBlocks::copy_stores(uint64_t before) {
  for (; has_store_ && stores_.touch().tick < before; has_store_ = stores_.next()) {
    const RunJournal::Touch& store = stores_.touch();
    if (!has(store.block)) machine_.write_alone(store.allocation, store.offset, {store.bytes, store.size});
  }
}

// Stretches in which none of the blocks is at work are left out.
void LoneBlocks::go_to_next_turn(uint64_t tick) {
  has_turn_ = turns_.next();
  if (!has_turn_ || !turns_.turn().goes_on) machine_.end_turn_alone();
  const uint64_t ticks = source_.journal->stretch_ticks();
  while (has_turn_ && turns_.is_first_of_stretch() && turns_.turn().begin + ticks <= tick && are_idle(turns_.turn().begin, turns_.turn().begin + ticks)) {
    turns_.leave_stretch();
    has_turn_ = turns_.next();
  }
}

bool LoneBlocks::are_idle(uint64_t begin, uint64_t end) const {
  if (blocks_.size() > few_blocks) return false;
  const RunIndex& index = *source_.index;
  for (size_t stretch = index.stretch_of(begin); stretch <= index.stretch_of(end - 1); ++stretch)
    for (const uint32_t block : blocks_)
      if (index.has_block(stretch, block)) return false;
  return true;
}

}  // namespace wb
