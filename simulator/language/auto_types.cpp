// Types that follow from a value: `auto`, `auto&`, `decltype(auto)`. The type is matched as a template's parameter would be, which is
// what C++ says that `auto` means: `auto` is the number of a parameter of its own (placeholders.h).
#include "simulator/language/parser.h"
#include "simulator/language/placeholders.h"

namespace wb {

TypeId Parser::deduce_auto(TypeId pattern, ExprId value, const Specifiers& specs) {
  (void)specs;
  if (!value) return {};
  const Type pattern_type = module->types[pattern];
  if (pattern_type.kind == TypeKind::record && pattern_type.index < records.size() && records[pattern_type.index].is_placeholder && records[pattern_type.index].placeholder_index == placeholder::decltype_auto) {
    bool is_name = at(value).kind == ExprKind::variable || at(value).kind == ExprKind::member;
    return at(value).is_lvalue && !is_name ? module->types.reference_to(at(value).type, at(value).is_xvalue) : module->types.is_array(at(value).type) ? at(value).type : at(value).type;
  }
  std::vector<TemplateArgument> out(placeholder::count);
  TypeId p = pattern, actual = value_type(value);
  bool is_reference = module->types[p].kind == TypeKind::reference;
  if (is_reference) {
    bool is_forwarding = is_forwarding_reference(p);
    p = module->types[p].element;
    actual = at(value).type;
    if (is_forwarding && at(value).is_lvalue && !at(value).is_xvalue) actual = module->types.reference_to(actual);
  } else {
    p = module->types.unqualified(p);
  }
  if (!deduce_type(p, actual, out) || !out[placeholder::auto_].is_known) return {};
  return replace_auto(pattern, out[placeholder::auto_].type);
}

// The pattern with `auto` replaced by a type.
TypeId Parser::replace_auto(TypeId pattern, TypeId by) {
  const Type t = module->types[pattern];
  if (t.kind == TypeKind::pointer) return module->types.with(module->types.pointer_to(replace_auto(t.element, by)), t.is_const, t.is_volatile);
  if (t.kind == TypeKind::reference) return module->types.reference_to(replace_auto(t.element, by), t.is_rvalue);
  return module->types.with(by, t.is_const, t.is_volatile);
}

// What stands behind `->`: a type, `auto` with or without `&`, `decltype(auto)`.
std::optional<TypeId> Parser::parse_result_type() {
  if (is(Tok::kw_decltype) && kind(1) == Tok::left_paren && kind(2) == Tok::kw_auto) {
    pos += 4;
    return placeholder_type(placeholder::decltype_auto, "decltype(auto)");
  }
  return parse_type_id();
}

// `auto`, `auto&`, `decltype(auto)` ...: the type follows from the body.
bool Parser::is_auto_type(TypeId id) {
  const Type type = module->types[id];
  if (type.kind == TypeKind::pointer || type.kind == TypeKind::reference) return is_auto_type(type.element);
  if (type.kind != TypeKind::record || type.index >= records.size() || !records[type.index].is_placeholder) return false;
  uint32_t index = records[type.index].placeholder_index;
  return index == placeholder::auto_ || index == placeholder::decltype_auto;
}

}  // namespace wb
