#pragma once
// Behind which instructions a variable of some name may show another value: those that write its registers or say whether it has a value,
// and those behind which another variable of that name is in scope. Who looks for a change in a long run passes over everybody else's.
//
//   pc 12  mul_f32    r9, r8, r7       `best` in r9: may change behind it
//      13  lt_f32     r3, r9, r4       no
//      14  br_true    r3 -> 20         no
//
// Lanes that wait for each other are given their results, and go on, when the last one comes: that may be at another of these instructions,
// or, at a barrier, in another warp's turn.
//
// Nothing is known of variables in memory, which others may write, and of programs with functions out of line.
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "simulator/program/program.h"

namespace wb {

struct VariableChanges {
  std::vector<bool> behind;      // by pc: there
  std::vector<uint32_t> before;  // by pc: so many instructions run for certain before one of these (memory_distance.h)
  bool is_any = false;
  bool is_at_barrier = false;  // some of them let a warp's lanes wait for other warps
};

// None: nothing is known.
std::optional<VariableChanges> changes_of(const Program& program, std::string_view name);

}  // namespace wb
