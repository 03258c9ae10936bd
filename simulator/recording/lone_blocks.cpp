#include "simulator/recording/lone_blocks.h"

#include <algorithm>
#include <utility>

#include "simulator/program/memory_distance.h"

namespace wb {
namespace {

constexpr size_t few_blocks = 24;         // or clusters: whose turns and places are looked up one by one
constexpr size_t most_kept_blocks = 3;    // those that were looked at before stay, so that who looks at them in turn does not start anew; but each costs its own turns
constexpr uint64_t few_pieces = 2048;     // of memory: in very many, somebody stores nearly always
constexpr size_t fewest_listed = 1 << 11;  // stretches that are looked up at once
constexpr size_t fetched_ahead = 3;    // stretches
constexpr uint64_t copied_in_a_tick = 512;  // bytes, in the time that one takes
constexpr uint64_t least_to_load = 64 << 10;  // bytes, in the time that it takes to load where memory is the same
constexpr uint64_t long_way = 1 << 9, marks_apart = 4;  // ticks; how many times as far back each mark lies as the one behind it
constexpr size_t most_marks = 16;
constexpr uint64_t left_out = 8;       // of the work to go on, most is left out where few places matter

LoneBlocks::Blocks joined(const LoneBlocks::Blocks& a, const LoneBlocks::Blocks& b) {
  LoneBlocks::Blocks all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

}  // namespace

LoneBlocks::LoneBlocks(const Source& source)
    : source_(source), machine_(source.program, *source.launch, source.options, nullptr), way_(no_way()) {
  is_own_.resize(machine_.shape().block_count() + 1);  // and nobody
  are_own_warps_.resize(size_t{machine_.shape().block_count()} * machine_.shape().warps_per_block());
  if (source.program->has_clusters) cluster_size_ = machine_.shape().cluster_size();
  for (const Ins& ins : source.program->code) may_find_.push_back(may_come_to_memory(ins.op) || is_heap(ins.op));
}

LoneBlocks::Way LoneBlocks::no_way() const {
  const MemoryPlaces nowhere(source_.journal->pieces());
  return {.start = nullptr, .turns = {*source_.journal, 0}, .followed = nowhere, .looked_at = nowhere, .stores = stores_in(nowhere, nowhere, 0)};
}

const Snapshot& LoneBlocks::snapshot_before(uint64_t tick) const {
  const auto& all = *source_.snapshots;
  return *(std::upper_bound(all.begin(), all.end(), tick, [](uint64_t t, const Snapshot& s) { return t < s.tick; }) - 1);
}

void LoneBlocks::set_blocks(const Blocks& blocks) {
  if (blocks != blocks_) marks_.clear();
  const auto mark = [&](bool is) {
    const size_t warps = machine_.shape().warps_per_block();
    for (const uint32_t block : blocks_) {
      is_own_[block] = is;
      std::fill_n(are_own_warps_.begin() + static_cast<std::ptrdiff_t>(block * warps), warps, is);
    }
  };
  mark(false);
  blocks_ = blocks;
  mark(true);
  are_many_ = blocks_.size() > few_blocks * cluster_size_;
}

// Loading a snapshot copies what differs there of global memory; going on copies what was stored since, and runs the blocks' own share of all turns.
bool LoneBlocks::is_worth_going_on(uint64_t tick, const Snapshot& snapshot) const {
  if (!is_loaded_ || tick < way_.tick) return false;
  if (snapshot.tick <= way_.tick) return true;
  const auto work_to = [&](uint64_t from) { return source_.journal->work_between(source_.journal->stretch_of(from), source_.journal->stretch_of(tick)); };
  const uint64_t copied = (work_to(way_.tick) - work_to(snapshot.tick)) / (way_.followed.are_all() ? 1 : left_out);
  return takes_longer_to_load(snapshot, copied + work_to_run(snapshot.tick - way_.tick, snapshot));
}

// The blocks' own share of all turns behind a snapshot.
uint64_t LoneBlocks::work_to_run(uint64_t ticks, const Snapshot& snapshot) const {
  const size_t own = std::max<size_t>(blocks_.size(), 1);
  return ticks * own / std::max(own, snapshot.state->blocks.size()) * copied_in_a_tick;
}

bool LoneBlocks::takes_longer_to_load(const Snapshot& snapshot, uint64_t work) const {
  return work <= least_to_load || work <= least_to_load + bytes_to_load(snapshot, work);
}

// Of memory, as far as these blocks have come to it till now.
uint64_t LoneBlocks::bytes_to_load(const Snapshot& snapshot, uint64_t most) const {
  if (!are_many_) {
    uint64_t followed = 0;
    for (const Memory::Part& part : parts_of(way_.followed)) followed += part.high - part.low;
    most = std::min(most, followed);
  }
  return std::min(most, std::as_const(machine_).memory().bytes_to_load(snapshot.state->memory, most));
}

bool LoneBlocks::takes_longer_to_load(uint64_t tick, uint64_t ticks) const {
  const Snapshot& snapshot = snapshot_before(tick);
  return takes_longer_to_load(snapshot, work_to_run(ticks, snapshot));
}

LoneBlocks::Blocks LoneBlocks::needed(uint64_t tick, const Blocks& blocks, bool and_at_work) const {
  RunJournal::TurnReader at(*source_.journal, source_.journal->stretch_of(tick));
  while (at.next()) {
    if (at.turn().end <= tick) continue;
    // Whoever has begun its turn is needed in any case: what it has stored so far is told by nobody else.
    return with_clusters(and_at_work || at.turn().begin < tick ? joined(blocks, {at.turn().block}) : blocks);
  }
  return with_clusters(blocks);
}

LoneBlocks::Blocks LoneBlocks::with_clusters(const Blocks& blocks) const {
  if (cluster_size_ == 1) return blocks;
  const LaunchShape& shape = machine_.shape();
  Blocks all;
  for (const uint32_t block : blocks)
    for (uint32_t rank = 0; rank < cluster_size_; ++rank) all.push_back(shape.block_of_cluster(shape.cluster_of(block), rank));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

Machine& LoneBlocks::go_to(uint64_t tick, const Blocks& blocks, bool and_at_work) {
  const auto are_there = [&](const Blocks& all) { return std::all_of(all.begin(), all.end(), [&](uint32_t block) { return has(block); }); };
  if (is_loaded_ && tick == way_.tick && !and_at_work && are_there(blocks)) return machine_;
  const bool is_within_turn = is_loaded_ && way_.has_turn && way_.turns.turn().begin <= way_.tick && way_.tick < tick && tick <= way_.turns.turn().end && has(way_.turns.turn().block);
  if (is_within_turn && !and_at_work && are_there(blocks)) {  // nobody else is needed then
    go_on(tick);
    return machine_;
  }
  const Blocks wanted = needed(tick, blocks, and_at_work);
  const Snapshot& snapshot = snapshot_before(tick);
  if (!are_there(wanted) || !is_worth_going_on(tick, snapshot)) {
    const Blocks with_old = joined(wanted, blocks_);
    if (const Mark* const mark = are_there(wanted) ? mark_before(tick) : nullptr; mark && mark->way.tick > snapshot.tick) go_back_to(*mark);
    else go_back_to(snapshot, with_old.size() <= most_kept_blocks * cluster_size_ ? with_old : wanted);
  }
  if (and_at_work) leave_marks(tick);
  go_on(tick);
  return machine_;
}

void LoneBlocks::go_on_to_look(uint64_t tick) {
  leave_marks(tick);
  go_on(tick);
}

// Goes there as far as the last of them.
void LoneBlocks::leave_marks(uint64_t tick) {
  const uint64_t way = tick - way_.tick;
  if (way < long_way || are_many_) return;
  follow_places(tick);
  for (uint64_t distance = way / marks_apart; distance >= long_way / marks_apart; distance /= marks_apart) {
    go_on(tick - distance);
    marks_.push_back({way_, machine_.save_alone(parts_of(way_.followed))});
  }
  size_t bytes = 0;
  for (const Mark& mark : marks_) bytes += mark.state.bytes;
  while (!marks_.empty() && (bytes > source_.mark_bytes || marks_.size() > most_marks)) {
    bytes -= marks_.front().state.bytes;
    marks_.erase(marks_.begin());
  }
}

const LoneBlocks::Mark* LoneBlocks::mark_before(uint64_t tick) const {
  const Mark* last = nullptr;
  for (const Mark& mark : marks_)
    if (mark.way.tick <= tick && (!last || mark.way.tick >= last->way.tick)) last = &mark;  // of one tick the newest, which may have been told more registers
  return last;
}

void LoneBlocks::go_back_to(const Mark& mark) {
  machine_.load_alone(mark.state, blocks_);
  way_ = mark.way;
  machine_.load_memory_alone(mark.state, parts_of(way_.followed));
  is_loaded_ = true;
}

void LoneBlocks::leave_others(const Blocks& blocks) {
  const Blocks wanted = with_clusters(blocks);
  if (std::includes(wanted.begin(), wanted.end(), blocks_.begin(), blocks_.end())) return;
  set_blocks({});
  is_loaded_ = false;
}

void LoneBlocks::go_on_with(const Blocks& blocks) {
  const Blocks wanted = with_clusters(blocks);
  const bool is_at_turn = machine_.state().is_settled;  // of one of them: perhaps it goes on behind a cut
  if (!is_loaded_ || is_at_turn || wanted == blocks_ || !std::includes(blocks_.begin(), blocks_.end(), wanted.begin(), wanted.end())) return;
  set_blocks(wanted);
  way_.busy.clear();
  way_.busy_followed = 0;
  way_.busy_listed = source_.journal->stretch_of(way_.tick);
}

Machine& LoneBlocks::go_back_to(const Snapshot& snapshot, const Blocks& blocks) {
  set_blocks(blocks);
  machine_.load_alone(*snapshot.state, blocks_);
  is_loaded_ = true;
  way_.tick = snapshot.tick;
  way_.start = snapshot.state;
  const size_t stretch = source_.journal->stretch_of(way_.tick);
  way_.turns = RunJournal::TurnReader(*source_.journal, stretch);
  while ((way_.has_turn = way_.turns.next()) && way_.turns.turn().end <= way_.tick) {}
  way_.loaded = way_.copied = way_.has_turn ? way_.turns.turn().begin : way_.tick;
  way_.found = way_.tick;  // of a turn in progress the snapshot has it
  const auto& told = source_.journal->told();
  way_.next_told = static_cast<size_t>(std::upper_bound(told.begin(), told.end(), way_.tick, [](uint64_t t, const RunJournal::Told& one) { return t < one.tick; }) - told.begin());
  way_.first_stretch = way_.known_end = stretch;
  way_.busy.clear();
  way_.busy_followed = 0;
  way_.busy_listed = stretch;
  way_.followed = way_.looked_at = MemoryPlaces(source_.journal->pieces());
  come_to(heap_places());
  way_.stores = stores_in(way_.followed, way_.looked_at, way_.loaded);
  return machine_;
}

void LoneBlocks::go_on(uint64_t tick, const TurnVisit& before_turn) {
  follow_places(tick);
  while (way_.has_turn && way_.turns.turn().begin < tick) {
    const RunJournal::Turn& turn = way_.turns.turn();
    if (has(turn.block)) {
      if (!machine_.state().is_settled) choose(turn);
      bring_found(turn);
      if (before_turn) before_turn(turn);
      machine_.run_alone(std::max(std::min(turn.end, tick), turn.begin + 1));
    }
    if (turn.end > tick) break;
    go_to_next_turn(tick);
  }
  copy_stores(tick);
  way_.tick = tick;
  set_clock(tick);
  if (way_.has_turn && way_.turns.turn().begin == tick && has(way_.turns.turn().block) && !machine_.state().is_settled) choose(way_.turns.turn());
}

void LoneBlocks::choose(const RunJournal::Turn& turn) {
  copy_stores(turn.begin);
  set_clock(turn.begin);
  machine_.choose_alone(turn.block, turn.warp, turn.random);
}

void LoneBlocks::set_clock(uint64_t tick) {
  const auto [releases, released_at] = source_.journal->grid_releases(tick);
  bring_told(released_at);
  machine_.set_clock_alone({tick, source_.journal->blocks_started(tick), releases, released_at}, blocks_);
  bring_told(tick + 1);
}

// What a told schedule did before that tick.
void LoneBlocks::bring_told(uint64_t before) {
  for (const auto& told = source_.journal->told(); way_.next_told < told.size() && told[way_.next_told].tick < before; ++way_.next_told) {
    const RunJournal::Told& one = told[way_.next_told];
    if (!has(one.block)) continue;
    if (one.allocation == no_allocation) machine_.put_warp_alone(one.block, one.warp, one.stand);
    else machine_.put_shared_alone(one.block, one.allocation, one.offset, one.bytes);
  }
}

// Stretches in which none of the blocks is at work are left out.
void LoneBlocks::go_to_next_turn(uint64_t tick) {
  way_.has_turn = way_.turns.next();
  if (!way_.has_turn || !way_.turns.turn().goes_on) machine_.end_turn_alone();
  if (!are_many_ && way_.has_turn && way_.turns.is_first_of_stretch()) go_to_busy_stretch(tick);
  if (way_.has_turn) way_.turns.pass_others(are_own_warps_, tick);
}

void LoneBlocks::list_busy(size_t end) {
  if (end <= way_.busy_listed) return;
  const size_t listed = std::min(source_.journal->count(), std::max({end, way_.busy_listed + fewest_listed, 2 * way_.busy_listed - way_.first_stretch}));
  const std::vector<uint32_t> more = source_.journal->stretches_of(blocks_, way_.busy_listed, listed);
  way_.busy.insert(way_.busy.end(), more.begin(), more.end());
  way_.busy_listed = listed;
}

void LoneBlocks::go_to_busy_stretch(uint64_t tick) {
  const size_t here = source_.journal->stretch_of(tick);
  list_busy(here + 1);
  const auto next = std::lower_bound(way_.busy.begin(), way_.busy.end(), way_.turns.stretch());
  const size_t to = next == way_.busy.end() ? here : std::min<size_t>(*next, here);
  const auto left = static_cast<size_t>(way_.busy.end() - next);
  if (left > 2 * fetched_ahead) source_.journal->fetch_place_of(*(next + 2 * fetched_ahead));
  if (left > fetched_ahead) source_.journal->fetch_turns(*(next + fetched_ahead)), source_.journal->fetch_found(*(next + fetched_ahead));
  if (to <= way_.turns.stretch()) return;
  way_.turns = RunJournal::TurnReader(*source_.journal, to);
  way_.has_turn = way_.turns.next();
}

// ---- what a turn finds where many blocks store

template <class Visit>
void LoneBlocks::each_found(const RunJournal::Turn& turn, Visit&& visit) const {
  const RunJournal& journal = *source_.journal;
  const size_t stretch = way_.turns.stretch();
  const auto each = [&](RunJournal::TouchReader::Of of, auto&& visit_one) {
    for (RunJournal::TouchReader at(journal, of, stretch); at.next_there() && at.touch().tick <= turn.begin;)
      if (at.touch().tick == turn.begin && at.touch().block == turn.block) visit_one(at.touch());
      else at.skip_turn();
  };
  if (journal.has_found(stretch)) each(RunJournal::TouchReader::Of::found, [&](const RunJournal::Touch& found) { visit(found, found.bytes()); });
  if (!journal.has_found_where_stored(stretch)) return;
  each(RunJournal::TouchReader::Of::stores, [&](const RunJournal::Touch& store) {
    if (store.has_found) visit(store, store.found_bytes());
  });
}

void LoneBlocks::bring_found(const RunJournal::Turn& turn) {
  if (turn.begin < way_.found) return;
  way_.found = turn.begin + 1;
  if (turn.end == turn.begin + 1 && !may_find_[turn.pc]) return;  // one instruction, and no access
  each_found(turn, [&](const RunJournal::Touch& found, const uint8_t* bytes) { machine_.write_alone(found.allocation, found.offset, {bytes, static_cast<size_t>(found.size)}, found.written); });
}

// Has one of these blocks begun a turn that goes on?
bool LoneBlocks::is_in_turn() const { return way_.has_turn && way_.turns.turn().begin < way_.tick && way_.turns.turn().end > way_.tick && has(way_.turns.turn().block); }

// ---- what the others stored

LoneBlocks::Stores LoneBlocks::stores_in(const MemoryPlaces& places, const MemoryPlaces& looked_at, uint64_t from) const {
  const RunJournal& journal = *source_.journal;
  Stores stores{.from = from, .places = places, .looked_at = looked_at, .is_everywhere = places.count() > few_pieces, .stretches = {}, .at = {journal, RunJournal::TouchReader::Of::stores, 0}};
  stores.next = stores.listed = journal.stretch_of(from);
  if (!stores.is_everywhere) stores.next = 0;
  return stores;
}

void LoneBlocks::list_more(Stores& stores) const {
  const RunJournal& journal = *source_.journal;
  const size_t first = stores.listed, from = journal.stretch_of(stores.from);
  stores.listed = std::min(journal.count(), first + std::max(fewest_listed, first - from));
  std::vector<uint32_t> plain = journal.stretches_storing(stores.places, first, stores.listed), crowded = journal.stretches_storing_crowded(stores.looked_at, first, stores.listed);
  stores.stretches.clear();
  stores.next = 0;
  std::set_union(plain.begin(), plain.end(), crowded.begin(), crowded.end(), std::back_inserter(stores.stretches));
}

// The next stretch that begins before that tick. False: there is none.
bool LoneBlocks::open_next(Stores& stores, uint64_t before) const {
  const RunJournal& journal = *source_.journal;
  while (!stores.is_everywhere && stores.next == stores.stretches.size()) {
    if (stores.listed >= journal.count() || journal.stretch_begin(stores.listed) >= before) return false;
    list_more(stores);
  }
  if (stores.is_everywhere && stores.looked_at.empty())
    while (stores.next < journal.count() && !journal.has_stored_beside_crowds(stores.next)) ++stores.next;
  const size_t stretch = stores.is_everywhere ? stores.next : stores.stretches[stores.next];
  if (stretch >= journal.count() || journal.stretch_begin(stretch) >= before) return false;
  stores.next++;
  if (stores.is_everywhere) journal.fetch_stores(stretch + fetched_ahead);
  else if (stores.next + fetched_ahead <= stores.stretches.size()) journal.fetch_stores(stores.stretches[stores.next + fetched_ahead - 1]);
  stores.at = RunJournal::TouchReader(journal, RunJournal::TouchReader::Of::stores, stretch);
  stores.has_store = stores.at.next_there();
  return true;
}

// What of it lies in [low, high), which begins and ends with pieces or with the store.
void LoneBlocks::write(const RunJournal::Touch& store, uint64_t low, uint64_t high) {
  low = std::max(low, store.offset);
  high = std::min(high, store.offset + store.size);
  const uint64_t at = low - store.offset;
  machine_.write_alone(store.allocation, low, {store.bytes() + at, static_cast<size_t>(high - low)}, store.written ? store.written + at / 8 : nullptr);
}

// Those of turns that began before this tick.
void LoneBlocks::copy(Stores& stores, uint64_t before) {
  while (stores.has_store || open_next(stores, before)) {
    if (!stores.has_store) continue;
    const RunJournal::Touch& store = stores.at.touch();
    if (store.tick >= before) return;
    if (store.tick < stores.from || has(store.block)) stores.at.skip_turn();
    else if (store.changes_nothing || (store.has_found && stores.looked_at.empty())) stores.at.skip_row();  // in crowded pieces: whoever comes there is given what it finds
    else stores.places.each_part(store.allocation, store.offset, store.offset + store.size, [&](uint64_t low, uint64_t high) { write(store, low, high); });
    stores.has_store = stores.at.next_there();
  }
}

void LoneBlocks::copy_stores(uint64_t before) {
  copy(way_.stores, before);
  way_.copied = std::max(way_.copied, before);
}

std::vector<Memory::Part> LoneBlocks::parts_of(const MemoryPlaces& places) const {
  const MemoryPieces& pieces = source_.journal->pieces();
  std::vector<Memory::Part> parts;
  for (uint32_t allocation = 0; allocation < pieces.allocations(); ++allocation)
    places.each_part(allocation, 0, pieces.begin_of(allocation, pieces.end_of(allocation)), [&](uint64_t low, uint64_t high) { parts.push_back({allocation, low, high}); });
  return parts;
}

void LoneBlocks::bring_from_start(const MemoryPlaces& places) {
  machine_.load_memory_alone(*way_.start, parts_of(places));
  Stores passed_over = stores_in(places, MemoryPlaces(source_.journal->pieces()), way_.loaded);
  copy(passed_over, way_.copied);
}

// ---- where memory is right

void LoneBlocks::come_to(const MemoryPlaces& places) {
  const MemoryPlaces fresh = places.without(way_.followed);
  if (fresh.empty()) return;
  way_.followed.add(places);
  bring_from_start(fresh);
  way_.stores = stores_in(way_.followed, way_.looked_at, way_.copied);
}

void LoneBlocks::show(const MemoryPlaces& places) {
  const MemoryPlaces fresh = places.without(way_.looked_at), unknown = places.without(way_.followed);
  if (fresh.empty()) return;
  way_.looked_at.add(places);
  way_.followed.add(places);
  const std::vector<Own> own = own_of_turn();
  if (!unknown.empty()) bring_from_start(unknown);
  show_crowded(fresh);
  for (const Own& kept : own) machine_.write_alone(kept.allocation, kept.offset, kept.bytes, kept.written.empty() ? nullptr : kept.written.data());
  way_.stores = stores_in(way_.followed, way_.looked_at, way_.copied);
}

// Of the pieces that are crowded here, each as it was noted last; and from which stretch on stores to it are missing. Where the snapshot is newer, a piece is left as it
// is: what has changed there since was stored since, and is copied again.
std::vector<LoneBlocks::Noted> LoneBlocks::bring_notes(const MemoryPlaces& places, uint32_t here) {
  std::vector<Noted> all;
  for (const CrowdedPieces::Piece& piece : source_.journal->crowded().all()) {
    if (piece.since > here || !places.has(piece.number)) continue;
    const CrowdedPieces::Note& note = piece.note_at(here);
    if (note.stretch < way_.first_stretch) {
      all.push_back({piece.number, static_cast<uint32_t>(way_.first_stretch)});
      continue;
    }
    machine_.write_alone(piece.allocation, piece.offset, note.bytes, note.written.empty() ? nullptr : note.written.data());
    all.push_back({piece.number, note.stretch});
  }
  std::sort(all.begin(), all.end(), [](const Noted& a, const Noted& b) { return a.piece < b.piece; });
  return all;
}

// In which somebody stores to one of them since it was noted; of very many pieces, all stretches.
std::vector<uint32_t> LoneBlocks::stretches_since(const std::vector<Noted>& notes, size_t end) const {
  std::vector<uint32_t> all;
  if (notes.size() > few_pieces) {
    uint32_t first = UINT32_MAX;
    for (const Noted& note : notes) first = std::min(first, note.stretch);
    for (uint32_t stretch = first; stretch < end; ++stretch) all.push_back(stretch);
    return all;
  }
  for (const Noted& note : notes) source_.journal->add_stretches_storing_crowded(note.piece, note.stretch, end, all);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// All stores since, of turns that began before that tick: of these blocks, too.
void LoneBlocks::copy_since(const std::vector<Noted>& notes, uint64_t before) {
  if (notes.empty()) return;
  const RunJournal& journal = *source_.journal;
  const MemoryPieces& pieces = journal.pieces();
  const uint64_t lowest = notes.front().piece, behind = notes.back().piece + 1;
  std::vector<uint32_t> since(behind - lowest, UINT32_MAX);  // by piece
  for (const Noted& note : notes) since[note.piece - lowest] = note.stretch;
  const std::vector<uint32_t> stretches = stretches_since(notes, journal.stretch_of(before) + 1);
  for (size_t i = 0; i < stretches.size(); ++i) {
    if (i + 2 * fetched_ahead < stretches.size()) journal.fetch_place_of(stretches[i + 2 * fetched_ahead]);
    if (i + fetched_ahead < stretches.size()) journal.fetch_stores(stretches[i + fetched_ahead]);
    for (RunJournal::TouchReader at(journal, RunJournal::TouchReader::Of::stores, stretches[i]); at.next_there() && at.touch().tick < before;) {
      const RunJournal::Touch& store = at.touch();
      if (store.changes_nothing) at.skip_row();
      else for (uint64_t piece = std::max(lowest, pieces.at(store.allocation, store.offset)), end = std::min(behind, pieces.at(store.allocation, store.offset + store.size - 1) + 1); piece < end; ++piece)
        if (since[piece - lowest] <= stretches[i]) write(store, pieces.begin_of(store.allocation, piece), pieces.begin_of(store.allocation, piece + 1));
    }
  }
}

// A turn in progress has found what it comes to, and has stored there what nobody has noted yet.
std::vector<LoneBlocks::Own> LoneBlocks::own_of_turn() const {
  std::vector<Own> own;
  if (!is_in_turn()) return own;
  each_found(way_.turns.turn(), [&](const RunJournal::Touch& found, const uint8_t*) {
    const uint8_t* const bytes = (found.allocation == machine_.allocations().size() ? machine_.heap_memory().marks->data : machine_.bytes_of(found.allocation, 0, 0)) + found.offset;
    Own& kept = own.emplace_back(Own{found.allocation, found.offset, {bytes, bytes + found.size}, {}});
    if (!found.written) return;
    const uint8_t* const written = machine_.written_bits_of(found.allocation);
    kept.written.assign(written + found.offset / 8, written + (found.offset + found.size) / 8);
  });
  return own;
}

void LoneBlocks::show_crowded(const MemoryPlaces& places) {
  const uint64_t before = is_in_turn() ? way_.turns.turn().begin : way_.copied;
  copy_since(bring_notes(places, static_cast<uint32_t>(source_.journal->stretch_of(before))), before);
}

void LoneBlocks::show(uint32_t allocation, uint64_t offset, uint64_t bytes) {
  if (way_.looked_at.has(allocation, offset, offset + bytes)) return;
  MemoryPlaces places(source_.journal->pieces());
  places.add(allocation, offset, offset + bytes);
  show(places);
}

void LoneBlocks::show_all() {
  if (way_.looked_at.are_all()) return;
  MemoryPlaces all(source_.journal->pieces());
  all.add_all();
  show(all);
}

void LoneBlocks::come_to_all() {
  if (way_.followed.are_all()) return;
  MemoryPlaces all(source_.journal->pieces());
  all.add_all();
  come_to(all);
}

// Those of the device's heap that these blocks come to, in the whole run.
MemoryPlaces LoneBlocks::heap_places() const {
  const BlockPlaces& known = source_.journal->block_places();
  MemoryPlaces places(source_.journal->pieces());
  for (const uint32_t block : blocks_) {
    const BlockPlaces::Rows* const rows = known.heap_rows_of(block);
    if (!rows) places.add_heap();
    else for (const BlockPlaces::Row& row : *rows) places.add_row(row.first, row.end);
  }
  return places;
}

// Where the blocks come to, up to `tick`. Few places are known of the whole run; many are looked up, at first no further, then twice as far each time.
void LoneBlocks::follow_places(uint64_t tick) {
  if (are_many_) return come_to_all();
  const size_t needed = source_.journal->stretch_of(tick) + 1;
  if (way_.followed.are_all() || way_.known_end >= needed) return;
  MemoryPlaces places(source_.journal->pieces());
  if (way_.known_end == way_.first_stretch && add_known_places(places)) {
    way_.known_end = source_.journal->count();
    return come_to(places);
  }
  way_.known_end = std::min(source_.journal->count(), std::max(needed, 2 * way_.known_end - way_.first_stretch));
  list_busy(way_.known_end);
  for (; way_.busy_followed < way_.busy.size() && way_.busy[way_.busy_followed] < way_.known_end; ++way_.busy_followed) add_places_of(way_.busy[way_.busy_followed], places);
  come_to(places);
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
    for (RunJournal::TouchReader at(*source_.journal, of, stretch); at.next_there();)
      if (!has(at.touch().block)) at.skip_turn();
      else if (at.touch().has_found) at.skip_row();  // in crowded pieces, which nobody follows
      else if (!source_.journal->pieces().is_of_heap(at.touch().allocation))  // see heap_places()
        places.add(at.touch().allocation, at.touch().offset, at.touch().offset + at.touch().size);
}

}  // namespace wb
