#include "simulator/program/representation.h"

namespace wb {
namespace {

bool add_leaves(const TypeTable& types, TypeId type, uint64_t offset, std::vector<Leaf>& out) {
  if (out.size() > max_leaves) return false;
  if (auto rep = scalar_rep(types, type)) {
    out.push_back({offset, *rep});
    return out.size() <= max_leaves;
  }
  const Type& t = types[type];
  if (t.kind == TypeKind::array) {
    const uint64_t step = types.size_of(t.element);
    if (t.count > max_leaves) return false;
    for (uint64_t i = 0; i < t.count; ++i)
      if (!add_leaves(types, t.element, offset + i * step, out)) return false;
    return true;
  }
  if (t.kind != TypeKind::record) return false;
  const Record& record = types.records[t.index];
  if (record.is_union) {
    const uint64_t step = record.alignment >= 8 ? 8 : record.alignment;
    const Rep rep = step == 8 ? Rep::u64 : Rep::u32;
    for (uint64_t at = 0; at + step <= record.size; at += step) {
      out.push_back({offset + at, {rep, static_cast<uint8_t>(step), false}});
      if (out.size() > max_leaves) return false;
    }
    return true;
  }
  for (const Field& field : record.fields)
    if (!add_leaves(types, field.type, offset + field.offset, out)) return false;
  return true;
}

}  // namespace

std::optional<ScalarRep> scalar_rep(const TypeTable& types, TypeId type) {
  const Type& t = types[type];
  if (t.kind == TypeKind::pointer || t.kind == TypeKind::reference || t.kind == TypeKind::function) return ScalarRep{Rep::u64, 8, false};
  if (t.kind != TypeKind::scalar && t.kind != TypeKind::enumeration) return std::nullopt;
  switch (t.scalar) {
    case ScalarKind::bool_: case ScalarKind::uchar: return ScalarRep{Rep::u32, 1, false};
    case ScalarKind::char_: case ScalarKind::schar: return ScalarRep{Rep::i32, 1, true};
    case ScalarKind::short_: return ScalarRep{Rep::i32, 2, true};
    case ScalarKind::ushort: return ScalarRep{Rep::u32, 2, false};
    case ScalarKind::int_: return ScalarRep{Rep::i32, 4, true};
    case ScalarKind::uint: return ScalarRep{Rep::u32, 4, false};
    case ScalarKind::long_: case ScalarKind::longlong: return ScalarRep{Rep::i64, 8, true};
    case ScalarKind::ulong: case ScalarKind::ulonglong: return ScalarRep{Rep::u64, 8, false};
    case ScalarKind::half: case ScalarKind::bfloat16: return ScalarRep{Rep::u32, 2, false};  // its bits
    case ScalarKind::float_: return ScalarRep{Rep::f32, 4, false};
    case ScalarKind::double_: return ScalarRep{Rep::f64, 8, false};
    default: return std::nullopt;
  }
}

std::optional<std::vector<Leaf>> leaves_of(const TypeTable& types, TypeId type) {
  std::vector<Leaf> out;
  if (!add_leaves(types, type, 0, out)) return std::nullopt;
  return out;
}

bool fits_registers(const TypeTable& types, TypeId type) {
  if (scalar_rep(types, type)) return true;
  const Type& t = types[type];
  if (t.kind != TypeKind::record) return false;
  const Record& record = types.records[t.index];
  if (record.is_union || record.fields.size() > 64) return false;
  for (const Field& field : record.fields)
    if (!fits_registers(types, field.type)) return false;
  return true;
}

size_t first_leaf_of_field(const TypeTable& types, TypeId record, uint32_t index) {
  size_t first = 0;
  const Record& r = types.records[types[record].index];
  for (uint32_t i = 0; i < index; ++i)
    if (auto leaves = leaves_of(types, r.fields[i].type)) first += leaves->size();
  return first;
}

Opcode load_opcode(ScalarRep rep) {
  switch (rep.bytes) {
    case 1: return rep.is_signed ? Opcode::ld_i8 : Opcode::ld_u8;
    case 2: return rep.is_signed ? Opcode::ld_i16 : Opcode::ld_u16;
    case 4: return Opcode::ld_32;
    default: return Opcode::ld_64;
  }
}

Opcode store_opcode(ScalarRep rep) {
  switch (rep.bytes) {
    case 1: return Opcode::st_8;
    case 2: return Opcode::st_16;
    case 4: return Opcode::st_32;
    default: return Opcode::st_64;
  }
}

}  // namespace wb
