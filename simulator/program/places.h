#pragma once
// Where an access goes, as nvcc can tell it: the memory at a register's value, an index, and bytes from there.
//
//     float* q = p + 4 * row;  q[t + 1]      base p, index 4 * row                a pointer with an index in it,
//                                            base q, index t, 4 bytes behind      and one more: its origin is still p
//     tile[ty][tx]                           base tile, index ty * 16 + tx
//
// Two accesses go to one place where all of these are the same numbers (value_numbers.h), and beside each other where they are so but for the
// constant. The origin tells the memory: a parameter leads to global memory, an array stands in its own.
//
// Of the kinds of memory some are told apart, since nothing that is stored to one changes another: global, shared and local memory; global memory
// that a parameter `const T* __restrict__` leads to, where nobody stores; and of shared memory the first arrays, each by itself.
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "simulator/program/joined_loads.h"
#include "simulator/program/value_numbers.h"

namespace wb {

namespace holder {
inline constexpr size_t global = 0, shared = 1, local = 2, unchanging = 3, arrays = 4, count = 12;
inline bool is_shared(std::optional<size_t> of) { return of && (*of == shared || *of >= arrays); }
}  // namespace holder

inline constexpr uint32_t no_slot = ~0u;

struct Place {
  uint32_t base = no_slot;        // the register that it begins with, where that is preset,
  uint32_t base_number = 0;       // and its number
  uint8_t index_kind = 0, scale = 1;
  std::vector<uint32_t> index{};  // numbers of its registers
  int64_t displacement = 0;
};

int64_t bytes_of(Opcode access);  // 16: as many, or nobody asks

// The numbers of all registers are given as `by_slot`.
class Places {
 public:
  using Numbers = std::vector<uint32_t>;
  Places(const Program& program, const ValueNumbers& values);

  void note_begin(uint32_t slot, uint32_t number) { pointers_[number] = {.base = slot, .base_number = number}; }  // of an array
  void note_pointer(const Numbers& by_slot, const Ins& lea, uint32_t number);

  Place place_of(const Numbers& by_slot, const Ins& ins) const;
  bool is_constant(const Numbers& by_slot, const Ins& ins) const;
  // The kind of memory that an access is known to go to, arrays in shared memory not told apart; and these apart. None: nobody knows.
  std::optional<size_t> space_of(const Numbers& by_slot, const Ins& ins) const;
  std::optional<size_t> holder_of(const Numbers& by_slot, const Ins& ins) const;

  uint32_t alignment_of(const Place& place) const;  // bytes of which the address is a multiple, but for its base and displacement
  // Bytes of which the begin of a record in global memory is a multiple, where the place is a member of it and a parameter leads there; else 0.
  uint32_t alignment_of_record(const Place& place) const;
  Member member_of(const Place& place, Opcode access) const;

 private:
  uint32_t base_of(const Numbers& by_slot, const Ins& ins) const;
  const Preset* preset_of(uint32_t slot) const;
  const Type* type_behind(const Preset& begin) const;
  std::optional<TypeId> record_at(const Place& place) const;

  const Program& p_;
  const ValueNumbers& values_;
  std::map<uint32_t, Place> pointers_;    // by number
  std::map<uint32_t, uint32_t> origins_;  // likewise: the register with which it begins, also where more than one index has been added to that
};

}  // namespace wb
