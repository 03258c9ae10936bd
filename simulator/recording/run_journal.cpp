#include "simulator/recording/run_journal.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "simulator/recording/small_numbers.h"
#include "simulator/recording/turn_codes.h"

namespace wb {

using namespace turn_codes;

uint32_t warps_that_wait(const BlockHead& block) {
  uint32_t count = block.waiting_warps;
  for (const NamedBarrier& barrier : block.named) count += static_cast<uint32_t>(std::popcount(barrier.waiting));
  return count;
}

const uint8_t* RunJournal::section(size_t stretch, Section which, const uint8_t** end) const {
  const Stretch& from = stretches_[stretch];
  *end = from.bytes.data() + from.ends[which];
  return from.bytes.data() + (which ? from.ends[which - 1] : 0);
}

uint64_t RunJournal::work_between(size_t stretch, size_t last) const {
  const auto until = [&](size_t s) { return s == 0 || work_.empty() ? 0 : work_[std::min(s, work_.size()) - 1]; };
  return last > stretch ? until(last) - until(stretch) : 0;
}

uint64_t RunJournal::blocks_started(uint64_t tick) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), tick, [](uint64_t t, const auto& start) { return t < start.first; });
  return after == starts_.begin() ? 0 : (after - 1)->second;
}

const RunJournal::Stands* RunJournal::stands_before(uint64_t tick) const {
  const auto after = std::upper_bound(stands_.begin(), stands_.end(), tick, [](uint64_t t, const Stands& stands) { return t < stands.tick; });
  return after == stands_.begin() ? nullptr : &*(after - 1);
}

std::pair<uint64_t, uint64_t> RunJournal::grid_releases(uint64_t tick) const {
  const auto after = std::upper_bound(releases_.begin(), releases_.end(), tick);
  return {static_cast<uint64_t>(after - releases_.begin()), after == releases_.begin() ? 0 : *(after - 1)};
}

size_t RunJournal::stretch_of(uint64_t tick) const {
  const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), tick, [](uint64_t t, const Stretch& stretch) { return t < stretch.begin; });
  return after == stretches_.begin() ? 0 : static_cast<size_t>(after - stretches_.begin()) - 1;
}

namespace {

// Each once, ascending; all of them from `first` on and before `end`.
std::vector<uint32_t> as_set(std::vector<uint32_t> stretches, size_t first, size_t end) {
  constexpr size_t few = 32;  // for so many bits one is sorted as quickly
  if (stretches.size() < (end - first) / few) {
    std::sort(stretches.begin(), stretches.end());
    stretches.erase(std::unique(stretches.begin(), stretches.end()), stretches.end());
    return stretches;
  }
  std::vector<uint64_t> bits((end - first) / 64 + 1);
  for (const uint32_t stretch : stretches) bits[(stretch - first) / 64] |= uint64_t{1} << (stretch - first) % 64;
  stretches.clear();
  for (size_t word = 0; word < bits.size(); ++word)
    for (uint64_t rest = bits[word]; rest; rest &= rest - 1) stretches.push_back(static_cast<uint32_t>(first + word * 64 + static_cast<size_t>(std::countr_zero(rest))));
  return stretches;
}

}  // namespace

std::vector<uint32_t> RunJournal::stretches_of(const std::vector<uint32_t>& blocks, size_t first, size_t end) const {
  std::vector<uint32_t> all;
  for (const uint32_t block : blocks)
    of_blocks_.each(block, uint64_t{block} + 1, static_cast<uint32_t>(first), static_cast<uint32_t>(end), [&](uint32_t stretch) { all.push_back(stretch); });
  return as_set(std::move(all), first, end);
}

namespace {

std::vector<uint32_t> stretches_in(const StretchLists& lists, const MemoryPlaces& places, size_t first, size_t end) {
  std::vector<uint32_t> all;
  places.each_row([&](uint64_t piece, uint64_t behind) {
    lists.each(piece, behind, static_cast<uint32_t>(first), static_cast<uint32_t>(end), [&](uint32_t stretch) { all.push_back(stretch); });
  });
  return as_set(std::move(all), first, end);
}

}  // namespace

