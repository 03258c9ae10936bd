#pragma once
// The memory of a host program that is run: all that it takes, the device's too, lies in one buffer of its machine, the arena.
//
//     arena   | questions | d_a ...... |   | h_b ... |   | d_c ......... |      (gaps: nothing is there)
//
// So pointers of the program are pointers of the kernels, whatever arithmetic, records or lists they go through. A place is a byte of the arena; allocations
// go by their number, in the order in which they are taken.
//
// The arena is large, and costs what of it is touched: the system gives pages of zeros as somebody comes to them. What is given back is not taken again.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "simulator/language/host_trace.h"
#include "simulator/machine/machine.h"

namespace wb {

// Bytes of 0 without values.
class HostArena {
 public:
  static constexpr uint64_t most_bytes = (4ull << 30) - (64u << 10), least_bytes = 64u << 20;  // accesses count bytes by 32 bits

  HostArena();  // of most_bytes; of fewer, where the system gives no more
  DeviceBuffer::Lent lent() const { return {bytes_.get(), written_.get(), size_}; }

 private:
  struct Free {
    void operator()(uint8_t* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<uint8_t, Free> bytes_, written_;
  uint64_t size_ = 0;
};

class HostMemory {
 public:
  static constexpr uint64_t arena_bytes = HostArena::most_bytes;
  static constexpr uint64_t box_words = 512;  // at the arena's beginning: the questions

  // `machine`: its first buffer is the arena.
  HostMemory(Machine& machine, const HostArena& arena) : machine_(machine), arena_(arena.lent()) {}

  // ---- bytes

  uint64_t word(uint64_t i) const;  // of the first box_words
  void set_word(uint64_t i, uint64_t value);
  std::span<const uint8_t> bytes() const { return {arena_.bytes, top_}; }  // up to the last allocation's gap
  DeviceBuffer::Lent lent() const { return {arena_.bytes, arena_.written, top_}; }  // the same, to be worked on
  uint8_t* at(uint64_t place) { return arena_.bytes + place; }
  bool has_value(uint64_t place) const { return arena_.written[place >> 3] >> (place & 7) & 1; }
  bool have_values(uint64_t begin, uint64_t end) const { return count_alike(begin, end, true) == end - begin; }
  // The bytes of an allocation that have values.
  std::vector<HostAllocation::Filled> filled_of(const HostAllocation& a) const;
  void give_values(uint64_t begin, uint64_t end);
  // The 8 bytes there; none: not all of them have values.
  std::optional<uint64_t> value_at(uint64_t place) const;
  // Of the arena, or else of the program's stack, its variables, its heap.
  std::optional<MemoryView> read(uint64_t pointer, uint64_t bytes) const;
  void write(uint64_t place, std::span<const uint8_t> bytes);  // with values from then on

  // ---- allocations

  // A pointer; 0: there is no room, and never will be.
  uint64_t allocate(uint64_t bytes, HostAllocation::Kind kind);
  bool is_full() const { return full_at_.has_value(); }
  std::optional<uint64_t> full_at() const { return full_at_; }  // the bytes that there was no room for
  uint64_t room() const { return arena_.size; }
  void give_back(uint64_t pointer);
  void pin(uint64_t pointer);
  // Of an address of the arena, its place.
  static std::optional<uint64_t> place_of(uint64_t pointer);
  // The last one that begins at the place or before: with the place in it, or in the gap behind; -1: none.
  int allocation_at(uint64_t place) const;
  bool is_allocation(int number) const { return number >= 0 && static_cast<size_t>(number) < taken_.size(); }
  void give_something(uint64_t pointer, uint64_t bytes);  // nobody was able to fill it: nobody asks for its values
  const HostAllocation& operator[](int allocation) const { return taken_[static_cast<size_t>(allocation)]; }
  uint64_t room_at(uint64_t pointer) const;  // bytes from there to the end of the allocation
  uint64_t kind_at(uint64_t pointer) const;       // HostAllocation::Kind and one more; 0: none that lasts

  // ---- what the program does with it. False: it cannot

  bool fill(uint64_t to, uint8_t value, uint64_t bytes);
  bool copy(uint64_t to, uint64_t from, uint64_t bytes);
  void forget(uint64_t pointer, uint64_t bytes);  // it is filled with something
  void leave_unknown(int allocation);             // a kernel that was not run may have written any of it
  // What a kernel that ran over the arena has left.
  void take_back(const DeviceBuffer& result);
  void take_changes(const DeviceBuffer& result, std::span<const uint8_t> before);  // where it has other bytes than before

  // Work on memory counts like instructions: a program that fills megabytes in a loop ends as one that counts for ever.
  void spend(uint64_t bytes) { ticks_ += bytes / bytes_a_tick; }
  uint64_t ticks() const { return ticks_; }

 private:
  static constexpr uint64_t gap_bytes = 256;    // and alignment, as cudaMalloc's
  static constexpr uint64_t bytes_a_tick = 16;  // that are copied, filled or looked through

  void copy_whole(uint64_t place, uint64_t source, uint64_t bytes);
  uint64_t count_alike(uint64_t begin, uint64_t end, bool has) const;  // bytes from `begin` on that have values, or have none
  void set_value(uint64_t place, bool has);
  bool holds(uint64_t place, uint64_t bytes) const;
  std::optional<MemoryView> read_arena(uint64_t place, uint64_t bytes) const;
  HostAllocation& of(uint64_t place) { return taken_[static_cast<size_t>(allocation_at(place))]; }

  Machine& machine_;
  const DeviceBuffer::Lent arena_;
  std::vector<HostAllocation> taken_;
  uint64_t top_ = 8 * box_words;
  uint64_t ticks_ = 0;
  std::optional<uint64_t> full_at_;
};

}  // namespace wb
