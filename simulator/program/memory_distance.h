#pragma once
// How many instructions run for certain before one may come to memory, from each place in the code on.
//
//   pc 12  add        3        13 is next
//      13  br_true    2  -> 4  whichever way it goes
//      14  mov        1
//      15  st_32      0
#include <cstdint>
#include <vector>

#include "simulator/program/program.h"

namespace wb {

// By pc; 0: that one may. Of lanes that stay together. Where functions are called nothing is known beyond the next instruction.
std::vector<uint32_t> instructions_before_memory(const Program& program);

inline constexpr uint32_t never_again = 1 << 20;  // as good as

// The same of any kind of instructions, of any at all.
std::vector<uint32_t> instructions_before(const Program& program, const std::vector<bool>& is_one);
std::vector<uint32_t> instructions_before(const Program& program, bool (*is_one)(Opcode));

// Loads, stores, atomics, and what carries out copies.
bool may_come_to_memory(Opcode op);

}  // namespace wb
