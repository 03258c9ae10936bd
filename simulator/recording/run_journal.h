#pragma once
// What every warp did to the others, written down while a run is recorded, so that a few blocks of it can be replayed alone
// (lone_blocks.h). A block depends on the others through three things: when its warps have their turns, what stands in global memory, and
// which barriers of the grid have let it go. The journal holds these, and who loaded where, in stretches of at most 4096 ticks: a stretch
// in which much is written is a short one, so that none takes long to read. Lists (stretch_lists.h) name the stretches of each block, and
// those in which a piece of memory is stored.
//
//   turns     tick 8192: warp 64 at pc 12, 3 ticks, to a barrier | 8195: warp 65 at pc 12, 1 tick | ... 30 more like it, each the next warp
//   stores    of the turn at 8192: bytes 512..639 of `out`, and what stood there when the turn was over
//   loads     warp 64: bytes 0..255 of `in`                         who may have looked at a place: as ranges, perhaps too wide
//   found     of the turn at 8195: what stood where it came to a place that many blocks store to (crowded_pieces.h)
//   moments   8194: block 8 passes a barrier | 8200: a branch parts warp 65 | 8201: the grid's barrier lets all go
//             8230: a barrier with a number lets 2 warps of block 8 go, or the barrier of a cluster does
//
// What a turn comes to word by word, all over the place, goes in rows of few bits a word (word_rows.h); where it stores in a crowded piece, what it finds stands in the
// same row.
//
// A turn takes one to six bytes, a row of 32 stored floats about 136, 32 counters anywhere in 256 KiB about 100. A journal is kept as a whole or not at all: when it grows over its
// limit the run goes on without.
//
// A told schedule (machine/told_schedule.h) has its hands in a warp or in memory between two turns, for reasons that lie anywhere in the run. How the warp stands then
// is noted, and bytes of shared memory; a store to global memory that is put back, or arrives, is one more store there, by nobody.
//
// Of the device's heap blocks also find whose memory is whose: its marks (machine/heap_marks.h) are stored like an allocation behind the last
// one, and with the heap's bytes go their written bits, which a block that is taken anew gives back.
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "simulator/machine/machine.h"
#include "simulator/recording/block_places.h"
#include "simulator/recording/crowded_pieces.h"
#include "simulator/recording/crowded_words.h"
#include "simulator/recording/memory_places.h"
#include "simulator/recording/stretch_lists.h"
#include "simulator/recording/word_rows.h"

namespace wb {

// How many warps of the block wait at barriers, with a number or without.
uint32_t warps_that_wait(const BlockHead& block);

class RunJournal {
 public:
  enum class End : uint8_t { cut, barrier, done };
  // One warp at work, from the moment at which it is chosen to the moment at which somebody else is, or to the end of the stretch.
  struct Turn {
    uint64_t begin = 0, end = 0;
    uint32_t block = 0, warp = 0;
    Pc pc = 0;
    bool goes_on = false;   // the turn before was cut: nobody has been chosen anew
    End how = End::cut;     // it ended
    uint64_t random = 0;    // the state of the schedule's random numbers once the warp had been chosen
  };
  // Bytes of one allocation that a turn stored, loaded, or found. Of stores, what stood there after the turn; who stored a place twice in it may be there twice.
  struct Touch {
    uint64_t tick = 0;      // at which the turn began; of loads, the stretch
    uint32_t block = 0, warp = 0, allocation = 0;
    uint64_t offset = 0, size = 0;
    const uint8_t* written = nullptr;  // of the heap, and of what was found: a bit for each byte, where it may have no value
    bool has_found = false;            // of stores: `found` stood there before the turn
    bool changes_nothing = false;      // so do all words of its row, and they stood there after it
    uint32_t found = 0;
    const uint8_t* bytes() const { return in_journal ? in_journal : reinterpret_cast<const uint8_t*>(&word); }
    const uint8_t* found_bytes() const { return reinterpret_cast<const uint8_t*>(&found); }
    const uint8_t* in_journal = nullptr;
    uint32_t word = 0;                 // else
  };
  struct Moment {
    enum class Kind : uint8_t { parting, barrier };
    Kind kind{};
    uint64_t tick = 0;
    uint32_t block = 0, warp = 0;
    uint32_t goes_on = 0;   // barrier: so many warps of the block; or:
    static constexpr uint32_t all_that_wait = ~0u;
  };
  // A stretch is read from its start on. It ends where one of these is reached, so that who looks for a few of its turns reads few others.
  // How many warps each block under way has, and how many of them wait: now and then, so that who counts on from there has no long way.
  struct Stands {
    struct Block {
      uint32_t index = 0, live = 0, waiting = 0;
    };
    uint64_t tick = 0, started = 0;  // blocks
    std::vector<Block> blocks;
  };
  // What a told schedule left before the turn that begins at this tick: a warp, or bytes of the block's shared memory.
  struct Told {
    uint64_t tick = 0;
    uint32_t block = 0, warp = 0;
    Machine::WarpStand stand;
    uint32_t allocation = no_allocation;    // of shared memory
    uint64_t offset = 0;
    MemoryView bytes;
  };
  static constexpr uint64_t most_stretch_ticks = 4096, most_stretch_entries = 64;

