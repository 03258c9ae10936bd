#include "simulator/program/value_forms.h"

#include <algorithm>
#include <bit>

namespace wb {

uint32_t zeros_of(Opcode op, const std::vector<ValueForm>& of) {
  switch (op) {
    case Opcode::mov32:
    case Opcode::mov64:
    case Opcode::sx64:
    case Opcode::zx64:
    case Opcode::lo32:
    case Opcode::neg32:
    case Opcode::neg64:
      return of[0].zeros;
    case Opcode::add32:
    case Opcode::sub32:
    case Opcode::add64:
    case Opcode::sub64:
    case Opcode::or32:
    case Opcode::or64:
    case Opcode::xor32:
    case Opcode::xor64:
      return std::min(of[0].zeros, of[1].zeros);
    case Opcode::and32:
    case Opcode::and64:
      return std::max(of[0].zeros, of[1].zeros);
    case Opcode::rem_u32:
    case Opcode::rem_u64:
      return of[1].constant && std::has_single_bit(*of[1].constant) ? of[0].zeros : 0;
    case Opcode::mul32:
    case Opcode::mul64:
      return of[0].zeros + of[1].zeros;
    case Opcode::mad32:
      return std::min(of[0].zeros + of[1].zeros, of[2].zeros);
    case Opcode::shl32:
    case Opcode::shl64:
      return of[1].constant && *of[1].constant < 32 ? of[0].zeros + static_cast<uint32_t>(*of[1].constant) : 0;
    default:
      return 0;
  }
}

}  // namespace wb
