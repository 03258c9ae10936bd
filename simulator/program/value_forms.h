#pragma once
// Of what power of two a value is a multiple, by how it is made: `2 * t`, `t << 1`, `t & ~3`, rows of 16 floats.
#include <cstdint>
#include <optional>
#include <vector>

#include "simulator/program/opcodes.h"

namespace wb {

struct ValueForm {
  uint32_t zeros = 0;  // low bits that are 0
  std::optional<uint64_t> constant;
};

// Of an instruction's result, by its operands in order.
uint32_t zeros_of(Opcode op, const std::vector<ValueForm>& of);

}  // namespace wb
