// Implicit and explicit conversions: how well a value fits a type (Rank), and the nodes that turn it into one.
#include <utility>

#include "simulator/language/lambda_pointers.h"
#include "simulator/language/shape_values.h"
#include "simulator/language/virtual_functions.h"
#include "simulator/language/member_pointers.h"
#include "simulator/library/library.h"

namespace wb {

bool Parser::is_arithmetic_like(TypeId t) const {
  const Type& type = module->types[t];
  if (type.kind == TypeKind::enumeration) return !module->types.enums[type.index].is_scoped;
  return module->types.is_arithmetic(t) && !is_half_like(type.scalar);  // C++ sees half as a class (half_types.cpp)
}

namespace {

// A type that CUDA has as another name of unsigned long long, and the library as a type of its own, so that launches can tell what a parameter is.
bool is_handle(const TypeTable& types, TypeId id) {
  const Type& type = types[id];
  if (type.kind != TypeKind::enumeration) return false;
  const std::string& name = types.enums[type.index].name;
  return name == "cudaTextureObject_t" || name == "cudaSurfaceObject_t";
}

}  // namespace

bool Parser::is_integer_like(TypeId t) const { return is_arithmetic_like(t) && is_integer(module->types[t].scalar); }

bool Parser::is_null_constant(ExprId e) const {
  const Expr& x = at(e);
  if (x.kind != ExprKind::constant || x.bits != 0) return false;
  const Type& type = module->types[x.type];
  if (type.kind == TypeKind::pointer) return module->types.is_void(type.element);  // nullptr; (float*)nullptr is a float* and nothing else
  return type.kind == TypeKind::scalar && is_integer(type.scalar);
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
  if (e && is_member_pointer(*this, at(e).type)) return is_set_member_pointer(*this, e);
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
  if (is_other_shape(*this, from_id, to_id)) return Rank::user;
  if (is_arithmetic_like(from_id) && module->types.is_arithmetic(to_id)) {
    if (module->types.unqualified(to_id) == promoted(from_id)) return Rank::promotion;
    if (from.scalar == ScalarKind::float_ && to.scalar == ScalarKind::double_) return Rank::promotion;
    return Rank::conversion;
  }
  if (is_arithmetic_like(from_id) && is_handle(module->types, to_id)) return Rank::conversion;
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
  if (to.kind == TypeKind::record && is_derived(module->types.unqualified(from_id), module->types.unqualified(to_id))) return Rank::conversion;
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

ExprId Parser::call_conversion(ExprId e, FunctionDecl& f, Span span) { return called_virtually(*this, call_function(f, {}, span, object_address(e), span), f); }

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

// One of the host program's containers, which take lists of any length (Parser::parse_braced).
bool Parser::is_made_of_lists(TypeId type) {
  Scope* members = record_info({module->types[type].index}).scope;
  const Symbol* made = members ? lookup_in(*members, "of") : nullptr;
  return made && made->kind == SymbolKind::functions && !made->functions.empty() && is_library(made->functions.front()->span);
}

namespace {

// Where the items of a list in braces begin.
std::vector<size_t> items_of_list(const Parser& p, size_t open) {
  std::vector<size_t> items;
  const size_t end = p.skip_balanced(open);
  for (size_t i = open + 1; i + 1 < end; ++i) {
    if (items.empty()) items.push_back(i);
    if (p.tokens[i].kind == Tok::left_paren || p.tokens[i].kind == Tok::left_brace || p.tokens[i].kind == Tok::left_bracket) i = p.skip_balanced(i) - 1;
    else if (p.tokens[i].kind == Tok::comma && i + 2 < end) items.push_back(i + 1);
  }
  return items;
}
// A number is not made of a list of several.
bool may_be_given(const Parser& p, const FunctionDecl& f, const std::vector<size_t>& items) {
  for (size_t i = 0; i < items.size() && i < f.parameters.size(); ++i) {
    if (p.tokens[items[i]].kind != Tok::left_brace) continue;
    Type to = p.module->types[f.parameters[i].type];
    if (to.kind == TypeKind::reference) to = p.module->types[to.element];
    if ((to.kind == TypeKind::scalar || to.kind == TypeKind::enumeration || to.kind == TypeKind::pointer) && items_of_list(p, items[i]).size() > 1) return false;
  }
  return true;
}

}  // namespace

// Could the list make an object of this type? Its length is what is looked at, and that of lists in it.
Rank Parser::list_rank(ExprId e, TypeId to) {
  const Type target = module->types[to];
  if (target.kind == TypeKind::reference) {
    const bool is_list_of_constants = module->types.is_array(target.element) && module->types[module->types[target.element].element].is_const;
    if (!target.is_rvalue && !module->types[target.element].is_const && !is_list_of_constants) return Rank::none;
    return list_rank(e, module->types.unqualified(target.element));
  }
  const std::vector<size_t> items = items_of_list(*this, at(e).bits);
  const size_t count = items.size();
  if (target.kind == TypeKind::array) return count <= target.count ? Rank::user : Rank::none;
  if (target.kind != TypeKind::record) return count <= 1 ? Rank::conversion : Rank::none;
  if (count == 0) return Rank::user;
  if (is_host_program && is_made_of_lists(to)) return Rank::user;
  if (is_aggregate(to)) {
    const RecordInfo& info = record_info({target.index});
    size_t room = info.members.empty() ? module->types.records[target.index].fields.size() : info.members.size();
    return count <= room || info.base_count > 0 ? Rank::user : Rank::none;
  }
  for (FunctionDecl* f : record_info({target.index}).constructors) {
    const bool takes_any = !f->parameters.empty() && f->parameters.back().is_pack;
    const bool fits = takes_any ? count + 1 >= f->parameters.size() : count <= f->parameters.size() && (count == f->parameters.size() || f->parameters[count].default_begin != 0);
    if (fits && (f->tmpl || may_be_given(*this, *f, items))) return Rank::user;
  }
  return count == 1 ? Rank::user : Rank::none;
}

// How well the expression fits a parameter of this type.
Rank Parser::conversion_rank(ExprId e, TypeId to) {
  if (is_member_pointer(*this, to) && !is_open_list(e)) return member_pointer_rank(*this, e, to);
  if (is_function_set(e)) return choose_function(e, to) ? Rank::exact : Rank::none;
  const Type target = module->types[to];
  if (is_open_list(e)) return list_rank(e, to);
  if (target.kind != TypeKind::reference) {
    if (module->types.is_array(to)) return Rank::none;
    Rank rank = value_rank(value_type(e), to, is_null_constant(e));
    if (rank == Rank::none && target.kind == TypeKind::record && converting_constructor(value_type(e), at(e).is_lvalue, to)) return Rank::user;
    if (rank == Rank::none && conversion_function(at(e).type, module->types.unqualified(to))) return Rank::user;
    if (rank == Rank::none && converting_template(e, to)) return Rank::user;
    if (rank == Rank::none && function_of_lambda(*this, at(e).type, to)) return Rank::user;
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
    if (rank == Rank::none && converting_template(e, plain)) return Rank::user;
    return rank;
  }
  bool is_const = module->types[element].is_const || (module->types.is_array(element) && module->types[module->types[element].element].is_const);
  if (at(e).is_lvalue && (is_named || is_const) && can_add_qualifiers(at(e).type, element)) return Rank::exact;
  if (!is_const) return Rank::none;
  Rank rank = value_rank(value_type(e), element, is_null_constant(e));
  if (rank == Rank::none && module->types.is_record(element) && converting_constructor(value_type(e), at(e).is_lvalue, module->types.unqualified(element))) return Rank::user;
  if (rank == Rank::none && conversion_function(at(e).type, module->types.unqualified(element))) return Rank::user;
  if (rank == Rank::none && converting_template(e, module->types.unqualified(element))) return Rank::user;
  return rank;
}

// Implicit conversion to a type of values (not to a reference). Reports when there is none.
ExprId Parser::convert(ExprId e, TypeId to, Span place) {
  if (!e) return {};
  if (is_member_pointer(*this, to) && !is_open_list(e)) return convert_member_pointer(*this, e, to, place);
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
  if (FunctionDecl* f = function_of_lambda(*this, at(e).type, target)) return function_address(*f, at(e).span);
  if (converting_template(e, target)) return construct(target, {e}, at(e).span, false, true);
  if (is_other_shape(*this, at(e).type, target)) return as_other_shape(*this, e, target, place);
  if (module->types.is_record(target) && is_derived(module->types.unqualified(at(e).type), target)) {
    const Span span = at(e).span;
    e = base_of(at(e).is_lvalue ? e : as_xvalue(e), {module->types[target].index}, span);
  }
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
    const Span span = at(value).span;  // nodes that are made move the others
    ExprId base = base_of(dereference(pointer, span, true), {module->types[module->types[target].element].index}, span);
    ExprId address = base ? convert(address_of(base, span, true), target, place) : ExprId{};
    if (!before || !address) return address;
    Expr either = node(ExprKind::conditional, target, span);
    either.a = to_bool(pointer);
    either.b = address;
    either.c = make_constant(target, 0, span);
    return build_comma(before, make(std::move(either)), place);
  }
  if (module->types.is_pointer(target)) {
    bool same_element = can_add_qualifiers(module->types[from].element, module->types[target].element);
    return cast_to(value, target, same_element ? CastKind::same : CastKind::pointer, true, at(value).span);
  }
  if (module->types.is_pointer(from)) return cast_to(value, target, CastKind::pointer_to_bool, true, at(value).span);
  return arithmetic_cast(value, target, true, at(value).span);
}

ExprId Parser::convert_argument(ExprId e, TypeId to, Span place) {
  return module->types[to].kind == TypeKind::reference ? bind_reference(e, to, place) : convert(e, to, place);
}

// (T)e, T(e), static_cast<T>(e), and reinterpret_cast<T>(e) where `is_c_style` allows to reinterpret.
namespace {

// (float*)malloc(n): the block's elements are floats, which findings want to know.
ExprId with_elements(Parser& p, ExprId value, TypeId element) {
  const Expr& e = p.at(value);
  if (e.kind != ExprKind::call || e.args.size() != 1 || p.module->types.is_void(element)) return value;
  const Function& f = (*p.module)[e.function];
  if (f.name != "malloc" || !p.is_library(f.span) || p.sources->name(f.span.file) != always_included) return value;
  const Span span = e.span;
  const ExprId bytes = e.args[0], typed = p.call_library("__wb", "heap_take", {}, {bytes, p.heap_form_of(element, HeapWay::allocated, span)}, span);
  return typed ? typed : value;
}

}  // namespace

ExprId Parser::explicit_cast(ExprId e, TypeId to, Span span, bool is_c_style) {
  if (!e) return {};
  if (is_member_pointer(*this, to) && !is_open_list(e)) return convert_member_pointer(*this, e, to, span);
  if (is_member_pointer(*this, at(e).type) && module->types[to].kind == TypeKind::scalar && module->types[to].scalar == ScalarKind::bool_) return to_bool(e);
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
  if (target.kind == TypeKind::pointer) value = with_elements(*this, value, target.element);
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

}  // namespace wb
