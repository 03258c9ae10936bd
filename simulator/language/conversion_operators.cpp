#include "simulator/language/conversion_operators.h"

#include "simulator/language/parser.h"

namespace wb {

bool names_conversion(const Parser& p, size_t i) {
  if (i + 1 >= p.tokens.size() || p.tokens[i].kind != Tok::kw_operator) return false;
  switch (p.tokens[i + 1].kind) {
    case Tok::identifier: case Tok::scope: case Tok::kw_void: case Tok::kw_bool: case Tok::kw_char: case Tok::kw_short: case Tok::kw_int: case Tok::kw_long: case Tok::kw_float: case Tok::kw_double:
    case Tok::kw_signed: case Tok::kw_unsigned: case Tok::kw_const: case Tok::kw_volatile: case Tok::kw_struct: case Tok::kw_class: case Tok::kw_union: case Tok::kw_enum: case Tok::kw_typename:
    case Tok::kw_decltype: case Tok::kw_auto:
      return true;
    default: return false;
  }
}

bool read_conversion(Parser& p, Declarator& d, bool may_be_pure) {
  const Span begin = p.take().span;
  const Specifiers result = p.parse_specifiers(false);
  bool ok = result.has_type && result.ok;
  const TypeId type = ok ? p.parse_pointer_operators(d, result.type) : TypeId{};
  d.span = p.span_from(begin);
  d.is_function = true;
  d.function_result = type;
  if (ok && p.expect(Tok::left_paren, "after the conversion's type")) d.parameters = p.parse_parameters(ok);
  while (p.parse_function_word(d)) {}
  if (may_be_pure && p.is(Tok::equal) && p.kind(1) == Tok::number) {
    d.is_pure = true;
    p.take();
    p.take();
  }
  d.name = p.keep("operator " + p.type_name(type) + (d.is_const_method ? " const" : ""));
  return ok;
}

}  // namespace wb