  uint64_t end() const { return end_; }
  size_t count() const { return stretches_.size(); }
  size_t stretch_of(uint64_t tick) const;  // at or behind the end: the last one
  uint64_t stretch_begin(size_t stretch) const { return stretch < count() ? stretches_[stretch].begin : end_; }
  size_t bytes() const { return bytes_; }
  // Stretches of [first, end), ascending, each once: in which one of these blocks is at work, or one of these places is stored. Perhaps too many.
  std::vector<uint32_t> stretches_of(const std::vector<uint32_t>& blocks, size_t first, size_t end) const;
  std::vector<Turn> turns_of(uint32_t block, uint32_t warp, uint64_t begin, uint64_t end) const;  // those that lie in these ticks, or reach into them
  std::vector<uint32_t> stretches_storing(const MemoryPlaces& places, size_t first, size_t end) const;          // while they are not crowded
  std::vector<uint32_t> stretches_storing_crowded(const MemoryPlaces& places, size_t first, size_t end) const;  // while they are
  void add_stretches_storing_crowded(uint64_t piece, size_t first, size_t end, std::vector<uint32_t>& to) const;  // in no order, some of them twice
  // Stretches stand anywhere in the host's memory: who is soon to read the stores of one, its turns, or what these found, asks for them in time.
  void fetch_stores(size_t stretch) const {
    if (stretch < count()) fetch(stretches_[stretch], stores);
  }
  void fetch_found(size_t stretch) const {
    fetch(stretches_[stretch], found);
    if (has_found_where_stored(stretch)) fetch(stretches_[stretch], stores);
  }
  void fetch_turns(size_t stretch) const { fetch(stretches_[stretch], turns); }
  void fetch_place_of(size_t stretch) const { __builtin_prefetch(&stretches_[stretch]); }  // before
  const std::vector<Told>& told() const { return told_; }  // in order
  uint32_t nobody() const { return nobody_; }  // as the block of stores that are no turn's
  const CrowdedPieces& crowded() const { return crowded_; }
  const CrowdedWords& crowded_words() const { return crowded_words_; }
  bool has_found(size_t stretch) const { return stretches_[stretch].ends[found] > stretches_[stretch].ends[loads]; }
  bool has_found_where_stored(size_t stretch) const { return stretches_[stretch].has_found; }
  bool has_stored_beside_crowds(size_t stretch) const { return stretches_[stretch].has_others; }  // in other pieces than crowded ones
  const MemoryPieces& pieces() const { return pieces_; }
  const BlockPlaces& block_places() const { return block_places_; }
  // What happened from the beginning of one stretch to that of another one, in bytes: a measure of the work to go through it.
  uint64_t work_between(size_t stretch, size_t last) const;
  uint64_t blocks_started(uint64_t tick) const;                         // when who is at work at `tick` had been chosen
  const Stands* stands_before(uint64_t tick) const;                     // the last ones; null: none
  std::pair<uint64_t, uint64_t> grid_releases(uint64_t tick) const;     // how many barriers of the grid let go up to `tick`, and when the last one did

