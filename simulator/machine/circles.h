#pragma once
// Which threads of a block go round in circles: they come back to where they stood, with all that decides their way as it was (program/deciding_slots.h).
// As long as the memory that they see stays as it is, they do the same again, for ever. Whether it stays is for the caller to see to (endless_wait.cpp).
//
// Circles are found as Brent does it: a picture of the block is kept, taken anew at steps 1, 2, 4, 8, ..., and lanes are compared with it:
//
//   step      1      2             4                           8
//   picture   A      B             D                           C
//   block     A   >  B  >  C  >  D  >  E  >  C  >  D                    back at D, as in the picture: it goes round C D E
//
// Lanes that have met since (a warp function, a barrier of the block) did what the others' values made them do: they are in a circle only if all of them
// are back at once. A thread's local memory is part of where it stands; how many have come to a barrier is part of where the block stands: who only
// arrives, round after round, lets others go on in the end.
#include <vector>

#include "simulator/machine/lane_stand.h"
#include "simulator/machine/polls.h"
#include "simulator/program/deciding_slots.h"

namespace wb {

class Circles {
 public:
  // Of a block that stays where it is; what stands in it changes.
  Circles(const BlockState& block, DecidingSlots& deciding_slots, const Program& program, uint32_t slot_words, uint32_t local_stride)
      : block_(block), deciding_slots_(deciding_slots), program_(program), slot_words_(slot_words), local_stride_(local_stride) {}

  void begin();          // another block stands there: nobody is known to go round
  void count_anew();     // the memory that all of them see has changed
  void take_picture();

  // What has happened since:
  void walk(uint32_t w, LaneMask lanes, PathPiece piece);
  void meet(uint32_t w, LaneMask lanes);
  void look(const WarpAccess& access, Pc pc) { polls_.note(access, pc); }
  void pass_barrier() { has_passed_barrier_ = true; }  // or come to one with a number

  // Who goes round, among these lanes, which have just run, and those that they have met.
  void find(uint32_t w, LaneMask lanes);
  // Does every thread that is left stand where it stood, and hold what decides its way? If others are back, too, on whom that depends, they all go round.
  bool is_whole_block_back();
  void close_whole_block();

  LaneMask of(uint32_t w) const { return in_circle_[w]; }
  bool has(uint32_t w, uint32_t lane) const { return in_circle_[w] >> lane & 1; }
  bool are_any() const;
  const Poll& poll_of(uint32_t w, uint32_t lane) const { return polls_.of(thread_of(w, lane)); }

 private:
  static constexpr uint32_t most_tries = 4;  // of a lane that is back at its place, with one picture

  // Since the picture:
  struct Trail {
    std::vector<PathPiece> path;
    LaneMask met = 0;    // lanes of its warp
    uint32_t tries = 0;
  };
  struct Picture : BlockArrays {
    uint32_t stack_stride = 0;
    std::vector<NamedBarrier> named;
  };

  static size_t thread_of(uint32_t w, uint32_t lane) { return size_t{w} * warp_size + lane; }
  Trail& trail(uint32_t w, uint32_t lane) { return trails_[thread_of(w, lane)]; }
  bool is_back(uint32_t w, uint32_t lane);
  bool has_stayed(uint32_t w, uint32_t lane);
  bool are_the_same_left() const;
  LaneMask company_of(uint32_t w, uint32_t lane);
  bool holds_the_same(uint32_t w, uint32_t lane);
  bool holds_the_same_registers(uint32_t w, uint32_t lane);
  bool holds_the_same_memory(uint32_t w, uint32_t lane) const;
  const std::vector<uint32_t>& slots_of(const std::vector<PathPiece>& path);

  const BlockState& block_;
  DecidingSlots& deciding_slots_;
  const Program& program_;
  const uint32_t slot_words_, local_stride_;  // as in Machine::Impl
  std::vector<Trail> trails_;        // by thread
  Polls polls_;
  std::vector<LaneMask> in_circle_;  // by warp
  Picture picture_;
  bool has_passed_barrier_ = false;  // since the picture
  std::vector<PathPiece> last_path_;  // that slots_of() was asked for, and the answer:
  std::vector<uint32_t> last_slots_;
};

}  // namespace wb
