#pragma once
// Where a program's ways meet, and which of its instructions belong to which loop.
#include <map>
#include <vector>

#include "simulator/program/program.h"

namespace wb {

bool jumps(const Ins& ins);
bool is_call(Opcode op);
bool runs_into_next(const Ins& ins);

struct LoopShapes {
  explicit LoopShapes(const Program& program);
  void find_bodies(const Program& program);

  // By instruction:
  std::vector<bool> is_target, is_forward_target;
  std::vector<Pc> loop_end;  // by head of a loop: behind its last jump back; 0: none
  std::map<Pc, std::vector<Pc>> jumps_to;
  // By head: what belongs to the loop, from where its jumps back are reached. A `break` and what is done before it does not.
  std::map<Pc, std::vector<bool>> bodies;
  size_t meets = 0;  // jumps
};

// An `if` around next to nothing: nvcc chooses between the values, and goes on in straight code.
bool is_choice(const Program& program, const LoopShapes& shape, Pc branch);
bool is_behind_choices(const Program& program, const LoopShapes& shape, Pc target);

}  // namespace wb
