// Parts of objects: fields, and bases, which are fields without a name; from an object to its base and back.
#include <utility>

#include "simulator/language/parser.h"

namespace wb {

ExprId Parser::make_member(ExprId object, uint32_t field, Span span) {
  if (!object) return {};
  if (field >= bit_field_mark) return make_bit_field(object, field, span);
  if (!at(object).is_lvalue && has_destructor(at(object).type)) object = as_xvalue(object);
  const bool needs_place = fn && !at(object).is_lvalue && module->types.is_array(module->types.records[type_of(object).index].fields[field].type);
  if (needs_place) object = as_xvalue(object);  // table().squares[3]
  const Type type = type_of(object);
  const Field f = module->types.records[type.index].fields[field];
  bool is_lvalue = at(object).is_lvalue;
  TypeId field_type = f.type;
  if (is_lvalue) field_type = module->types.with(field_type, type.is_const, type.is_volatile);
  Expr e = node(is_lvalue ? ExprKind::member : ExprKind::member_value, field_type, span);
  e.a = object;
  e.index = field;
  e.is_lvalue = is_lvalue;
  e.is_xvalue = at(object).is_xvalue && module->types[f.type].kind != TypeKind::reference;
  ExprId member = make(std::move(e));
  if (!member || type_of(member).kind != TypeKind::reference) return member;
  Expr load = node(ExprKind::load, at(member).type, span);
  load.a = member;
  load.implicit = true;
  return dereference(is_lvalue ? make(std::move(load)) : member, span, true);
}

// The field of `owner`, which is the object's record or one of its bases and anonymous members. None: not in there.
ExprId Parser::member_of(ExprId object, RecordId owner, uint32_t field, Span span) {
  const Type type = type_of(object);
  if (type.index == owner.v) return make_member(object, field, span);
  size_t count = module->types.records[type.index].fields.size();
  for (uint32_t i = 0; i < count; ++i) {
    const Field f = module->types.records[type.index].fields[i];
    if (!f.name.empty() || !module->types.is_record(f.type) || !holds_record(f.type, owner)) continue;
    return member_of(make_member(object, i, span), owner, field, span);
  }
  return {};
}

// The part of the object that is its base (or anonymous member) of this record.
ExprId Parser::base_of(ExprId object, RecordId base, Span span) {
  uint64_t offset = 0;
  if (object && type_of(object).kind == TypeKind::record && count_bases(at(object).type, base, offset) > 1) {
    report(Code::WB3108, span, {module->types.records[base.v].name, type_name(module->types.unqualified(at(object).type))});
    return {};
  }
  while (object && type_of(object).kind == TypeKind::record && type_of(object).index != base.v) {
    const Type type = type_of(object);
    ExprId next;
    size_t count = module->types.records[type.index].fields.size();
    for (uint32_t i = 0; i < count && !next; ++i) {
      const Field f = module->types.records[type.index].fields[i];
      if (f.name.empty() && module->types.is_record(f.type) && holds_record(f.type, base)) next = make_member(object, i, span);
    }
    object = next;
  }
  return object;
}

// How often `type` holds a base of this record, and where one stands.
int Parser::count_bases(TypeId type, RecordId wanted, uint64_t& offset) const {
  int count = 0;
  for (const Field& f : module->types.records[module->types[type].index].fields) {
    if (!f.name.empty() || !module->types.is_record(f.type)) continue;
    uint64_t inner = 0;
    int more = module->types[f.type].index == wanted.v ? 1 : count_bases(f.type, wanted, inner);
    if (more > 0) offset = f.offset + inner;
    count += more;
  }
  return count;
}

// From the address of a base to that of the object around it.
ExprId Parser::derived_of(ExprId address, TypeId to, uint64_t offset, bool may_be_null, Span span) {
  if (!address || offset == 0) return cast_to(address, to, CastKind::pointer, false, span);
  ExprId before, pointer = address;
  if (may_be_null) {
    VarId kept = add_temporary(at(address).type, span);
    before = initialise_object(make_variable(kept, span), address, span);
    pointer = rvalue(make_variable(kept, span));
  }
  Expr back = node(ExprKind::pointer_subtract, module->types.pointer_to(module->types.scalar(ScalarKind::char_)), span);
  back.a = cast_to(pointer, back.type, CastKind::pointer, true, span);
  back.b = make_constant(module->types.scalar(ScalarKind::long_), offset, span);
  back.implicit = true;
  ExprId moved = cast_to(make(std::move(back)), to, CastKind::pointer, true, span);
  if (!before || !moved) return moved;
  Expr either = node(ExprKind::conditional, to, span);
  either.a = to_bool(pointer);
  either.b = moved;
  either.c = make_constant(to, 0, span);
  return build_comma(before, make(std::move(either)), span);
}

bool Parser::holds_record(TypeId type, RecordId wanted) const {
  if (module->types[type].index == wanted.v) return true;
  for (const Field& f : module->types.records[module->types[type].index].fields)
    if (f.name.empty() && module->types.is_record(f.type) && holds_record(f.type, wanted)) return true;
  return false;
}

// Is `to` a base of `from`, with no qualifier lost?
bool Parser::is_derived(TypeId from, TypeId to) const {
  const Type a = module->types[from], b = module->types[to];
  if (a.kind != TypeKind::record || b.kind != TypeKind::record || a.index == b.index) return false;
  if ((a.is_const && !b.is_const) || (a.is_volatile && !b.is_volatile)) return false;
  return holds_record(from, {b.index});
}

}  // namespace wb
