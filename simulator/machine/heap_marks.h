#pragma once
// Which bytes of the device's heap belong to whom: what malloc, free, new and delete leave in the machine's memory, so that snapshots and
// replay carry it like everything else. The lists of free memory are the library's (library/include/heap.inc).
//
// Heap pointers carry a tag, as those of hardware with memory tagging do. The n-th block that is taken has tag n (beginning anew at 1 after
// 1,048,575), and so have all pointers that are made from its first one:
//
//   bits 63-58      57-38     37-0
//   the heap's      tag       place in the heap + 64 GiB     (source/pointer_value.h; room on both sides, so that an index out of range leaves the
//                                                             tag alone)
//   heap    | - | header  user's bytes ... rounding | header  user's bytes ... | never taken
//   owners  | 0 |   1 1     1 1 1 1          0      |   9 9     9 9 9          | 0 0 0 ...     for each unit of 16 bytes: where its block begins
//   newest  for each tag: where the last block that got it begins
//
// An access is fine when the block at its place has the pointer's tag, is live, and holds all its bytes. So an index that leaves its block is
// seen wherever it leads, also into another live block; and a pointer to a block that was given back is seen also after its memory has gone to
// the next one. The tag says which block was meant.
//
// The heap may be large, and the kernel use little of it: both memories begin as zeros that cost nothing, and whoever looks through all blocks goes from one to the
// next.
//
// Not covered: two blocks of one tag, a million takings apart, are told apart by their places alone.
#include <cstdint>
#include <utility>
#include <vector>

#include "simulator/analysis/heap_block.h"
#include "simulator/machine/local_pointers.h"
#include "simulator/machine/memory.h"

namespace wb {

struct DeviceHeap;

inline constexpr uint32_t heap_tag_shift = 38, heap_tags = 1u << (heap_offset_bits - heap_tag_shift);
inline constexpr int64_t heap_room = 64ll << 30;  // on either side of a place
// The place in the heap that an offset of a heap pointer leads to: it may lie outside.
constexpr int64_t heap_place(int64_t offset) { return (offset & ((int64_t{1} << heap_tag_shift) - 1)) - heap_room; }
constexpr uint32_t heap_tag(int64_t offset) { return static_cast<uint32_t>(offset >> heap_tag_shift) & (heap_tags - 1); }
constexpr int64_t heap_offset(uint32_t tag, int64_t place) { return (int64_t{tag} << heap_tag_shift) + place + heap_room; }
// The byte of its allocation that a pointer leads to.
constexpr int64_t pointer_place(const AllocationInfo& allocation, uint64_t pointer) {
  if (allocation.is_heap) return heap_place(heap_pointer_offset(pointer));
  return allocation.space == Space::local ? local_place(pointer_offset(pointer)) : pointer_offset(pointer);
}

// Bytes that taking or giving back a block changed, or at which the machine looked for the sake of an access: of the heap (with their written bits), or of the marks.
struct HeapChange {
  bool in_marks = false;
  uint64_t offset = 0, bytes = 0;
};

class HeapMarks {
 public:
  static constexpr uint32_t unit_bytes = 16, header_units = 2;
  // Units of a block that was asked for with so many bytes, as the library has them (heap_units()), and the list that it goes to when it is given back.
  struct SizeClass {
    uint32_t units = 0, list = 0;
  };
  static SizeClass size_class(uint64_t bytes);
  static constexpr uint64_t bytes_for(uint64_t heap_bytes) { return (heap_bytes / unit_bytes + heap_tags + 1) * sizeof(uint32_t); }

  // `marks`: bytes_for(heap.size) bytes, zero at the start. Both must outlive this.
  HeapMarks(Memory::Block& heap, Memory::Block& marks);

  // A block that begins at a unit that the library has found free: its header stands there, and header_units behind it the user's bytes, which
  // have no values yet. Gives the offset of the pointer to them.
  int64_t open(uint32_t unit, uint32_t bytes, uint32_t form, const HeapMoment& who);

  enum class Closing : uint8_t {
    fine,
    other_way,  // given back all the same: by delete what malloc gave
    again,      // the others change nothing
    middle,
  };
  struct Closed {
    Closing how = Closing::middle;
    uint32_t unit = 0;  // where the block begins that is free now; 0: none
    HeapBlock block;    // as it was before
  };
  Closed close(int64_t offset, HeapWay way, const HeapMoment& who);

  // What earlier launches left: before anything is taken here. `heap` fits (lasting_heap.h).
  void bring(const DeviceHeap& heap);
  // The same, behind this one; `used`: units that were ever given out. Sites have to be made lines yet.
  DeviceHeap leave(uint32_t used) const;

  // Do so many bytes lie in the block that the pointer was given for, and is it live?
  bool holds(int64_t offset, uint32_t bytes) const;
  // The block that a pointer was given for, wherever it points by now.
  HeapBlock meant_by(int64_t offset) const;
  // The block whose memory a place is: live, or the last one there.
  HeapBlock at(int64_t place) const;
  HeapBlocks blocks(uint32_t used) const;  // `used`: as in leave()

  // For who writes down what each turn changes: from follow() on all changes are kept until they are taken. So are looks, perhaps as wider ranges.
  void follow() { is_followed_ = true; }
  std::vector<HeapChange> take_changes() { return std::exchange(changes_, {}); }
  std::vector<HeapChange> take_looks() { return std::exchange(looks_, {}); }

 private:
  struct Header;
  // Each block that ever was, in their order: visit(unit, header).
  template <class Visit>
  void each_block(uint32_t used, Visit&& visit) const;
  Header header(uint32_t unit) const;
  void set_header(uint32_t unit, const Header& header);
  HeapBlock block_of(uint32_t unit) const;
  uint32_t owner(int64_t place) const;
  uint32_t find(uint32_t tag, int64_t place) const;
  uint32_t mark(uint64_t index) const;
  void set_mark(uint64_t index, uint32_t value);
  void note(bool in_marks, uint64_t offset, uint64_t bytes);
  void note_look(bool in_marks, uint64_t offset, uint64_t bytes) const;

  uint8_t *heap_, *written_, *heap_dirty_, *marks_, *marks_dirty_;
  uint32_t units_;
  bool is_followed_ = false;
  std::vector<HeapChange> changes_;
  mutable std::vector<HeapChange> looks_;
};

}  // namespace wb