  // One thing after the other, from a stretch on to the end of the run:  for (TurnReader at(journal, stretch); at.next();) use(at.turn());
  class TurnReader;
  class TouchReader;
  class MomentReader;

 private:
  friend class JournalWriter;
  enum Section : size_t { turns, stores, loads, found, moments, section_count };
  struct Stretch {
    std::vector<uint8_t> bytes;               // the sections, one after the other
    uint32_t ends[section_count] = {};
    uint64_t begin = 0;
    uint64_t random = 0;                      // before anybody was chosen
    bool has_found = false, has_others = false;  // among the stores: words with what was found there; some in pieces that are not crowded
  };
  static void fetch(const Stretch& stretch, Section which) {
    constexpr size_t most = 1024, line = 64;
    const size_t begin = which ? stretch.ends[which - 1] : 0;
    for (size_t at = begin; at < std::min<size_t>(stretch.ends[which], begin + most); at += line) __builtin_prefetch(stretch.bytes.data() + at);
  }
  const uint8_t* section(size_t stretch, Section which, const uint8_t** end) const;

  uint64_t end_ = 0;
  uint32_t warps_per_block_ = 1, nobody_ = 0;
  // Of a moment, after its block: the warp that is parted; or 0 where all that wait go on, else 1 more than the number of those who do.
  uint64_t moment_places() const { return uint64_t{warps_per_block_} + 2; }
  uint32_t heap_ = no_allocation;                            // the heap's allocation
  bool is_adversarial_ = false;
  size_t bytes_ = 0;
  std::vector<Stretch> stretches_;
  MemoryPieces pieces_;
  BlockPlaces block_places_;
  CrowdedPieces crowded_;
  CrowdedWords crowded_words_;
  StretchLists of_blocks_, storing_, storing_crowded_;       // by block; by piece of memory, as long as it is not crowded, and since
  std::vector<bool> may_lack_values_;                        // by allocation: some of its bytes may have none
  std::vector<uint64_t> work_;                               // of all stretches up to and with this one
  std::vector<std::pair<uint64_t, uint64_t>> starts_;        // ticks, and how many blocks had started
  std::vector<uint64_t> releases_;                           // of the grid's barrier: ticks
  std::vector<Stands> stands_;                               // ascending
  std::vector<Told> told_;
};

class RunJournal::TurnReader {
 public:
  TurnReader(const RunJournal& journal, size_t stretch) : journal_(&journal), stretch_(stretch) {}
  bool next();
  // The same, as long as the turn is none of these warps' (of the grid) and ends at that tick or before, but no further than to the last one of the stretch.
  void pass_others(const std::vector<bool>& warps, uint64_t until);
  // The next one of this warp (of the grid) in its stretch, or the first one. False: there is none.
  bool next_there_of(uint64_t warp);
  const Turn& turn() const { return turn_; }
  bool is_first_of_stretch() const { return is_first_; }
  size_t stretch() const { return stretch_ - 1; }  // in which the turn lies

 private:
  bool open();  // the next stretch
  void read();
  void advance();
  void pass(uint64_t repeats);
  void show();
  const RunJournal* journal_;
  size_t stretch_;  // to be opened next
  const uint8_t *at_ = nullptr, *end_ = nullptr;
  uint64_t tick_ = 0, ticks_ = 0, repeats_ = 0, random_ = 0, calls_ = 0, until_chosen_ = 1;
  uint32_t id_ = 0;
  bool is_first_ = false;
  Turn turn_;
};

class RunJournal::TouchReader {
 public:
  enum class Of : uint8_t { stores, loads, found };
  TouchReader(const RunJournal& journal, Of of, size_t stretch) : journal_(&journal), of_(of), stretch_(stretch) {}
  bool next();
  bool next_there();  // the same, but no further than its stretch, or the first one: behind it there may be very many without any
  const Touch& touch() const { return touch_; }
  size_t stretch() const { return stretch_ - 1; }  // in which the touch lies
  // Likewise, the next turn that touched these bytes: of the touch nothing is told but whose it is.
  bool next_turn_there(uint32_t allocation, uint64_t low, uint64_t high);
  bool has_more_there() const { return row_.has_more() || ranges_ > 0 || at_ != end_; }
  void skip_turn();  // what else it touched there
  void skip_row() { row_ = WordRow(); }  // of words: the rest of the row in which the touch lies, if it does

