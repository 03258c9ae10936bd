// Making nodes: constants, variables, loads, addresses, casts. An expression that is none (id 0) stands for a reported mistake and stays silent.
#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"
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
  if (is_host_program && (e.kind == ExprKind::call || e.kind == ExprKind::call_indirect)) e.landing = landing();
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

namespace {

// (temporary = value).base as temporary = value, temporary.base: so that the place is named where its address is taken. None: it is named.
ExprId member_behind_store(Parser& p, ExprId member) {
  const Expr place = p.at(member);
  Expr part = place;
  if (p.at(place.a).kind == ExprKind::member) {
    const ExprId inner = member_behind_store(p, place.a);
    if (!inner) return {};
    part.a = p.at(inner).b;
    return p.build_comma(p.at(inner).a, p.make(std::move(part)), place.span);
  }
  const Expr object = p.at(place.a);
  if (object.kind != ExprKind::assign || p.at(object.a).kind != ExprKind::variable) return {};
  part.a = p.make_variable(p.at(object.a).var, object.span);
  return p.build_comma(place.a, p.make(std::move(part)), place.span);
}

}  // namespace

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
  if (const ExprId moved = place.kind == ExprKind::member ? member_behind_store(*this, lvalue) : ExprId{}) return address_of(moved, span, implicit, as_reference);
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

std::string Parser::type_name(TypeId t) const { return module->types.name(t); }

bool Parser::is_placeholder(TypeId t) {
  const Type& type = module->types[t];
  if (type.kind == TypeKind::array && (type.count & bound_marker)) return true;
  if (type.kind == TypeKind::pointer || type.kind == TypeKind::reference || type.kind == TypeKind::array) return is_placeholder(type.element);
  if (type.kind == TypeKind::function) {
    const std::vector<TypeId> parameters = module->types.function_parameters[type.index];
    return is_placeholder(type.element) || std::any_of(parameters.begin(), parameters.end(), [&](TypeId p) { return is_placeholder(p); });
  }
  return type.kind == TypeKind::record && type.index < records.size() && (records[type.index].is_placeholder || records[type.index].is_dependent);
}

ExprId Parser::cast_to(ExprId e, TypeId to, CastKind cast, bool implicit, Span span) {
  if (!e) return {};
  Expr c = node(ExprKind::cast, to, span);
  c.a = e;
  c.cast = cast;
  c.implicit = implicit;
  return make(std::move(c));
}

}  // namespace wb
