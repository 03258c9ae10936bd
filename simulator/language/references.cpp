// References: binding them to places, and making a place for a value that needs one.
#include <utility>

#include "simulator/language/parser.h"

namespace wb {

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
  if (is_derived(at(e).type, element) && (at(e).is_lvalue || is_rvalue || module->types[element].is_const)) {
    const Span span = at(e).span;
    e = base_of(materialise(e), {module->types[element].index}, span);
  }
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

}  // namespace wb
