#pragma once
// Pieces of global memory that blocks store to in turns: counters, locks, heads of lists, what the heap's own lists and marks begin with. Whoever comes to one
// would have all stores there copied, of all blocks: as many as there are from a snapshot on. So once a piece is crowded the journal says of each turn that comes
// there what it found; and now and then it notes the whole piece, for who looks at it.
//
//   counter    3 | 4 5 6 .... 12 | 13 14 15 .................. 250 | 251 ...
//   block 7    found 3             found 12                         found 250         atomicAdd(&counter, 1): its own turns are as they were
//   notes                 6                64            128                          and the stores since: any moment of the counter
//
// What is found is told as ranges of the bytes that the turn came to, so that scattered places stay apart.
//
// Of such a piece a block alone (lone_blocks.h) knows no more than what its own turns find.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "simulator/recording/memory_places.h"

namespace wb {

class CrowdedPieces {
 public:
  struct Note {
    uint32_t stretch = 0;           // of the journal: as it stood when that began
    std::vector<uint8_t> bytes;
    std::vector<uint8_t> written;   // a bit for each byte, where it may have no value
  };
  struct Piece {
    uint64_t number = 0;
    uint32_t allocation = 0;
    uint64_t offset = 0;
    uint32_t since = 0;             // from this stretch on it is crowded; the first note is of its beginning
    std::vector<Note> notes;        // ascending
    const Note& note_at(uint32_t stretch) const {  // the last one up to there; since <= stretch
      return *(std::upper_bound(notes.begin(), notes.end(), stretch, [](uint32_t s, const Note& note) { return s < note.stretch; }) - 1);
    }
  };
  const std::vector<Piece>& all() const { return pieces_; }
  // From which stretch on all pieces in which these bytes lie are crowded; none: they never are.
  std::optional<uint32_t> since(const MemoryPieces& pieces, uint32_t allocation, uint64_t low, uint64_t high) const;
  size_t bytes() const { return bytes_; }

 private:
  friend class CrowdWriter;
  std::vector<Piece> pieces_;
  size_t bytes_ = 0;
};

// While the journal is written: finds out which pieces are crowded, and knows how each of them stood before the turn at work.
class CrowdWriter {
 public:
  // Of an allocation as it stands; `written`: null where all bytes have values.
  struct Live {
    const uint8_t *bytes = nullptr, *written = nullptr;
    uint64_t size = 0;
  };
  // What a turn came to in a crowded piece, and what stood there before: whole words; whole eights where bytes may have no value.
  struct Found {
    size_t piece = 0;               // index of all()
    uint64_t low = 0, high = 0;     // bytes of the allocation
  };
  // A piece is crowded once another block has stored there than the one before so many times; a store that is one of many all over the place counts for more: those who come
  // to such a buffer come to all of it, here and there.
  static constexpr uint32_t many_turns = 64, turns_of_scattered = 8;
  explicit CrowdWriter(uint64_t pieces = 0, uint32_t turns = many_turns) : turns_(turns), last_(pieces, no_block), state_(pieces) {}

  bool is_crowded(uint64_t piece, uint32_t stretch) const { return state_[piece] & crowded && made_.pieces_[state_[piece] & ~crowded].since <= stretch; }
  bool has_any() const { return !made_.pieces_.empty(); }
  // The turn at work comes to these bytes of a crowded piece.
  void touch(uint64_t piece, uint64_t low, uint64_t high);
  // In order of place, with gaps between them, or at least the end of a piece.
  std::vector<Found> take_found();
  const uint8_t* bytes_before(const Found& found) const { return shadows_[found.piece].bytes.data() + (found.low - made_.pieces_[found.piece].offset); }
  const uint8_t* written_before(const Found& found) const;  // null: all have values
  const CrowdedPieces::Piece& piece_of(const Found& found) const { return made_.pieces_[found.piece]; }
  // Of a word of a crowded piece all of whose bytes have values; none: it is no such piece.
  std::optional<uint32_t> word_before(uint64_t piece, uint64_t offset, uint32_t stretch) const;
  bool may_lack_values(const Found& found) const { return !shadows_[found.piece].written.empty(); }

  // The turn at work has stored there, these bytes of the piece, which is `bytes` long and begins at `offset`.
  struct Store {
    uint64_t piece = 0, offset = 0, bytes = 0, low = 0, high = 0;
    uint32_t allocation = 0, block = 0;
    bool is_scattered = false;
  };
  void store(const Store& store, const Live& live, uint32_t open_stretch);
  void begin_stretch(uint32_t stretch);  // all turns before are over

  size_t bytes() const { return made_.bytes_ + shadow_bytes_ + last_.capacity() * sizeof(uint32_t) + state_.capacity() * sizeof(uint32_t); }
  CrowdedPieces finish() { return std::move(made_); }

 private:
  static constexpr uint32_t no_block = UINT32_MAX, crowded = 1u << 31;
  static constexpr size_t fewest_to_settle = 64;
  struct Shadow {
    std::vector<uint8_t> bytes, written;
    uint64_t stores = 0;                          // since the last note
  };
  void settle_found();
  void make_crowded(const Store& store, const Live& live, uint32_t since);

  uint32_t turns_;
  std::vector<uint32_t> last_, state_;            // by piece: the block that stored last; how often it was another one, or `crowded` and the index of all()
  CrowdedPieces made_;
  std::vector<Shadow> shadows_;
  std::vector<size_t> due_;                       // to be noted when the next stretch begins
  std::vector<Found> found_;
  size_t settle_at_ = fewest_to_settle;           // so many of them are put in order
  size_t shadow_bytes_ = 0;
};

}  // namespace wb
