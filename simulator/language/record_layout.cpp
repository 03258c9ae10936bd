// Where members stand in their record: the Itanium C++ ABI's layout, which nvcc shares with the host's compiler.
//
// Bases come first, then members, each at the next multiple of its alignment. Two rules need care. An empty base takes no room unless
// another object of its type would then have the same address. And a base that is no plain old data ends where its own data end: what is
// derived from it may use its tail padding.
//
//   struct A { A(); int i; char c; };   sizeof 8, data size 5        struct B : A { char d; };   d stands at 5, sizeof 8
//
// A class with virtual functions begins with the pointer to its table, or with the first base that has one (virtual_functions.cpp).
//
// Bit-fields are packed by bits from the lowest one up; one that would cross a boundary of its own type starts at that boundary. They have
// no fields in the finished record: their bytes are cut into units ("bits_0"), plain unsigned members, and bit_fields.cpp writes each
// access to a bit-field as shifts and masks on those. Everything behind the front end sees the units alone.
//
//   struct { char c; int x : 3, y : 9; };     byte 0: c    bytes 1..2: x, y -> units bits_1 (bits 8..15) and bits_2 (16..23)
#include <algorithm>

#include "simulator/language/parser.h"
#include "simulator/language/virtual_functions.h"

namespace wb {
namespace {

uint64_t round_up(uint64_t value, uint64_t step) { return step == 0 ? value : (value + step - 1) / step * step; }

constexpr size_t most_empty_parts = 256;

}  // namespace

// The empty classes that stand at each offset of an object: two of one type must not share an address. Of an array, the first elements are enough.
void Parser::empty_parts(TypeId type, uint64_t offset, std::vector<EmptyPart>& out) {
  const Type t = module->types[type];
  if (t.kind == TypeKind::record)
    for (const EmptyPart& part : record_info({t.index}).empty_parts) out.emplace_back(offset + part.first, part.second);
  if (t.kind != TypeKind::array) return;
  const uint64_t size = module->types.size_of(t.element);
  for (uint64_t i = 0; i < std::min<uint64_t>(t.count, 64) && out.size() <= most_empty_parts; ++i) {
    const size_t before = out.size();
    empty_parts(t.element, offset + i * size, out);
    if (out.size() == before) return;
  }
}

// Places one base or member behind what is there.
void Parser::place_field(RecordId id, uint32_t index, Layout& layout) {
  Field field = module->types.records[id.v].fields[index];
  RecordInfo& info = record_info(id);
  uint64_t size = module->types.size_of(field.type), align = std::max<uint64_t>(module->types.align_of(field.type), 1);
  if (index < info.field_alignments.size()) align = std::max(align, info.field_alignments[index]);
  bool is_union = module->types.records[id.v].is_union;
  bool is_base = !is_union && index < info.base_count;
  uint64_t extent = size;
  bool is_empty = false;
  if (is_base) {
    const RecordInfo& base = record_info({module->types[field.type].index});
    is_empty = base.is_empty;
    extent = is_empty ? 0 : base.is_plain ? size : base.data_size;
  }
  uint64_t offset = is_union || is_empty ? 0 : round_up((layout.bits + 7) / 8, align);
  for (int tries = 0; tries < 64; ++tries) {
    std::vector<EmptyPart> parts;
    empty_parts(field.type, offset, parts);
    bool clashes = !is_union && std::any_of(parts.begin(), parts.end(), [&](const auto& p) { return std::find(layout.empty.begin(), layout.empty.end(), p) != layout.empty.end(); });
    if (!clashes) {
      layout.empty.insert(layout.empty.end(), parts.begin(), parts.end());
      break;
    }
    offset = is_empty && offset == 0 ? round_up(std::max<uint64_t>((layout.bits + 7) / 8, 1), align) : offset + align;
  }
  module->types.records[id.v].fields[index].offset = offset;
  layout.bits = std::max(layout.bits, (offset + extent) * 8);
  layout.size = std::max(layout.size, offset + (is_empty ? 1 : extent));
  layout.alignment = std::max(layout.alignment, align);
}

void Parser::place_bit_field(RecordId id, RecordInfo::BitField& field, Layout& layout) {
  uint64_t bytes = module->types.size_of(field.type), unit = module->types.align_of(field.type) * 8;
  if (field.width == 0) {
    layout.bits = round_up(layout.bits, unit);
    return;
  }
  if (module->types.records[id.v].is_union) {
    field.bit = 0;
    layout.bits = std::max(layout.bits, field.width);
  } else {
    if (layout.bits % unit + field.width > bytes * 8) layout.bits = round_up(layout.bits, unit);
    field.bit = layout.bits;
    layout.bits += field.width;
  }
  layout.size = std::max(layout.size, (layout.bits + 7) / 8);
  if (!field.name.empty()) layout.alignment = std::max(layout.alignment, module->types.align_of(field.type));
}

// Cuts the bytes that bit-fields use into unsigned units, the widest aligned ones first.
void Parser::make_units(RecordId id) {
  RecordInfo& info = record_info(id);
  if (info.bit_fields.empty()) return;
  std::vector<bool> used(module->types.records[id.v].size, false);
  for (const RecordInfo::BitField& f : info.bit_fields)
    for (uint64_t byte = f.bit / 8; f.width > 0 && byte <= (f.bit + f.width - 1) / 8 && byte < used.size(); ++byte) used[byte] = true;
  uint64_t alignment = module->types.records[id.v].alignment;
  for (uint64_t at = 0; at < used.size();) {
    if (!used[at]) {
      ++at;
      continue;
    }
    uint64_t step = 8;
    auto fits = [&] {
      if (at % step != 0 || step > alignment || at + step > used.size()) return false;
      return std::all_of(used.begin() + static_cast<std::ptrdiff_t>(at), used.begin() + static_cast<std::ptrdiff_t>(at + step), [](bool b) { return b; });
    };
    while (step > 1 && !fits()) step /= 2;
    ScalarKind kind = step == 8 ? ScalarKind::ulong : step == 4 ? ScalarKind::uint : step == 2 ? ScalarKind::ushort : ScalarKind::uchar;
    info.units.push_back(static_cast<uint32_t>(module->types.records[id.v].fields.size()));
    module->types.records[id.v].fields.push_back({"bits_" + std::to_string(at), module->types.scalar(kind), at, module->types.records[id.v].span});
    info.field_defaults.push_back(0);
    at += step;
  }
}

void Parser::finish_layout(RecordId id) {
  settle_virtual_functions(*this, id);
  RecordInfo& info = record_info(id);
  Layout layout;
  layout.alignment = module->types.records[id.v].alignment;
  uint32_t count = static_cast<uint32_t>(module->types.records[id.v].fields.size());
  size_t next_bits = 0;
  const int first = info.table_field >= 0 ? info.table_field : info.primary_base;  // in front of all others
  if (first >= 0) place_field(id, static_cast<uint32_t>(first), layout);
  for (uint32_t i = 0; i <= count; ++i) {
    if (static_cast<int>(i) == first) continue;
    for (; next_bits < info.bit_fields.size() && info.bit_fields[next_bits].behind <= i; ++next_bits) place_bit_field(id, info.bit_fields[next_bits], layout);
    if (i < count) place_field(id, i, layout);
  }
  info.is_empty = !module->types.records[id.v].is_union && info.bit_fields.empty();
  for (uint32_t i = 0; i < count && info.is_empty; ++i) {
    TypeId type = module->types.records[id.v].fields[i].type;
    info.is_empty = i < info.base_count && record_info({module->types[type].index}).is_empty;
  }
  info.empty_parts = std::move(layout.empty);
  if (info.is_empty) info.empty_parts.emplace_back(0, id.v);
  if (info.empty_parts.size() > most_empty_parts) info.empty_parts.resize(most_empty_parts);
  uint64_t bytes = std::max<uint64_t>(layout.size, 1);
  info.data_size = std::max<uint64_t>((layout.bits + 7) / 8, 1);
  Record& record = module->types.records[id.v];
  record.alignment = layout.alignment;
  record.size = round_up(bytes, layout.alignment);
  make_units(id);
  info.is_plain = is_plain_layout(id);
  module->types.records[id.v].is_complete = !info.has_unread_field;
  if (info.has_unread_field) module->types.records[id.v].size = 0;
}

// Plain old data as of 2003, which decides whether a class derived from this one may use its tail padding.
bool Parser::is_plain_layout(RecordId id) {
  const RecordInfo& info = record_info(id);
  if (info.is_polymorphic || info.base_count > 0 || !info.constructors.empty() || info.has_hidden_members) return false;
  for (SpecialMember s : {SpecialMember::copy_assignment, SpecialMember::destructor, SpecialMember::copy, SpecialMember::default_constructor})
    if (info.special[static_cast<size_t>(s)].is_user_made) return false;
  if (std::any_of(info.field_defaults.begin(), info.field_defaults.end(), [](size_t d) { return d != 0; })) return false;
  const std::vector<Field> fields = module->types.records[id.v].fields;
  return std::all_of(fields.begin(), fields.end(), [&](const Field& f) {
    const Type t = module->types[element_of(f.type)];
    return t.kind != TypeKind::reference && (t.kind != TypeKind::record || record_info({t.index}).is_plain);
  });
}

}  // namespace wb
