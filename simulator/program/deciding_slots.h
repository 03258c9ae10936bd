#pragma once
// Which registers decide where a lane goes that runs round and round.
//
// A lane has run a path of instructions and stands where it began. Will it run the same path again? Its branches, the addresses that it goes to and
// what it stores there are worked out from registers and memory. Where memory stays, and those registers that all of this comes from hold again what
// they held at the beginning, it will: for ever. Others may change as they like:
//
//   while (atomicCAS(lock, 0, 1)) { __nanosleep(ns); ns *= 2; spins++; }      `lock` decides; `ns` and `spins` do not
//   while (!flag[0] && i < 1000) i++;                                        `flag` and `i`
//
// Found by going the path backwards, round and round: what a branch, an access or another thread reads decides, and what such a value is computed from.
#include <span>
#include <vector>

#include "simulator/program/program.h"
#include "simulator/program/slot_use.h"

namespace wb {

// Instructions that a lane has run one after the other: [begin, end).
struct PathPiece {
  Pc begin = 0, end = 0;
  friend bool operator==(const PathPiece&, const PathPiece&) = default;
};

class DecidingSlots {
 public:
  explicit DecidingSlots(const Program& program);

  // In ascending order.
  std::vector<uint32_t> of(std::span<const PathPiece> path);
  // How a slot is used anywhere in the program: by itself, as the first of two. The second of two counts with the first.
  bool is_narrow(uint32_t slot) const { return is_narrow_[slot]; }
  bool is_wide(uint32_t slot) const { return is_wide_[slot]; }

 private:
  void step_back(Pc pc, std::vector<bool>& decides);

  const Program& program_;
  std::vector<SlotUse> uses_;  // by pc
  std::vector<bool> is_narrow_, is_wide_;
};

}  // namespace wb