 private:
  bool open();
  bool next_range();  // of a row, no word yet
  void read_range();
  void read_word();
  const RunJournal* journal_;
  Of of_;
  size_t stretch_;
  const uint8_t *at_ = nullptr, *end_ = nullptr;
  uint64_t ranges_ = 0, offset_ = 0;
  uint32_t id_ = 0;
  WordRow row_;      // at work
  Touch touch_;
};

class RunJournal::MomentReader {
 public:
  MomentReader(const RunJournal& journal, size_t stretch) : journal_(&journal), stretch_(stretch) {}
  bool next();
  const Moment& moment() const { return moment_; }

 private:
  bool open();
  const RunJournal* journal_;
  size_t stretch_;
  const uint8_t *at_ = nullptr, *end_ = nullptr;
  uint64_t tick_ = 0, id_ = 0;
  Moment moment_;
};

// Writes it: told of each turn of the machine before and after, and in between of what the turn does.
class JournalWriter {
 public:
  JournalWriter(Machine& machine, size_t byte_limit, uint64_t stretch_ticks = RunJournal::most_stretch_ticks, size_t stretch_bytes = 4096,
                uint32_t crowd = CrowdWriter::many_turns);

  uint64_t next_cut() const { return is_kept_ ? (open_begin_ / stretch_ticks_ + 1) * stretch_ticks_ : end_of_time; }  // no turn may go on beyond
  void begin_turn(const Machine& machine, const NextInstruction& next);
  void access(const WarpAccess& access);
  void parting(uint32_t block, uint32_t warp, uint64_t tick);
  void barrier(uint32_t block, uint64_t tick);
  void named_barrier(uint32_t block, std::span<const WarpLanes> waiting, uint64_t tick);
  void cluster_wait(uint32_t block, uint64_t tick);
  void grid_barrier(uint64_t tick);
  void end_turn(Machine& machine);
  void note_told(const Machine& machine);  // part of both; and where nobody is chosen any more
  bool is_kept() const { return is_kept_; }
  size_t bytes() const { return is_kept_ ? journal_.bytes_ + bytes_beside() : 0; }
  RunJournal finish(uint64_t end);  // only of one that is kept

