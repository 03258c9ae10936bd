#pragma once
// Where the two ways of an `if` meet again, and the branch at which lanes went apart.
//
//     if (c) { first side }  <- meet           if (c) { first side } else { other side }  <- meet
//
// A load behind the meet, of what one of the ways has in a register and the other has not, nvcc makes at the end of the other way alone, if each
// lane that comes to the meet comes to the load (kept_values.h).
#include <optional>

#include "simulator/program/loop_shapes.h"

namespace wb {

struct Fork {
  Pc branch = 0;                // lanes that do not take it go by the first side
  bool has_other_side = false;  // an `else`: else lanes that take it are at the meet
  friend bool operator==(const Fork&, const Fork&) = default;
};

// Of a place to which one branch or jump leads, and the code in front of it.
std::optional<Fork> fork_before(const Program& program, const LoopShapes& shape, Pc meet);

}  // namespace wb
