#pragma once
// What the Memory view shows, read off a recording: which memory a launch has, what the step about to be made touches, and the bytes in
// sight. Pure functions from a Recording to values; the panel asks them in the background, because an answer may take a replay.
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "app/gui/panels/image_pixels.h"
#include "simulator/analysis/bank_conflicts.h"
#include "simulator/recording/recording.h"

namespace wb {

// What the lanes of one warp instruction do to one allocation.
struct WarpRequest {
  Tick tick = 0;
  uint32_t block = 0, warp = 0, allocation = 0;
  uint32_t owner = 0;                              // whose copy, of shared memory: in a cluster perhaps another block's
  AccessKind kind{};
  Space space{};
  uint32_t bytes = 0;                              // a lane
  Span span;
  LaneMask lanes = 0;
  std::array<uint64_t, warp_size> offset{}, value{}, old_value{};  // valid where `lanes`; offsets are bytes of the allocation
};

// The requests of the step that is about to be made: those of the instruction at `tick`, and the further ones of its warp while it stands
// on this source line (at most `limit`). With a followed thread, of that one's warp: from where it stands.
std::vector<WarpRequest> requests_of_step(const Recording& recording, Tick tick, Follow follow, size_t limit = 12);
// The one that is drawn first: the first to global or shared memory, else the first.
size_t main_request(const std::vector<WarpRequest>& requests);

// Memory moves in sectors of 32 bytes (analysis/sectors.h).
struct SectorUse {
  std::vector<uint64_t> sectors;  // offset / 32, ascending
  uint64_t useful = 0;            // distinct bytes that some lane asked for
  uint64_t asked = 0;             // lanes times bytes
  uint64_t fetched() const;
};
SectorUse sector_use(const WarpRequest& request);

// Shared memory: its 32 banks (analysis/bank_conflicts.h).
struct BankPicture {
  BankUse use;
  std::vector<BankWord> words;      // each stands in pass `pass[i]`, counted from 0
  std::vector<uint32_t> pass;
  uint32_t deepest_bank = 0;        // the bank that hands out most words in one part
  uint32_t degree = 0;              // how many
};
BankPicture bank_picture(const WarpRequest& request);

// Lanes of an atomic that meet at one address take turns.
struct AtomicQueue {
  uint64_t offset = 0;
  std::vector<int> lanes;           // in the order of their turns
};
// By the length of the queue, the longest first; then by address. Empty where the request is no atomic.
std::vector<AtomicQueue> atomic_queues(const WarpRequest& request);

// ---- what is in sight

struct ByteRange {
  uint64_t first = 0, count = 0;
  uint64_t end() const { return first + count; }
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

// The rows of `row_bytes` that the sectors of a request lie in; neighbours are joined. What is not touched is left out.
std::vector<ByteRange> touched_ranges(const SectorUse& use, uint64_t row_bytes, uint64_t allocation_bytes);

struct MemoryQuestion {
  std::shared_ptr<const Recording> recording;
  Tick tick = 0;
  Follow follow;
  int allocation = -1;               // -1: that of the step's request
  int otherwise = 0;                 // shown where the step touches nothing
  int request = -1;                  // which of the step's requests; -1: the main one (of that allocation)
  bool touched_only = false;         // the rows that the step touches, in place of `seen`
  uint64_t row_bytes = 32;           // a power of two
  ByteRange seen;                    // what the rows on screen hold
  std::optional<PictureFormat> picture;  // all of it, made into pixels
  // The same question, whatever was looked at before it.
  friend bool operator==(const MemoryQuestion& a, const MemoryQuestion& b) {
    const auto rest = [](const MemoryQuestion& q) { return std::tie(q.recording, q.tick, q.follow, q.allocation, q.request, q.touched_only, q.row_bytes, q.seen, q.picture); };
    return rest(a) == rest(b);
  }
};

struct MemoryAnswer {
  Tick tick = 0;
  std::vector<WarpRequest> requests;
  size_t main = 0;                   // index of the request that is drawn; requests.size(): none
  uint32_t allocation = 0;
  uint32_t block = 0, thread = 0;    // whose copy, for shared and local memory
  bool is_empty = true;              // the launch has no memory at all
  struct Chunk {
    ByteRange range;
    MemoryView memory;
  };
  std::vector<Chunk> chunks;         // ascending
  std::vector<uint8_t> rgba;         // where a picture was asked for

  const WarpRequest* request() const { return main < requests.size() ? &requests[main] : nullptr; }
  // A byte in sight; none where it is not, or holds no value.
  bool is_known(uint64_t first, uint64_t count) const;                // all of them are in a chunk
  bool is_defined(uint64_t first, uint64_t count) const;              // ... and have values
  const uint8_t* bytes(uint64_t first, uint64_t count) const;         // null: not in one chunk
};
MemoryAnswer read_memory(const MemoryQuestion& question);

// ---- the past of an element

struct HistoryQuestion {
  std::shared_ptr<const Recording> recording;
  ElementRef element;
  uint32_t thread = 0;               // whose, for local memory
  Tick until = 0, now = 0;
  friend bool operator==(const HistoryQuestion&, const HistoryQuestion&) = default;
};
struct HistoryAnswer {
  std::vector<AccessRecord> accesses;         // the newest first, those before `until`
  bool has_more = false;                      // older ones were left out
  std::optional<AccessRecord> writer;         // of the value that stands there at `now`
};
HistoryAnswer read_history(const HistoryQuestion& question, size_t limit = 64);

struct ChangeQuestion {
  std::shared_ptr<const Recording> recording;
  MemoryPlace place;
  Tick tick = 0;
  Direction direction{};
  uint64_t number = 0;               // of the press: the same question may be asked again
  friend bool operator==(const ChangeQuestion&, const ChangeQuestion&) = default;
};
// The moment at which the other value shows for the first time (one tick behind its write), or, backwards, the moment before the last
// change up to now: none when there is none that way.
std::optional<AccessRecord> find_change(const ChangeQuestion& question);

// ---- names

// The value of a cell in words: a scalar of the allocation, or the member of a record that it is part of; empty where it holds none or is not in
// sight. `all`: the launch's allocations, which addresses lead into.
std::string cell_text(const MemoryAnswer& answer, std::span<const AllocationInfo> all, const AllocationInfo& allocation, uint64_t offset, bool as_bytes);
// The bytes of the value that one at `offset` is part of: a member's of a record, else an element's. Padding: that byte alone.
ByteRange value_at(const AllocationInfo& allocation, uint64_t offset);
// The records that the allocation holds as plain bytes; null: none.
const ElementMembers* record_of(const AllocationInfo& allocation);
// Bytes of one cell: those of a scalar, what all members of a record are made of, or 1.
uint32_t cell_bytes(const AllocationInfo& allocation, bool as_bytes);
// "tile[3][1]"; of a wider element, which part: "rgb[7], byte 4".
std::string cell_name(const AllocationInfo& allocation, uint64_t offset);

}  // namespace wb
