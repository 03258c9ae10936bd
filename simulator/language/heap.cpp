// `new` and `delete` of objects on the device's heap. The heap itself is CUDA C++ (simulator/library/include/heap.inc); here is the syntax:
//
//   new T(a)      room for a T from the heap, then as placement new (parse_new)
//   new T[n]      __wb::new_array<T>(n): room for the elements, each made by its default constructor
//   new T[n]()    __wb::new_zeros<T>(n): each made as T()
//   new T[n]{a}   __wb::new_list<T>(n, a): the same, and the first ones are set
//   new (p) T[n]  __wb::place_array<T>(n, p), and so on: the same in memory that is there (parse_objects.cpp)
//   delete p      __wb::delete_one(p)
//   delete[] p    __wb::delete_array(p)
#include "simulator/language/parser.h"
#include "simulator/language/virtual_functions.h"

#include <algorithm>

namespace wb {

// A function of the library's own, from whatever the user wrote in its place.
ExprId Parser::call_library(std::string_view path, std::string_view name, std::vector<TemplateArgument> given, std::vector<ExprId> arguments, Span span) {
  Symbol* symbol = lookup_in(*namespace_at(path), name);
  if (!symbol || symbol->kind != SymbolKind::functions) return {};
  Operand callee;
  callee.kind = Operand::Kind::functions;
  callee.functions = symbol->functions;
  callee.name = name;
  callee.span = span;
  callee.has_template_arguments = !given.empty();
  callee.template_arguments = std::move(given);
  return resolve_call(callee, std::move(arguments), span);
}

ExprId Parser::heap_way(HeapWay way, Span span) { return make_constant(module->types.scalar(ScalarKind::uint), static_cast<uint64_t>(way), span); }

// What findings say of the block's elements.
ExprId Parser::heap_form_of(TypeId type, HeapWay way, Span span) {
  const Type& t = module->types[type];
  const bool is_scalar = t.kind == TypeKind::scalar || t.kind == TypeKind::enumeration;
  const ScalarKind scalar = is_scalar ? t.scalar : t.kind == TypeKind::pointer ? ScalarKind::ulonglong : ScalarKind::void_;
  const HeapForm form{way, scalar, static_cast<uint32_t>(std::min<uint64_t>(module->types.size_of(type), UINT32_MAX))};
  return make_constant(module->types.scalar(ScalarKind::uint), heap_number(form), span);
}

ExprId Parser::allocate(TypeId type, Span span) {
  const ExprId bytes = make_constant(module->types.scalar(ScalarKind::ulong), module->types.size_of(type), span);
  return call_library("__wb", "heap_take", {}, {bytes, heap_form_of(type, HeapWay::one, span)}, span);
}

namespace {

// {a, b, c}: numbers, pointers, objects; the cursor is at the brace. False: reported.
bool parse_elements(Parser& p, TypeId type, std::vector<ExprId>& values) {
  const Token open = p.take();
  while (!p.is(Tok::right_brace)) {
    if (p.is(Tok::left_brace)) return p.report(Code::WB4001, p.here(), {"lists in the list behind `new T[n]`", "write the element's type in front of the brace"});
    const Span span = p.here();
    const ExprId value = p.convert(p.rvalue(p.parse_assignment()), type, span);
    if (!value) return false;
    values.push_back(value);
    if (!p.eat(Tok::comma)) break;
  }
  return p.expect_close(Tok::right_brace, open);
}

}  // namespace

ExprId Parser::parse_new_array(TypeId type, Span begin) {
  const Token open = take();
  const bool is_counted = !is(Tok::right_bracket) || kind(1) != Tok::left_brace;  // new T[]{a, b}
  ExprId count = is_counted ? rvalue(parse_expression()) : ExprId{};
  if (!expect_close(Tok::right_bracket, open) || (is_counted && !count)) return {};
  if (is(Tok::left_bracket)) {
    report(Code::WB4001, here(), {"arrays of arrays made by `new`", "make one array, and compute the place of an element in it"});
    return {};
  }
  const bool is_zero = (is(Tok::left_paren) && kind(1) == Tok::right_paren) || (is(Tok::left_brace) && kind(1) == Tok::right_brace);
  if (is_zero) {
    take();
    take();
  }
  std::vector<ExprId> values;
  if (!is_zero && is(Tok::left_brace) && !parse_elements(*this, type, values)) return {};
  if (!is_counted) count = make_constant(module->types.scalar(ScalarKind::ulong), values.size(), span_from(begin));
  if (is_placeholder(type) || is_placeholder(at(count).type)) return {};
  const Span span = span_from(begin);
  count = convert(count, module->types.scalar(ScalarKind::ulong), span);
  if (!count) return {};
  if (!values.empty()) {
    values.insert(values.begin(), {count, heap_form_of(type, HeapWay::array, span)});
    return call_library("__wb", "new_list", {type_argument(type, false)}, std::move(values), span);
  }
  const bool is_made = is_zero || (module->types.is_record(type) && (!is_trivially_made(type) || has_destructor(type)));
  return call_library("__wb", is_zero ? "new_zeros" : is_made ? "new_array" : "new_values", {type_argument(type, false)},
                      {count, heap_form_of(type, HeapWay::array, span)}, span);
}

namespace {

// (p ? (p's own destructor, which gives back the memory where the whole object begins) : nothing)
ExprId delete_virtually(Parser& p, ExprId pointer, Span span) {
  const VarId kept = p.add_temporary(p.module->types.unqualified(p.at(pointer).type), span);
  const ExprId keep = p.initialise_object(p.make_variable(kept, span), pointer, span);
  const auto value = [&] { return p.rvalue(p.make_variable(kept, span)); };
  Expr either = p.node(ExprKind::conditional, TypeId{}, span);
  either.a = p.to_bool(value());
  either.b = destroyed_virtually(p, p.dereference(value(), span, true), true, span);
  either.c = p.cast_to(p.make_constant(p.module->types.scalar(ScalarKind::int_), 0, span), TypeId{}, CastKind::to_void, true, span);
  return keep && either.a && either.b ? p.build_comma(keep, p.make(std::move(either)), span) : ExprId{};
}

}  // namespace

// "::"? "delete" ( "[" "]" )? pointer
ExprId Parser::parse_delete() {
  const Token word = take();
  const bool is_array = is(Tok::left_bracket) && kind(1) == Tok::right_bracket;
  if (is_array) {
    take();
    take();
  }
  const ExprId pointer = rvalue(parse_cast_or_unary());
  if (!pointer || is_placeholder(at(pointer).type)) return {};
  const Type type = type_of(pointer);
  const Span span = span_from(word.span);
  const bool is_destroyed = type.kind == TypeKind::pointer && module->types.is_record(type.element) && has_destructor(type.element);
  if (is_destroyed && !is_array && has_virtual_destructor(record_info({module->types[type.element].index}))) return delete_virtually(*this, pointer, span);
  if (!is_destroyed) {
    const ExprId bytes = convert(pointer, module->types.pointer_to(module->types.scalar(ScalarKind::void_)), span);
    return call_library("__wb", "heap_give", {}, {bytes, heap_way(is_array ? HeapWay::array : HeapWay::one, span)}, span);
  }
  return call_library("__wb", is_array ? "delete_array" : "delete_one", {}, {pointer}, span);
}

}  // namespace wb
