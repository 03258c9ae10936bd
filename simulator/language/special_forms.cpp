// Calls that are written out on the spot: loads and stores with a cache hint (any scalar, and vector types of 2 to 16 bytes), NaNs by
// name, promises to the compiler.
#include <algorithm>

#include "simulator/language/parser.h"

namespace wb {
namespace {

struct FormRow {
  std::string_view spelling;
  SpecialForm form;
};
#define WB_ROW(spelling, form, signature, family, cost, help) {#spelling, SpecialForm::form},
constexpr FormRow rows[] = {WB_SPECIAL_FORMS(WB_ROW)};
#undef WB_ROW

size_t parameter_count(SpecialForm form) { return form == SpecialForm::store || form == SpecialForm::first_pointer || form == SpecialForm::first_long ? 2 : 1; }

}  // namespace

SpecialForm special_form(std::string_view name) {
  for (const FormRow& row : rows)
    if (row.spelling == name) return row.form;
  return SpecialForm::none;
}

// What the hardware loads and stores at once.
bool Parser::has_one_access(TypeId type) {
  const Type& t = module->types[type];
  if (t.kind == TypeKind::scalar) return t.scalar != ScalarKind::void_ && t.scalar != ScalarKind::bool_;
  if (t.kind != TypeKind::record) return false;
  const uint64_t size = module->types.size_of(type);
  return (size == 2 || size == 4 || size == 8 || size == 16) && module->types.align_of(type) == size;
}

// form = name "(" arguments ")"
ExprId Parser::parse_special_form(const Token& name) {
  const SpecialForm form = special_form(name.text);
  std::vector<ExprId> arguments;
  if (!parse_arguments(arguments)) return {};
  const Span span = span_from(name.span);
  const bool has_offset = form == SpecialForm::first_pointer && arguments.size() == 3;
  if (arguments.size() != parameter_count(form) && !has_offset) {
    report(Code::WB3010, span, {std::string(name.text), std::to_string(parameter_count(form)), std::to_string(arguments.size()), ""});
    return {};
  }
  for (ExprId e : arguments)
    if (!e || is_placeholder(at(e).type)) return {};
  switch (form) {
    case SpecialForm::load: case SpecialForm::load_volatile: case SpecialForm::store: return cached_access(form, name, arguments, span);
    case SpecialForm::nan_f32: return make_constant(module->types.scalar(ScalarKind::float_), 0x7fffffff, span);
    case SpecialForm::nan_f64: return make_constant(module->types.scalar(ScalarKind::double_), 0x7ff8000000000000, span);
    case SpecialForm::assume: {
      if (!to_bool(arguments[0])) return {};
      return cast_to(make_constant(module->types.scalar(ScalarKind::int_), 0, span), TypeId{}, CastKind::to_void, true, span);
    }
    case SpecialForm::first_pointer: return explicit_cast(arguments[0], module->types.pointer_to(TypeId{}), span, true);
    case SpecialForm::first_long: return convert(arguments[0], module->types.scalar(ScalarKind::long_), span);
    case SpecialForm::none: break;
  }
  return {};
}

ExprId Parser::cached_access(SpecialForm form, const Token& name, std::vector<ExprId>& arguments, Span span) {
  ExprId pointer = rvalue(arguments[0]);
  if (!pointer) return {};
  const Type type = type_of(pointer);
  if (type.kind != TypeKind::pointer) {
    report(Code::WB3068, at(arguments[0]).span, {std::string(name.text), type_name(at(arguments[0]).type)});
    return {};
  }
  if (!has_one_access(type.element)) {
    report(Code::WB3069, at(arguments[0]).span, {std::string(name.text), type_name(at(pointer).type), "numbers, and vector types of 2, 4, 8 or 16 bytes"});
    return {};
  }
  if (form == SpecialForm::load_volatile)
    pointer = cast_to(pointer, module->types.pointer_to(module->types.with(type.element, true, true)), CastKind::same, true, at(pointer).span);
  ExprId place = build_dereference(pointer, span);
  if (!place) return {};
  module->exprs[place.v].span = span;
  if (form != SpecialForm::store) {
    ExprId value = rvalue(place);
    if (value) module->exprs[value.v].span = span;
    return value;
  }
  ExprId stored = build_assign(place, arguments[1], span);
  if (!stored) return {};
  module->exprs[stored.v].span = span;
  return cast_to(stored, TypeId{}, CastKind::to_void, true, span);
}

}  // namespace wb
