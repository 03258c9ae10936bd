// Writes the journal of a run (run_journal.h) while that is recorded.
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "simulator/machine/heap_marks.h"
#include "simulator/recording/run_journal.h"
#include "simulator/recording/small_numbers.h"
#include "simulator/recording/turn_codes.h"

namespace wb {

using namespace turn_codes;

namespace {

constexpr uint64_t stretches_between_stands = 32;
constexpr size_t fewest_words = 4;            // of a row
constexpr uint64_t longest_in_words = 32, highest_in_words = 1ull << 34;  // bytes: of a range, and of an allocation
constexpr size_t words_for_an_entry = 16;
constexpr size_t merged_loads = 4;  // the last ranges that a new one may lie next to

}  // namespace

JournalWriter::JournalWriter(Machine& machine, size_t byte_limit, uint64_t stretch_ticks, size_t stretch_bytes, uint32_t crowd)
    : byte_limit_(byte_limit), stretch_ticks_(stretch_ticks), next_stands_(stretches_between_stands * stretch_ticks), stretch_bytes_(stretch_bytes) {
  journal_.pieces_ = MemoryPieces(machine.allocations());
  journal_.of_blocks_ = StretchLists(machine.shape().block_count());
  journal_.storing_ = journal_.storing_crowded_ = StretchLists(journal_.pieces_.count());
  journal_.block_places_ = BlockPlaces(machine.shape().block_count());
  journal_.warps_per_block_ = machine.shape().warps_per_block();
  journal_.nobody_ = static_cast<uint32_t>(machine.shape().block_count());
  for (const AllocationInfo& info : machine.allocations()) {
    is_followed_.push_back(info.space == Space::global || info.space == Space::constant);
    may_be_stored_.push_back(info.may_be_stored);
    journal_.may_lack_values_.push_back(machine.written_bits_of(static_cast<uint32_t>(&info - machine.allocations().data())) != nullptr);
  }
  journal_.may_lack_values_.push_back(false);  // the heap's marks
  crowd_ = CrowdWriter(journal_.pieces_.count(), crowd);
  journal_.is_adversarial_ = machine.schedule() == Schedule::adversarial;
  heap_ = machine.heap_memory();
  if (heap_.heap) journal_.heap_ = heap_.allocation;
  machine.follow_heap();
  random_ = random_at_begin_ = machine.state().random;
  last_id_ = UINT64_MAX;
  if (!machine.program().has_clusters) return;
  machine_ = &machine;
  waiting_of_.resize(machine.shape().block_count());
}

void JournalWriter::begin_turn(const Machine& machine, const NextInstruction& next) {
  if (!is_kept_) return;
  const RunningState& state = machine.state();
  note_told(machine);
  close_full_stretch(state.tick);
  close_stretches(state.tick);
  const auto calls_to = [&](uint64_t random) { return (random - random_) * inverse_of(random_step); };
  entry_ = {.id = uint64_t{next.block} * journal_.warps_per_block_ + next.warp, .calls = calls_to(state.random), .pc = next.pc, .goes_on = goes_on_};
  entry_.until_chosen = entry_.calls ? calls_to(state.random_at_choice) : 1;
  if (!can_be_told(entry_)) return give_up();
  begin_ = state.tick;
  random_ = state.random;
  finished_ = state.finished;
  at_ = state.block_at_work;
  const BlockState& block = *state.resident[at_];
  live_ = block.live_warps;
  waiting_ = warps_that_wait(block);
  has_passed_barrier_ = false;
  if (machine_) waiting_of_[next.block] = static_cast<uint32_t>(waiting_);
  if (journal_.starts_.empty() || journal_.starts_.back().second != state.started) journal_.starts_.emplace_back(state.tick, state.started);
}

bool JournalWriter::can_be_told(const Entry& entry) const {
  if (journal_.is_adversarial_) return !entry.goes_on && entry.calls >= 1 && entry.calls <= 7 && (entry.until_chosen == 1 || entry.until_chosen == 2);
  return entry.until_chosen == 1 && (!entry.calls || (entry.calls > calls_before_first_code && entry.calls <= most_calls));
}

void JournalWriter::access(const WarpAccess& access) {
  if (!is_kept_ || !is_followed_[access.allocation] || !access.active) return;
  const bool is_told_as_found = crowd_.has_any() && touch(access);
  const auto lane_offset = [&](int lane) { return uint64_t{access.offset[lane]}; };
  if (access.kind == AccessKind::load) {
    if (is_told_as_found) return;
    uint64_t low = lane_offset(std::countr_zero(access.active)), high = low;
    if (access.pattern == AccessPattern::contiguous) high = low + uint64_t{access.bytes} * (warp_size - 1);
    else if (access.pattern != AccessPattern::broadcast)
      for (LaneMask rest = access.active; rest; rest &= rest - 1) {
        low = std::min(low, lane_offset(std::countr_zero(rest)));
        high = std::max(high, lane_offset(std::countr_zero(rest)));
      }
    return add_loaded({access.allocation, low, high + access.bytes - low});
  }
  if (access.pattern == AccessPattern::contiguous) return add_stored({access.allocation, lane_offset(0), uint64_t{access.bytes} * warp_size});
  if (access.pattern == AccessPattern::broadcast) return add_stored({access.allocation, lane_offset(std::countr_zero(access.active)), access.bytes});
  for (LaneMask rest = access.active; rest; rest &= rest - 1) add_stored({access.allocation, lane_offset(std::countr_zero(rest)), access.bytes});
}

// To places that many blocks store to: do all of them lie there?
bool JournalWriter::touch(const WarpAccess& access) {
  const auto bytes_at = [&](int lane, uint64_t count) { return touch(Range{access.allocation, access.offset[lane], count}); };
  if (access.pattern == AccessPattern::contiguous) return bytes_at(0, uint64_t{access.bytes} * warp_size);
  if (access.pattern == AccessPattern::broadcast) return bytes_at(std::countr_zero(access.active), access.bytes);
  bool all = true;
  for (LaneMask rest = access.active; rest; rest &= rest - 1) all &= bytes_at(std::countr_zero(rest), access.bytes);
  return all;
}

bool JournalWriter::touch(const Range& range) {
  const MemoryPieces& pieces = journal_.pieces_;
  const uint64_t first = pieces.at(range.allocation, range.offset), last = pieces.at(range.allocation, range.offset + range.size - 1);
  bool all = true;
  for (uint64_t piece = first; piece <= last; ++piece)
    if (crowd_.is_crowded(piece, open_stretch()))
      crowd_.touch(piece, std::max(range.offset, pieces.begin_of(range.allocation, piece)), std::min(range.offset + range.size, pieces.begin_of(range.allocation, piece + 1)));
    else all = false;
  return all;
}

// Side by side with the range before, or within it, as neighbouring lanes' mostly are: one range.
void JournalWriter::add_stored(const Range& range) {
  if (!stored_.empty()) {
    Range& last = stored_.back();
    if (last.allocation == range.allocation && range.offset >= last.offset && range.offset <= last.offset + last.size) {
      last.size = std::max(last.size, range.offset + range.size - last.offset);
      return;
    }
  }
  stored_.push_back(range);
}

void JournalWriter::add_loaded(const Range& range) {
  for (size_t i = loaded_.size(); i-- > 0 && i + merged_loads >= loaded_.size();) {
    Range& known = loaded_[i];
    if (known.allocation != range.allocation || range.offset > known.offset + known.size || known.offset > range.offset + range.size) continue;
    const uint64_t end = std::max(known.offset + known.size, range.offset + range.size);
    known.offset = std::min(known.offset, range.offset);
    known.size = end - known.offset;
    return;
  }
  loaded_.push_back(range);
}

void JournalWriter::parting(uint32_t block, uint32_t warp, uint64_t tick) {
  put_moment(RunJournal::Moment::Kind::parting, block, warp, tick);
}

void JournalWriter::barrier(uint32_t block, uint64_t tick) {
  has_passed_barrier_ |= block == entry_.id / journal_.warps_per_block_;
  put_moment(RunJournal::Moment::Kind::barrier, block, 0, tick);
}

void JournalWriter::named_barrier(uint32_t block, std::span<const WarpLanes> waiting, uint64_t tick) {
  const uint64_t warp = entry_.id % journal_.warps_per_block_;  // of this block, since nobody else can complete its barrier
  has_passed_barrier_ |= std::any_of(waiting.begin(), waiting.end(), [&](const WarpLanes& who) { return who.warp == warp; });
  put_moment(RunJournal::Moment::Kind::barrier, block, waiting.size() + 1, tick);
}

// Told of each part of a warp that passes the barrier of its cluster, having waited there or not; then those that have waited are not counted any more.
void JournalWriter::cluster_wait(uint32_t block, uint64_t tick) {
  if (!is_kept_) return;
  if (passing_ && (passing_->block != block || passing_->tick != tick)) put_passing();
  if (!passing_) passing_ = Passing{block, 0, tick};
  const BlockState* const state = machine_->resident(block);
  // Of the block at work there may be one more: the warp whose turn this is has come to wait, which how_it_ended() tells.
  const uint32_t before = waiting_of_[block], now = std::min(before, state ? warps_that_wait(*state) : 0);
  passing_->goes_on += before - now;
  waiting_of_[block] = now;
  if (block == block_at_work()) waiting_ = now;
}

void JournalWriter::put_passing() {
  if (!passing_) return;
  const Passing passing = *std::exchange(passing_, std::nullopt);
  put_moment(RunJournal::Moment::Kind::barrier, passing.block, passing.goes_on + 1, passing.tick);
}

void JournalWriter::grid_barrier(uint64_t tick) {
  if (is_kept_) journal_.releases_.push_back(tick + 1);
}

void JournalWriter::put_moment(RunJournal::Moment::Kind kind, uint32_t block, uint64_t place, uint64_t tick) {
  if (!is_kept_) return;
  put_passing();
  const uint64_t id = block * journal_.moment_places() + place;
  std::vector<uint8_t>& to = add_to(RunJournal::moments);
  put_number(to, (tick - moment_tick_) << 1 | (kind == RunJournal::Moment::Kind::barrier));
  put_difference(to, moment_id_, id);
  moment_tick_ = tick;
  moment_id_ = id;
}

void JournalWriter::end_turn(Machine& machine) {
  if (!is_kept_) return;
  const RunningState& state = machine.state();
  if (state.tick == begin_) return give_up();  // a turn without an instruction: nothing tells when it was
  put_passing();
  goes_on_ = state.is_settled;
  entry_.ticks = state.tick - begin_;
  if (journal_.is_adversarial_ && (entry_.ticks != 1 || goes_on_)) return give_up();
  entry_.how = how_it_ended(state);
  if (machine_ && state.finished == finished_) waiting_of_[block_at_work()] = warps_that_wait(*state.resident[at_]);
  const auto is_plain = [](const Entry& entry) { return entry.ticks == 1 && entry.how == RunJournal::End::cut && !entry.goes_on; };
  if (has_pending_ && is_plain(entry_) && is_plain(pending_) && entry_.id == pending_.id + pending_.repeats + 1 && entry_.pc == pending_.pc && entry_.calls == pending_.calls &&
      entry_.until_chosen == pending_.until_chosen) {
    ++pending_.repeats;
  } else {
    put_pending();
    pending_ = entry_;
    has_pending_ = true;
  }
  if (heap_.heap) add_heap_looks(machine), add_heap_changes(machine);
  if (crowd_.has_any()) found_ = crowd_.take_found(), mark_found();
  find_stored_rows(machine);
  find_found_rows();
  put_found();
  put_stores(machine);
  put_loads();
  note_told(machine);
  if (state.tick >= next_stands_) note_stands(state);
}

// Blocks that the grid's barrier has let go stand there until it is their turn.
void JournalWriter::note_stands(const RunningState& state) {
  if (!is_kept_) return;
  next_stands_ = state.tick + stretches_between_stands * stretch_ticks_;
  RunJournal::Stands& stands = journal_.stands_.emplace_back();
  stands.tick = state.tick;
  stands.started = state.started;
  for (const auto& block : state.resident) {
    const bool is_let_go = block->at_grid_barrier && block->grid_arrivals <= state.grid_releases;
    stands.blocks.push_back({block->index, block->live_warps, is_let_go ? 0 : warps_that_wait(*block)});
  }
  journal_.bytes_ += sizeof stands + stands.blocks.capacity() * sizeof(stands.blocks[0]);
}

RunJournal::End JournalWriter::how_it_ended(const RunningState& state) const {
  if (state.finished != finished_) return RunJournal::End::done;
  const BlockState& block = *state.resident[at_];  // they move up only when one is done
  if (block.live_warps < live_) return RunJournal::End::done;
  return has_passed_barrier_ || warps_that_wait(block) > waiting_ ? RunJournal::End::barrier : RunJournal::End::cut;
}

void JournalWriter::put_pending() {
  if (!has_pending_) return;
  has_pending_ = false;
  std::vector<uint8_t>& to = add_to(RunJournal::turns);
  const bool is_next = pending_.id == last_id_ + 1, is_same = pending_.pc == last_pc_;
  const bool is_adversarial = journal_.is_adversarial_;
  const auto code = pending_.goes_on ? goes_on_code : pending_.calls ? static_cast<uint8_t>(pending_.calls - (is_adversarial ? 0 : calls_before_first_code)) : no_calls;
  const uint8_t third = is_adversarial ? (pending_.until_chosen == 2 ? chosen_with_two : 0) : pending_.ticks == 1 ? is_one_tick : 0;
  const auto end = pending_.repeats ? repeated_code : static_cast<uint8_t>(pending_.how);
  to.push_back(static_cast<uint8_t>((is_next ? is_next_warp : 0) | (is_same ? is_same_pc : 0) | third | code << calls_shift | end << end_shift));
  if (!is_next) put_number(to, pending_.id);
  if (!is_same) put_number(to, pending_.pc);
  if (pending_.ticks != 1 && !is_adversarial) put_number(to, pending_.ticks);
  if (pending_.repeats) put_number(to, pending_.repeats);
  last_id_ = pending_.id + pending_.repeats;
  last_pc_ = pending_.pc;
  for (uint64_t block = pending_.id / journal_.warps_per_block_; block <= last_id_ / journal_.warps_per_block_; ++block) journal_.of_blocks_.add(block, open_stretch());
}

void JournalWriter::add_heap_looks(Machine& machine) {
  const auto marks = static_cast<uint32_t>(is_followed_.size());
  for (const HeapChange& look : machine.take_heap_looks()) {
    const Range range{look.in_marks ? marks : heap_.allocation, look.offset, look.bytes};
    journal_.block_places_.add_of_heap(block_at_work(), journal_.pieces_.at(range.allocation, range.offset), journal_.pieces_.at(range.allocation, range.offset + range.size - 1) + 1);
    if (crowd_.has_any()) touch(range);
  }
}

// Written bits stand eight together.
void JournalWriter::add_heap_changes(Machine& machine) {
  const auto marks = static_cast<uint32_t>(is_followed_.size());
  for (const HeapChange& change : machine.take_heap_changes()) {
    stored_.push_back({change.in_marks ? marks : heap_.allocation, change.offset, change.bytes});
    if (crowd_.has_any()) touch(stored_.back());
  }
  for (Range& range : stored_)
    if (range.allocation == heap_.allocation) range = in_eights(range);
}

JournalWriter::Range JournalWriter::in_eights(const Range& range) {
  const uint64_t begin = range.offset / 8 * 8, end = (range.offset + range.size + 7) / 8 * 8;
  return {range.allocation, begin, end - begin};
}

// ---- word by word

JournalWriter::Row& JournalWriter::row_of(std::vector<Row>& rows, uint32_t allocation, WordRow::Tells tells) {
  for (Row& row : rows)
    if (row.allocation == allocation && row.tells == tells) return row;
  return rows.emplace_back(Row{allocation, tells, {}, 0});
}

bool JournalWriter::is_told_by_words(const Range& range) const {
  return range.size <= longest_in_words && (range.offset | range.size) % WordRow::word_bytes == 0 && range.offset + range.size <= highest_in_words &&
         range.allocation != journal_.heap_ && range.allocation < is_followed_.size();
}

// Of what was stored all over the place.
void JournalWriter::find_stored_rows(const Machine& machine) {
  stored_rows_.clear();
  if (stored_.size() < fewest_words) return;
  const auto place = [](const Range& range) { return std::pair(range.allocation, range.offset); };
  std::sort(stored_.begin(), stored_.end(), [&](const Range& a, const Range& b) { return place(a) < place(b); });
  std::vector<Range> apart;
  for (const Range& range : stored_) {
    Range* const last = apart.empty() || apart.back().allocation != range.allocation ? nullptr : &apart.back();
    if (last && range.offset <= last->offset + last->size) last->size = std::max(last->size, range.offset + range.size - last->offset);
    else apart.push_back(range);
  }
  stored_.clear();
  for (const Range& range : apart) {
    if (!is_told_by_words(range)) {
      stored_.push_back(range);
      continue;
    }
    const uint8_t* const bytes = live(machine, range.allocation).bytes;
    for (uint64_t offset = range.offset; offset < range.offset + range.size; offset += WordRow::word_bytes) {
      const std::optional<uint32_t> found = crowd_.word_before(journal_.pieces_.at(range.allocation, offset), offset, open_stretch());
      RowWord word{offset, found.value_or(0), 0};
      std::memcpy(&word.left, bytes + offset, sizeof word.left);
      Row& row = row_of(stored_rows_, range.allocation, !found ? WordRow::left : word.found == word.left ? WordRow::found : WordRow::both);
      row.places += offset == range.offset;
      row.words.push_back(word);
    }
  }
  // Those with what was found go together.
  const auto words_with = [&](const Row& one) {
    size_t words = 0;
    for (const Row& row : stored_rows_)
      if (row.allocation == one.allocation && (row.tells == WordRow::left) == (one.tells == WordRow::left)) words += row.words.size();
    return words;
  };
  std::vector<Row> rows;
  for (const Row& row : stored_rows_)
    if (words_with(row) >= fewest_words) rows.push_back(row);
    else for (const RowWord& word : row.words) stored_.push_back({row.allocation, word.offset, WordRow::word_bytes});
  stored_rows_ = std::move(rows);
}

void JournalWriter::mark_found() {
  for (const CrowdWriter::Found& found : found_) journal_.crowded_words_.add(crowd_.piece_of(found).allocation, found.low, found.high, open_stretch());
}

bool JournalWriter::is_in_stored_row(uint32_t allocation, uint64_t offset) const {
  for (const Row& row : stored_rows_)
    if (row.allocation == allocation && row.tells != WordRow::left &&
        std::binary_search(row.words.begin(), row.words.end(), RowWord{offset}, [](const RowWord& a, const RowWord& b) { return a.offset < b.offset; }))
      return true;
  return false;
}

// Of what was found, but for what stands in the rows of stores.
void JournalWriter::find_found_rows() {
  found_rows_.clear();
  std::vector<CrowdWriter::Found> others;
  for (const CrowdWriter::Found& found : found_) {
    const Range range{crowd_.piece_of(found).allocation, found.low, found.high - found.low};
    if (found_.size() < fewest_words || crowd_.may_lack_values(found) || !is_told_by_words(range)) {
      others.push_back(found);
      continue;
    }
    for (uint64_t offset = found.low; offset < found.high; offset += WordRow::word_bytes) {
      if (is_in_stored_row(range.allocation, offset)) continue;
      RowWord& word = row_of(found_rows_, range.allocation, WordRow::found).words.emplace_back(RowWord{offset});
      std::memcpy(&word.found, crowd_.bytes_before(found) + (offset - found.low), sizeof word.found);
    }
  }
  found_ = std::move(others);
}

void JournalWriter::put_rows(std::vector<uint8_t>& to, const std::vector<Row>& rows, uint64_t& last_offset) {
  for (const Row& row : rows) {
    put_number(to, uint64_t{row.allocation} << 1 | 1);
    WordRow::put(to, row.words, row.tells, last_offset);
    entries_ += 1 + row.words.size() / words_for_an_entry;
  }
}

void JournalWriter::put_found() {
  if (found_.empty() && found_rows_.empty()) return;
  std::vector<uint8_t>& to = sections_[RunJournal::found];
  entries_ += found_.size();
  put_number(to, begin_ - found_tick_);
  put_difference(to, found_id_, entry_.id);
  put_number(to, found_.size() + found_rows_.size());
  for (const CrowdWriter::Found& found : found_) {
    const Range range{crowd_.piece_of(found).allocation, found.low, found.high - found.low};
    put_number(to, uint64_t{range.allocation} << 1);
    put_difference(to, found_offset_, range.offset);
    put_number(to, range.size);
    const uint8_t *const bytes = crowd_.bytes_before(found), *const written = crowd_.written_before(found);
    to.insert(to.end(), bytes, bytes + range.size);
    if (written) to.insert(to.end(), written, written + range.size / 8);
    found_offset_ = range.offset;
    note_found(range);
  }
  put_rows(to, found_rows_, found_offset_);
  for (const Row& row : found_rows_)
    for (const RowWord& word : row.words) note_found({row.allocation, word.offset, WordRow::word_bytes});
  found_tick_ = begin_;
  found_id_ = entry_.id;
  found_.clear();
}

// Places of the heap are noted as they are looked at.
void JournalWriter::note_found(const Range& range) {
  const MemoryPieces& pieces = journal_.pieces_;
  if (pieces.is_of_heap(range.allocation)) return;
  journal_.block_places_.add(block_at_work(), pieces.at(range.allocation, range.offset), pieces.at(range.allocation, range.offset + range.size - 1) + 1);
}

CrowdWriter::Live JournalWriter::live(const Machine& machine, uint32_t allocation) const {
  if (allocation == is_followed_.size()) return {heap_.marks->data, nullptr, heap_.marks->size};
  return {machine.bytes_of(allocation, 0, 0), machine.written_bits_of(allocation), machine.allocations()[allocation].bytes};
}

void JournalWriter::put_stores(Machine& machine) {
  if (stored_.empty() && stored_rows_.empty()) return;
  begin_stores(begin_, entry_.id, stored_.size() + stored_rows_.size());
  for (const Range& range : stored_) put_store(range, live(machine, range.allocation), range.allocation == journal_.heap_, block_at_work());
  put_rows(sections_[RunJournal::stores], stored_rows_, store_offset_);
  for (const Row& row : stored_rows_) {
    has_found_where_stored_ |= row.tells != WordRow::left;
    const CrowdWriter::Live now = live(machine, row.allocation);
    for (const RowWord& word : row.words) {
      const Range range{row.allocation, word.offset, WordRow::word_bytes};
      if (row.tells == WordRow::found) note_found(range);  // nothing changes there
      else note_store(range, now, block_at_work(), row.is_scattered());
    }
  }
  stored_.clear();
}

void JournalWriter::begin_stores(uint64_t tick, uint64_t id, size_t ranges) {
  std::vector<uint8_t>& to = sections_[RunJournal::stores];
  put_number(to, tick - store_tick_);
  put_difference(to, store_id_, id);
  put_number(to, ranges);
  store_tick_ = tick;
  store_id_ = id;
}

void JournalWriter::put_store(const Range& range, const CrowdWriter::Live& now, bool with_written, uint32_t block) {
  std::vector<uint8_t>& to = sections_[RunJournal::stores];
  ++entries_;
  put_number(to, uint64_t{range.allocation} << 1);
  put_difference(to, store_offset_, range.offset);
  put_number(to, range.size);
  to.insert(to.end(), now.bytes + range.offset, now.bytes + range.offset + range.size);
  if (with_written) to.insert(to.end(), now.written + range.offset / 8, now.written + (range.offset + range.size) / 8);
  store_offset_ = range.offset;
  note_store(range, now, block, false);
}

// In which pieces it lies.
void JournalWriter::note_store(const Range& range, const CrowdWriter::Live& now, uint32_t block, bool is_scattered) {
  const MemoryPieces& pieces = journal_.pieces_;
  const uint64_t end = range.offset + range.size, first = pieces.at(range.allocation, range.offset), last = pieces.at(range.allocation, end - 1);
  for (uint64_t piece = first; piece <= last; ++piece) {
    const uint64_t begin = pieces.begin_of(range.allocation, piece), behind = pieces.begin_of(range.allocation, piece + 1);
    const bool is_crowded = crowd_.is_crowded(piece, open_stretch());
    has_others_ |= !is_crowded;
    (is_crowded ? journal_.storing_crowded_ : journal_.storing_).add(piece, open_stretch());
    crowd_.store({piece, begin, behind - begin, std::max(range.offset, begin), std::min(end, behind), range.allocation, block, is_scattered}, now, open_stretch());
  }
  if (pieces.is_of_heap(range.allocation)) journal_.block_places_.add_of_heap(block, first, last + 1);
  else journal_.block_places_.add(block, first, last + 1);
}

// ---- what a told schedule did

void JournalWriter::note_told(const Machine& machine) {
  const std::vector<HoldState>& holds = machine.state().holds;
  if (!is_kept_ || holds.empty()) return;
  holds_.resize(holds.size());
  for (size_t i = 0; i < holds.size(); ++i) {
    const HoldState& now = holds[i];
    const HoldState before = std::exchange(holds_[i], now);
    if (now.phase == before.phase && now.late.is_stopped == before.late.is_stopped) continue;
    const ToldSchedule::Hold& told = machine.told().holds[i];
    note_told_warp(machine, told.before);
    // Its store is put back at the end of its turn, and arrives before another one.
    const bool is_under_way = before.phase == HoldState::Phase::writing || before.phase == HoldState::Phase::holding;
    if (told.late && is_under_way && now.phase != before.phase) note_late_store(machine, now.late);
  }
}

void JournalWriter::note_told_warp(const Machine& machine, const ToldSchedule::Moment& of) {
  const BlockState* const block = machine.resident(of.block);
  if (!block) return;
  const uint32_t w = of.thread / warp_size;
  const WarpState& warp = block->warps[w];
  journal_.told_.push_back({.tick = machine.tick(), .block = of.block, .warp = w, .stand = {warp.splits, warp.current, warp.back_jumps}});
  journal_.bytes_ += sizeof(RunJournal::Told) + warp.splits.size() * sizeof(Split);
}

void JournalWriter::note_late_store(const Machine& machine, const HoldState::Late& late) {
  const Range range{late.allocation, late.offset, late.bytes};
  if (!is_followed_[late.allocation]) {
    journal_.told_.push_back({.tick = machine.tick(), .block = late.owner, .allocation = late.allocation, .offset = late.offset,
                              .bytes = machine.read_memory(late.allocation, late.owner, 0, late.offset, late.bytes)});
    journal_.bytes_ += sizeof(RunJournal::Told) + late.bytes;
    return;
  }
  const bool may_lack_values = journal_.may_lack_values_[late.allocation];
  begin_stores(machine.tick() - 1, uint64_t{journal_.nobody_} * journal_.warps_per_block_, 1);  // so that it stands there when the next turn begins
  put_store(may_lack_values ? in_eights(range) : range, live(machine, late.allocation), may_lack_values, journal_.nobody_);
}

void JournalWriter::put_loads() {
  if (loaded_.empty()) return;
  std::vector<uint8_t>& to = sections_[RunJournal::loads];
  entries_ += loaded_.size();
  put_difference(to, load_id_, entry_.id);
  put_number(to, loaded_.size());
  for (const Range& range : loaded_) {
    put_number(to, range.allocation);
    put_difference(to, load_offset_, range.offset);
    put_number(to, range.size);
    load_offset_ = range.offset;
    if (!journal_.pieces_.has(range.allocation) || range.allocation == journal_.heap_) continue;  // whose looks are known better
    const uint64_t first = journal_.pieces_.at(range.allocation, range.offset), end = journal_.pieces_.at(range.allocation, range.offset + range.size - 1) + 1;
    if (may_be_stored_[range.allocation]) journal_.block_places_.add(block_at_work(), first, end);
    else journal_.block_places_.add_of_quiet(block_at_work(), first, end);
  }
  load_id_ = entry_.id;
  loaded_.clear();
}

void JournalWriter::close_full_stretch(uint64_t tick) {
  size_t size = 0;
  for (const auto& section : sections_) size += section.size();
  if (size >= stretch_bytes_ || entries_ >= RunJournal::most_stretch_entries) close_stretch(tick);
}

void JournalWriter::close_stretches(uint64_t tick) {
  while (tick >= next_cut()) close_stretch(next_cut());
}

// It ends there, and the next one begins.
void JournalWriter::close_stretch(uint64_t tick) {
  put_pending();
  RunJournal::Stretch& stretch = journal_.stretches_.emplace_back();
  size_t size = 0;
  for (const auto& section : sections_) size += section.size();
  stretch.bytes.reserve(size += WordRow::behind);
  for (size_t i = 0; i < RunJournal::section_count; ++i) {
    stretch.bytes.insert(stretch.bytes.end(), sections_[i].begin(), sections_[i].end());
    stretch.ends[i] = static_cast<uint32_t>(stretch.bytes.size());
    sections_[i].clear();
  }
  stretch.bytes.resize(size);
  stretch.has_found = std::exchange(has_found_where_stored_, false);
  stretch.has_others = std::exchange(has_others_, false);
  stretch.begin = open_begin_;
  stretch.random = random_at_begin_;
  journal_.work_.push_back((journal_.work_.empty() ? 0 : journal_.work_.back()) + stretch.ends[RunJournal::stores] + stretch.ends[RunJournal::turns]);
  journal_.bytes_ += size + sizeof stretch + sizeof(uint64_t);
  random_at_begin_ = random_;
  last_id_ = UINT64_MAX;
  last_pc_ = 0;
  open_begin_ = store_tick_ = moment_tick_ = tick;
  found_tick_ = tick;
  store_id_ = store_offset_ = load_id_ = load_offset_ = found_id_ = found_offset_ = moment_id_ = entries_ = 0;
  crowd_.begin_stretch(open_stretch());
  if (bytes() > byte_limit_) give_up();
}

size_t JournalWriter::bytes_beside() const {
  return journal_.starts_.size() * sizeof(journal_.starts_[0]) + journal_.releases_.size() * sizeof(uint64_t) + journal_.of_blocks_.bytes() + journal_.storing_.bytes() +
         journal_.storing_crowded_.bytes() + journal_.block_places_.bytes() + journal_.crowded_words_.bytes() + crowd_.bytes() + waiting_of_.size() * sizeof(waiting_of_[0]);
}

void JournalWriter::give_up() {
  is_kept_ = false;
  journal_ = {};
  for (auto& section : sections_) section = {};
  stored_ = loaded_ = {};
  crowd_ = CrowdWriter();
  waiting_of_ = {};
}

RunJournal JournalWriter::finish(uint64_t end) {
  close_stretches(end);
  if (end > open_begin_) close_stretch(end);
  journal_.of_blocks_.finish();
  journal_.storing_.finish();
  journal_.storing_crowded_.finish();
  journal_.crowded_words_.finish();
  journal_.crowded_ = crowd_.finish();
  crowd_ = CrowdWriter();
  waiting_of_ = {};
  journal_.end_ = end;
  journal_.bytes_ += bytes_beside() + journal_.crowded_.bytes();
  return std::move(journal_);
}

}  // namespace wb
