// Making nodes: loads, conversions, bindings. An expression that is none (id 0) stands for a reported mistake and stays silent.
#include <algorithm>

#include "simulator/language/finish.h"
#include "simulator/language/parser.h"
#include "simulator/language/scalar_math.h"
#include "simulator/source/limits.h"

namespace wb {

ExprId Parser::make(Expr e) {
  auto depth_of = [&](ExprId id) { return depths[id.v]; };
  uint32_t depth = std::max({depth_of(e.a), depth_of(e.b), depth_of(e.c)});
  for (ExprId argument : e.args) depth = std::max<uint32_t>(depth, depth_of(argument));
  if (++depth > static_cast<uint32_t>(limits::expression_depth)) {
    report(Code::WB2014, e.span, {std::to_string(limits::expression_depth)});
    return {};
  }
  if (e.op_span.end == 0) e.op_span = e.span;
  module->exprs.push_back(std::move(e));
  depths.push_back(static_cast<uint16_t>(depth));
  return {static_cast<uint32_t>(module->exprs.size() - 1)};
}

Expr Parser::node(ExprKind expr_kind, TypeId type, Span span) const {
  Expr e;
  e.kind = expr_kind;
  e.type = type;
  e.span = span;
  return e;
}

ExprId Parser::make_constant(TypeId type, uint64_t bits, Span span) {
  if (module->types.is_pointer(type) && (bits & function_pointer_tag) == function_pointer_tag && (bits & ~function_pointer_tag) <= module->functions.size()) {
    Expr f = node(ExprKind::function_address, type, span);
    f.function = {static_cast<uint32_t>(bits & ~function_pointer_tag) - 1};
    return make(std::move(f));
  }
  Expr e = node(ExprKind::constant, type, span);
  e.bits = bits;
  return make(std::move(e));
}

ExprId Parser::make_variable(VarId var, Span span) {
  Expr e = node(ExprKind::variable, module->variables[var.v].type, span);
  e.var = var;
  e.is_lvalue = true;
  return make(std::move(e));
}

ExprId Parser::name_variable(VarId var, Span span) {
  ExprId variable = make_variable(var, span);
  if (!variable || type_of(variable).kind != TypeKind::reference) return variable;
  Expr load = node(ExprKind::load, at(variable).type, span);
  load.a = variable;
  load.implicit = true;
  return dereference(make(std::move(load)), span, true);
}

// The value of an expression: lvalues are loaded, arrays become pointers to their first element.
ExprId Parser::rvalue(ExprId e) {
  if (is_function_set(e)) {
    report(Code::WB3120, at(e).span, {std::string(function_sets.at(e.v).name)});
    return {};
  }
  if (!e || !at(e).is_lvalue) return e;
  if (is_bit_field(e)) return read_bit_field(e);
  if (type_of(e).kind == TypeKind::function) return callable_pointer(e);
  const Type type = type_of(e);
  const Expr place = at(e);
  if (type.kind != TypeKind::array && (place.kind == ExprKind::conditional || place.kind == ExprKind::comma)) {
    // The load goes to where the value is: c ? a : b loads one of the two.
    Expr value = place;
    value.is_lvalue = false;
    value.type = module->types.unqualified(place.type);
    value.b = rvalue(place.b);
    if (place.kind == ExprKind::conditional) value.c = rvalue(place.c);
    return make(std::move(value));
  }
  if (type.kind == TypeKind::array) {
    Expr decay = node(ExprKind::decay, module->types.pointer_to(type.element), at(e).span);
    decay.a = e;
    decay.implicit = true;
    return make(std::move(decay));
  }
  Expr load = node(ExprKind::load, module->types.unqualified(at(e).type), at(e).span);
  load.a = e;
  load.implicit = true;
  return make(std::move(load));
}

TypeId Parser::value_type(ExprId e) {
  const Type& type = type_of(e);
  if (type.kind == TypeKind::array) return module->types.pointer_to(type.element);
  if (type.kind == TypeKind::function) return module->types.pointer_to(at(e).type);
  return module->types.unqualified(at(e).type);
}

ExprId Parser::address_of(ExprId lvalue, Span span, bool implicit, bool as_reference) {
  if (!lvalue) return {};
  if (is_bit_field(lvalue)) {
    report(Code::WB3105, at(lvalue).span);
    return {};
  }
  const Expr place = at(lvalue);
  // The address goes to where the place is named, so that behind us only variables, elements and members have their address taken.
  bool is_change = place.kind == ExprKind::assign || place.kind == ExprKind::compound_assign || place.kind == ExprKind::pre_increment ||
                   place.kind == ExprKind::pre_decrement;
  if ((is_change && at(place.a).kind == ExprKind::variable) || place.kind == ExprKind::comma) {
    Expr both = node(ExprKind::comma, {}, span);
    both.a = is_change ? lvalue : place.a;
    both.b = is_change ? address_of(make_variable(at(place.a).var, span), span, implicit, as_reference) : address_of(place.b, span, implicit, as_reference);
    both.implicit = implicit;
    if (!both.b) return {};
    both.type = at(both.b).type;
    return make(std::move(both));
  }
  if (place.kind == ExprKind::conditional) {
    Expr either = place;
    either.is_lvalue = false;
    either.b = address_of(place.b, span, implicit, as_reference);
    either.c = address_of(place.c, span, implicit, as_reference);
    if (!either.b || !either.c) return {};
    either.type = at(either.b).type;
    return make(std::move(either));
  }
  if (place.kind == ExprKind::dereference && !as_reference && type_of(place.a).kind == TypeKind::pointer) return place.a;  // &*p is p
  TypeId to = as_reference ? module->types.reference_to(place.type) : module->types.pointer_to(place.type);
  Expr e = node(ExprKind::address_of, to, span);
  e.a = lvalue;
  e.implicit = implicit;
  return make(std::move(e));
}

ExprId Parser::dereference(ExprId pointer, Span span, bool implicit) {
  if (!pointer) return {};
  const Expr& p = at(pointer);
  if (p.kind == ExprKind::address_of) return p.a;  // *&x is x
  Expr e = node(ExprKind::dereference, type_of(pointer).element, span);
  e.a = pointer;
  e.is_lvalue = true;
  e.implicit = implicit;
  return make(std::move(e));
}

ExprId Parser::make_member(ExprId object, uint32_t field, Span span) {
  if (!object) return {};
  if (field >= bit_field_mark) return make_bit_field(object, field, span);
  if (!at(object).is_lvalue && has_destructor(at(object).type)) object = as_xvalue(object);
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

VarId Parser::add_variable(std::string name, TypeId type, Storage storage, Span span) {
  Variable v;
  v.name = std::move(name);
  v.type = type;
  v.storage = storage;
  v.span = span;
  module->variables.push_back(std::move(v));
  return {static_cast<uint32_t>(module->variables.size() - 1)};
}

VarId Parser::add_temporary(TypeId type, Span span) {
  VarId var = add_variable("temporary", type, Storage::local, span);
  module->variables[var.v].is_temporary = true;
  if (fn) {
    Stmt declaration;
    declaration.kind = StmtKind::declaration;
    declaration.span = span;
    declaration.var = var;
    fn->temporaries.push_back(make_stmt(std::move(declaration)));
  }
  return var;
}

// --- conversions -------------------------------------------------------------------------------------------------------------

bool Parser::is_arithmetic_like(TypeId t) const {
  const Type& type = module->types[t];
  if (type.kind == TypeKind::enumeration) return !module->types.enums[type.index].is_scoped;
  return module->types.is_arithmetic(t) && !is_half_like(type.scalar);  // C++ sees half as a class (half_types.cpp)
}

bool Parser::is_integer_like(TypeId t) const { return is_arithmetic_like(t) && is_integer(module->types[t].scalar); }

std::string Parser::type_name(TypeId t) const { return module->types.name(t); }

bool Parser::is_placeholder(TypeId t) {
  const Type& type = module->types[t];
  if (type.kind == TypeKind::pointer || type.kind == TypeKind::reference || type.kind == TypeKind::array) return is_placeholder(type.element);
  if (type.kind == TypeKind::function) {
    const std::vector<TypeId> parameters = module->types.function_parameters[type.index];
    return is_placeholder(type.element) || std::any_of(parameters.begin(), parameters.end(), [&](TypeId p) { return is_placeholder(p); });
  }
  return type.kind == TypeKind::record && type.index < records.size() && (records[type.index].is_placeholder || records[type.index].is_dependent);
}

bool Parser::is_null_constant(ExprId e) const {
  const Expr& x = at(e);
  if (x.kind != ExprKind::constant || x.bits != 0) return false;
  const Type& type = module->types[x.type];
  return (type.kind == TypeKind::scalar && is_integer(type.scalar)) || type.kind == TypeKind::pointer;
}

TypeId Parser::promoted(TypeId t) {
  ScalarKind scalar = module->types[t].scalar;
  if (is_floating(scalar) || info(scalar).bytes >= 4) return module->types.scalar(scalar);
  return module->types.scalar(ScalarKind::int_);
}

// The usual arithmetic conversions [expr.arith.conv].
TypeId Parser::common_type(TypeId a, TypeId b) {
  ScalarKind x = module->types[a].scalar, y = module->types[b].scalar;
  if (is_floating(x) || is_floating(y)) {
    if (x == ScalarKind::double_ || y == ScalarKind::double_) return module->types.scalar(ScalarKind::double_);
    return module->types.scalar(ScalarKind::float_);
  }
  x = module->types[promoted(a)].scalar;
  y = module->types[promoted(b)].scalar;
  if (x == y) return module->types.scalar(x);
  auto rank = [](ScalarKind k) { return k >= ScalarKind::longlong ? 3 : k >= ScalarKind::long_ ? 2 : 1; };
  if (is_signed(x) == is_signed(y)) return module->types.scalar(rank(x) > rank(y) ? x : y);
  ScalarKind with_sign = is_signed(x) ? x : y, without = is_signed(x) ? y : x;
  if (rank(without) >= rank(with_sign)) return module->types.scalar(without);
  if (info(with_sign).bytes > info(without).bytes) return module->types.scalar(with_sign);
  return module->types.scalar(with_sign == ScalarKind::longlong ? ScalarKind::ulonglong : ScalarKind::ulong);
}

ExprId Parser::cast_to(ExprId e, TypeId to, CastKind cast, bool implicit, Span span) {
  if (!e) return {};
  Expr c = node(ExprKind::cast, to, span);
  c.a = e;
  c.cast = cast;
  c.implicit = implicit;
  return make(std::move(c));
}

// Between arithmetic types and enumerations; e is a value.
ExprId Parser::arithmetic_cast(ExprId e, TypeId to, bool implicit, Span span) {
  if (!e) return {};
  const Type from = type_of(e), target = module->types[to];
  if (at(e).type == to) return e;
  ScalarKind x = from.scalar, y = target.scalar;
  CastKind cast = CastKind::integral;
  if (x == y) cast = CastKind::same;
  else if (y == ScalarKind::bool_) cast = is_floating(x) ? CastKind::float_to_bool : CastKind::integer_to_bool;
  else if (is_floating(x) && is_floating(y)) cast = CastKind::float_to_float;
  else if (is_floating(y)) cast = CastKind::integer_to_float;
  else if (is_floating(x)) cast = CastKind::float_to_integer;
  return cast_to(e, to, cast, implicit, span);
}

ExprId Parser::promote(ExprId e) {
  e = promoted_bits(rvalue(e));
  return e ? arithmetic_cast(e, promoted(at(e).type), true, at(e).span) : e;
}

ExprId Parser::to_bool(ExprId e, bool report_failure) {
  TypeId boolean = module->types.scalar(ScalarKind::bool_);
  if (e && type_of(e).kind == TypeKind::record)
    if (FunctionDecl* f = conversion_function(at(e).type, boolean, true)) e = call_conversion(e, *f, at(e).span);
  e = rvalue(as_plain_value(e));
  if (!e) return {};
  if (is_half(at(e).type)) return half_convert(e, boolean, at(e).span);
  if (is_arithmetic_like(at(e).type)) return arithmetic_cast(e, boolean, true, at(e).span);
  if (module->types.is_pointer(at(e).type)) return cast_to(e, boolean, CastKind::pointer_to_bool, true, at(e).span);
  if (report_failure) report(Code::WB3051, at(e).span, {type_name(at(e).type)});
  return {};
}

// May a `from` lvalue be seen as a `to` one: the same type but for qualifiers that are added, also deeper in.
bool Parser::can_add_qualifiers(TypeId from, TypeId to) const {
  Type a = module->types[from], b = module->types[to];
  if ((a.is_const && !b.is_const) || (a.is_volatile && !b.is_volatile)) return false;
  a.is_const = b.is_const;
  a.is_volatile = b.is_volatile;
  if (a == b) return true;
  if (a.kind == TypeKind::array && b.kind == TypeKind::array && (a.count == b.count || b.count == 0)) return can_add_qualifiers(a.element, b.element);
  return false;
}

Rank Parser::value_rank(TypeId from_id, TypeId to_id, bool is_null) {
  const Type from = module->types[from_id], to = module->types[to_id];
  if (module->types.unqualified(from_id) == module->types.unqualified(to_id)) return Rank::exact;
  if (is_half(from_id) || is_half(to_id)) return half_converts(from_id, to_id) ? Rank::user : Rank::none;
  if (is_arithmetic_like(from_id) && module->types.is_arithmetic(to_id)) {
    if (module->types.unqualified(to_id) == promoted(from_id)) return Rank::promotion;
    if (from.scalar == ScalarKind::float_ && to.scalar == ScalarKind::double_) return Rank::promotion;
    return Rank::conversion;
  }
  if (to.kind == TypeKind::pointer) {
    if (is_null) return Rank::conversion;
    if (from.kind == TypeKind::pointer) {
      if (can_add_qualifiers(from.element, to.element)) return Rank::exact;
      Type target = module->types[to.element], source = module->types[from.element];
      if (is_derived(from.element, to.element)) return Rank::conversion;
      bool to_void = target.kind == TypeKind::scalar && target.scalar == ScalarKind::void_;
      if (to_void && source.kind != TypeKind::function && (!source.is_const || target.is_const)) return Rank::conversion;
    }
    return Rank::none;
  }
  if (from.kind == TypeKind::pointer && to.kind == TypeKind::scalar && to.scalar == ScalarKind::bool_) return Rank::conversion;
  return Rank::none;
}

// The record's operator T() that gives the target, or something that converts to it; the one with the target's own type first.
FunctionDecl* Parser::conversion_function(TypeId from, TypeId to, bool allow_explicit) {
  const Type type = module->types[from];
  if (type.kind != TypeKind::record || is_placeholder(from)) return nullptr;
  FunctionDecl* best = nullptr;
  Rank best_rank = Rank::none;
  for (FunctionDecl* f : record_info({type.index}).conversions) {
    if ((type.is_const && !f->is_const_method) || (f->is_explicit && !allow_explicit)) continue;
    TypeId result = f->result;
    if (module->types[result].kind == TypeKind::reference) result = module->types[result].element;
    Rank rank = module->types.unqualified(result) == to ? Rank::exact : value_rank(result, to, false);
    if (rank == Rank::exact && module->types.unqualified(result) != to) rank = Rank::promotion;
    if (rank < best_rank) {
      best = f;
      best_rank = rank;
    }
  }
  return best;
}

ExprId Parser::call_conversion(ExprId e, FunctionDecl& f, Span span) { return call_function(f, {}, span, object_address(e), span); }

// An operand of a builtin operator: a record with one way to become a plain value becomes it.
ExprId Parser::as_plain_value(ExprId e) {
  if (!e || type_of(e).kind != TypeKind::record || is_placeholder(at(e).type)) return e;
  const std::vector<FunctionDecl*>& all = record_info({type_of(e).index}).conversions;
  FunctionDecl* only = nullptr;
  for (FunctionDecl* f : all)
    if ((!type_of(e).is_const || f->is_const_method) && !f->is_explicit) only = only ? only : f;
  return only ? call_conversion(e, *only, at(e).span) : e;
}

// An argument that is a list in braces, without a type of its own so far.
bool Parser::is_open_list(ExprId e) const { return e && at(e).kind == ExprKind::init_list && at(e).type.v == 0; }

// Could the list make an object of this type? Its length is all that is looked at.
Rank Parser::list_rank(ExprId e, TypeId to) {
  const Type target = module->types[to];
  if (target.kind == TypeKind::reference) {
    if (!target.is_rvalue && !module->types[target.element].is_const) return Rank::none;
    return list_rank(e, module->types.unqualified(target.element));
  }
  size_t begin = at(e).bits, end = skip_balanced(begin), count = 0;
  for (size_t i = begin + 1; i + 1 < end; ++i) {
    if (count == 0) count = 1;
    if (tokens[i].kind == Tok::left_paren || tokens[i].kind == Tok::left_brace || tokens[i].kind == Tok::left_bracket) i = skip_balanced(i) - 1;
    else if (tokens[i].kind == Tok::comma && i + 2 < end) ++count;
  }
  if (target.kind == TypeKind::array) return count <= target.count ? Rank::user : Rank::none;
  if (target.kind != TypeKind::record) return count <= 1 ? Rank::conversion : Rank::none;
  if (count == 0) return Rank::user;
  if (is_aggregate(to)) {
    const RecordInfo& info = record_info({target.index});
    size_t room = info.members.empty() ? module->types.records[target.index].fields.size() : info.members.size();
    return count <= room || info.base_count > 0 ? Rank::user : Rank::none;
  }
  for (FunctionDecl* f : record_info({target.index}).constructors) {
    bool fits = count <= f->parameters.size() && (count == f->parameters.size() || f->parameters[count].default_begin != 0);
    if (fits) return Rank::user;
  }
  return count == 1 ? Rank::user : Rank::none;
}

// How well the expression fits a parameter of this type.
Rank Parser::conversion_rank(ExprId e, TypeId to) {
  if (is_function_set(e)) return choose_function(e, to) ? Rank::exact : Rank::none;
  const Type target = module->types[to];
  if (is_open_list(e)) return list_rank(e, to);
  if (target.kind != TypeKind::reference) {
    if (module->types.is_array(to)) return Rank::none;
    Rank rank = value_rank(value_type(e), to, is_null_constant(e));
    if (rank == Rank::none && target.kind == TypeKind::record && converting_constructor(value_type(e), at(e).is_lvalue, to)) return Rank::user;
    if (rank == Rank::none && conversion_function(at(e).type, module->types.unqualified(to))) return Rank::user;
    return rank;
  }
  TypeId element = target.element;
  if (module->types[element].kind == TypeKind::function) return value_rank(value_type(e), module->types.pointer_to(element), false);
  bool is_named = at(e).is_lvalue && !at(e).is_xvalue;
  bool fits_directly = is_derived(at(e).type, element) || can_add_qualifiers(at(e).type, element);
  if (target.is_rvalue && fits_directly) {
    if (is_named) return Rank::none;
    return is_derived(at(e).type, element) ? Rank::conversion : Rank::exact;
  }
  if (is_derived(at(e).type, element) && (is_named || module->types[element].is_const)) return Rank::conversion;
  if (target.is_rvalue) {  // of another type: bound to what the value is converted to
    TypeId plain = module->types.unqualified(element);
    if (module->types.unqualified(at(e).type) == plain) return Rank::none;  // a const object
    Rank rank = module->types.is_array(element) ? Rank::none : value_rank(value_type(e), plain, is_null_constant(e));
    if (rank == Rank::none && module->types.is_record(element) && converting_constructor(value_type(e), at(e).is_lvalue, plain)) return Rank::user;
    if (rank == Rank::none && conversion_function(at(e).type, plain)) return Rank::user;
    return rank;
  }
  bool is_const = module->types[element].is_const || (module->types.is_array(element) && module->types[module->types[element].element].is_const);
  if (at(e).is_lvalue && (is_named || is_const) && can_add_qualifiers(at(e).type, element)) return Rank::exact;
  if (!is_const) return Rank::none;
  Rank rank = value_rank(value_type(e), element, is_null_constant(e));
  if (rank == Rank::none && module->types.is_record(element) && converting_constructor(value_type(e), at(e).is_lvalue, module->types.unqualified(element))) return Rank::user;
  if (rank == Rank::none && conversion_function(at(e).type, module->types.unqualified(element))) return Rank::user;
  return rank;
}

// Implicit conversion to a type of values (not to a reference). Reports when there is none.
ExprId Parser::convert(ExprId e, TypeId to, Span place) {
  if (!e) return {};
  if (is_function_set(e)) return convert_function_set(e, to, place);
  TypeId target = module->types.unqualified(to);
  if (is_open_list(e)) {
    At there(*this, at(e).bits, nullptr);
    return parse_braced(target, at(e).span);
  }
  if (is_null_constant(e) && module->types.is_pointer(target)) return make_constant(target, 0, at(e).span);
  if (module->types.is_record(target) && value_type(e) != target && converting_constructor(value_type(e), at(e).is_lvalue, target))
    return construct(target, {e}, at(e).span, false, true);
  if (type_of(e).kind == TypeKind::record && module->types.unqualified(at(e).type) != target)
    if (FunctionDecl* f = conversion_function(at(e).type, target)) return convert(call_conversion(e, *f, at(e).span), target, place);
  if (module->types.is_record(target) && is_derived(module->types.unqualified(at(e).type), target)) e = base_of(at(e).is_lvalue ? e : as_xvalue(e), {module->types[target].index}, at(e).span);
  ExprId value = copied(e, place);
  if (!value) return {};
  TypeId from = at(value).type;
  if (from == target) return value;
  switch (value_rank(from, target, false)) {
    case Rank::none: {
      if (in_template_pattern && (is_placeholder(from) || is_placeholder(target))) return {};
      if (module->types.is_record(target))
        for (FunctionDecl* f : record_info({module->types[target].index}).constructors)
          if (f->is_explicit && !f->tmpl && f->parameters.size() == 1 && conversion_rank(value, f->parameters[0].type) != Rank::none) {
            report(Code::WB3103, place, {type_name(target)}, {{f->span, "`" + describe(*f) + "` is declared here"}});
            return {};
          }
      report(Code::WB3008, place, {type_name(from), type_name(target)});
      return {};
    }
    default: break;
  }
  if (is_half(from) || is_half(target)) return half_convert(value, target, at(value).span);
  if (module->types.is_pointer(target) && module->types.is_pointer(from) && is_derived(module->types[from].element, module->types[target].element)) {
    uint64_t offset = 0;
    count_bases(module->types[from].element, {module->types[module->types[target].element].index}, offset);
    bool may_be_null = offset != 0 && at(value).kind != ExprKind::address_of && !(at(value).kind == ExprKind::load && at(at(value).a).kind == ExprKind::variable && fn && at(at(value).a).var == fn->this_var);
    ExprId before, pointer = value;
    if (may_be_null) {  // a null pointer stays one
      VarId kept = add_temporary(from, place);
      before = initialise_object(make_variable(kept, place), value, place);
      pointer = rvalue(make_variable(kept, place));
    }
    ExprId base = base_of(dereference(pointer, at(value).span, true), {module->types[module->types[target].element].index}, at(value).span);
    ExprId address = base ? convert(address_of(base, at(value).span, true), target, place) : ExprId{};
    if (!before || !address) return address;
    Expr either = node(ExprKind::conditional, target, at(value).span);
    either.a = to_bool(pointer);
    either.b = address;
    either.c = make_constant(target, 0, at(value).span);
    return build_comma(before, make(std::move(either)), place);
  }
  if (module->types.is_pointer(target)) {
    bool same_element = can_add_qualifiers(module->types[from].element, module->types[target].element);
    return cast_to(value, target, same_element ? CastKind::same : CastKind::pointer, true, at(value).span);
  }
  if (module->types.is_pointer(from)) return cast_to(value, target, CastKind::pointer_to_bool, true, at(value).span);
  return arithmetic_cast(value, target, true, at(value).span);
}

// Is `to` a base of `from`, with no qualifier lost?
bool Parser::is_derived(TypeId from, TypeId to) const {
  const Type a = module->types[from], b = module->types[to];
  if (a.kind != TypeKind::record || b.kind != TypeKind::record || a.index == b.index) return false;
  if ((a.is_const && !b.is_const) || (a.is_volatile && !b.is_volatile)) return false;
  return holds_record(from, {b.index});
}

// An lvalue that holds this value until the end of the function: what a const reference to a value refers to.
ExprId Parser::materialise(ExprId value) {
  if (!value || at(value).is_lvalue) return value;
  TypeId type = at(value).type;
  Span span = at(value).span;
  VarId var = add_temporary(type, span);
  Expr assign = node(ExprKind::assign, type, span);
  assign.a = make_variable(var, span);
  assign.b = value;
  assign.is_lvalue = true;
  assign.implicit = true;
  ExprId stored = make(std::move(assign));
  return stored && has_destructor(type) ? note_temporary(var, stored, span) : stored;
}

// The same object, which may be moved from; a value gets an object of its own.
ExprId Parser::as_xvalue(ExprId e) {
  ExprId place = materialise(e);
  if (!place || at(place).is_xvalue) return place;
  Expr x = at(place);
  x.is_xvalue = true;
  return make(std::move(x));
}

// What a method gets as `this`: the address of the object, or of a temporary that holds it.
ExprId Parser::object_address(ExprId object) {
  Span span = at(object).span;
  ExprId place = materialise(object);
  return address_of(place, span, true);
}

// A reference of this type that is bound to e: the address of e, or of a temporary that holds its value.
ExprId Parser::bind_reference(ExprId e, TypeId reference, Span place, bool reports) {
  if (!e) return {};
  if (is_open_list(e)) {
    At there(*this, at(e).bits, nullptr);
    TypeId plain = module->types.unqualified(module->types[reference].element);
    e = parse_braced(plain, at(e).span);
    if (!e) return {};
  }
  if (is_bit_field(e)) e = rvalue(e);
  TypeId element = module->types[reference].element;
  if (module->types[element].kind == TypeKind::function) {
    const ExprId pointer = convert(e, module->types.pointer_to(element), place);
    return pointer ? cast_to(pointer, reference, CastKind::same, true, at(e).span) : ExprId{};
  }
  bool is_rvalue = module->types[reference].is_rvalue;
  if (is_derived(at(e).type, element) && (at(e).is_lvalue || is_rvalue || module->types[element].is_const))
    e = base_of(materialise(e), {module->types[element].index}, at(e).span);
  if (!e) return {};
  ExprId lvalue = e;
  bool is_named = at(e).is_lvalue && !at(e).is_xvalue;
  bool is_const = module->types[element].is_const || (module->types.is_array(element) && module->types[module->types[element].element].is_const);
  bool binds = at(e).is_lvalue && can_add_qualifiers(at(e).type, element) && (is_rvalue ? !is_named : is_named || is_const);
  if (is_rvalue && is_named && can_add_qualifiers(at(e).type, element)) {
    if (reports) report(Code::WB3047, place, {type_name(reference), type_name(at(e).type), "this is a variable; `std::move` hands it over"});
    return {};
  }
  if (!binds) {
    TypeId plain = module->types.unqualified(element);
    bool loses_const = at(e).is_lvalue && module->types.unqualified(at(e).type) == plain && type_of(e).is_const;
    if (!is_const && (!is_rvalue || loses_const)) {
      if (!reports) return {};
      if (at(e).is_xvalue && !is_rvalue)
        report(Code::WB3047, place, {type_name(reference), type_name(at(e).type), "this is about to be moved from"});
      else if (at(e).is_lvalue && module->types.unqualified(at(e).type) == plain)
        report(Code::WB3047, place, {type_name(reference), type_name(at(e).type), "it would let a constant change"});
      else if (at(e).is_lvalue)
        report(Code::WB3047, place, {type_name(reference), type_name(at(e).type), "the types differ"});
      else
        report(Code::WB3047, place, {type_name(reference), type_name(at(e).type), "this is a value, not a variable"});
      return {};
    }
    lvalue = materialise(convert(e, plain, place));
    if (!lvalue) return {};
  }
  ExprId address = address_of(lvalue, at(e).span, true, true);
  if (address) module->exprs[address.v].type = reference;
  return address;
}

ExprId Parser::convert_argument(ExprId e, TypeId to, Span place) {
  return module->types[to].kind == TypeKind::reference ? bind_reference(e, to, place) : convert(e, to, place);
}

// (T)e, T(e), static_cast<T>(e), and reinterpret_cast<T>(e) where `is_c_style` allows to reinterpret.
ExprId Parser::explicit_cast(ExprId e, TypeId to, Span span, bool is_c_style) {
  if (!e) return {};
  if (is_function_set(e)) return convert_function_set(e, to, span);
  const Type target = module->types[to];
  if (target.kind == TypeKind::reference) {
    if (target.is_rvalue && can_add_qualifiers(module->types.unqualified(at(e).type), target.element)) return as_xvalue(e);
    if (!at(e).is_lvalue) return bind_reference(e, to, span) ? e : ExprId{};
    if (at(e).is_lvalue && is_derived(at(e).type, target.element)) return base_of(e, {module->types[target.element].index}, span);
    if (module->types.unqualified(at(e).type) == module->types.unqualified(target.element) && can_add_qualifiers(at(e).type, target.element)) return e;
    ExprId address = address_of(e, span, true);
    if (is_derived(target.element, module->types.with(at(e).type, type_of(e).is_const || module->types[target.element].is_const, module->types[target.element].is_volatile)) && !is_reinterpreted) {
      uint64_t offset = 0;
      count_bases(target.element, {type_of(e).index}, offset);
      return dereference(derived_of(address, module->types.pointer_to(target.element), offset, false, span), span, true);
    }
    return dereference(cast_to(address, module->types.pointer_to(target.element), CastKind::pointer, false, span), span, true);
  }
  TypeId plain = module->types.unqualified(to);
  if (module->types.is_void(plain)) {
    ExprId value = at(e).is_lvalue ? rvalue(e) : e;
    return cast_to(value, plain, CastKind::to_void, false, span);
  }
  if (target.kind == TypeKind::record) {
    if (value_type(e) == plain) return rvalue(e);
    return construct(plain, {e}, span, false);
  }
  if (type_of(e).kind == TypeKind::record)
    if (FunctionDecl* f = conversion_function(at(e).type, plain, true)) e = call_conversion(e, *f, span);
  ExprId value = rvalue(e);
  if (!value) return {};
  TypeId from = at(value).type;
  const Type source = module->types[from];
  auto is_number = [&](TypeId t) { return module->types.is_arithmetic(t) || module->types[t].kind == TypeKind::enumeration; };
  ExprId result;
  if ((is_half(from) || is_half(plain)) && is_number(from) && is_number(plain)) {
    result = half_convert(value, plain, span);
  } else if (is_number(from) && is_number(plain)) {
    if (from == plain) result = cast_to(value, plain, CastKind::same, false, span);
    else result = arithmetic_cast(value, plain, false, span);
  } else if (target.kind == TypeKind::pointer && is_null_constant(value)) {
    result = make_constant(plain, 0, span);
  } else if (target.kind == TypeKind::pointer && source.kind == TypeKind::pointer && !is_reinterpreted && is_derived(module->types.unqualified(source.element), module->types.unqualified(target.element))) {
    ExprId up = convert(value, module->types.pointer_to(module->types.with(target.element, module->types[source.element].is_const, module->types[source.element].is_volatile)), span);
    result = up && at(up).type != plain ? cast_to(up, plain, CastKind::same, false, span) : up;
  } else if (target.kind == TypeKind::pointer && source.kind == TypeKind::pointer && !is_reinterpreted && is_derived(module->types.unqualified(target.element), module->types.unqualified(source.element))) {
    uint64_t offset = 0;
    count_bases(target.element, {module->types[source.element].index}, offset);
    result = derived_of(value, plain, offset, true, span);
  } else if (target.kind == TypeKind::pointer && source.kind == TypeKind::pointer) {
    result = cast_to(value, plain, module->types.unqualified(source.element) == module->types.unqualified(target.element) ? CastKind::same : CastKind::pointer, false, span);
  } else if (is_c_style && target.kind == TypeKind::pointer && is_number(from) && is_integer(source.scalar)) {
    result = cast_to(value, plain, CastKind::integer_to_pointer, false, span);
  } else if (source.kind == TypeKind::pointer && target.scalar == ScalarKind::bool_ && is_number(plain)) {
    result = cast_to(value, plain, CastKind::pointer_to_bool, false, span);
  } else if (is_c_style && source.kind == TypeKind::pointer && is_number(plain) && is_integer(target.scalar)) {
    result = cast_to(value, plain, CastKind::pointer_to_integer, false, span);
  } else {
    report(Code::WB3008, span, {type_name(from), type_name(plain)});
    return {};
  }
  return result;
}

// --- constants ---------------------------------------------------------------------------------------------------------------

std::optional<uint64_t> Parser::evaluate(ExprId e) {
  if (!e) return std::nullopt;
  read_constant_bodies(e);
  return ConstantEvaluator(*module, &known_constants, &known_objects).evaluate(e);
}

std::optional<uint64_t> Parser::evaluate_alone(ExprId e) {
  if (!e) return std::nullopt;
  ConstantEvaluator evaluator(*module, &known_constants, &known_objects);
  auto value = evaluator.evaluate(e);
  return value && !evaluator.has_written() ? value : std::nullopt;
}

// Bodies of constexpr functions may still wait: those that the expression calls, and those that they call in turn.
void Parser::read_constant_bodies(ExprId expression) {
  std::vector<ExprId> todo{expression};
  std::vector<FunctionDecl*> functions_called;
  auto visit = [&](ExprId id) {
    const Expr& x = at(id);
    if (x.kind != ExprKind::call || x.function.v >= function_by_id.size()) return;
    if (FunctionDecl* f = function_by_id[x.function.v]) functions_called.push_back(f);
  };
  for (size_t i = 0; i < todo.size() && i < 4096; ++i) {
    const Expr& x = at(todo[i]);
    for (ExprId child : {x.a, x.b, x.c})
      if (child) todo.push_back(child);
    todo.insert(todo.end(), x.args.begin(), x.args.end());
    visit(todo[i]);
  }
  for (size_t i = 0; i < functions_called.size() && !stopped; ++i) {
    FunctionDecl& f = *functions_called[i];
    need_body(f);
    if (!f.is_constexpr || !f.is_body_done || !read_for_constants.insert(f.id.v).second) continue;
    for_each_expr(*module, (*module)[f.id].body, visit);
  }
}

// The value of a constexpr array or object, for constant expressions that use it.
void Parser::note_constant_object(VarId var, TypeId type, ExprId init, bool reports) {
  if (!init || (!module->types.is_array(type) && !module->types.is_record(type))) return;
  (void)evaluate(init);  // reads the bodies that are needed
  ConstantEvaluator evaluator(*module, &known_constants, &known_objects);
  if (auto value = evaluator.evaluate_object(init)) {
    known_objects[var.v] = std::move(*value);
    return;
  }
  ExprId culprit = evaluator.culprit();
  if (!reports || !culprit || (at(culprit).kind != ExprKind::load && at(culprit).kind != ExprKind::special && at(culprit).kind != ExprKind::variable)) return;
  std::string why;
  Span span = why_not_constant(init, why);
  report(Code::WB3040, span, {why});
}

ExprId Parser::constant_node(const ConstantValue& value, TypeId type, Span span) {
  type = module->types.unqualified(type);
  if (!value.is_aggregate) return make_constant(type, value.bits, span);
  const Type t = module->types[type];
  Expr list = node(ExprKind::init_list, type, span);
  for (size_t i = 0; i < value.parts.size(); ++i) {
    TypeId part = t.kind == TypeKind::array ? t.element : module->types.records[t.index].fields[i].type;
    list.args.push_back(constant_node(value.parts[i], part, span));
  }
  return make(std::move(list));
}

// A host constexpr array or object in device code: its value is known, and that is all there is. (nvcc lets an object's members be used, and
// an element of a class's static array where the index is a constant.)
ExprId Parser::host_constant(const Symbol& symbol, std::string_view name, Span span) {
  bool is_value_context = !fn || fn->constant_depth > 0 || !fn->is_device;
  if (is_value_context) return make_variable(symbol.var, span);
  const ConstantValue* value = &known_objects.at(symbol.var.v);
  TypeId type = module->variables[symbol.var.v].type;
  while (module->types.is_array(type) && symbol.is_static_member && is(Tok::left_bracket)) {
    Token open = take();
    ExprId index = rvalue(parse_expression());
    if (!expect_close(Tok::right_bracket, open) || !index) return {};
    auto known = evaluate(index);
    if (!known || *known >= value->parts.size()) break;
    value = &value->parts[*known];
    type = module->types[type].element;
  }
  if (!module->types.is_array(type)) return constant_node(*value, type, span);
  report(Code::WB3025, span, {std::string(name)}, {{symbol.span, "`" + std::string(name) + "` is declared here"}});
  return {};
}

Span Parser::why_not_constant(ExprId e, std::string& why) {
  ConstantEvaluator evaluator(*module, &known_constants, &known_objects);
  (void)evaluator.evaluate(e);
  ExprId culprit = evaluator.culprit() ? evaluator.culprit() : e;
  const Expr& x = at(culprit);
  if (x.kind == ExprKind::load && at(x.a).kind == ExprKind::variable) why = "the value of `" + module->variables[at(x.a).var.v].name + "` is only known when the kernel runs";
  else if (x.kind == ExprKind::special) why = "its value is only known when the kernel runs";
  else if (x.kind == ExprKind::binary && (x.op == Op::divide || x.op == Op::remainder)) why = "it divides by zero";
  else if (x.kind == ExprKind::call) why = "this call cannot be computed while compiling";
  else why = "its value is not known while compiling";
  return x.span;
}

}  // namespace wb
