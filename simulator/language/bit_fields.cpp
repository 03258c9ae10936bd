// Bit-fields: members that are some bits of the record's units (record_layout.cpp). While a file is read, `s.x` is a member node whose index
// has the mark `bit_field_mark`; it never leaves the front end. Reading it becomes shifts, writing it a read, a mask and a write of each unit
// that it touches:
//
//   s.x          (int)(s.bits_0 << 25) >> 29           bits 4..6 of a signed bit-field
//   s.x = v      s.bits_0 = s.bits_0 & ~0x70u | v << 4 & 0x70u
//
// As on the hardware the neighbours in the same unit are read and written with it: two threads that write neighbouring bit-fields race.
#include <algorithm>

#include "simulator/language/parser.h"
#include "simulator/language/scalar_math.h"
#include "simulator/source/limits.h"

namespace wb {
namespace {

uint64_t low_bits(uint64_t count) { return count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1; }

}  // namespace

bool Parser::is_bit_field(ExprId e) const { return e && (at(e).kind == ExprKind::member || at(e).kind == ExprKind::member_value) && at(e).index >= bit_field_mark; }

// An expression whose value nobody takes: a bit-field at its end, the result of an assignment, is left out.
ExprId Parser::for_effects(ExprId e) {
  while (e && at(e).kind == ExprKind::comma && is_bit_field(at(e).b)) e = at(e).a;
  if (!is_bit_field(e)) return e;
  const Span span = at(e).span;  // nodes that are made move the others
  return cast_to(address_of(at(e).a, span, true), module->types.scalar(ScalarKind::void_), CastKind::to_void, true, span);
}

ExprId Parser::make_bit_field(ExprId object, uint32_t index, Span span) {
  if (!object) return {};
  if (!at(object).is_lvalue) object = as_xvalue(object);  // f().x: the units are read one by one
  if (!object) return {};
  const Type type = type_of(object);
  Expr e = node(ExprKind::member, module->types.with(record_info({type.index}).bit_fields[index - bit_field_mark].type, type.is_const, type.is_volatile), span);
  e.a = object;
  e.index = index;
  e.is_lvalue = true;
  return make(std::move(e));
}

// The pieces of a bit-field: which bits of which units, from its lowest bit up.
std::vector<Parser::BitPiece> Parser::pieces_of(RecordId id, uint32_t index) {
  const RecordInfo& info = record_info(id);
  const RecordInfo::BitField& f = info.bit_fields[index - bit_field_mark];
  std::vector<BitPiece> pieces;
  for (uint32_t unit : info.units) {
    const Field& field = module->types.records[id.v].fields[unit];
    uint64_t begin = field.offset * 8, end = begin + module->types.size_of(field.type) * 8;
    uint64_t from = std::max(begin, f.bit), to = std::min(end, f.bit + f.width);
    if (from < to) pieces.push_back({unit, from - begin, to - from, from - f.bit});
  }
  return pieces;
}

// The object around a bit-field, named so that it may be written several times: a variable or members of one, or a pointer kept aside.
ExprId Parser::repeatable(ExprId object, ExprId& before) {
  ExprId root = object;
  while (at(root).kind == ExprKind::member) root = at(root).a;
  bool is_this = at(root).kind == ExprKind::dereference && at(at(root).a).kind == ExprKind::load && at(at(at(root).a).a).kind == ExprKind::variable;
  if (at(root).kind == ExprKind::variable || is_this) return object;
  Span span = at(object).span;
  ExprId address = address_of(object, span, true);
  if (!address) return {};
  VarId pointer = add_temporary(at(address).type, span);
  Expr keep_it = node(ExprKind::assign, at(address).type, span);
  keep_it.a = make_variable(pointer, span);
  keep_it.b = address;
  keep_it.is_lvalue = true;
  keep_it.implicit = true;
  before = make(std::move(keep_it));
  return dereference(rvalue(make_variable(pointer, span)), span, true);
}

// A unit's value as 64 bits; one that is only read to keep its other bits may have bytes that nobody has set yet.
ExprId Parser::unit_value(ExprId object, uint32_t unit, Span span, bool is_partial) {
  ExprId value = rvalue(make_member(object, unit, span));
  if (value) module->exprs[value.v].is_partial = is_partial;
  return arithmetic_cast(value, module->types.scalar(ScalarKind::ulong), true, span);
}

ExprId Parser::bits_op(Op op, ExprId a, uint64_t operand, Span span) {
  if (!a) return {};
  bool is_shift = op == Op::shift_left || op == Op::shift_right;
  if (is_shift && operand == 0) return a;
  Expr e = node(ExprKind::binary, at(a).type, span);
  e.op = op;
  e.a = a;
  e.b = make_constant(is_shift ? module->types.scalar(ScalarKind::int_) : at(a).type, operand, span);
  e.implicit = true;
  return make(std::move(e));
}

ExprId Parser::bits_or(ExprId a, ExprId b, Span span) {
  if (!a || !b) return {};
  Expr e = node(ExprKind::binary, at(a).type, span);
  e.op = Op::bit_or;
  e.a = a;
  e.b = b;
  e.implicit = true;
  return make(std::move(e));
}

ExprId Parser::read_bit_field(ExprId e) {
  const Expr member = at(e);
  RecordId id{type_of(member.a).index};
  const RecordInfo::BitField f = record_info(id).bit_fields[member.index - bit_field_mark];
  ExprId before;
  ExprId object = repeatable(member.a, before);
  ExprId whole;
  for (const BitPiece& piece : pieces_of(id, member.index)) {
    ExprId part = bits_op(Op::shift_right, unit_value(object, piece.unit, member.span, false), piece.bit, member.span);
    part = bits_op(Op::bit_and, part, low_bits(piece.width), member.span);
    part = bits_op(Op::shift_left, part, piece.place, member.span);
    whole = whole ? bits_or(whole, part, member.span) : part;
  }
  TypeId type = module->types.unqualified(member.type);
  if (is_signed(module->types[type].scalar) && module->types[type].scalar != ScalarKind::bool_) {
    whole = arithmetic_cast(bits_op(Op::shift_left, whole, 64 - f.width, member.span), module->types.scalar(ScalarKind::long_), true, member.span);
    whole = bits_op(Op::shift_right, whole, 64 - f.width, member.span);
  }
  whole = cast_to(whole, type, module->types[type].scalar == ScalarKind::bool_ ? CastKind::integer_to_bool : CastKind::integral, true, member.span);
  if (whole && f.width < 32) module->exprs[whole.v].is_bit_value = true;
  if (!before || !whole) return whole;
  whole = build_comma(before, whole, member.span);
  if (whole && f.width < 32) module->exprs[whole.v].is_bit_value = true;
  return whole;
}

// Every value of a bit-field narrower than int is an int's: that is what it is promoted to, also where it was declared unsigned.
ExprId Parser::promoted_bits(ExprId value) {
  if (!value || !at(value).is_bit_value || info(type_of(value).scalar).bytes > 4 || type_of(value).kind != TypeKind::scalar) return value;
  return arithmetic_cast(value, module->types.scalar(ScalarKind::int_), true, at(value).span);
}

// a op= b, ++a, a++ (`keeps_old`: the result is the old value).
ExprId Parser::change_bit_field(Op op, ExprId a, ExprId b, bool keeps_old, Span op_span) {
  ExprId before;
  Expr member = at(a);
  member.a = repeatable(member.a, before);
  if (!member.a || !b) return {};
  TypeId type = module->types.unqualified(member.type);
  Span span = member.span;
  ExprId place = make(std::move(member));
  ExprId old = read_bit_field(place), result = before;
  VarId kept{};
  if (keeps_old) {
    kept = add_temporary(type, span);
    ExprId keep_it = initialise_object(make_variable(kept, span), old, span);
    result = result ? build_comma(result, keep_it, op_span) : keep_it;
    old = rvalue(make_variable(kept, span));
  }
  old = promoted_bits(old);
  bool is_shift = op == Op::shift_left || op == Op::shift_right;
  ExprId value = is_shift ? build_shift(op, old, b, op_span, span) : build_arithmetic(op, old, b, op_span, span);
  ExprId written = value ? write_bit_field(place, arithmetic_cast(value, type, true, span), op_span) : ExprId{};
  if (!written) return {};
  result = result ? build_comma(result, written, op_span) : written;
  return keeps_old ? build_comma(result, rvalue(make_variable(kept, span)), op_span) : result;
}

// The bits of `value` (of the bit-field's type) where they stand in the unit.
ExprId Parser::placed_bits(ExprId value, const BitPiece& piece, Span span) {
  ExprId bits = arithmetic_cast(value, module->types.scalar(ScalarKind::ulong), true, span);
  bits = bits_op(Op::shift_right, bits, piece.place, span);
  bits = bits_op(Op::bit_and, bits, low_bits(piece.width), span);
  return bits_op(Op::shift_left, bits, piece.bit, span);
}

// Stores a value of the bit-field's type; the result is what the bit-field holds then.
ExprId Parser::write_bit_field(ExprId e, ExprId value, Span op_span) {
  if (!value) return {};
  const Expr member = at(e);
  RecordId id{type_of(member.a).index};
  TypeId type = module->types.unqualified(member.type);
  Span span = cover(member.span, at(value).span);
  VarId kept = add_temporary(type, span);
  ExprId result = initialise_object(make_variable(kept, span), value, span);
  ExprId before;
  ExprId object = repeatable(member.a, before);
  if (before) result = build_comma(result, before, span);
  for (const BitPiece& piece : pieces_of(id, member.index)) {
    ExprId old = bits_op(Op::bit_and, unit_value(object, piece.unit, span, true), ~(low_bits(piece.width) << piece.bit), span);
    ExprId now = bits_or(old, placed_bits(rvalue(make_variable(kept, span)), piece, span), span);
    ExprId unit = make_member(object, piece.unit, span);
    if (!now || !unit) return {};
    Expr store = node(ExprKind::assign, at(unit).type, span);
    store.a = unit;
    store.b = arithmetic_cast(now, module->types.unqualified(at(unit).type), true, span);
    store.is_lvalue = true;
    store.op_span = op_span;
    result = build_comma(result, make(std::move(store)), op_span);
  }
  Expr again = member;
  again.a = object;
  return build_comma(result, make(std::move(again)), op_span);
}

// The units' values from one value a bit-field, all known: how a list initialises them.
std::vector<ExprId> Parser::units_from(RecordId id, const std::vector<std::pair<uint32_t, ExprId>>& values, Span span) {
  // One that lies in two units is computed once and kept.
  std::vector<std::pair<uint32_t, ExprId>> kept = values;
  for (auto& [index, value] : kept)
    if (pieces_of(id, index).size() > 1) value = rvalue(initialise_object(make_variable(add_temporary(at(value).type, span), span), value, span));
  std::vector<ExprId> units;
  const std::vector<uint32_t> all = record_info(id).units;
  for (uint32_t unit : all) {
    TypeId wide = module->types.scalar(ScalarKind::ulong);
    ExprId whole = make_constant(wide, 0, span);
    for (const auto& [index, value] : kept)
      for (const BitPiece& piece : pieces_of(id, index)) {
        if (piece.unit != unit) continue;
        ExprId part = value;
        if (piece.place > 0) part = rvalue(make_variable(at(at(at(value).a).a).var, span));  // computed with its lowest piece already
        whole = bits_or(whole, placed_bits(part, piece, span), span);
      }
    whole = arithmetic_cast(whole, module->types.records[id.v].fields[unit].type, true, span);
    if (auto known = evaluate_alone(whole)) whole = make_constant(at(whole).type, *known, span);
    units.push_back(whole);
  }
  return units;
}

// Which member of the list `.name =` means, by its place in the order of declaration.
std::optional<size_t> Parser::designated_member(RecordId id, const std::vector<uint32_t>& order, std::string_view name) const {
  for (size_t i = 0; i < order.size(); ++i) {
    const std::string& own = order[i] >= bit_field_mark ? records[id.v].bit_fields[order[i] - bit_field_mark].name : module->types.records[id.v].fields[order[i]].name;
    if (own == name) return i;
  }
  return std::nullopt;
}

// A union whose member number `member` has this value.
ExprId Parser::union_value(TypeId type, uint32_t member, ExprId value, Span span) {
  VarId made = add_temporary(module->types.unqualified(type), span);
  ExprId stored = initialise_object(raw_member(make_variable(made, span), member, span), value, span);
  return stored ? build_comma(stored, rvalue(make_variable(made, span)), span) : ExprId{};
}

// The members of a record in the order of their declaration, or by name: {1, 2}, {.x = 1, .z = 3}. What is left out has its own
// initialiser or is value-initialised.
ExprId Parser::parse_record_list(TypeId type, bool has_braces, size_t& count, Span span) {
  RecordList list{.type = type, .id = {module->types[type].index}, .order = {}, .values = {}};
  list.order = record_info(list.id).members;
  if (list.order.empty())
    for (uint32_t i = 0; i < module->types.records[list.id.v].fields.size(); ++i) list.order.push_back(i);
  list.is_union = module->types.records[list.id.v].is_union;
  list.room = list.is_union ? std::min<size_t>(1, list.order.size()) : list.order.size();
  list.values.resize(list.order.size());
  const bool is_read = read_record_list(list, has_braces);
  count = list.count;
  return is_read ? record_from(list, span) : ExprId{};
}

TypeId Parser::member_type(RecordId id, uint32_t member) {
  return member >= bit_field_mark ? record_info(id).bit_fields[member - bit_field_mark].type : module->types.records[id.v].fields[member].type;
}

bool Parser::read_record_list(RecordList& list, bool has_braces) {
  const auto has_designator = [&] { return has_braces && is(Tok::dot) && kind(1) == Tok::identifier && !pending_element; };
  while (list.next < list.room || has_designator()) {
    if (!pending_element && is(Tok::right_brace)) break;
    if (++initialiser_count > limits::initialisers * 4) return report(Code::WB3049, here(), {"a list", std::to_string(limits::initialisers)});
    size_t ellipsis = 0;
    if (has_braces && !pending_element && !list.by_name && expansion_here(false, ellipsis)) {
      if (!expand(ellipsis, [&] { return read_expanded_member(list); })) return false;
      if (!eat(Tok::comma)) break;
      continue;
    }
    const bool is_designated = has_designator();
    if (is_designated && !parse_designator(list)) return false;
    if (!is_designated && list.by_name) return report(Code::WB3107, here(), {found()});
    if (!read_member_value(list)) return false;
    if (pending_element) continue;
    if (list.next >= list.room && !has_braces) break;  // the comma belongs to the list around
    if (!eat(Tok::comma)) break;
  }
  return true;
}

bool Parser::read_expanded_member(RecordList& list) {
  if (list.next >= list.room) return report(Code::WB3049, here(), {"`" + type_name(module->types.unqualified(list.type)) + "`", std::to_string(list.room)});
  return read_member_value(list) && !pending_element;
}

bool Parser::read_member_value(RecordList& list) {
  const uint32_t member = list.order[list.next];
  const TypeId type = member_type(list.id, member);
  ExprId value = parse_list_element(type);
  if (!value) return false;
  const Span span = at(value).span;
  if (member >= bit_field_mark) value = arithmetic_cast(rvalue(value), module->types.unqualified(type), true, span);
  list.values[list.next++] = value;
  ++list.count;
  return true;
}

// .name =      or, before a list of its own, .name
bool Parser::parse_designator(RecordList& list) {
  const Token name = peek(1);
  const std::optional<size_t> member = designated_member(list.id, list.order, name.text);
  if (!member) return report(Code::WB3003, name.span, {std::string(name.text), type_name(module->types.unqualified(list.type)), "designators name its own members"});
  if (*member < list.next || (list.is_union && list.count > 0)) return report(Code::WB3107, cover(here(), name.span), {std::string(name.text)});
  take();
  take();
  if (!is(Tok::left_brace) && !expect(Tok::equal, "after the member's name")) return false;
  list.next = *member;
  list.by_name = true;
  return true;
}

ExprId Parser::record_from(const RecordList& read, Span span) {
  if (read.is_union)
    for (size_t i = 1; i < read.values.size(); ++i)
      if (read.values[i] && read.order[i] < bit_field_mark) return union_value(read.type, read.order[i], read.values[i], span);
  Expr list = node(ExprKind::init_list, module->types.unqualified(read.type), span);
  list.args.resize(module->types.records[read.id.v].fields.size());
  std::vector<std::pair<uint32_t, ExprId>> bits;
  for (size_t i = 0; i < read.order.size(); ++i) {
    const uint32_t member = read.order[i];
    if (member >= bit_field_mark) {
      if (read.values[i]) bits.emplace_back(member, read.values[i]);
      continue;
    }
    if (read.is_union && i > 0) continue;
    const ExprId value = read.values[i] ? read.values[i] : left_out_member(read, member, span);
    if (!value) return {};
    list.args[member] = value;
  }
  const std::vector<uint32_t> units = record_info(read.id).units;
  const std::vector<ExprId> unit_values = units_from(read.id, bits, span);
  for (size_t i = 0; i < units.size(); ++i) list.args[units[i]] = unit_values[i];
  if (read.is_union) list.args.resize(units.empty() ? std::min<size_t>(1, read.count) : list.args.size());
  return make(std::move(list));
}

// The value of a member that the list leaves out.
ExprId Parser::left_out_member(const RecordList& read, uint32_t member, Span span) {
  const std::vector<size_t>& defaults = record_info(read.id).field_defaults;
  if (member < defaults.size() && defaults[member] != 0) {
    At there(*this, defaults[member], new_scope(Scope::Kind::block, record_info(read.id).scope));
    return member_initialiser(member_type(read.id, member), here());
  }
  if (read.is_union && read.count > 0) return {};
  return is_dim3(read.type) ? make_constant(member_type(read.id, member), 1, span) : value_initialised(member_type(read.id, member), span);
}

}  // namespace wb