 private:
  struct Entry {
    uint64_t id = 0, ticks = 0, repeats = 0;
    uint64_t calls = 0, until_chosen = 0;  // of random numbers
    Pc pc = 0;
    bool goes_on = false;
    RunJournal::End how{};
  };
  struct Range {
    uint32_t allocation = 0;
    uint64_t offset = 0, size = 0;
  };
  // What a turn stored or found word by word, in order of place.
  struct Row {
    uint32_t allocation = 0;
    WordRow::Tells tells{};
    std::vector<RowWord> words;
    size_t places = 0;  // of words that do not lie side by side
    bool is_scattered() const { return 2 * places > words.size(); }  // and no rows of a tile
  };
  static Range in_eights(const Range& range);
  static Row& row_of(std::vector<Row>& rows, uint32_t allocation, WordRow::Tells tells);
  uint32_t block_at_work() const { return static_cast<uint32_t>(entry_.id / journal_.warps_per_block_); }
  uint32_t open_stretch() const { return static_cast<uint32_t>(journal_.stretches_.size()); }
  void close_full_stretch(uint64_t tick);
  void close_stretches(uint64_t tick);
  void close_stretch(uint64_t tick);
  size_t bytes_beside() const;
  void add_stored(const Range& range);
  void add_loaded(const Range& range);
  RunJournal::End how_it_ended(const RunningState& state) const;
  void put_pending();
  CrowdWriter::Live live(const Machine& machine, uint32_t allocation) const;
  bool touch(const WarpAccess& access);
  bool touch(const Range& range);
  bool is_told_by_words(const Range& range) const;
  void find_stored_rows(const Machine& machine);
  void find_found_rows();
  void mark_found();
  bool is_in_stored_row(uint32_t allocation, uint64_t offset) const;
  void put_rows(std::vector<uint8_t>& to, const std::vector<Row>& rows, uint64_t& last_offset);
  void put_found();
  void note_found(const Range& range);
  void put_stores(Machine& machine);
  void begin_stores(uint64_t tick, uint64_t id, size_t ranges);
  void put_store(const Range& range, const CrowdWriter::Live& live, bool with_written, uint32_t block);
  void note_store(const Range& range, const CrowdWriter::Live& live, uint32_t block, bool is_scattered);
  void note_told_warp(const Machine& machine, const ToldSchedule::Moment& of);
  void note_late_store(const Machine& machine, const HoldState::Late& late);
  void put_loads();
  void note_stands(const RunningState& state);
  void add_heap_changes(Machine& machine);
  void add_heap_looks(Machine& machine);
  bool can_be_told(const Entry& entry) const;
  void put_moment(RunJournal::Moment::Kind kind, uint32_t block, uint64_t place, uint64_t tick);
  void put_passing();
  std::vector<uint8_t>& add_to(RunJournal::Section section) {
    ++entries_;
    return sections_[section];
  }
  void give_up();

  RunJournal journal_;
  size_t byte_limit_;
  uint64_t stretch_ticks_, open_begin_ = 0, next_stands_;
  size_t stretch_bytes_;                 // a stretch that takes more is closed
  bool is_kept_ = true;
  std::vector<bool> is_followed_;        // by allocation: global memory
  std::vector<bool> may_be_stored_;      // likewise
  Machine::HeapMemory heap_;
  std::vector<uint8_t> sections_[RunJournal::section_count];
  uint64_t entries_ = 0;                 // in them
  uint64_t random_at_begin_ = 0;         // of the open stretch
  // The turn at work.
  Entry entry_;
  uint64_t begin_ = 0, random_ = 0;
  uint32_t at_ = 0;                      // of its block in the list of those that are under way
  uint64_t live_ = 0, waiting_ = 0, finished_ = 0;
  // Of launches with clusters, where warps of other blocks than the one at work may be let go: how many of each block's wait, as of its last turn; and who passes
  // the barrier of the cluster, as long as it is one block at one tick.
  struct Passing {
    uint32_t block = 0;
    uint64_t goes_on = 0, tick = 0;
  };
  const Machine* machine_ = nullptr;     // null: there are no clusters
  std::vector<uint32_t> waiting_of_;
  std::optional<Passing> passing_;
  std::vector<HoldState> holds_;         // of a told schedule, as they were known last
  bool has_passed_barrier_ = false, goes_on_ = false;
  bool has_found_where_stored_ = false, has_others_ = false;  // in the open stretch
  std::vector<Range> stored_, loaded_;
  std::vector<Row> stored_rows_, found_rows_;
  std::vector<CrowdWriter::Found> found_;
  CrowdWriter crowd_;
  // What the next numbers are told as differences from.
  Entry pending_;
  bool has_pending_ = false;
  uint64_t last_id_ = 0;                 // of turns
  Pc last_pc_ = 0;
  uint64_t store_tick_ = 0, store_id_ = 0, store_offset_ = 0;
  uint64_t load_id_ = 0, load_offset_ = 0;
  uint64_t found_tick_ = 0, found_id_ = 0, found_offset_ = 0;
  uint64_t moment_tick_ = 0, moment_id_ = 0;
};

}  // namespace wb
