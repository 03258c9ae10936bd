#pragma once
// Where the two ways of an `if` meet again, and what only one of them has in a register.
//
//     if (c) { first side }  <- meet           if (c) { first side } else { other side }  <- meet
//
//     if (t >= d) s[t] = v;         the first side has s[t], the other one has not
//     out[i] = s[t];                loaded by lanes that have not stored
//
// A load behind the meet, of what one of the ways has in a register and the other has not, nvcc makes at the end of the other way alone, if each
// lane that comes to the meet comes to the load: it stands in the straight code there. If the side loads it first of all and nobody else has it,
// nvcc moves that load in front of the `if`, where it is one for all.
//
//     while (k < row[i + 1]) { if (...) out[...] = v; ++k; }     `row[i + 1]` is loaded in front, and by lanes that have stored
//
// In a loop one side has changed memory since the head, perhaps, and the other one still has what the pass began with.
#include <optional>

#include "simulator/program/known_memory.h"
#include "simulator/program/loop_shapes.h"

namespace wb {

struct Fork {
  Pc branch = 0;                // lanes that do not take it go by the first side
  bool has_other_side = false;  // an `else`: else lanes that take it are at the meet
};
struct WaySide {
  Pc branch = 0;
  bool is_first = false;  // lanes that do not take the branch
};

// Of a place to which one branch or jump leads, and the code in front of it.
std::optional<Fork> fork_before(const Program& program, const LoopShapes& shape, Pc meet);

// In the straight code where two ways have met.
class ValuesOfWays {
 public:
  ValuesOfWays(const Program& program, KnownMemory& memory) : p_(program), memory_(memory) {}

  // `ran`: known at the end of the code in front of the meet, `jumped`: where it is jumped to, `met`: what both know.
  void note(const Fork& fork, Pc meet, const Known& ran, const Known& jumped, const Known& met);
  // `at_head`: of the loop around. Of which memory one side alone has changed what was there.
  void note_changes(const Fork& fork, const Known& ran, const Known& jumped, const Known& at_head);
  void forget() { missing_.clear(), changed_on_ = {}; }  // at the end of the straight code

  struct Missing {
    WaySide without{};               // the side that has it not
    std::optional<Pc> moved_from{};  // the load of the other side, where it is made in front of the `if`
  };
  std::optional<Missing> missing(const LoadKey& key) const;
  std::optional<WaySide> changed_on(size_t holder) const { return holder < holder::count ? changed_on_[holder] : std::nullopt; }

 private:
  void note_one_way(const Known& has, const Known& has_not, const Known& met, const Fork& fork, Pc meet, bool is_first_without);
  bool is_first_of_side(Pc load, Pc branch, Pc meet) const;

  const Program& p_;
  KnownMemory& memory_;
  std::map<LoadKey, Missing> missing_;
  std::array<std::optional<WaySide>, holder::count> changed_on_{};
};

}  // namespace wb