std::vector<uint32_t> RunJournal::stretches_storing(const MemoryPlaces& places, size_t first, size_t end) const { return stretches_in(storing_, places, first, end); }
std::vector<uint32_t> RunJournal::stretches_storing_crowded(const MemoryPlaces& places, size_t first, size_t end) const {
  return crowded_.all().empty() ? std::vector<uint32_t>() : stretches_in(storing_crowded_, places, first, end);
}

void RunJournal::add_stretches_storing_crowded(uint64_t piece, size_t first, size_t end, std::vector<uint32_t>& to) const {
  storing_crowded_.each(piece, piece + 1, static_cast<uint32_t>(first), static_cast<uint32_t>(end), [&](uint32_t stretch) { to.push_back(stretch); });
}

std::vector<RunJournal::Turn> RunJournal::turns_of(uint32_t block, uint32_t warp, uint64_t begin, uint64_t end) const {
  std::vector<Turn> all;
  if (begin >= end) return all;
  const uint64_t id = uint64_t{block} * warps_per_block_ + warp;
  for (const uint32_t stretch : stretches_of({block}, stretch_of(begin), stretch_of(end - 1) + 1))
    for (TurnReader at(*this, stretch); at.next_there_of(id) && at.turn().begin < end;)
      if (at.turn().end > begin) all.push_back(at.turn());
  return all;
}

bool RunJournal::TurnReader::open() {
  if (stretch_ >= journal_->count()) return false;
  at_ = journal_->section(stretch_, turns, &end_);
  tick_ = journal_->stretch_begin(stretch_);
  random_ = journal_->stretches_[stretch_++].random;
  id_ = UINT32_MAX;
  turn_.pc = 0;
  is_first_ = true;
  return true;
}

void RunJournal::TurnReader::read() {
  const uint8_t flags = *at_++;
  const uint8_t code = flags >> calls_shift & 7, end = flags >> end_shift;
  id_ = flags & is_next_warp ? id_ + 1 : static_cast<uint32_t>(get_number(at_));
  if (!(flags & is_same_pc)) turn_.pc = static_cast<Pc>(get_number(at_));
  ticks_ = flags & is_one_tick || journal_->is_adversarial_ ? 1 : get_number(at_);
  if (end == repeated_code) repeats_ = get_number(at_);
  turn_.goes_on = code == goes_on_code && !journal_->is_adversarial_;
  turn_.how = end == repeated_code ? End::cut : static_cast<End>(end);
  calls_ = journal_->is_adversarial_ ? code : code == no_calls || code == goes_on_code ? 0 : code + calls_before_first_code;
  until_chosen_ = journal_->is_adversarial_ && flags & chosen_with_two ? 2 : 1;
}

void RunJournal::TurnReader::advance() {
  if (repeats_ > 0) return pass(1);
  read();
  tick_ += ticks_;
  random_ += calls_ * random_step;
}

void RunJournal::TurnReader::pass(uint64_t repeats) {
  repeats_ -= repeats;
  id_ += static_cast<uint32_t>(repeats);
  tick_ += repeats * ticks_;
  random_ += repeats * calls_ * random_step;
}

void RunJournal::TurnReader::show() {
  turn_.begin = tick_ - ticks_;
  turn_.end = tick_;
  turn_.block = id_ / journal_->warps_per_block_;
  turn_.warp = id_ % journal_->warps_per_block_;
  turn_.random = random_ + (until_chosen_ - calls_) * random_step;
}

bool RunJournal::TurnReader::next() {
  is_first_ = false;
  while (repeats_ == 0 && at_ == end_)
    if (!open()) return false;
  advance();
  show();
  return true;
}

bool RunJournal::TurnReader::next_there_of(uint64_t warp) {
  is_first_ = false;
  if (!at_ && !open()) return false;
  while (repeats_ > 0 || at_ != end_) {
    if (repeats_ > 0) pass(warp > id_ && warp - id_ <= repeats_ ? warp - id_ : repeats_);
    else advance();
    if (id_ != warp) continue;
    show();
    return true;
  }
  return false;
}

void RunJournal::TurnReader::pass_others(const std::vector<bool>& warps, uint64_t until) {
  if (warps[id_] || tick_ > until || (repeats_ == 0 && at_ == end_)) return;
  is_first_ = false;
  do advance();
  while (!warps[id_] && tick_ <= until && (repeats_ > 0 || at_ != end_));
  show();
}

