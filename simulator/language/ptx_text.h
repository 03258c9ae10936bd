#pragma once
// The text of inline PTX, taken apart: statements, and the operands of each.
//
//   { .reg .pred p;  setp.gt.s32 p, %1, 10;  @!p ld.global.v2.u32 {%0, %2}, [%3 + 8]; }
//     registers: p   setp.gt.s32             guard !p, ld.global.v2.u32
//                    p | argument 1 | 10     {argument 0, argument 2} | [argument 3] + 8
//
// What the instructions mean stands elsewhere (inline_assembly.cpp). Reference: PTX ISA, "Syntax".
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wb {

// One register, number or place. The views are into the text.
struct PtxValue {
  enum class Kind : uint8_t { argument, name, number, real32, real64, sink } kind = Kind::name;
  std::string_view text;    // as written, without the % of a register
  uint64_t bits = 0;        // argument: which; number, real: the value's bits
  bool is_special = false;  // a register that is written with a %
  bool is_negated = false;  // !p, -x
};
// What stands between two commas: one value, {a, b}, d|p, [address + offset], or [map, {x, y}].
struct PtxOperand {
  std::vector<PtxValue> values;
  bool is_address = false, is_vector = false;
  int64_t offset = 0;
};
struct PtxInstruction {
  std::string_view label;  // "again:", which is all of it
  std::string_view guard;  // @p: the register; empty: none
  bool is_guard_negated = false;
  std::string_view name;   // "ld.global.v2.u32"
  std::vector<PtxOperand> operands;
  size_t begin = 0, end = 0;  // in the text
};
struct PtxRegister {
  std::string name;
  std::string_view type;  // ".b32"
};
struct PtxText {
  std::vector<PtxRegister> registers;
  std::vector<PtxInstruction> instructions;
  std::string problem{};                 // empty: it was read; else what stands there that is not read
  size_t problem_begin = 0, problem_end = 0;
};
PtxText read_ptx(std::string_view text);

}  // namespace wb
