#pragma once
// How values of a type stand in registers and memory.
#include <optional>
#include <vector>

#include "simulator/language/typed_tree.h"
#include "simulator/program/opcodes.h"

namespace wb {

// What a register holds. Small integers stand in i32 or u32, extended by their sign.
enum class Rep : uint8_t { i32, u32, i64, u64, f32, f64 };
constexpr bool is_wide(Rep rep) { return rep == Rep::i64 || rep == Rep::u64 || rep == Rep::f64; }
constexpr bool is_float_rep(Rep rep) { return rep == Rep::f32 || rep == Rep::f64; }

// A scalar or pointer type: its register form, its bytes in memory, whether loads extend by the sign.
struct ScalarRep {
  Rep rep = Rep::i32;
  uint8_t bytes = 4;
  bool is_signed = false;
  friend bool operator==(const ScalarRep&, const ScalarRep&) = default;
};

// None for void, records, arrays, and scalars that the machine does not know (half).
std::optional<ScalarRep> scalar_rep(const TypeTable& types, TypeId type);

// A scalar piece of an object. Records and arrays are cut into their leaves; a union into raw pieces of its alignment.
struct Leaf {
  uint64_t offset = 0;
  ScalarRep rep;
};

inline constexpr size_t max_leaves = 2048;

// The leaves of an object in order of offset; none when there are too many of them or one of them has no form.
std::optional<std::vector<Leaf>> leaves_of(const TypeTable& types, TypeId type);
// May an object of this type live in registers: no arrays (an index picks at run time) and no unions (leaves overlap)?
bool fits_registers(const TypeTable& types, TypeId type);
// Which leaf the field `index` of a record that fits registers starts at.
size_t first_leaf_of_field(const TypeTable& types, TypeId record, uint32_t index);

Opcode load_opcode(ScalarRep rep);
Opcode store_opcode(ScalarRep rep);

}  // namespace wb