bool RunJournal::TouchReader::open() {
  if (stretch_ >= journal_->count()) return false;
  at_ = journal_->section(stretch_, of_ == Of::stores ? stores : of_ == Of::loads ? loads : found, &end_);
  touch_.tick = journal_->stretch_begin(stretch_++);
  offset_ = id_ = 0;
  return true;
}

bool RunJournal::TouchReader::next() {
  if (!row_.has_more() && !next_range()) return false;
  if (row_.has_more()) read_word();
  return true;
}

bool RunJournal::TouchReader::next_range() {
  while (ranges_ == 0 && at_ == end_)
    if (!open()) return false;
  if (ranges_ == 0) {
    if (of_ != Of::loads) touch_.tick += get_number(at_);
    id_ = static_cast<uint32_t>(get_difference(at_, id_));
    touch_.block = id_ / journal_->warps_per_block_;
    touch_.warp = id_ % journal_->warps_per_block_;
    ranges_ = get_number(at_);
  }
  read_range();
  return true;
}

bool RunJournal::TouchReader::next_there() {
  if (!at_ && !open()) return false;
  return has_more_there() && next();
}

bool RunJournal::TouchReader::next_turn_there(uint32_t allocation, uint64_t low, uint64_t high) {
  if (!at_ && !open()) return false;
  for (skip_row(); has_more_there(); skip_row()) {
    next_range();
    const bool is_there = row_.has_more() ? row_.comes_to(low, high) : touch_.offset < high && low < touch_.offset + touch_.size;
    if (touch_.allocation != allocation || !is_there) continue;
    skip_turn();
    return true;
  }
  return false;
}

void RunJournal::TouchReader::read_range() {
  --ranges_;
  const uint64_t number = get_number(at_);
  touch_.has_found = touch_.changes_nothing = false;
  touch_.allocation = static_cast<uint32_t>(of_ == Of::loads ? number : number >> 1);
  if (of_ != Of::loads && number & 1) {
    row_ = WordRow(at_, offset_);
    return;
  }
  touch_.offset = offset_ = get_difference(at_, offset_);
  touch_.size = get_number(at_);
  if (of_ == Of::loads) return;
  touch_.in_journal = at_;
  at_ += touch_.size;
  const bool tells_values = of_ == Of::found || touch_.block == journal_->nobody_;
  const bool has_written = tells_values ? journal_->may_lack_values_[touch_.allocation] : touch_.allocation == journal_->heap_;
  touch_.written = has_written ? at_ : nullptr;
  if (touch_.written) at_ += touch_.size / 8;
}

void RunJournal::TouchReader::read_word() {
  const RowWord word = row_.next();
  touch_.offset = word.offset;
  touch_.size = WordRow::word_bytes;
  touch_.written = touch_.in_journal = nullptr;
  touch_.word = of_ == Of::found ? word.found : word.left;
  touch_.has_found = of_ == Of::stores && row_.tells(WordRow::found);
  touch_.changes_nothing = of_ == Of::stores && row_.changes_nothing();
  touch_.found = word.found;
}

void RunJournal::TouchReader::skip_turn() {
  skip_row();
  while (ranges_ > 0) read_range(), skip_row();
}

bool RunJournal::MomentReader::open() {
  if (stretch_ >= journal_->count()) return false;
  at_ = journal_->section(stretch_, moments, &end_);
  tick_ = journal_->stretch_begin(stretch_++);
  id_ = 0;
  return true;
}

bool RunJournal::MomentReader::next() {
  while (at_ == end_)
    if (!open()) return false;
  const uint64_t first = get_number(at_);
  moment_.kind = first & 1 ? Moment::Kind::barrier : Moment::Kind::parting;
  moment_.tick = tick_ += first >> 1;
  id_ = get_difference(at_, id_);
  moment_.block = static_cast<uint32_t>(id_ / journal_->moment_places());
  const auto place = static_cast<uint32_t>(id_ % journal_->moment_places());
  const bool is_barrier = moment_.kind == Moment::Kind::barrier;
  moment_.warp = is_barrier ? 0 : place;
  moment_.goes_on = is_barrier ? place - 1 : 0;  // 0 - 1: all_that_wait
  return true;
}

}  // namespace wb
