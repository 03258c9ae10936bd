#pragma once
// Which registers still matter at a pc: those that a lane standing there may read before it writes them, and those that hold a variable
// that is in scope there. A snapshot leaves out the others (machine/saved_block.h).
//
//   0  ld_32  r8, [R0 + r7*4]      live before it: r7
//   1  add32  r9, r8, r7                           r7, r8
//   2  st_32  r9, [R2 + r7*4]                      r7, r9          r8 is dead here, but shown while `float x` (in r8) is in scope
//
// Each lane has its own pc and reads its own lane of a register alone (shuffles take part only with lanes that call them), so this is the
// textbook's liveness of one thread. The registers of a warp are those of all its splits together.
#include <cstdint>
#include <vector>

#include "simulator/program/program.h"

namespace wb {

// Bit s % 64 of word s / 64: slot s.
using SlotSet = std::vector<uint64_t>;

// The slots in which a variable stands that stands in registers.
std::vector<uint32_t> slots_of(const VariableLocation& variable, const TypeTable& types);

class Liveness {
 public:
  explicit Liveness(const Program& program);

  uint32_t preset_slots() const { return preset_slots_; }  // slots below are never written, and in no set
  bool is_live(Pc pc, uint32_t slot) const { return has(live_, pc, slot); }
  bool is_shown(Pc pc, uint32_t slot) const { return has(shown_, pc, slot); }
  // Adds what is live, or shown, at `pc`.
  void add_live(Pc pc, SlotSet& to) const { add(live_, pc, to); }
  void add_shown(Pc pc, SlotSet& to) const { add(shown_, pc, to); }
  size_t words() const { return words_; }  // of a SlotSet

 private:
  bool has(const std::vector<uint64_t>& sets, Pc pc, uint32_t slot) const { return sets.empty() || (sets[pc * words_ + slot / 64] >> (slot % 64) & 1); }
  void add(const std::vector<uint64_t>& sets, Pc pc, SlotSet& to) const;
  void find_live(const Program& program);
  void find_shown(const Program& program);

  size_t words_ = 0;
  uint32_t preset_slots_ = 0;
  std::vector<uint64_t> live_, shown_;  // [pc][word]; empty: nothing is known, all slots count
};

}  // namespace wb
