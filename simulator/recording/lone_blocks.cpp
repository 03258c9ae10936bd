#include "simulator/recording/lone_blocks.h"

#include <algorithm>

namespace wb {
namespace {

constexpr size_t few_blocks = 8;  // those that were looked at before stay, so that who looks at them in turn does not start anew
constexpr uint64_t few_pieces = 512;    // of memory: in very many, somebody stores nearly always
constexpr uint64_t left_out = 8;       // of the work to go on, most is left out where few places matter

LoneBlocks::Blocks joined(const LoneBlocks::Blocks& a, const LoneBlocks::Blocks& b) {
  LoneBlocks::Blocks all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

}  // namespace

LoneBlocks::LoneBlocks(const Source& source)
    : source_(source), machine_(source.program, *source.launch, source.options, nullptr), turns_(*source.journal, 0),
      shown_(source.journal->pieces()), stores_{.stretches = {}, .at = {*source.journal, RunJournal::TouchReader::Of::stores, 0}} {
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
  are_many_ = blocks_.size() > few_blocks;
}

// Loading a snapshot copies much of global memory; going on copies what was stored since.
bool LoneBlocks::is_worth_going_on(uint64_t tick, const Snapshot& snapshot) const {
  if (!is_loaded_ || tick < tick_) return false;
  if (snapshot.tick <= tick_) return true;
  const auto work_to = [&](uint64_t from) { return source_.journal->work_between(source_.journal->stretch_of(from), source_.journal->stretch_of(tick)); };
  return (work_to(tick_) - work_to(snapshot.tick)) / (shown_.are_all() ? 1 : left_out) <= memory_bytes_;
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
  loaded_ = copied_ = has_turn_ ? turns_.turn().begin : tick_;
  first_stretch_ = known_end_ = stretch;
  busy_ = are_many_ ? std::vector<uint32_t>() : source_.journal->stretches_of(blocks_, stretch, source_.journal->count());
  followed_ = 0;
  shown_ = MemoryPlaces(source_.journal->pieces());
  shown_.add_heap();  // who comes to it looks at marks of which the journal's loads do not tell
  stores_ = stores_in(shown_, loaded_);
  return machine_;
}

void LoneBlocks::go_on(uint64_t tick, const TurnVisit& before_turn) {
  follow_places(tick);
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

// Stretches in which none of the blocks is at work are left out.
void LoneBlocks::go_to_next_turn(uint64_t tick) {
  has_turn_ = turns_.next();
  if (!has_turn_ || !turns_.turn().goes_on) machine_.end_turn_alone();
  if (are_many_ || !has_turn_ || !turns_.is_first_of_stretch()) return;
  const auto next = std::lower_bound(busy_.begin(), busy_.end(), turns_.stretch());
  const size_t here = source_.journal->stretch_of(tick), to = next == busy_.end() ? here : std::min<size_t>(*next, here);
  if (to <= turns_.stretch()) return;
  turns_ = RunJournal::TurnReader(*source_.journal, to);
  has_turn_ = turns_.next();
}

// ---- what the others stored

LoneBlocks::Stores LoneBlocks::stores_in(const MemoryPlaces& places, uint64_t from) const {
  const RunJournal& journal = *source_.journal;
  Stores stores{.from = from, .is_everywhere = places.count() > few_pieces, .stretches = {}, .at = {journal, RunJournal::TouchReader::Of::stores, 0}};
  const size_t first = journal.stretch_of(from);
  if (stores.is_everywhere) stores.next = first;
  else stores.stretches = journal.stretches_storing(places, first, journal.count());
  return stores;
}

// The next stretch that begins before that tick. False: there is none.
bool LoneBlocks::open_next(Stores& stores, uint64_t before) const {
  if (!stores.is_everywhere && stores.next == stores.stretches.size()) return false;
  const size_t stretch = stores.is_everywhere ? stores.next : stores.stretches[stores.next];
  if (stretch >= source_.journal->count() || source_.journal->stretch_begin(stretch) >= before) return false;
  stores.next++;
  stores.at = RunJournal::TouchReader(*source_.journal, RunJournal::TouchReader::Of::stores, stretch);
  stores.has_store = stores.at.next() && stores.at.stretch() == stretch;
  return true;
}

// Those of turns that began before this tick.
void LoneBlocks::copy(Stores& stores, uint64_t before, const MemoryPlaces& places) {
  while (stores.has_store || open_next(stores, before)) {
    if (!stores.has_store) continue;
    const RunJournal::Touch& store = stores.at.touch();
    if (store.tick >= before) return;
    if (store.tick >= stores.from && !has(store.block))
      places.each_part(store.allocation, store.offset, store.offset + store.size, [&](uint64_t low, uint64_t high) {
        machine_.write_alone(store.allocation, low, {store.bytes + (low - store.offset), static_cast<size_t>(high - low)}, store.written);
      });
    stores.has_store = stores.at.has_more_there() && stores.at.next();
  }
}

void LoneBlocks::copy_stores(uint64_t before) {
  copy(stores_, before, shown_);
  copied_ = std::max(copied_, before);
}

// ---- where memory is right

void LoneBlocks::show(const MemoryPlaces& places) {
  const MemoryPlaces fresh = places.without(shown_);
  if (fresh.empty()) return;
  shown_.add(places);
  Stores passed_over = stores_in(fresh, loaded_);
  copy(passed_over, copied_, fresh);
  stores_ = stores_in(shown_, copied_);
}

void LoneBlocks::show(uint32_t allocation, uint64_t offset, uint64_t bytes) {
  if (shown_.are_all()) return;
  MemoryPlaces places(source_.journal->pieces());
  places.add(allocation, offset, offset + bytes);
  show(places);
}

void LoneBlocks::show_all() {
  if (shown_.are_all()) return;
  MemoryPlaces all(source_.journal->pieces());
  all.add_all();
  show(all);
}

// Where the blocks come to, up to `tick`. Few places are known of the whole run; many are looked up, at first no further, then twice as far each time.
void LoneBlocks::follow_places(uint64_t tick) {
  if (are_many_) return show_all();
  const size_t needed = source_.journal->stretch_of(tick) + 1;
  if (shown_.are_all() || known_end_ >= needed) return;
  MemoryPlaces places(source_.journal->pieces());
  if (known_end_ == first_stretch_ && add_known_places(places)) {
    known_end_ = source_.journal->count();
    return show(places);
  }
  known_end_ = std::max(needed, 2 * known_end_ - first_stretch_);
  for (; followed_ < busy_.size() && busy_[followed_] < known_end_; ++followed_) add_places_of(busy_[followed_], places);
  show(places);
}

// False: some block comes to many.
bool LoneBlocks::add_known_places(MemoryPlaces& places) const {
  const BlockPlaces& known = source_.journal->block_places();
  if (!std::all_of(blocks_.begin(), blocks_.end(), [&](uint32_t block) { return known.rows_of(block); })) return false;
  for (const uint32_t block : blocks_)
    for (const BlockPlaces::Row& row : *known.rows_of(block)) places.add_row(row.first, row.end);
  return true;
}

void LoneBlocks::add_places_of(size_t stretch, MemoryPlaces& places) const {
  for (const auto of : {RunJournal::TouchReader::Of::stores, RunJournal::TouchReader::Of::loads})
    for (RunJournal::TouchReader at(*source_.journal, of, stretch); at.next() && at.stretch() == stretch;)
      if (has(at.touch().block)) places.add(at.touch().allocation, at.touch().offset, at.touch().offset + at.touch().size);
}

}  // namespace wb
