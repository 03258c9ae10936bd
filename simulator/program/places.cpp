#include "simulator/program/places.h"

#include <algorithm>
#include <bit>

namespace wb {
namespace {

size_t space_of(Storage storage) {
  if (storage == Storage::shared || storage == Storage::dynamic_shared) return holder::shared;
  return storage == Storage::local || storage == Storage::parameter ? holder::local : holder::global;
}

// Scalars alone, of its own and of records in it.
bool is_plain_record(const TypeTable& types, TypeId id) {
  const Type& type = types[id];
  if (type.kind != TypeKind::record) return false;
  const Record& record = types.records[type.index];
  return !record.is_union && std::ranges::all_of(record.fields, [&](const Field& field) {
    return types[field.type].kind == TypeKind::scalar || is_plain_record(types, field.type);
  });
}

}  // namespace

int64_t bytes_of(Opcode access) {
  switch (access) {
    case Opcode::ld_32:
    case Opcode::st_32:
      return 4;
    case Opcode::ld_64:
    case Opcode::st_64:
    case Opcode::ld_2x32:
    case Opcode::st_2x32:
      return 8;
    default:
      return 16;
  }
}

Places::Places(const Program& program, const ValueNumbers& values) : p_(program), values_(values) {}

void Places::note_pointer(const Numbers& by_slot, const Ins& lea, uint32_t number) {
  const Place place = place_of(by_slot, lea);
  if (place.base != no_slot) pointers_[number] = place;
  if (const uint32_t base = base_of(by_slot, lea); base != no_slot) origins_[number] = base;
}

Place Places::place_of(const Numbers& by_slot, const Ins& ins) const {
  const bool has_index = ins.kind & Ins::index_mask;
  Place place{.base = ins.kind & Ins::uniform_base ? ins.a : no_slot, .base_number = by_slot[ins.a]};
  if (const auto known = pointers_.find(place.base_number); known != pointers_.end() && !(has_index && known->second.index_kind))
    place = known->second;
  place.displacement += ins.imm;
  if (!has_index) return place;
  const std::optional<uint64_t> constant = values_.form_of(by_slot[ins.b]).constant;
  if (constant && (ins.kind & Ins::index_mask) != static_cast<uint8_t>(IndexKind::i64)) {
    place.displacement += int64_t{static_cast<int32_t>(*constant)} * ins.scale;
    return place;
  }
  place.index_kind = ins.kind & Ins::index_mask, place.scale = ins.scale;
  const ValueNumbers::Sum sum = values_.sum_of(by_slot[ins.b]);
  const bool is_whole = place.index_kind != static_cast<uint8_t>(IndexKind::u32) || values_.stays_below(sum, 1);
  place.index.push_back(is_whole ? sum.of : by_slot[ins.b]);
  if (is_whole) place.displacement += sum.constant * ins.scale;
  if (place.index_kind == static_cast<uint8_t>(IndexKind::i64)) place.index.push_back(is_whole && sum.high ? sum.high : by_slot[ins.b + 1]);
  return place;
}

uint32_t Places::base_of(const Numbers& by_slot, const Ins& ins) const {
  if (const uint32_t base = place_of(by_slot, ins).base; base != no_slot) return base;
  const auto origin = origins_.find(by_slot[ins.a]);
  return origin == origins_.end() ? no_slot : origin->second;
}
const Preset* Places::preset_of(uint32_t slot) const {
  const auto preset = std::ranges::find(p_.presets, slot, &Preset::slot);
  return preset == p_.presets.end() ? nullptr : &*preset;
}
bool Places::is_constant(const Numbers& by_slot, const Ins& ins) const {
  const Preset* begin = preset_of(base_of(by_slot, ins));
  return begin && begin->kind == Preset::Kind::address && p_.allocations[begin->index].storage == Storage::constant;
}

std::optional<size_t> Places::space_of(const Numbers& by_slot, const Ins& ins) const {
  const uint32_t base = base_of(by_slot, ins);
  if (base == no_slot) return std::nullopt;
  const Preset* begin = preset_of(base);
  if (begin && begin->kind == Preset::Kind::address) return wb::space_of(p_.allocations[begin->index].storage);
  const Type* type = begin ? type_behind(*begin) : nullptr;
  const bool is_unchanging = type && p_.module->types[type->element].is_const && !p_.module->types[type->element].is_volatile;
  if (is_unchanging && (*p_.module)[(*p_.module)[p_.kernel].parameters[begin->index]].is_restrict) return holder::unchanging;
  return holder::global;
}
std::optional<size_t> Places::holder_of(const Numbers& by_slot, const Ins& ins) const {
  const std::optional<size_t> space = space_of(by_slot, ins);
  if (space != holder::shared) return space;
  const Preset* begin = preset_of(base_of(by_slot, ins));
  if (p_.allocations[begin->index].storage != Storage::shared) return space;
  const auto before = std::count_if(p_.allocations.begin(), p_.allocations.begin() + begin->index,
                                    [](const ProgramAllocation& a) { return a.storage == Storage::shared; });
  return holder::arrays + static_cast<size_t>(before) < holder::count ? holder::arrays + static_cast<size_t>(before) : *space;
}

// Of a parameter that is a pointer; else null.
const Type* Places::type_behind(const Preset& begin) const {
  const Module& m = *p_.module;
  const std::vector<VarId>& parameters = m[p_.kernel].parameters;
  if (begin.kind != Preset::Kind::parameter || begin.index >= parameters.size()) return nullptr;
  const Type& type = m.types[m[parameters[begin.index]].type];
  return type.kind == TypeKind::pointer ? &type : nullptr;
}
std::optional<TypeId> Places::record_at(const Place& place) const {
  const Preset* begin = preset_of(place.base);
  const Type* type = begin ? type_behind(*begin) : nullptr;
  const TypeTable& types = p_.module->types;
  if (!type || !is_plain_record(types, type->element)) return std::nullopt;
  if (place.index_kind && place.scale != types.size_of(type->element)) return std::nullopt;
  return type->element;
}

uint32_t Places::alignment_of(const Place& place) const {
  const uint32_t all = 16;
  if (!place.index_kind) return all;
  const uint32_t zeros =
      values_.form_of(place.index[0]).zeros + static_cast<uint32_t>(std::countr_zero(static_cast<uint32_t>(place.scale)));
  return zeros >= 4 ? all : 1u << zeros;
}
uint32_t Places::alignment_of_record(const Place& place) const {
  const std::optional<TypeId> record = record_at(place);
  return record ? static_cast<uint32_t>(p_.module->types.align_of(*record)) : 0;
}
Member Places::member_of(const Place& place, Opcode access) const {
  Member member{.record = {place.base_number, place.index_kind, place.scale}, .at = place.displacement, .bytes = bytes_of(access)};
  member.record.insert(member.record.end(), place.index.begin(), place.index.end());
  const std::optional<TypeId> record = record_at(place);
  if (!record) return member;
  member.type = p_.module->types[*record].index + 1;
  const auto size = static_cast<int64_t>(p_.module->types.size_of(*record));
  member.at = (member.at % size + size) % size;
  return member;
}

}  // namespace wb
